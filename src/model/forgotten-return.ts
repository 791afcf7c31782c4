/** The option of a status or response: `"some"` for a success that always has content, `"none"` if it may have none. */
export interface ContentOption<Content extends "some" | "none"> {
  readonly [content]: Content;
}

declare const content: unique symbol;

/**
 * True if a handler may return nothing where each success has content: a forgotten `return`.
 *
 * `any` and `unknown` count as values. Without `strictNullChecks` every type takes undefined: then only `void` counts. A
 * handler that declares `res` answers by itself; an optional `res` counts in its `length`, a rest parameter does not.
 */
export type IsForgotten<Result, Handler, Options extends readonly unknown[]> =
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

type ContentsOf<Options extends readonly unknown[]> = Options[number] extends infer One
  ? One extends ContentOption<infer Content>
    ? Content
    : never
  : never;

type HasContentAlways<Contents> = [Contents] extends [never]
  ? false
  : [Contents] extends ["some"]
    ? true
    : false;

/** The words about a forgotten `return`. */
export type ForgottenWords =
  "the handler may return undefined: return a value, throw an HTTPError, or declare WithResponse(204)";
