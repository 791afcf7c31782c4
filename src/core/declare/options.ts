import type { Request } from "express";
import { type Change, takeChange } from "../model/change";
import type { Context } from "../model/context";
import type { Guard, Middleware } from "../model/handler";
import type { Lifecycle } from "../model/lifecycle";
import { schemeBehind } from "../model/security";
import type { OpenAPIOperationWords } from "../model/openapi";
import type { NotInferred } from "../model/value";
import type { Version } from "../model/version";
import {
  type BeforeOption,
  earlierSettingsOf,
  type NotCalled,
  type Option,
  optionMaker,
  type RouteBeforeOption,
  type RouteOption,
  type RouterBeforeOption,
  type RouterOnlyOption,
  type SharedOption,
  type StatusOption,
  type VersionedOption,
  type VersionedSharedOption,
  type WebhookOption,
} from "./option";
import type { UnrangedOption } from "./version-range";
import type { SecurityScheme } from "../../security/security-scheme";

/**
 * Declares the versions that a route answers: `@WithVersion("1", "2")`, or `WithVersion(VersionNeutral)` for every
 * version.
 *
 * The declaration nearest to the route replaces the others.
 */
export const WithVersion = optionMaker<"version", Version[], SharedOption>(
  "version",
  (...versions) => ({ versions }),
  Infinity,
);

/**
 * Declares that a route answers a version and all later versions in `VersioningOptions.Versions`: `@Since("2")`.
 *
 * Another route with the same method and path replaces it: with `@Since("4")` from version 4 on, with
 * `@WithVersion("3")` in version 3. A route's `Since` replaces the `Since` and the `WithVersion` of a router.
 */
export const Since = optionMaker<"since", [version: Version], SharedOption>("since", (version) => ({
  version,
}));

/**
 * Declares that a route answers all versions up to and including the given one: `@Until("3")`, or `@Since("2")
 * @Until("3")`. Without `Since`, it is a mistake if another route with the same method and path answers one of these
 * versions.
 */
export const Until = optionMaker<"until", [version: Version], SharedOption>("until", (version) => ({
  version,
}));

/**
 * On a route or a router: declares when routes will be deprecated, and when they will end:
 * `@WithLifecycle({ Deprecated: "2026-01-01", Sunset: "2026-07-01" })`.
 *
 * For each field, the declaration nearest to the route counts. Without one, `VersioningOptions.Lifecycle` counts.
 */
export const WithLifecycle = optionMaker<"lifecycle", [lifecycle: Lifecycle], Option>(
  "lifecycle",
  (lifecycle) => ({ lifecycle }),
);

/** Puts a path before the paths of a router's routes: `WithPrefix("/api")`. Prefixes of nested routers are joined. */
export const WithPrefix = optionMaker<"prefix", [path: string], RouterOnlyOption & RouterBeforeOption>(
  "prefix",
  (path) => ({ path }),
);

/** Groups operations in the document by tags. The tags of nested routers add up without duplicates. */
export const WithTags = optionMaker<"tags", string[], VersionedSharedOption>(
  "tags",
  (...tags) => ({ tags }),
  Infinity,
);

/** Adds guards. A request passes only if each guard returns `true`. Guards of outer routers are called first. */
export const WithGuards = optionMaker<"guards", Guard[], VersionedOption>(
  "guards",
  (...guards) => ({ guards }),
  Infinity,
);

/** Adds Express middleware, which runs before the guards of a matched route. Middleware of outer routers runs first. */
export const WithMiddleware = optionMaker<"middleware", Middleware[], VersionedOption>(
  "middleware",
  (...handlers) => ({ handlers }),
  Infinity,
);

/** The options of `WithContext`, which decide when its function is called. */
export interface WithContextOptions {
  /**
   * If true, the function is called after the handler has returned or called `res.json`, and before the response is
   * sent. Use this if only `Down` functions need the result. Default: the function is called before the handler.
   */
  readonly After?: boolean;
}

/** The type of `WithContext`. If its second argument is a security scheme, `provide` gets `(principal, request)`. */
export interface ContextMaker {
  <T>(
    key: Context<T>,
    provide: (req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
  <T, Principal>(
    key: Context<T>,
    scheme: SecurityScheme<Principal>,
    provide: (principal: Principal, req: Request) => NotInferred<T> | PromiseLike<NotInferred<T>>,
    options?: WithContextOptions,
  ): Option;
}

/**
 * Provides a value for `Up` and `Down` functions: `WithContext(Org, async (req) => await orgOf(req))`, or with the
 * principal of a security scheme: `WithContext(Org, Bearer, (user) => orgOf(user))`. The nearest option for `Org` wins.
 *
 * The function is called at most once per request, after the guards, and only in versions in which an `Up` or a `Down`
 * may need its result.
 */
export const WithContext = optionMaker<"context", [key: unknown, ...given: readonly unknown[]], Option>(
  "context",
  (key, ...given) => {
    const [first] = given;
    const scheme = schemeBehind(first);
    const [provide, options] = scheme ? given.slice(1) : given;
    return { key, scheme, provide, options };
  },
  4,
) as ContextMaker;

/** The type of `Deprecated` and `Hidden`. `false` is only allowed in `Before`: `Before(change, Hidden(false))`. */
export interface FlagMaker extends NotCalled<"@Hidden()"> {
  (): VersionedSharedOption;
  (isSo: false): BeforeOption;
}

/** Marks operations as deprecated in the document. The answers do not change. */
export const Deprecated = optionMaker<"deprecated", [isSo?: false], VersionedSharedOption>(
  "deprecated",
  (isSo) => ({ isSo }),
) as FlagMaker;

/** Leaves operations out of the document. The answers do not change. */
export const Hidden = optionMaker<"hidden", [isSo?: false], VersionedSharedOption>("hidden", (isSo) => ({
  isSo,
})) as FlagMaker;

/** Sets the status of the handler's returned value: 200 to 599, default 200. The option nearest to the route wins. */
export const Status = optionMaker<"status", [code: number], VersionedOption>("status", (code) => ({
  code,
})) as <const Code extends number>(code: Code) => StatusOption<Code>;

/** Sets the operation's summary in the document. The option nearest to the route wins. */
export const Summary = optionMaker<"summary", [text: string], VersionedSharedOption>("summary", (text) => ({
  text,
}));

/** Sets the operation's description in the document (CommonMark). The option nearest to the route wins. */
export const Description = optionMaker<"description", [text: string], VersionedSharedOption>(
  "description",
  (text) => ({ text }),
);

/**
 * Overrides members of the operation in the document:
 * `WithOperation({ externalDocs: { url: "https://example.org" } })`.
 *
 * The objects of several options are merged, but not their lists. For the same member, the nearest option wins.
 */
export const WithOperation = optionMaker<"operation", [operation: OpenAPIOperationWords], Option>(
  "operation",
  (operation) => ({ operation }),
);

/**
 * Lists changes of a route's behaviour, for the changelog and the document: `WithChanges(Sorted)`. The handler calls
 * `HasChange(req, Sorted)` to decide how to behave. Several options add up.
 */
export const WithChanges = optionMaker<"changes", Change[], SharedOption & UnrangedOption>(
  "changes",
  (...changes) => {
    changes.forEach(takeChange);
    return { changes };
  },
  Infinity,
);

/** Sets the operation's id in the document. By default, the id is made of the method and the path. */
export const OperationID = optionMaker<"operationID", [id: string], RouteOption & RouteBeforeOption>(
  "operationID",
  (id) => ({ id }),
);

/**
 * The type of `Before`. The result is allowed where all passed options are. The signature for `VersionedOption` only
 * shortens errors: for a wrong call, TypeScript 6 then prints one signature instead of three.
 */
export interface BeforeMaker {
  /** Declares the earlier name of a webhook: `Before(Renamed, "cat.added")`. */
  (change: Change, name: string): WebhookOption & UnrangedOption;
  (change: Change, option: VersionedOption, ...options: VersionedOption[]): Option;
  (change: Change, option: BeforeOption, ...options: BeforeOption[]): Option;
  (change: Change, option: RouterBeforeOption, ...options: RouterBeforeOption[]): RouterOnlyOption;
  (change: Change, option: RouteBeforeOption, ...options: RouteBeforeOption[]): RouteOption;
}

/**
 * Declares the form that a route or router had before a change, with the usual options:
 * `@Post("/pets") @Before(Moved, Post("/cats"))`, `@Router("/pets", Before(Moved, WithPrefix("/cats")))`.
 *
 * In older versions, an option in `Before` replaces the route's own option of the same kind. If several changes have
 * such an option, a version gets that of the first change after the version.
 */
export const Before = optionMaker<"before", [change: Change, ...options: (object | string)[]], Option>(
  "before",
  (change, ...options) => {
    takeChange(change);
    return { change, settings: earlierSettingsOf(options) };
  },
  Infinity,
) as BeforeMaker;

/**
 * Declares that a change replaced the status 400 by 422: `Before(Strict, Restatus(400, 422))`. On a router, this
 * applies to all routes.
 *
 * Older versions get the old status for all responses of the handler, and for errors such as a rejected body. Responses
 * that middleware and guards send with `res` keep their status.
 */
export const Restatus = optionMaker<"restatus", [old: number, now: number], BeforeOption>(
  "restatus",
  (old, now) => ({ old, now }),
);

/** Declares that a change renamed a response header: `Before(Totals, RenameHeader("X-Count", "X-Total"))`. */
export const RenameHeader = optionMaker<"headerRename", [old: string, now: string], BeforeOption>(
  "headerRename",
  (old, now) => ({ old, now }),
);

/** Declares that responses of older versions lack a header: `Before(Totals, WithoutHeader("X-Total"))`. */
export const WithoutHeader = optionMaker<"withoutHeader", [name: string], BeforeOption>(
  "withoutHeader",
  (now) => ({ now }),
);
