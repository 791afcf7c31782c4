import type { NextFunction, Response } from "express";
import type { AnyRequest, BodyMistake, PathParameters, RequestOf } from "../core/model/handler";
import type { RouteOption, SchemasOf, SuccessesOf } from "./option";
import type { Fitting, MethodMistake } from "./result";
import type { Wrong } from "./wrong";

/**
 * A handler in a registration call, such as `app.Get("/cats", handler)`.
 *
 * `Result` is `any` if no option describes a response. With an inferred `Result`, TypeScript would reject `const app =
 * new App().Get("/", () => app.Versions())` (TS7022). The member `caller`, which options declare with another type,
 * makes the compiler reject an option as a handler.
 */
export interface HandlerArgument<Req = AnyRequest, Result = AnyResult> extends Pick<
  CallableFunction,
  "caller"
> {
  (req: Req, res: Response, next: NextFunction): Result;
}

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see HandlerArgument
type AnyResult = any;

/**
 * Registers a route: `app.Get("/cats/{id}", (req) => cats.get(req.params.id), ...options)`. A literal path determines
 * the type of `req.params`.
 *
 * The last overload, whose types describe the mistake, is there three times: with more than three overloads, TypeScript
 * explains a wrong call only by the last.
 */
export interface Register<out Self>
  extends RegisterSilent<Self>, RegisterHeld<Self>, Mistaken1<Self>, Mistaken2<Self>, Mistaken3<Self> {}

type RegisterSilent<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  path: Path,
  handler: HandlerArgument<RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>>,
  ...options: IfSilent<Options>
) => Self;

type RegisterHeld<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Result,
  Given,
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  path: Path,
  handler: HeldHandler<Options, Result, Given, Params>,
  ...options: Options
) => Self;

type RegisterMistaken<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Given,
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  path: Path,
  handler: MistakenHandler<Given, Options, Params>,
  ...options: IfMistaken<Given, Options>
) => Self;

type Mistaken1<Self> = RegisterMistaken<Self>;
type Mistaken2<Self> = RegisterMistaken<Self>;
type Mistaken3<Self> = RegisterMistaken<Self>;

/** Registers a route of any method: `app.Handle("REPORT", "/cats/{id}", handler, ...options)`. See {@link Register}. */
export interface RegisterMethod<out Self>
  extends
    RegisterMethodSilent<Self>,
    RegisterMethodHeld<Self>,
    MethodMistaken1<Self>,
    MethodMistaken2<Self>,
    MethodMistaken3<Self> {}

type RegisterMethodSilent<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HandlerArgument<RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>>,
  ...options: IfSilent<Options>
) => Self;

type RegisterMethodHeld<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Result,
  Given,
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HeldHandler<Options, Result, Given, Params>,
  ...options: Options
) => Self;

type RegisterMethodMistaken<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Given,
  Params extends AskedParameters<Params> = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: MistakenHandler<Given, Options, Params>,
  ...options: IfMistaken<Given, Options>
) => Self;

type MethodMistaken1<Self> = RegisterMethodMistaken<Self>;
type MethodMistaken2<Self> = RegisterMethodMistaken<Self>;
type MethodMistaken3<Self> = RegisterMethodMistaken<Self>;

/** `Options`, or `[]` if an option describes a success, so that the overload does not match the call. */
type IfSilent<Options extends readonly RouteOption[]> = [SuccessesOf<Options>] extends [never] ? Options : [];

/** A handler may declare parameters that the path does not have, because a router's prefix may contain them. */
type AskedParameters<Params> = { readonly [Name in keyof Params]: string | string[] | undefined };

/** `Given` is the handler's own type. Its intersection with the allowed type rejects a handler with a wrong result. */
type HeldHandler<Options extends readonly RouteOption[], Result, Given, Params> = Given &
  HandlerArgument<
    RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>,
    Fitting<Result, SuccessesOf<Options>, Given, Options>
  >;

type IfMistaken<Given, Options extends readonly RouteOption[]> = [HandlerMistake<Given, Options>] extends [
  never,
]
  ? IfSilent<Options>
  : Options;

type MistakenHandler<Given, Options extends readonly RouteOption[], Params> = [
  HandlerMistake<Given, Options>,
] extends [never]
  ? Given & HandlerArgument<RequestOf<SchemasOf<Options>, Params, keyof SchemasOf<Options>>>
  : Wrong<HandlerMistake<Given, Options>>;

type HandlerMistake<Given, Options extends readonly RouteOption[]> = Given extends RouteOption
  ? "this is an option: pass the handler before the options"
  : Given extends (req: infer Asked, ...others: never[]) => unknown
    ? BodyMistake<Asked, SchemasOf<Options>> extends infer Mistake extends string
      ? Mistake
      : MethodMistake<Given, RequestOf<SchemasOf<Options>, TextParameters<Asked>>, never>
    : never;

type TextParameters<Asked> = Asked extends { readonly params: infer Params }
  ? { [Name in keyof Params]: string }
  : Record<string, string>;
