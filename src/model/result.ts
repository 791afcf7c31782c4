import type { ServerResponse } from "node:http";
import type { ResultJSON, SchemaJSON } from "./as-json";
import type { ServerSentEvent } from "./server-sent-event";

/**
 * Nothing more to ask of a handler's result where it fits what a success puts out; else a type that no result has.
 *
 * `Success` is the union of what the schemas of all successes put out; `never` where no success has a schema: then every
 * result fits.
 */
export type Held<Result, Success> = [Success] extends [never]
  ? unknown
  : unknown extends Result
    ? unknown
    : [Awaited<Result>] extends [Success]
      ? unknown
      : [Misfit<Awaited<Result>, Success>] extends [never]
        ? unknown
        : Contradiction<Success>;

/** The type that a compiler's message shows: the result is no `Success`. */
export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

/** Of a union of results, those that fit no success. */
type Misfit<Result, Success> = unknown extends Result
  ? never
  : Result extends Unjudged
    ? never
    : Result extends AsyncIterable<infer Item>
      ? // An item undefined is passed over.
        MisfitItem<Item, Success>
      : Result extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Result
        : Unfit<Result, Success>;

type MisfitItem<Item, Success> = unknown extends Item
  ? never
  : Item extends undefined
    ? never
    : Item extends ServerSentEvent<infer Data>
      ? // The schema is that of the data: an event without data has nothing to fit it.
        MisfitItem<Data, Success>
      : Unfit<Item, Success>;

type Unfit<Value, Success> = ResultJSON<Value> extends SchemaJSON<Success> ? never : Value;

/** Answers without a schema: none, one by `res`, streams and bytes. */
type Unjudged =
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what a handler without `return` results in
  void | undefined | ServerResponse | NodeJS.ReadableStream | WebStream | ArrayBufferView | ArrayBufferLike;

/** A web ReadableStream, Node's or that of lib.dom. */
interface WebStream {
  readonly locked: boolean;
  cancel(reason?: never): Promise<void>;
  getReader(): unknown;
}
