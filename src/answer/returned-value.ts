import { isAnyArrayBuffer, isMap, isSet } from "node:util/types";
import type { ValueKind } from "../model/value-kind";
import { isServerSentEvent } from "../model/server-sent-event";
import { isStream, type Streamed } from "./stream";

/** The members of each kind of value, in the form that it is answered in. */
interface Forms {
  readonly nothing: object;
  readonly json: { readonly value: unknown };
  readonly text: { readonly text: string };
  readonly bytes: { readonly bytes: Buffer };
  readonly stream: { readonly stream: Streamed };
  readonly items: { readonly items: AsyncIterable<unknown> };
  /** `what`: in words, for the log. */
  readonly unsupported: { readonly what: string };
}

/** A returned value by its kind: `{ kind: "text", text: "Tom" }`. */
export type ReturnedValue = { [Kind in ValueKind]: { readonly kind: Kind } & Forms[Kind] }[ValueKind];

/** A returned value that JSON has been written of. */
export interface SerialisedValue {
  readonly kind: "json text";
  readonly text: string;
}

/** Tells the kind of a value, the one place that does; nothing of the value is read or started. */
export function classify(value: unknown): ReturnedValue {
  if (isPlainData(value)) return { kind: "json", value };
  if (value === undefined) return nothing;
  if (typeof value === "string") return { kind: "text", text: value };
  if (typeof value !== "object" || value === null) return { kind: "json", value };
  if (ArrayBuffer.isView(value)) {
    return { kind: "bytes", bytes: Buffer.from(value.buffer, value.byteOffset, value.byteLength) };
  }
  if (isAnyArrayBuffer(value)) return { kind: "bytes", bytes: Buffer.from(value) };
  if (isStream(value)) return { kind: "stream", stream: value };
  if (isAsyncIterable(value)) return { kind: "items", items: value };
  return unsupported(value) ?? { kind: "json", value };
}

const nothing: ReturnedValue = { kind: "nothing" };

/** Hot path: most of what is returned is data at first sight. */
function isPlainData(value: unknown): boolean {
  if (typeof value !== "object" || value === null || Symbol.asyncIterator in value) return false;
  return Object.getPrototypeOf(value) === Object.prototype || Array.isArray(value);
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}

/** JSON would make `{}` of a Map and of a Set, whatever they hold, and drop what makes an event one. */
function unsupported(value: object): ReturnedValue | undefined {
  if (isServerSentEvent(value)) {
    return { kind: "unsupported", what: "a ServerSentEvent, which is an item of an async iterable" };
  }
  if ("toJSON" in value) return undefined;
  if (isMap(value)) return { kind: "unsupported", what: "a Map, of which JSON would make {}" };
  if (isSet(value)) return { kind: "unsupported", what: "a Set, of which JSON would make {}" };
  return undefined;
}
