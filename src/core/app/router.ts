import type { NextFunction, Response } from "express";
import { mistake } from "../declare/decoration";
import {
  decoratorOf,
  noOption,
  sayingNotCalled,
  settingOf,
  settingOfCall,
  settingsOf,
  type ClassDecorator,
  type NotCalled,
  type RouteOption,
  type RouterOption,
  type SchemasOf,
  type SuccessesOf,
} from "../declare/option";
import { misuse, NotMiddleware } from "./misuse";
import { knownRecorder, openRecorder, record } from "../declare/recorder";
import { splitLeadingText, verbs } from "../declare/verbs";
import { mark } from "../model/copies";
import { noteStack } from "../model/declaration-stacks";
import type { AnyRequest, PathParameters, BodyMistake, RequestOf } from "../model/handler";
import type { Route } from "../model/route";
import type { Fitting, MethodMistake } from "../../types/result";
import type { Wrong } from "../../types/wrong";
import type { Setting } from "../model/setting";
import { prefix } from "../options/prefix";
import { inspectDeclared } from "../resolve/inspect";

/** The class of a controller, decorated with `@Router`. */
export type ControllerClass = abstract new (...args: never[]) => object;

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

/** A value for `Include`: a Router, a controller's class or instance, or an array of these. */
export type Includable = (object & NoOption) | ControllerClass | Router | readonly Includable[];

/** Excludes options such as `WithTags("a")`, because the first argument of `Include` must not be an option. */
interface NoOption {
  readonly "is an option of routes"?: never;
  readonly "is an option of routers"?: never;
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
  Options extends readonly RouteOption[],
  Given,
  Params = PathParameters<Path>,
>(
  path: Path,
  handler: HandlerOf<RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>, Options, Given>,
  ...options: Options
) => Self;

/** Registers a route of any method: `app.Handle("REPORT", "/cats/{id}", handler, ...options)`. See {@link Register}. */
export type RegisterMethod<Self> = <
  Path extends string,
  Options extends readonly RouteOption[],
  Given,
  Params = PathParameters<Path>,
>(
  method: string,
  path: Path,
  handler: HandlerOf<RequestOf<SchemasOf<Options>, Text<Params>, keyof SchemasOf<Options>>, Options, Given>,
  ...options: Options
) => Self;

/**
 * The parameter for a handler of the type `Given`, which the compiler knows once it knows the handler's request: the
 * same type, or the words for its mistake.
 */
type HandlerOf<Req, Options extends readonly RouteOption[], Given> = [Given] extends [HandlerArgument<Req>]
  ? HandlerGiving<Options, Given>
  : unknown extends Given
    ? HandlerArgument<Req>
    : Wrong<HandlerMistake<Given, Options>>;

/**
 * The condition compares with `never`: for a type that depends on a type parameter, the compiler then uses the last
 * branch.
 */
type HandlerGiving<Options extends readonly RouteOption[], Given> = [
  Fitting<Given, SuccessesOf<Options>, Options>,
] extends [never]
  ? Wrong<HandlerMistake<Given, Options>>
  : Given;

/** A handler may ask for parameters that the path lacks, because a router's prefix may contain them. All are text. */
type Text<Params> = Params extends { readonly [Name in keyof Params]: string | string[] | undefined }
  ? Params
  : { [Name in keyof Params]: Params[Name] extends string | string[] | undefined ? Params[Name] : string };

type HandlerMistake<Given, Options extends readonly RouteOption[]> = Given extends RouteOption
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
    : never;

type TextParameters<Asked> = Asked extends { readonly params: infer Params }
  ? Text<Params>
  : Record<string, string>;

/** Collects routes, other routers and controllers: `new Router("/cats").Get("/{id}", getCat)`. An App is a Router. */
export interface Router {
  readonly Get: Register<this>;
  readonly Post: Register<this>;
  readonly Put: Register<this>;
  readonly Patch: Register<this>;
  readonly Delete: Register<this>;
  readonly Head: Register<this>;
  /** Registers a QUERY route (RFC 10008). QUERY is safe like GET, but its parameters are in the request's body. */
  readonly Query: Register<this>;
  /**
   * Registers a route of any method that `METHODS` of node:http contains, except CONNECT, in upper or lower case:
   * `"LINK"` or `"link"`. `"QUERY"` works on every version of Node.
   */
  readonly Handle: RegisterMethod<this>;
  /**
   * Adds a Router, a controller class or instance, or a list of these: `app.Include([Cats, Dogs], WithPrefix("/api"))`.
   *
   * The same class may be included several times, for example with different prefixes, but the same Router only once.
   */
  Include(what: Includable, ...options: RouterOption[]): this;
  /** Returns frozen records of this Router's routes, without the routes of included routers and controllers. */
  Routes(): readonly Route[];
}

/** The type of `new Router("/cats", ...options)` and of `@Router("/cats", ...options)`. The prefix is optional. */
export interface RouterConstructor extends RouterWithPrefix, NotCalled<"@Router()">, RouterCall {
  new (prefix?: string | RouterOption, ...options: RouterOption[]): Router;
  readonly prototype: Router;
}

/** Requires two arguments, so it never matches `Router(value)`, whose errors are then only about `RouterCall`. */
type RouterWithPrefix = (prefix: string, option: RouterOption, ...options: RouterOption[]) => ClassDecorator;

/** `RouterConstructor` has this signature last, because the compiler explains a wrong call by the last signature. */
type RouterCall = (prefixOrOption?: string | RouterOption, ...options: RouterOption[]) => ClassDecorator;

class RecordingRouter extends NotMiddleware {
  constructor(...args: readonly unknown[]) {
    super();
    const [prefix] = splitLeadingText(args);
    const where = typeof prefix === "string" ? `Router ${prefix}` : "Router";
    record(this, { where, isApp: false, settings: routerSettings(args) });
  }

  Handle(method: unknown, ...args: unknown[]): this {
    return register(this, "Handle", method, args);
  }

  Include(what: unknown, ...options: unknown[]): this {
    openRecorder(this, "Include").children.push({ kind: "include", what, settings: settingsOf(options) });
    return this;
  }

  Routes(): readonly Route[] {
    const { built, children } = knownRecorder(this, "Routes");
    if (built) return built();
    const routes = children.filter((child) => child.kind === "route");
    return Object.freeze(routes.map(inspectDeclared));
  }
}

for (const [name, method] of Object.entries(verbs)) {
  const registers = {
    [name](this: object, ...args: unknown[]) {
      return register(this, name, method, args);
    },
  };
  Object.defineProperty(RecordingRouter.prototype, name, {
    value: registers[name],
    configurable: true,
    writable: true,
  });
}

/**
 * `new Router()` and `super()` create a Router, and `@Router()` decorates a class. `Router` is a function for this,
 * because a class cannot be called without `new`.
 */
export const Router = function Router(...args: readonly unknown[]): unknown {
  // In a plain call, `new.target` is undefined, although TypeScript assumes a function.
  const made: unknown = new.target;
  if (typeof made === "function") return Reflect.construct(RecordingRouter, args, made);
  const notes = {
    class: { kind: "router", settings: routerSettings(args) },
    method: mistake({ kind: "misplaced decorator", name: "Router", on: "method" }),
  } as const;
  return withoutNew(decoratorOf("Router", args, notes, noOption("Router")));
  // The cast is needed, because a function expression cannot declare both signatures of RouterConstructor.
} as unknown as RouterConstructor;
sayingNotCalled("Router", Router);
// `instanceof` and `extends` use this prototype. Like the prototype of any class, it is not writable.
Object.defineProperty(Router, "prototype", { value: RecordingRouter.prototype, writable: false });
Object.defineProperty(RecordingRouter.prototype, "constructor", { value: Router });
mark(RecordingRouter.prototype);

/** Makes `Router("/cats").Get(...)` throw an error that says that `new` is missing. */
function withoutNew(decorator: unknown): unknown {
  if (typeof decorator !== "function") return decorator;
  for (const member of routerCalls) {
    Object.defineProperty(decorator, member, {
      value: () => {
        throw misuse("router-without-new", member);
      },
    });
  }
  return decorator;
}

const routerCalls = Object.getOwnPropertyNames(RecordingRouter.prototype).filter((name) =>
  /^[A-Z]/.test(name),
);

function register<Self extends object>(
  router: Self,
  call: string,
  method: unknown,
  [path, ...rest]: readonly unknown[],
): Self {
  // In `app.Get("/cats", WithTags("a"))`, the handler is missing, which Build reports.
  const handler = settingOf(rest[0]) ? undefined : rest.shift();
  const settings = settingsOf(rest);
  const route = noteStack({ kind: "route", method, path, handler, settings } as const);
  openRecorder(router, call).children.push(route);
  return router;
}

function routerSettings(args: readonly unknown[]): readonly Setting[] {
  const [path, options] = splitLeadingText(args);
  const settings = settingsOf(options);
  return path === undefined
    ? settings
    : [settingOfCall(prefix, { value: path, inner: [] }, [path]), ...settings];
}
