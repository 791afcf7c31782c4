import { takeRejectionsWithin } from "../model/value";
import { isAnyArrayBuffer, isMap, isNativeError, isPromise, isSet } from "node:util/types";
import type { Response } from "express";
import type { CarriedNode } from "../../schema/interface/carried";
import type { OpenedValue } from "../model/serving";
import type { Exchange } from "../request/exchange";
import { type ValueKind, isServerSentEvent } from "../model/returned-value";
import { isStream, type AnyStream } from "./flow";

interface BodyMembers {
  /** No body. The status becomes 204; with `keepsStatus`, it does not change. */
  readonly nothing: { readonly keepsStatus: boolean };
  readonly json: { readonly value: unknown };
  /** JSON on one line, to which Express's setting "json replacer" has been applied. */
  readonly jsonText: { readonly text: string };
  readonly text: { readonly text: string };
  readonly bytes: { readonly bytes: Buffer };
  readonly stream: { readonly stream: AnyStream };
  readonly items: {
    readonly items: AsyncIterable<unknown>;
    readonly itemText: ItemText | undefined;
    readonly open?: (item: unknown) => OpenedValue | Promise<OpenedValue>;
  };
  /** `what` describes the value in an error message: "a Map". */
  readonly unsupported: { readonly what: string };
}

/** The body of a response, before it becomes bytes: `{ kind: "text", text: "Tom" }`. */
export type Body = {
  [Kind in keyof BodyMembers]: { readonly kind: Kind } & BodyMembers[Kind];
}[keyof BodyMembers];

/** Returns one item of an async iterable as JSON on one line. */
export type ItemText = (
  item: Body & { readonly kind: "json" | "text" },
  res: Response,
  carried: CarriedNode | undefined,
) => string;

/** Changes a response body before it is sent: for example, converts it for clients of an older API version. */
export type Stage = (body: Body, answer: AnswerInProgress) => Body | Promise<Body>;

/** A response whose handler has returned. `status` was set by the handler, or else declared by the route. */
export interface AnswerInProgress {
  exchange: Exchange;
  readonly status: number;
  carried?: CarriedNode | undefined;
}

type ClassifiedBody = Body & { readonly kind: ValueKind };

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
  if (Array.isArray(value)) return true;
  // The iterator of a generator that was compiled to ES5 is a plain object.
  return Object.getPrototypeOf(value) === Object.prototype && !(Symbol.iterator in value);
}

function isAsyncIterable(value: object): value is AsyncIterable<unknown> {
  return Symbol.asyncIterator in value && typeof value[Symbol.asyncIterator] === "function";
}

function unsupportedBody(value: object): ClassifiedBody | undefined {
  if (isServerSentEvent(value)) {
    return { kind: "unsupported", what: "a ServerSentEvent: only items of an async iterable can be events" };
  }
  const what = lostKind(value);
  if (what !== undefined) takeRejectionsWithin(value);
  return what === undefined ? undefined : { kind: "unsupported", what: `${what}, which JSON turns into {}` };
}

/** Returns the kind of an object that JSON would turn into `{}`, such as "a Map"; undefined for any other object. */
export function lostKind(value: object): string | undefined {
  if ("toJSON" in value) return undefined;
  if (isPromise(value)) return "a Promise";
  if (isMap(value)) return "a Map";
  if (isSet(value)) return "a Set";
  if (isErrorObject(value)) return "an Error";
  // Objects of built-in classes, such as a Blob, a FormData or a generator, have a tag and no enumerable members.
  const isTagged = Symbol.toStringTag in value && !Array.isArray(value) && Object.keys(value).length === 0;
  if (isTagged) return `an object of type ${Object.prototype.toString.call(value).slice(8, -1)}`;
  return isIterator(value) ? "an iterator" : undefined;
}

function isIterator(value: object): boolean {
  if (!(Symbol.iterator in value) || !("next" in value)) return false;
  return Object.values(value).every((member) => typeof member === "function");
}

/** True for an error, even of another realm such as `node:vm`. False for a Proxy that throws when it is tested. */
export function isErrorObject(value: unknown): value is Error {
  if (typeof value !== "object" || value === null) return false;
  try {
    return value instanceof Error || isNativeError(value);
  } catch {
    return false;
  }
}
