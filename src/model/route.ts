import type { Segment } from "../http/path-template";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version, VersionOrder } from "./version";

/** A Router, controller, route or webhook, with its options. */
export interface Place {
  readonly where: string;
  readonly of: PlaceKind;
  readonly settings: readonly Setting[];
}

/** The method, path, status and options of a route in some of its versions. */
export interface RouteForm {
  readonly method: string;
  /** The path with every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The versions with this form. Before `withVersions`, an older form may list versions that do not have the route. */
  readonly versions: readonly Version[];
  /** True if this form is deprecated, by `Deprecated()` or by the lifecycle of the route itself. */
  readonly deprecated: boolean;
  /** The options of the form, including those that the route inherits from Routers and controllers. */
  readonly settings: RouteSettings;
  /** The declared contract, whose schemas may be histories. Each {@link Span} has the contract of its versions. */
  readonly contract: Contract;
  /** The statuses and header names of this form, if they differ from those of the handler. */
  readonly renumbering: Renumbering | undefined;
}

/** A route or webhook in its newest form, except that `versions` contains the versions of all forms. */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The older forms, newest first. */
  readonly earlier: readonly RouteForm[];
}

/**
 * A `V.Webhook`: its method is `webhook`, and its path is the event's name. In the contract, its payload and headers
 * are responses, because the App sends them; the answers of subscribers are inputs.
 */
export interface ResolvedWebhook extends Surface {
  readonly order: VersionOrder;
}

/** One route with every inherited option. */
export interface ResolvedRoute extends Surface {
  /** The arguments that the application passed, valid or not: `check` validates them. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that registered the route; undefined for a controller's route. */
  readonly router: object | undefined;
  readonly versions: readonly Version[];
  /** The bounds that `Since` and `Until` set; undefined without these options. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The `Before` options of the route itself, not of Routers and controllers around it. */
  readonly befores: readonly WrittenBefore[];
}

/** The routes and webhooks of an App, and the mistakes in its declarations, which `check` reports. */
export interface Resolution {
  /** The routes in registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly places: readonly Place[];
  readonly verbless: readonly Place[];
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  readonly routedTwice: readonly string[];
  readonly routeless: readonly string[];
  readonly uncovered: readonly UncoveredRoute[];
  /** The instantiated classes, and the number of arguments of their constructors. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/** A route that a subclass adds. It declares no guards, security or middleware, and gets none from the parent class. */
export interface UncoveredRoute {
  readonly route: ResolvedRoute;
  readonly subclass: string;
  readonly parent: string;
  readonly options: readonly string[];
}

/** A route in the versions that share one form and contract, and differ only in name and lifecycle. */
export interface Span<Of extends Surface = ResolvedRoute> {
  readonly route: Of;
  readonly form: RouteForm;
  readonly contract: Contract;
  readonly reach: Reach;
}

type Reach =
  /** For a neutral route, or with versioning off: every request with the method and path. */
  | { readonly by: "every request" }
  /** Under VersioningURI, for a `VersionNeutral` route whose path names a version: `/v1/health` names version 1. */
  | { readonly by: "path"; readonly version: Version }
  /** For any other route: requests that name one of the versions. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** The versions of a span; empty for a neutral route, and with versioning off. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** The versions of a span; `[undefined]` for a neutral route, and with versioning off. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** True if a span lists the version. False for a neutral route, even if requests of the version reach it. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** The requests that reach a span, by method, path and version. */
export interface Address {
  readonly method: string;
  /** The segments of the path, without the version. */
  readonly segments: readonly Segment[];
  /** The versions that requests must name; undefined if they need not name a version. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The address of a span. For a neutral `/v1/health`, it has the path `/health` and the version 1. */
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

/** Creates the registration of a span in a version, which is undefined for a neutral route. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** Finds the same route in the version that `Successor` names; undefined if there is none, or if it is a preview. */
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
 * The record of a route: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`. Records and their lists are
 * frozen. Before Build, a record has only the values that the application passed at registration.
 */
export interface Route {
  readonly Method: string;
  /** The path with every prefix, but without the version segment of VersioningURI. */
  readonly Path: string;
  /** The versions of the route; empty with versioning off, and if no version has the route. */
  readonly Versions: readonly Version[];
  /** The operation's id, without the version that VersioningURI adds. */
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

/** The method and path of a route in a version: those of an earlier form, or else of the newest form. */
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

/** The `operationId` that `WithOperation` sets; undefined if it sets none. */
export function idInWords({ operation }: RouteSettings): string | undefined {
  if (operation.length === 0) return undefined;
  const id: unknown = operation.findLast((words) => "operationId" in words)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id that `WithOperation` or `OperationID` sets; undefined if the id is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.operationID;
}
