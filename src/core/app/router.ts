import { mistake } from "../declare/decoration";
import {
  decoratorOf,
  noOption,
  sayingNotCalled,
  settingOf,
  settingOfCall,
  settingsOf,
} from "../declare/option";
import type { ClassDecorator, NotCalled, RouterOption } from "../../types/option";
import type { RouterOptionMistake } from "../../types/option-mistake";
import type { Register, RegisterMethod } from "../../types/register";
import type { Wrong } from "../../types/wrong";
import { misuse, NotMiddleware } from "./misuse";
import { knownRecorder, openRecorder, record } from "../declare/recorder";
import { splitLeadingText, verbs } from "../declare/verbs";
import { mark } from "../model/copies";
import { noteStack } from "../model/declaration-stacks";
import type { Route } from "../model/route";
import type { Setting } from "../model/setting";
import { prefix } from "../options/prefix";
import { inspectDeclared } from "../../document/route-records";

/** The class of a controller, decorated with `@Router`. */
export type ControllerClass = abstract new (...args: never[]) => object;

/** A value for `Include`: a Router, a controller's class or instance, or an array of these. */
export type Includable = (object & NoOption) | ControllerClass | Router | readonly Includable[];

/** Excludes options such as `WithTags("a")`, because the first argument of `Include` must not be an option. */
interface NoOption {
  readonly "is an option of routes"?: never;
  readonly "is an option of routers"?: never;
}

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
  Include<Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[]>(
    what: Includable | Wrong<"pass a Router, a controller, or a list of these">,
    ...options: Options
  ): this;
  /** Returns frozen records of this Router's routes, without the routes of included routers and controllers. */
  Routes(): readonly Route[];
}

/**
 * The type of `new Router("/cats", ...options)` and of `@Router("/cats", ...options)`. The prefix is optional.
 *
 * There is one signature for calls, as `Verb` has. A class that extends Router calls `super` with the defaults.
 */
export interface RouterConstructor extends NotCalled<"Router()"> {
  new <
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string | RouterOption,
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[] =
      readonly RouterOption[],
  >(
    prefixOrOption?: First,
    ...options: Options
  ): Router;
  <
    Options extends readonly (RouterOption | RouterOptionMistake<Options[number]>)[],
    First extends string | RouterOption | RouterOptionMistake<Exclude<First, string>> = string,
  >(
    prefixOrOption?: First,
    ...options: Options
  ): ClassDecorator;
  readonly prototype: Router;
}

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
