import type { NextFunction, Response } from "express";
import type { AnyRequest } from "../core/model/handler";
import type { BodyMistake, PathParameters, RequestOf } from "./request";
import type { RouteOption, SchemasOf, SuccessesOf } from "./option";
import type { RouteOptionMistake } from "./option-mistake";
import type { Fitting, MethodMistake } from "./result";
import type { Wrong } from "./wrong";

/**
 * A handler in a registration call, such as `app.Get("/cats", handler)`.
 *
 * The result is `any`: if TypeScript compared it with another type, it would reject `const app = new App().Get("/", () =>
 * app.Versions())` (TS7022). {@link HandlerOf} asks for the result only where an option describes a success. The member
 * `caller`, which options declare with another type, makes the compiler reject an option as a handler.
 */
export interface HandlerArgument<Req = AnyRequest> extends Pick<CallableFunction, "caller"> {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
  (req: Req, res: Response, next: NextFunction): any;
}

/**
 * Registers a route: `app.Get("/cats/{id}", (req) => cats.get(req.params.id), ...options)`. A literal path determines
 * the type of `req.params`.
 *
 * There is one signature: with overloads, the first line of the compiler's error would be "No overload matches this
 * call".
 */
export type Register<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

/** Registers a route of any method: `app.Handle("REPORT", "/cats/{id}", handler, ...options)`. See {@link Register}. */
export type RegisterMethod<Self> = <
  Path extends string,
  Options extends readonly (RouteOption | RouteOptionMistake<Options[number]>)[],
  Given,
  Params = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HandlerOf<
    RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>,
    Params,
    Options,
    Given
  >,
  ...options: Options
) => Self;

/**
 * The parameter for a handler of the type `Given`, which the compiler knows once it knows the handler's request: what a
 * handler must be, or the words for its mistake.
 */
type HandlerOf<Req, Params, Options extends readonly unknown[], Given> =
  Given extends HandlerArgument<Req>
    ? HandlerGiving<Params, Options, Given>
    : unknown extends Given
      ? HandlerArgument<Req>
      : Wrong<HandlerMistake<Given, Options>>;

/**
 * The condition compares with `never`: for a type that depends on a type parameter, the compiler then uses the last
 * branch.
 */
type HandlerGiving<Params, Options extends readonly unknown[], Given> = [
  Fitting<Given, SuccessesOf<Options>, Options>,
] extends [never]
  ? Wrong<HandlerMistake<Given, Options>>
  : // Of a route with WithParams, the compiler infers other parameters than those of the path.
    "params" extends keyof SchemasOf<Options>
    ? Given
    : RouteHandler<Params, Options>;

/** A {@link HandlerArgument}. Editors show this name in one line, unlike an interface with the request as its argument. */
interface RouteHandler<Params, Options extends readonly unknown[]> {
  (
    req: RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>,
    res: Response,
    next: NextFunction,
    // eslint-disable-next-line @typescript-eslint/no-explicit-any -- see HandlerArgument
  ): any;
  readonly caller: CallableFunction["caller"];
}

/** A handler may ask for parameters that the path lacks, because a router's prefix may contain them. All are text. */
type Text<Params> =
  Params extends Readonly<Record<string, string | string[] | undefined>>
    ? Params
    : { [Name in keyof Params]: Params[Name] extends string | string[] | undefined ? Params[Name] : string };

type HandlerMistake<Given, Options extends readonly unknown[]> = Given extends RouteOption
  ? "this is an option: pass the handler before the options"
  : Given extends (req: infer Asked, ...others: never[]) => unknown
    ? BodyMistake<Asked, SchemasOf<Options>> extends infer Mistake extends string
      ? Mistake
      : MethodMistake<
          Given,
          RequestOf<SchemasOf<Options>, TextParameters<Asked>>,
          SuccessesOf<Options>,
          Options
        >
    : "a handler is a function, such as (req) => ...";

type TextParameters<Asked> = Asked extends { readonly params: infer Params }
  ? Text<Params>
  : Record<string, string>;
