import type { Segment } from "../http/path-template";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version, VersionOrder } from "./version";

/** A place where options are written: a Router, a controller, a route or a webhook. */
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
  /** The versions with this form. Before Build, these are all versions in `Versions` to which the form could apply. */
  readonly versions: readonly Version[];
  /** True if `Deprecated()`, or the route's own lifecycle, deprecates the form. */
  readonly deprecated: boolean;
  /** The options of the form, including those of all Routers and controllers around the route. */
  readonly settings: RouteSettings;
  /** The contract with the schemas that the handler uses. Each registration has the contract of its version. */
  readonly contract: Contract;
  /** The statuses and header names of this form; undefined if they are those that the handler uses. */
  readonly renumbering: Renumbering | undefined;
}

/** A route or webhook. Its members describe its newest form, but `versions` has the versions of all forms. */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The forms before each change, newest first. */
  readonly earlier: readonly RouteForm[];
}

/**
 * One `V.Webhook`: its method is `webhook`, and its path is the event's name. In its contract, the payload and headers
 * are responses, and the answers of subscribers are inputs.
 */
export interface ResolvedWebhook extends Surface {
  readonly order: VersionOrder;
}

/** One route with every inherited option. */
export interface ResolvedRoute extends Surface {
  /** The arguments that the application passed. Only `check` reads them. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that registered the route; undefined for a controller's route. */
  readonly router: object | undefined;
  readonly versions: readonly Version[];
  /** The range of `Since` and `Until`; undefined if the route names its versions. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The `Before` options of the route itself, not of Routers and controllers around it. */
  readonly befores: readonly WrittenBefore[];
}

/** The routes and webhooks of an App, and mistakes in the declarations that `check` reports. */
export interface Resolution {
  /** The routes in registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  readonly webhooks: readonly ResolvedWebhook[];
  readonly places: readonly Place[];
  readonly verbless: readonly Place[];
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  readonly routedTwice: readonly string[];
  readonly routeless: readonly string[];
  /** Routes of a subclass to which the guards, security and middleware of its parent do not apply. */
  readonly uncovered: readonly UncoveredRoute[];
  /** The instantiated classes, and the number of arguments of their constructors. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/** A route of a subclass, without its parent's guards, security and middleware, and without any of its own. */
export interface UncoveredRoute {
  readonly route: ResolvedRoute;
  readonly subclass: string;
  readonly parent: string;
  readonly options: readonly string[];
}

/** Versions of a route that have the same form and contract. They differ only in name and lifecycle. */
export interface Span<Of extends Surface = ResolvedRoute> {
  readonly route: Of;
  readonly form: RouteForm;
  readonly contract: Contract;
  readonly reach: Reach;
}

type Reach =
  /** Every request with the method and path: for a neutral route, and for every route with versioning off. */
  | { readonly by: "every request" }
  /** Requests at a neutral path that names a version under VersioningURI: version 1 for a neutral `/v1/health`. */
  | { readonly by: "path"; readonly version: Version }
  /** Requests of these versions, which are in registration order. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** The versions of a span; empty if requests of any version reach the span. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** The versions of a span; `[undefined]` for a neutral span, or with versioning off. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** True if a span is registered for a version; always false for a neutral span. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** The address by which requests find a span. Spans with one address and a common version match the same requests. */
export interface Address {
  readonly method: string;
  /** The segments of the path, without the version. */
  readonly segments: readonly Segment[];
  /** The versions that requests must name; undefined if the method and path suffice. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The address of a span. For a neutral `/v1/health` it is `/health` with the version 1. */
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

/** A route in one of its versions, with its served path. */
export interface Registration extends Omit<Span, "reach"> {
  readonly span: Span;
  readonly method: string;
  /** The path, with the version under VersioningURI: `/v1/cats`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly version: Version | undefined;
  readonly isVersionInPath: boolean;
  readonly life: Life | undefined;
}

/** Finds the lifecycle of a route in a version. The version of a neutral route is undefined. */
export type LifeOf = (route: ResolvedRoute, version: Version | undefined) => Life | undefined;

/** The lifecycle of a route in a version. The version of a neutral route is undefined. */
export interface VersionLife {
  readonly version: Version | undefined;
  readonly life: Life;
}

/** Finds the lifecycles of a route's versions. Versions without a lifecycle are left out. */
export type LivesIn = (span: Span) => readonly VersionLife[];

/** Creates the registration of a span in a version. The version of a neutral span is undefined. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** Finds the same route in the successor of a registration's version; undefined if the successor is not announced. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/** One operation of a document. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
  /** The versions that the document lists for the operation; empty for a neutral route. */
  readonly versions: readonly Version[];
}

/**
 * The record of a route: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`.
 *
 * Records and their lists are frozen. Before Build, a record has only the values that were passed at registration.
 */
export interface Route {
  readonly Method: string;
  /** The path with every prefix, but without the version segment of VersioningURI. */
  readonly Path: string;
  /** The versions; empty with versioning off, and for a route that no version reaches. */
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

/** The method and path of a route in a version, which may differ from those of the newest version. */
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
