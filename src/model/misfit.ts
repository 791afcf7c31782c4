import type { NextFunction, Response } from "express";
import type { ResultJSON, SchemaJSON } from "./as-json";
import type { ForgottenWords, IsForgotten } from "./forgotten-return";
import type { Part } from "./schema";

/** Explains why a method cannot be a handler for `Req` whose result matches `Success`. */
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
    ? `the route gives another req: ${RequestMistake<Req, Asked>}`
    : "a handler is called with (req, res, next)";

/**
 * Explains why a result matches no success: "WithResponse: lives is a string, not a number"; never if it matches.
 *
 * The text before each keeps the compiler from printing this type's name instead.
 */
export type ResultMistake<Result, Success> = [Success] extends [never]
  ? never
  : `WithResponse: ${Result extends AsyncIterable<infer Item>
      ? Misfit<Exclude<Item, undefined>, Success, "the item">
      : Misfit<Exclude<Awaited<Result>, undefined>, Success, "the result">}`;

/** Explains why a request is not the one that a handler expects: "req.body.born is missing". */
type RequestMistake<Req, Asked extends Record<Part, unknown>> = {
  [P in Part]: P extends keyof Req
    ? IsAny<Req[P]> extends true
      ? never
      : Req[P] extends Asked[P]
        ? never
        : InWords<Misfit<Req[P], Asked[P], `req.${P}`>, `req.${P} does not fit`>
    : never;
}[Part];

/** `Misfit` names no member if the types differ only in parts that JSON does not have. */
type InWords<Found extends string, Otherwise extends string> = [Found] extends [never] ? Otherwise : Found;

type IsAny<T> = 0 extends 1 & T ? true : false;

/**
 * The missing and mistyped members, each in words.
 *
 * `Depth` ends recursive types.
 */
type Misfit<Value, Wanted, At extends string, Depth extends unknown[] = []> =
  ResultJSON<Value> extends SchemaJSON<Wanted>
    ? never
    : IsCarriedInVain<Value, Wanted> extends true
      ? `${At} is the result of Carry, but the history carries nothing here`
      : IsUnion<Wanted> extends true
        ? `${At} fits none of several types`
        : Depth["length"] extends 5
          ? `${At} does not fit`
          : Wanted extends readonly (infer One)[]
            ? Value extends readonly (infer Item)[]
              ? Misfit<Item, One, `${At}[]`, [...Depth, 0]>
              : `${At} is ${KindOf<Value>}, not a list`
            : Wanted extends LeafValue
              ? `${At} is ${KindOf<Value>}, not ${KindOf<Wanted>}`
              : Value extends object
                ? MemberMisfit<Value, Wanted, At, [...Depth, 0]>
                : `${At} is ${KindOf<Value>}, not an object`;

/** True for a result of Carry, in a place whose history carries nothing. */
export type IsCarriedInVain<Value, Wanted> = "Carry(value, ...)" extends keyof Value
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

/** True if a type is a union other than boolean. */
export type IsUnion<T, All = T> = [T] extends [boolean]
  ? false
  : T extends unknown
    ? [All] extends [T]
      ? false
      : true
    : never;
