import { isAnyArrayBuffer, isMap, isSet } from "node:util/types";
import type { Response } from "express";
import type { CarriedNode } from "../model/carried";
import type { OpenedValue } from "../model/serving";
import type { ValueKind } from "../model/value-kind";
import { isServerSentEvent } from "../model/server-sent-event";
import { isStream, type Streamed } from "./stream";

/** The members of each kind of body. */
interface Members {
  /** `keepsStatus`: an older version has no body where the handler has one; otherwise the answer is a 204. */
  readonly nothing: { readonly keepsStatus: boolean };
  readonly json: { readonly value: unknown };
  /** JSON on one line, which the host's "json replacer" has been asked for already. */
  readonly jsonText: { readonly text: string };
  readonly text: { readonly text: string };
  readonly bytes: { readonly bytes: Buffer };
  readonly stream: { readonly stream: Streamed };
  /**
   * `itemText`: undefined where each item is written as the handler gave it. `open`: undefined where items carry nothing.
   */
  readonly items: {
    readonly items: AsyncIterable<unknown>;
    readonly itemText: ItemText | undefined;
    readonly open?: (item: unknown) => OpenedValue | Promise<OpenedValue>;
  };
  /** `what`: in words, for the log. */
  readonly unsupported: { readonly what: string };
}

/** The body of an answer on its way from the handler's value to bytes: `{ kind: "text", text: "Tom" }`. */
export type Body = { [Kind in keyof Members]: { readonly kind: Kind } & Members[Kind] }[keyof Members];

/** Writes one item of an async iterable, a text or what JSON can hold, as JSON on one line. */
export type ItemText = (
  item: Body & { readonly kind: "json" | "text" },
  res: Response,
  carried: CarriedNode | undefined,
) => string;

/** A body as it is classified: JSON is written by the stages of an answer. */
type ClassifiedBody = Body & { readonly kind: ValueKind };

/** Tells the kind of a value, the one place that does; nothing of the value is read or started. */
export function classify(value: unknown): ClassifiedBody {
  if (isPlainData(value)) return { kind: "json", value };
  if (value === undefined) return nothing;
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value !== "object" || value === null) return { kind: "json", value };
  if (ArrayBuffer.isView(value)) {
    return { kind: "bytes", bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength) };
  }
  if (isAnyArrayBuffer(value)) return { kind: "bytes", bytes: Buffer.from(value) };
  if (isStream(value)) return { kind: "stream", stream: value };
  if (isAsyncIterable(value)) return { kind: "items", items: value, itemText: undefined };
  return unsupported(value) ?? { kind: "json", value };
}

const nothing: ClassifiedBody = { kind: "nothing", keepsStatus: false };

/** Hot path: most of what is returned is data at first sight. */
function isPlainData(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Symbol.asyncIterator in value) return false;
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}

/** JSON would make `{}` of a Map and of a Set, whatever they hold, and drop what makes an event one. */
function unsupported(value: object): ClassifiedBody | undefined {
  if (isServerSentEvent(value)) {
    return { kind: "unsupported", what: "a ServerSentEvent: only items of an async iterable can be events" };
  }
  if ("toJSON" in value) return undefined;
  if (isMap(value)) return { kind: "unsupported", what: "a Map, which JSON turns into {}" };
  if (isSet(value)) return { kind: "unsupported", what: "a Set, which JSON turns into {}" };
  return undefined;
}
