import type { Segment } from "../http/path-template";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version, VersionOrder } from "./version";

/** A place where options are written: a Router, a controller, a route or a webhook. */
export interface Place {
  /** Its name in messages: `CatsController.list, GET /cats`. */
  readonly where: string;
  readonly of: PlaceKind;
  readonly settings: readonly Setting[];
}

/** The method, path, status and options of a route in some of its versions: a change may move a route. */
export interface RouteForm {
  readonly method: string;
  /** The path with every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The versions with this form; before Build, those of `Versions` that it would apply to. */
  readonly versions: readonly Version[];
  /** True if `Deprecated()` or the route's own lifecycle deprecates it. */
  readonly deprecated: boolean;
  /** The options of the form and of all Routers and controllers around it. */
  readonly settings: RouteSettings;
  /** The contract in the form that the handler is written for; each registration has that of its own version. */
  readonly contract: Contract;
  /** Undefined if responses have the handler's statuses and header names. */
  readonly renumbering: Renumbering | undefined;
}

/**
 * A route or webhook, with its form in each version.
 *
 * The members of a surface are those of its newest form, but `versions` has the versions of all forms.
 */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The forms of versions before changes, newest first. */
  readonly earlier: readonly RouteForm[];
}

/**
 * One `V.Webhook`; its method is `webhook`, its path the event's name.
 *
 * In its contract the payload and headers are responses, and the subscriber's expected answers are inputs.
 */
export interface ResolvedWebhook extends Surface {
  /** The order of versions that the webhook was declared with. */
  readonly order: VersionOrder;
}

/** One route with every inherited option. */
export interface ResolvedRoute extends Surface {
  /** The unchecked values, for `check`. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that registered the route; undefined for a controller's route. */
  readonly router: object | undefined;
  /** Empty with versioning off, and for a route that answers no version. */
  readonly versions: readonly Version[];
  /** The range of `Since` and `Until`; undefined if the route names its versions. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The `Before` options of the route itself, not of places around it. */
  readonly befores: readonly WrittenBefore[];
}

/** The routes and webhooks of an App, and the mistakes found on the way. */
export interface Resolution {
  /** In registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  /** In the order of their `Include` calls. */
  readonly webhooks: readonly ResolvedWebhook[];
  /** Every place where options were written. */
  readonly places: readonly Place[];
  /** Methods with options, but without a verb such as `@Get`. */
  readonly verbless: readonly Place[];
  /** Included values that are not a Router, controller or webhook. */
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  /** Classes with more than one `@Router`. */
  readonly routedTwice: readonly string[];
  /** Controllers without a route, own or inherited. */
  readonly routeless: readonly string[];
  /** Routes that a subclass adds, for which the guards, security and middleware of its parent do not hold. */
  readonly uncovered: readonly UncoveredRoute[];
  /** The instantiated classes, and the number of arguments of their constructors. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/** A route of a subclass that has neither its parent's guards, security and middleware nor its own. */
export interface UncoveredRoute {
  readonly route: ResolvedRoute;
  readonly subclass: string;
  readonly parent: string;
  /** The parent's options: `WithGuards`. */
  readonly options: readonly string[];
}

/**
 * The versions of a route with one form and one contract, which differ in name and lifecycle only. A route of a hundred
 * versions is one span, not a hundred registrations.
 */
export interface Span<Of extends Surface = ResolvedRoute> {
  readonly route: Of;
  readonly form: RouteForm;
  readonly contract: Contract;
  readonly reach: Reach;
}

/** The requests that reach a span at its method and path. */
type Reach =
  /** Of a neutral route, and of every route with versioning off. */
  | { readonly by: "every request" }
  /** Of a neutral route whose path names a version under VersioningURI: 1 for `/v1/health`. */
  | { readonly by: "path"; readonly version: Version }
  /** In registration order. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** The versions of a span; empty if requests of any version reach it. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** The versions of a span; `[undefined]` for a neutral route, or with versioning off. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** True if a span is registered for a version; always false for a neutral one. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** A span's place in the matcher: two spans with the same place and a common version match the same requests. */
export interface Address {
  readonly method: string;
  /** The path without the version. */
  readonly segments: readonly Segment[];
  /** The versions that requests must name; undefined if method and path are enough. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The place of a span: a neutral `/v1/health` is `/health` among the routes of version 1. */
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

/** A route in one of its versions, with the path at which it is reached. */
export interface Registration extends Omit<Span, "reach"> {
  readonly span: Span;
  readonly method: string;
  /** The served path, with the version under VersioningURI: `/v1/cats`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** Undefined for a neutral route, or with versioning off. */
  readonly version: Version | undefined;
  /** True if the path names the version, so that requests need not name it elsewhere. */
  readonly isVersionInPath: boolean;
  readonly life: Life | undefined;
}

/** Finds the lifecycle of a route in a version; the version is undefined for a neutral route. */
export type LifeOf = (route: ResolvedRoute, version: Version | undefined) => Life | undefined;

/** The lifecycle of a route in one of its versions; the version is undefined for a neutral route. */
export interface VersionLife {
  readonly version: Version | undefined;
  readonly life: Life;
}

/** Finds the lifecycles of a span's versions, without versions that have none. */
export type LivesIn = (span: Span) => readonly VersionLife[];

/** Creates the registration of a span in a version; the version is undefined for a neutral span. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** Finds the same route in the next version; undefined if that version is not announced. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/** One operation of a document. */
export interface Operation {
  readonly id: string;
  /** The path in the document, where a rest parameter is `{name}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
  /** The versions that the document lists for the operation; empty for a neutral route. */
  readonly versions: readonly Version[];
}

/**
 * The record of a route: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`.
 *
 * Records and their lists are frozen. Before Build a record has only the registered values.
 */
export interface Route {
  readonly Method: string;
  /** The path with every prefix, without the version of VersioningURI. */
  readonly Path: string;
  /** Empty with versioning off, and for a route that answers no version. */
  readonly Versions: readonly Version[];
  /** The operation's id, without the version of VersioningURI. */
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
  /** The forms of older versions, newest first: one for each other method, path or status. */
  readonly Earlier: readonly EarlierForm[];
}

/** The method and path of a route in a version, which a change may have moved. */
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

/** The `operationId` of `WithOperation`; undefined without one. */
export function idInWords({ operation }: RouteSettings): string | undefined {
  if (operation.length === 0) return undefined;
  const id: unknown = operation.findLast((words) => "operationId" in words)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id of `WithOperation` or `OperationID`; undefined if the id is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.operationID;
}
