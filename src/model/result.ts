import type { ServerResponse } from "node:http";
import type { ResultJSON, SchemaJSON } from "./as-json";
import type { ForgottenWords, IsForgotten } from "./forgotten-return";
import type { IsCarriedInVain, IsUnion, ResultMistake } from "./misfit";
import type { ServerSentEvent } from "./returned-value";

/**
 * Accepts a method if its result matches the output of a success; otherwise a type that no method has.
 *
 * `Success` is the union of the outputs of all successes' schemas; `never` if no success has a schema: then every
 * result is accepted. `Options` are the options beside the method.
 */
export type HeldMethod<
  Method extends (...args: never[]) => unknown,
  Success,
  Options extends readonly unknown[],
> =
  IsForgotten<ReturnType<Method>, Method, Options> extends true
    ? Wrong<ForgottenWords>
    : Held<ReturnType<Method>, Success>;

/**
 * Accepts a handler's result if it matches the output of a success; otherwise a type that no result has.
 */
type Held<Result, Success> = [Success] extends [never]
  ? unknown
  : unknown extends Result
    ? unknown
    : [Awaited<Result>] extends [Success]
      ? unknown
      : [MisfitResult<Awaited<Result>, Success>] extends [never]
        ? unknown
        : Contradiction<Success>;

/**
 * A handler's result if it matches, otherwise the expected result, so that the compiler names the member.
 *
 * A member that matches with another type, such as a Date for text, is expected as it is.
 */
export type Fitting<Result, Success, Handler, Options extends readonly unknown[]> =
  IsForgotten<Result, Handler, Options> extends true
    ? Wrong<ForgottenWords>
    : unknown extends Held<Result, Success>
      ? Result
      : [Result] extends [Wanted<Result, Success>]
        ? Wrong<ResultMistake<Result, Success>>
        : Wanted<Result, Success>;

/** The type in a compiler's message for a result that is not a `Success`. */
export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

/** The members of a union of results that match no success. */
type MisfitResult<Result, Success> = unknown extends Result
  ? never
  : Result extends Unjudged
    ? never
    : Result extends AsyncIterable<infer Item>
      ? // Undefined items are skipped.
        MisfitItem<Item, Success>
      : Result extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Result
        : Unfit<Result, Success>;

type MisfitItem<Item, Success> = unknown extends Item
  ? never
  : Item extends undefined
    ? never
    : Item extends ServerSentEvent<infer Data>
      ? // The schema describes the data: an event without data always matches.
        MisfitItem<Data, Success>
      : Unfit<Item, Success>;

type Unfit<Value, Success> = ResultJSON<Value> extends SchemaJSON<Success> ? never : Value;

/** Results without a schema: none, those sent by `res`, streams and bytes. */
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
 * A result's expected type, with the result's own type for each member that matches. For a union, a promise and a
 * stream TypeScript names no member: there the result must be a mistake in words.
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
    : IsCarriedInVain<Value, Success> extends true
      ? Wrong<"a result of Carry, but the history carries nothing here">
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
 * The type of a mistake: no value has it, so that the compiler prints its text. Only the compiler uses it.
 *
 * A plain text type would be printed as `string`.
 */
export interface Wrong<Words extends string> {
  readonly "what is wrong": Words;
}
