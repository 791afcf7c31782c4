import { isAnyArrayBuffer, isMap, isNativeError, isPromise, isSet } from "node:util/types";
import type { Response } from "express";
import type { CarriedNode } from "../model/carried";
import type { OpenedValue } from "../model/serving";
import type { Exchange } from "../request/exchange";
import { type ValueKind, isServerSentEvent } from "../model/returned-value";
import { isStream, type AnyStream } from "./flow";

interface BodyMembers {
  /** `keepsStatus` is true if only the client's version has no content. If it is false, the status becomes 204. */
  readonly nothing: { readonly keepsStatus: boolean };
  readonly json: { readonly value: unknown };
  /** JSON on one line, to which Express's setting "json replacer" has been applied. */
  readonly jsonText: { readonly text: string };
  readonly text: { readonly text: string };
  readonly bytes: { readonly bytes: Buffer };
  readonly stream: { readonly stream: AnyStream };
  /** `itemText` is undefined if items are sent unconverted; `open` is undefined if no item has a carried value. */
  readonly items: {
    readonly items: AsyncIterable<unknown>;
    readonly itemText: ItemText | undefined;
    readonly open?: (item: unknown) => OpenedValue | Promise<OpenedValue>;
  };
  /** `what` names the kind of the value in the log: "a Map". */
  readonly unsupported: { readonly what: string };
}

/** The body of a response, before it becomes bytes: `{ kind: "text", text: "Tom" }`. */
export type Body = {
  [Kind in keyof BodyMembers]: { readonly kind: Kind } & BodyMembers[Kind];
}[keyof BodyMembers];

/** Writes one item of an async iterable as JSON on one line. */
export type ItemText = (
  item: Body & { readonly kind: "json" | "text" },
  res: Response,
  carried: CarriedNode | undefined,
) => string;

/** One step that changes the body before it is sent, such as a conversion to the client's version. */
export type Stage = (body: Body, answer: AnswerInProgress) => Body | Promise<Body>;

/** A request whose handler has returned, with the status that the handler intends. */
export interface AnswerInProgress {
  /** `askLater` replaces the exchange by a copy with the contexts that were computed after the handler. */
  exchange: Exchange;
  readonly status: number;
  carried?: CarriedNode | undefined;
}

type ClassifiedBody = Body & { readonly kind: ValueKind };

/** Determines the kind of a value. The function neither reads the value's members nor starts a stream. */
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
  return unsupportedBody(value) ?? { kind: "json", value };
}

const nothing: ClassifiedBody = { kind: "nothing", keepsStatus: false };

/** Hot path: handlers mostly return plain objects and arrays, so `classify` checks these first. */
function isPlainData(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Symbol.asyncIterator in value) return false;
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}

/** Finds values whose content `JSON.stringify` would lose: a Map would become `{}`. */
function unsupportedBody(value: object): ClassifiedBody | undefined {
  if (isServerSentEvent(value)) {
    return { kind: "unsupported", what: "a ServerSentEvent: only items of an async iterable can be events" };
  }
  const what = lostKind(value);
  return what === undefined ? undefined : { kind: "unsupported", what: `${what}, which JSON turns into {}` };
}

/** Names the kind of an object that JSON turns into `{}`, because its content is not in its properties: "a Map". */
export function lostKind(value: object): string | undefined {
  if ("toJSON" in value) return undefined;
  if (isPromise(value)) return "a Promise";
  if (isMap(value)) return "a Map";
  if (isSet(value)) return "a Set";
  if (isErrorObject(value)) return "an Error";
  // Built-in classes have a tag, such as a web Response, a Blob, a FormData and a generator.
  const isTagged = Symbol.toStringTag in value && Object.keys(value).length === 0;
  return isTagged ? `an object of type ${Object.prototype.toString.call(value).slice(8, -1)}` : undefined;
}

/** True for an error, even of another realm such as `node:vm`. False for a Proxy that throws when it is tested. */
export function isErrorObject(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return value instanceof Error || isNativeError(value);
  } catch {
    return false;
  }
}
