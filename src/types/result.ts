import type { ServerResponse } from "node:http";
import type { NextFunction, Response } from "express";
import type { NotSent, ResultJSON, SchemaJSON } from "./as-json";
import type { Part } from "../schema/interface/schema";
import type { ServerSentEvent } from "../core/model/returned-value";
import type { Wrong } from "./wrong";

/**
 * A restriction of a decorated method: `unknown` (none) if its result fits; otherwise a type that explains the mistake.
 * `Success` is the union of the outputs that `WithResponse` declares for successes; if it is `never`, all results fit.
 */
export type HeldMethod<
  Method extends (...args: never[]) => unknown,
  Success,
  Options extends readonly unknown[],
> =
  IsForgotten<ReturnType<Method>, Method, Options> extends true
    ? Wrong<ForgottenWords>
    : Held<ReturnType<Method>, Success>;

/** `unknown`, which restricts nothing, if a result fits `Success`; otherwise a type that no result satisfies. */
type Held<Result, Success> = [Success] extends [never]
  ? unknown
  : [Fit<Awaited<Result>, Success>] extends [never]
    ? Contradiction<Success>
    : unknown;

/** `true` if a handler's result fits `Success`, or if `Success` is `never`; otherwise `never`. */
export type Fitting<Handler, Success, Options extends readonly unknown[]> = [Success] extends [never]
  ? true
  : Handler extends (...args: never[]) => infer Result
    ? undefined extends Awaited<Result>
      ? IsForgotten<Result, Handler, Options> extends true
        ? never
        : Fit<Awaited<Result>, Success>
      : Fit<Awaited<Result>, Success>
    : never;

type Fit<Value, Success> = [Value] extends [Success]
  ? true
  : [MisfitResult<Value, Success>] extends [never]
    ? true
    : never;

/** The compiler prints this type for a result that is not a `Success`. */
export interface Contradiction<Success> {
  readonly "contradicts WithResponse, which describes": Success;
}

type MisfitResult<Result, Success> = unknown extends Result
  ? never
  : Result extends Unjudged
    ? never
    : Result extends AsyncIterable<infer Item>
      ? // The App does not send undefined items.
        MisfitItem<Item, Success>
      : Result extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Result
        : Unfit<Result, Success>;

type MisfitItem<Item, Success> = unknown extends Item
  ? never
  : Item extends undefined
    ? never
    : Item extends ServerSentEvent<infer Data>
      ? // The schema describes the data of an event, so an event without data always fits.
        MisfitItem<Data, Success>
      : Unfit<Item, Success>;

type Unfit<Value, Success> = ResultJSON<Value> extends SchemaJSON<Success> ? never : Value;

/** The types of results that are not compared with a schema: nothing, a response sent by `res`, a stream, bytes. */
type Unjudged =
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what a handler without `return` results in
  void | undefined | ServerResponse | NodeJS.ReadableStream | WebStream | ArrayBufferView | ArrayBufferLike;

/** A web ReadableStream, as Node or lib.dom declares it. */
interface WebStream {
  readonly locked: boolean;
  cancel(reason?: never): Promise<void>;
  getReader(): unknown;
}

/** Explains why a method cannot be a handler for `Req`, or why its result does not fit `Success`. */
export type MethodMistake<
  Method extends (...args: never[]) => unknown,
  Req,
  Success,
  Options extends readonly unknown[] = [],
> = Method extends (req: Req, res: Response, next: NextFunction) => infer Result
  ? IsForgotten<Result, Method, Options> extends true
    ? ForgottenWords
    : ResultMistake<Result, Success>
  : Parameters<Method> extends [infer Asked extends Record<Part, unknown>, ...unknown[]]
    ? `the route's req does not fit: ${RequestMistake<Req, Asked>}`
    : "a handler is called with (req, res, next)";

/** The compiler's message, such as `WithResponse: lives is a string, not a number`. */
type ResultMistake<Result, Success> = [Success] extends [never]
  ? never
  : `WithResponse: ${InWords<ResultMisfit<Result, Success>, "the result does not fit">}`;

type ResultMisfit<Result, Success> =
  Result extends AsyncIterable<infer Item>
    ? Misfit<Exclude<Item, undefined>, Success, "the item">
    : Misfit<Exclude<Awaited<Result>, undefined>, Success, "the result">;

/** Explains why the route's request does not fit the handler's parameter: "req.body.born is missing". */
type RequestMistake<Req, Asked extends Record<Part, unknown>> = {
  [P in Part]: P extends keyof Req
    ? IsAny<Req[P]> extends true
      ? never
      : Req[P] extends Asked[P]
        ? never
        : InWords<Misfit<Req[P], Asked[P], `req.${P}`>, `req.${P} does not fit`>
    : never;
}[Part];

type InWords<Found extends string, Otherwise extends string> = [Found] extends [never] ? Otherwise : Found;

type IsAny<T> = 0 extends 1 & T ? true : false;

/** Describes each missing or mistyped member in words. `Depth` limits the recursion for recursive types. */
type Misfit<Value, Wanted, At extends string, Depth extends unknown[] = []> =
  ResultJSON<Value> extends SchemaJSON<Wanted>
    ? never
    : // The compiler cannot judge a value of type any or unknown.
      unknown extends Value
      ? never
      : IsCarriedInVain<Value, Wanted> extends true
        ? `${At} is the result of Carry, but the history has no Carrying here`
        : IsUnion<Wanted> extends true
          ? [Exclude<Wanted, null>] extends [NotSent<unknown>]
            ? `${At} ${keyof NotSent<unknown>}`
            : `${At} matches none of the allowed types`
          : Depth["length"] extends 5
            ? `${At} does not fit`
            : Wanted extends NotSent<unknown>
              ? `${At} ${keyof NotSent<unknown>}`
              : Wanted extends Wrong<infer Words>
                ? `${At}: ${Words}`
                : Wanted extends readonly (infer One)[]
                  ? Value extends readonly (infer Item)[]
                    ? Misfit<Item, One, `${At}[]`, [...Depth, 0]>
                    : `${At} is ${KindOf<Value>}, not a list`
                  : Wanted extends LeafValue
                    ? `${At} is ${KindOf<Value>}, not ${KindOf<Wanted>}`
                    : Value extends object
                      ? MemberMisfit<Value, Wanted, At, [...Depth, 0]>
                      : `${At} is ${KindOf<Value>}, not an object`;

/** True for `Carry(value, data)` where the schema has no `.Carrying(...)`, so that nothing would use the data. */
type IsCarriedInVain<Value, Wanted> = "Carry(value, ...)" extends keyof Value
  ? "Carry(value, ...)" extends keyof Wanted
    ? false
    : true
  : false;

type MemberMisfit<Value, Wanted, At extends string, Depth extends unknown[]> = {
  [K in keyof Wanted & string]-?: K extends keyof Value
    ? Misfit<Value[K], Exclude<Wanted[K], undefined>, Join<At, K>, Depth>
    : undefined extends Wanted[K]
      ? never
      : `${Join<At, K>} is missing`;
}[keyof Wanted & string];

type Join<At extends string, Name extends string> = At extends "the result" | "the item"
  ? Name
  : At extends `the ${string}[]`
    ? `[].${Name}`
    : `${At}.${Name}`;

type LeafValue = string | number | boolean | bigint | null | undefined;

type KindOf<T> = T extends string
  ? "a string"
  : T extends number
    ? "a number"
    : T extends boolean
      ? "a boolean"
      : T extends bigint
        ? "a bigint"
        : T extends null
          ? "null"
          : T extends undefined
            ? "undefined"
            : T extends readonly unknown[]
              ? "a list"
              : "an object";

type IsUnion<T, All = T> = [T] extends [boolean]
  ? false
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never;

/** An option that declares responses. `"some"`: every success has a body. `"none"`: some success may lack a body. */
export interface ContentOption<Content extends "some" | "none"> {
  readonly [content]: Content;
}

declare const content: unique symbol;

/**
 * True if a handler probably lacks a `return`: every success has a body, but the result may be undefined. A handler
 * with a parameter `res` is not reported, because it may send the response itself. Without `strictNullChecks`, where
 * every type includes undefined, only `void` counts.
 */
type IsForgotten<Result, Handler, Options extends readonly unknown[]> =
  undefined extends Awaited<Result>
    ? MayBeNothing<Awaited<Result>> extends true
      ? DeclaresResponse<Handler> extends true
        ? false
        : HasContentAlways<ContentsOf<Options>>
      : false
    : false;

type MayBeNothing<Result> = unknown extends Result
  ? false
  : undefined extends 0
    ? // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- what a handler without `return` results in
      void extends Result
      ? true
      : false
    : true;

type DeclaresResponse<Handler> = Handler extends (...args: infer Args) => unknown
  ? [Extract<Args["length"], 2 | 3>] extends [never]
    ? false
    : true
  : true;

type ContentsOf<Options extends readonly unknown[]> = ContentIn<Options[number]>;

type ContentIn<One> = One extends ContentOption<infer Content> ? Content : never;

type HasContentAlways<Contents> = [Contents] extends [never]
  ? false
  : [Contents] extends ["some"]
    ? true
    : false;

type ForgottenWords =
  "the handler may return undefined: return a value, throw an HTTPError, or declare WithResponse(204)";
