import type { Segment } from "../../http/path-template";
import type { Change } from "../../schema/interface/change";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { RouteSettings } from "./settings";
import type { Version, VersionOrder, VersionRange } from "./version";

/** The method, path, status and options of a route in some of its versions. */
export interface RouteForm {
  readonly method: string;
  /** The path with every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The versions with this method, path, status and options, and before `withVersions` also some without the route. */
  readonly versions: readonly Version[];
  /** True if the route itself is deprecated, by `Deprecated()` or its own lifecycle, and not only its version. */
  readonly deprecated: boolean;
  /** The options of this form of the route, including those that the route inherits from Routers and controllers. */
  readonly settings: RouteSettings;
  /** The schemas as declared, such as `Versioned(Cat)`. The contract of a {@link Span} has its versions' schemas. */
  readonly contract: Contract;
  /** The statuses and header names that clients of this form get, if they differ from those that the handler sets. */
  readonly renumbering: Renumbering | undefined;
}

/** A route or webhook in its newest form, except that `versions` contains the versions of all forms. */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The older forms, newest first. */
  readonly earlier: readonly RouteForm[];
  /** Undefined for a webhook, which nothing handles. */
  readonly origin?: RouteOrigin;
}

/**
 * A `V.Webhook`. Its method is `webhook`, and its path is the event's name. The App is the sender: `contract.responses`
 * describes the webhook's payload and headers, and `contract.inputs` the answers of subscribers.
 */
export interface ResolvedWebhook extends Surface {
  readonly order: VersionOrder;
}

/** One route with every inherited option. */
export interface ResolvedRoute extends Surface {
  /** The arguments as the application wrote them. `Build` reports invalid ones. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that registered the route; undefined for a controller's route. */
  readonly router: object | undefined;
  readonly versions: readonly Version[];
  /** The bounds that `Since` and `Until` set; undefined without these options. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  readonly origin: RouteOrigin;
  /** The options `Before(change, ...)` of the route itself, without those of Routers and controllers around it. */
  readonly befores: readonly { readonly change: Change; readonly settings: readonly unknown[] }[];
}

/** The class and the function that the application wrote for a route; `controller` is undefined for a function. */
export interface RouteOrigin {
  readonly controller: object | undefined;
  /** The method without its instance, or the function of a call such as `app.Get(path, handler)`. */
  readonly handler: unknown;
  /** The call or the decorator of the verb: the same object for all inclusions of a class. */
  readonly declaration: object;
}

/** A route in those of its versions that share one form and one contract. Only their lifecycles may differ. */
export interface Span<Of extends Surface = ResolvedRoute> {
  readonly route: Of;
  readonly form: RouteForm;
  readonly contract: Contract;
  readonly reach: Reach;
}

type Reach =
  /** Every request with the method and path reaches the route: it is `VersionNeutral`, or versioning is off. */
  | { readonly by: "every request" }
  /** For a `VersionNeutral` route at `/v1/health`: VersioningURI reads this path as `/health` in version 1. */
  | { readonly by: "path"; readonly version: Version }
  /** Any other route: only requests that name one of the versions reach it. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** Lists the forms of a route, the newest first, even if no version has the newest one. */
export function allForms(route: Surface): readonly RouteForm[] {
  return [route, ...route.earlier];
}

/** The versions for which a route is declared; empty if it is `VersionNeutral`, or with versioning off. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** Like {@link namedVersions}, but `[undefined]` instead of an empty list. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** True if a route is declared for a version. A `VersionNeutral` route answers all, but is declared for none. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** The method, the path and the versions with which a request reaches a route. */
export interface Address {
  readonly method: string;
  /** The segments of the path, without the version. */
  readonly segments: readonly Segment[];
  /** The versions of which a request must name one; undefined if it need not name a version. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The address of a route. If `reach` is by path, the path loses its version: `/v1/health` becomes `/health`. */
export function matchAddressOf({ form: { method, segments }, reach }: Span): Address {
  switch (reach.by) {
    case "every request":
      return { method, segments, versions: undefined };
    case "path":
      return { method, segments: segments.slice(1), versions: new Set([reach.version]) };
    case "versions":
      return { method, segments, versions: reach.versions };
  }
}

/** A route in one version, with the path at which the App serves it. */
export interface Registration extends Omit<Span, "reach"> {
  readonly span: Span;
  readonly method: string;
  /** The path. Under VersioningURI it begins with the version: `/v1/cats`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly version: Version | undefined;
  readonly isVersionInPath: boolean;
  readonly life: Life | undefined;
}

/** Finds the lifecycle of a route in a version. `version` is undefined for a neutral route. */
export type LifeOf = (route: ResolvedRoute, version: Version | undefined) => Life | undefined;

/** The lifecycle of a route in `version`, which is undefined for a neutral route. */
export interface VersionLife {
  readonly version: Version | undefined;
  readonly life: Life;
}

/** Finds the lifecycles of a route's versions. Versions without a lifecycle are left out. */
export type LivesIn = (span: Span) => readonly VersionLife[];

/** Creates the registration of a span in one version. `version` is undefined for a `VersionNeutral` route. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** A version that has ended. Its successor answers its requests. */
export interface Predecessor {
  readonly version: Version;
  /** The dates of the ended version. Responses show them in headers such as `Sunset`. */
  readonly life: Life | undefined;
}

/** Finds the same route in the `Successor` of its version; undefined if the successor lacks it or is a preview. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
  /** The versions that the document lists for the operation; empty for a neutral route. */
  readonly versions: readonly Version[];
}

/**
 * A route as `app.Routes()` lists it: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`. It is frozen.
 * Before Build, it contains only the route's own path and options, and nothing inherited.
 */
export interface Route {
  readonly Method: string;
  /** The path with every prefix, but without the version segment of VersioningURI. */
  readonly Path: string;
  /** The versions in which the route exists; empty with versioning off. */
  readonly Versions: readonly Version[];
  /** The operation's id. With VersioningURI, documents add the version to it: `list` becomes `list_1`. */
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
  /** The forms in older versions, newest first: one form for each earlier method, path or status. */
  readonly Earlier: readonly EarlierForm[];
}

/** The route of a request, as `RouteOf` returns it: with what the application wrote, which is not enumerable. */
export interface HandledRoute extends Route {
  /**
   * The controller's class, for guards that read its metadata; undefined for a function. Of a subclass, it is the class
   * that was included.
   */
  readonly Controller: (abstract new (...args: never[]) => object) | undefined;
  /** The method of the controller as it is called, or the function that was registered. */
  readonly Handler: (...args: never[]) => unknown;
}

/** The form of a route that answers a request: of an older version, the earlier form that `Before` declares. */
export interface FormRecord {
  readonly Method: string;
  /** The path with every prefix, but without the version segment of VersioningURI. */
  readonly Path: string;
  readonly Status: number;
  /** The operation's id, as in the document of the request's version. */
  readonly OperationID: string;
}

/** The method and path of a route in a version: of the earlier form for this version, or else of the newest form. */
export function recordIn(route: Route, version: Version | undefined): Pick<Route, "Method" | "Path"> {
  return route.Earlier.find(({ Versions }) => Versions.some((one) => one === version)) ?? route;
}

/** A form of a route in older versions: `{ Method: "POST", Path: "/cats", Status: 200, Versions: ["1"] }`. */
export interface EarlierForm {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
  readonly Versions: readonly Version[];
}
