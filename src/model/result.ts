import type { ServerResponse } from "node:http";
import type { ResultJSON, SchemaJSON } from "./as-json";
import type { IsUnion, ResultMistake } from "./misfit";
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

/**
 * A handler's result where it fits, else the result that was wanted, so that the compiler names the member.
 *
 * What fits although it is of another type, as a Date does where text is wanted, is wanted as it is.
 */
export type Fitting<Result, Success> =
  unknown extends Held<Result, Success>
    ? Result
    : [Result] extends [Wanted<Result, Success>]
      ? Wrong<ResultMistake<Result, Success>>
      : Wanted<Result, Success>;

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

/**
 * A result's wanted type: that of each member which fits is the result's own. Of a union, a promise and a stream TypeScript
 * names no member: there the result has to be a mistake in words.
 */
type Wanted<Result, Success> =
  IsUnion<Result> extends true
    ? Wrong<ResultMistake<Result, Success>>
    : IsUnion<Success> extends true
      ? Wrong<ResultMistake<Result, Success>>
      : Result extends PromiseLike<unknown> | AsyncIterable<unknown>
        ? Wrong<ResultMistake<Result, Success>>
        : WantedValue<Result, Success>;

type WantedValue<Value, Success> =
  ResultJSON<Value> extends SchemaJSON<Success>
    ? Value
    : Success extends readonly (infer One)[]
      ? Value extends readonly (infer Item)[]
        ? WantedValue<Item, One>[]
        : Success
      : Success extends object
        ? Value extends object
          ? { [K in keyof Success]: K extends keyof Value ? WantedValue<Value[K], Success[K]> : Success[K] }
          : Success
        : Success;

/**
 * The type of what is a mistake: nothing takes it, so that the compiler prints its words. It is for the compiler alone.
 *
 * Text in its place would be printed as `string`.
 */
export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
