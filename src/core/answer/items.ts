import { setImmediate } from "node:timers/promises";
import type { Response } from "express";
import type { CarriedNode } from "../../schema/interface/carried";
import { takeRejection, describe, isObject } from "../model/value";
import { isServerSentEvent, ServerSentEvent, mediaTypes } from "../model/returned-value";
import { ValueError } from "../model/fault";
import { classify, isErrorObject, type Body, type ItemText } from "./body";
import { drained, type Flow } from "./flow";
import { jsonText } from "./json-text";

/** Sends each item when it arrives: as an event for the type `text/event-stream`, otherwise as a line of JSON. */
export function itemsFlow({ items, itemText = plainText, open }: ItemsBody): Flow {
  const source = new ItemSource(items);
  return {
    type: mediaTypes.items,
    write: (res) =>
      writeItems(source, res, {
        dataText: (item) => dataTextOf(item, (data, carried) => itemText(data, res, carried)),
        open,
      }),
    discard: (failed) => {
      source.close(failed);
    },
  };
}

type ItemsBody = Omit<Body & { readonly kind: "items" }, "kind">;

interface ItemWay {
  readonly dataText: DataText;
  readonly open: ItemsBody["open"];
}

const plainText: ItemText = (item, res) => jsonText(item.kind === "text" ? item.text : item.value, res);

function hasGone(res: Response): boolean {
  return res.closed;
}

async function writeItems(source: ItemSource, res: Response, { dataText, open }: ItemWay): Promise<void> {
  let next = await source.next();
  // A generator may set the Content-Type when it starts to run, which is at the first `next()`.
  const writeText = isEventStream(res) ? eventText : lineText;
  for (let unwritten = 0; !next.done; next = await source.next()) {
    if (hasGone(res)) return;
    // JSON would turn a yielded error into `{}` or into its internal details, so the error ends the stream.
    if (isErrorObject(next.value)) throw next.value;
    const item: unknown = open ? await openedItem(next.value, open) : next.value;
    if (hasGone(res)) return;
    const text = writeText(item, dataText);
    // Lets other events in: many items without a text would block other requests, and hide that the client has left.
    if (!text && ++unwritten % itemsATurn === 0) await setImmediate();
    if (text === undefined) continue;
    if (text === "") res.flushHeaders();
    else if (!res.write(text)) await drained(res);
    flush(res);
  }
  res.end();
}

async function openedItem(item: unknown, open: NonNullable<ItemsBody["open"]>): Promise<unknown> {
  if (isServerSentEvent(item)) return ServerSentEvent({ ...item, Data: await openedItem(item.Data, open) });
  // A promise is not opened: `dataTextOf` throws an error for it later.
  if (takeRejection(item)) return item;
  const { value, carried } = await open(item);
  return new OpenedItem(value, carried);
}

class OpenedItem {
  constructor(
    readonly value: unknown,
    readonly carried: CarriedNode | undefined,
  ) {}
}

/** After this number of items that send nothing, the loop pauses, so that other requests get a turn. */
const itemsATurn = 64;

class ItemSource {
  #iterator: Partial<AsyncIterator<unknown>> | undefined;
  #isOver = false;

  constructor(private readonly items: AsyncIterable<unknown>) {}

  async next(): Promise<IteratorResult<unknown>> {
    try {
      const iterator = (this.#iterator ??= iteratorOf(this.items)) as AsyncIterator<unknown>;
      const next: unknown = await iterator.next();
      if (!isResult(next)) {
        throw new ValueError(
          `next() of an async iterator must return an object such as { done, value }, got ${describe(next)}`,
        );
      }
      this.#isOver ||= next.done === true;
      return next;
    } catch (error) {
      this.#isOver = true;
      throw error;
    }
  }

  /** Closes the iterator or, before the first `next()`, the items themselves, if they are a generator. */
  close(failed: (error: unknown) => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const iterator = this.#iterator ?? (this.items as Partial<AsyncIterator<unknown>>);
    closeIterator(iterator).catch(failed);
  }
}

function iteratorOf(items: AsyncIterable<unknown>): AsyncIterator<unknown> {
  const iterator: unknown = items[Symbol.asyncIterator]();
  if (isIterator(iterator)) return iterator;
  const given = takeRejection(iterator) ? "a promise" : describe(iterator);
  throw new ValueError(`[Symbol.asyncIterator]() must return an async iterator, got ${given}`);
}

function isIterator(value: unknown): value is AsyncIterator<unknown> {
  return isObject(value) && "next" in value && typeof value.next === "function";
}

/** Without this check, a `next()` that returns a string would cause an endless loop: a string has no `done`. */
function isResult(next: unknown): next is IteratorResult<unknown> {
  return isObject(next);
}

/** The function is async, so that an error thrown by `return()` becomes a rejection. */
async function closeIterator(iterator: Partial<AsyncIterator<unknown>>): Promise<void> {
  await iterator.return?.();
}

/** True for the media type `text/event-stream`, in upper or lower case (RFC 9110, 8.3.1), even with parameters. */
function isEventStream(res: Response): boolean {
  return /^\s*text\/event-stream\s*(?:;|$)/i.test(String(res.get("Content-Type")));
}

function lineText(item: unknown, dataText: DataText): string | undefined {
  if (isServerSentEvent(item)) {
    throw new ValueError(
      'a ServerSentEvent needs a response of type text/event-stream: set Type in WithResponse, or call res.type("text/event-stream")',
    );
  }
  const text = dataText(item);
  return text === undefined ? undefined : `${text}\n`;
}

/** Returns an item as a server-sent event (HTML Standard, 9.2.6), or undefined for the item `undefined`. */
function eventText(item: unknown, dataText: DataText): string | undefined {
  if (isServerSentEvent(item)) return memberLines(item, dataText);
  const text = dataText(item);
  return text === undefined ? undefined : `data: ${text}\n\n`;
}

function memberLines({ Data, Event, ID, Retry }: ServerSentEvent, dataText: DataText): string {
  const data = dataText(Data);
  const lines = [
    Event === undefined ? "" : `event: ${fieldLine("Event", Event)}\n`,
    ID === undefined ? "" : `id: ${fieldLine("ID", ID)}\n`,
    Retry === undefined ? "" : `retry: ${wholeNumber(Retry)}\n`,
    data === undefined ? "" : `data: ${data}\n`,
  ].join("");
  return lines === "" ? "" : `${lines}\n`;
}

/** Rejects a line break, which would begin another field, and NUL, because browsers ignore an id that contains NUL. */
function fieldLine(name: string, text: unknown): string {
  if (typeof text === "string" && !/[\r\n\0]/.test(text)) return text;
  throw new ValueError(
    `a ServerSentEvent's ${name} must be a string without CR, LF or NUL, got ${describe(text)}`,
  );
}

function wholeNumber(value: unknown): string {
  if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return String(value);
  throw new ValueError(
    `a ServerSentEvent's Retry must be a whole number of milliseconds, got ${describe(value)}`,
  );
}

type DataText = (item: unknown) => string | undefined;

type TextOfData = (data: Parameters<ItemText>[0], carried: CarriedNode | undefined) => string;

function dataTextOf(given: unknown, itemText: TextOfData): string | undefined {
  const { value: item, carried } = given instanceof OpenedItem ? given : new OpenedItem(given, undefined);
  // JSON would turn a promise into `{}`. Async generators await what they yield, but other async iterables do not.
  if (takeRejection(item)) throw unfitItem("a promise");
  const data = classify(item);
  switch (data.kind) {
    case "nothing":
      return undefined;
    case "json":
      // `toJSON` of an error may give details that are not for clients.
      if (isErrorObject(item)) throw unfitItem("an Error");
      return itemText(data, carried);
    case "text":
      return itemText(data, carried);
    case "bytes":
    case "stream":
    case "items":
      throw unfitItem(data.kind);
    case "unsupported":
      throw unfitItem(data.what);
  }
}

function unfitItem(what: string): ValueError {
  return new ValueError(`an item of an async iterable must be a value that JSON can represent, got ${what}`);
}

/** Flushes the data that a compressing middleware has buffered. */
function flush(res: Response): void {
  const method: unknown = Reflect.get(res, "flush");
  if (typeof method === "function") Reflect.apply(method, res, []);
}
