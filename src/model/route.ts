import type { Segment } from "../http/path-template";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version, VersionOrder } from "./version";

/** One place with options: a Router, a controller, a route or a webhook. */
export interface Place {
  /** The place in words: `CatsController.list, GET /cats`. */
  readonly where: string;
  readonly of: PlaceKind;
  readonly settings: readonly Setting[];
}

/** The method, path, status and options of a route in some of its versions: a change can move a route. */
export interface RouteForm {
  readonly method: string;
  /** The path with every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The versions with this form; before Build resolves them, those of the closed list that it would apply to. */
  readonly versions: readonly Version[];
  /** True if `Deprecated()` or the route's own lifecycle deprecates it. */
  readonly deprecated: boolean;
  /** The options of the form, combined with those of all Routers and controllers around it. */
  readonly settings: RouteSettings;
  /** The contract in the handler's form; each registration has the contract of its version. */
  readonly contract: Contract;
  /** The converted statuses and headers; undefined if responses have the handler's own. */
  readonly renumbering: Renumbering | undefined;
}

/**
 * A route or a webhook: a part of an API that clients know by a form in each version.
 *
 * A surface is also its own newest `RouteForm`, except that `versions` has the versions of all forms.
 */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The forms of versions before changes, newest first. */
  readonly earlier: readonly RouteForm[];
}

/**
 * The meaning of one `V.Webhook`: its method is `webhook`, its path the event's name.
 *
 * In its contract, the sent payload and headers are responses, and the receiver's expected answers are inputs.
 */
export interface ResolvedWebhook extends Surface {
  /** The order of the versions that the webhook was declared with. */
  readonly order: VersionOrder;
}

/** One resolved declaration of a route, with every inherited option. */
export interface ResolvedRoute extends Surface {
  /** The raw values, for `check`. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router on which the route was registered; undefined for a controller's route. */
  readonly router: object | undefined;
  /** The versions of the route; empty with versioning off, and for a route that answers no version. */
  readonly versions: readonly Version[];
  /** The range of `Since` and `Until`; undefined if the versions are declared by name. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The `Before` options of the route itself, without those of the places around it. */
  readonly befores: readonly WrittenBefore[];
}

/** The meaning of a tree of declarations. */
export interface Resolution {
  /** The routes in registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  /** The webhooks in the order of their `Include` calls. */
  readonly webhooks: readonly ResolvedWebhook[];
  /** Every place at which options were written. */
  readonly places: readonly Place[];
  /** The methods with options but no verb such as `@Get`. */
  readonly verbless: readonly Place[];
  /** Included values that cannot be included. */
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  /** The controllers' classes with more than one `@Router`. */
  readonly routedTwice: readonly string[];
  /** The controllers without a route, own or inherited. */
  readonly routeless: readonly string[];
  /** The routes that a subclass adds, to which the access options of its parent class do not apply. */
  readonly uncovered: readonly UncoveredRoute[];
  /** The classes that Build has instantiated, and the number of arguments of their constructors. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/** A route of a subclass without the access options of the parent class, and without any of its own. */
export interface UncoveredRoute {
  readonly route: ResolvedRoute;
  readonly subclass: string;
  readonly parent: string;
  /** The parent's options: `WithGuards`. */
  readonly options: readonly string[];
}

/**
 * Versions of a route with one form and one contract, which differ only in their names and lifecycles. So a route of a
 * hundred versions is one span instead of a hundred registrations.
 */
export interface Span<Of extends Surface = ResolvedRoute> {
  readonly route: Of;
  /** The form that the route has in these versions. */
  readonly form: RouteForm;
  /** The contract of the route in these versions. */
  readonly contract: Contract;
  readonly reach: Reach;
}

/** The requests that reach a span at its method and path. */
type Reach =
  /** The reach of a neutral route, and of every route with versioning off. */
  | { readonly by: "every request" }
  /** The reach of a neutral route whose path names a version under VersioningURI: 1 for `/v1/health`. */
  | { readonly by: "path"; readonly version: Version }
  /** The versions that reach the span, in registration order. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** The versions that a span names; empty if the requested version does not matter. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** The versions that a span is registered for; undefined for a neutral route, or with versioning off. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** True if a span is registered for a version; always false for a neutral one. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** The address of a span in the matcher: spans with equal addresses and a common version match the same requests. */
export interface Address {
  readonly method: string;
  /** The segments of the path, without the segment of the version. */
  readonly segments: readonly Segment[];
  /** The versions that requests must name; undefined if method and path are enough. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The address of a span. A neutral `/v1/health` is matched as `/health` among the routes of version 1. */
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

/** One way to reach a route: a span in one of its versions. */
export interface Registration extends Omit<Span, "reach"> {
  readonly span: Span;
  readonly method: string;
  /** The served path, under VersioningURI with the version segment: `/v1/cats`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The version of the requests; undefined for a neutral route, or with versioning off. */
  readonly version: Version | undefined;
  /** True if the path names the version: then requests need not name it elsewhere. */
  readonly isVersionInPath: boolean;
  /** The lifecycle of the route in this version; undefined without one. */
  readonly life: Life | undefined;
}

/** Finds the lifecycle of a route in one of its versions; the version is undefined for a neutral route. */
export type LifeOf = (route: ResolvedRoute, version: Version | undefined) => Life | undefined;

/** The lifecycle of a route in one of its versions; the version is undefined for a neutral route. */
export interface VersionLife {
  readonly version: Version | undefined;
  readonly life: Life;
}

/** Finds the lifecycles of a span's versions; versions without a lifecycle are left out. */
export type LivesIn = (span: Span) => readonly VersionLife[];

/** Creates the registration of a span in one of its versions; the version is undefined for a neutral span. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** Finds the same route in the next version; undefined if that version is not announced to clients. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/** One operation of the document: the registration that it describes at one method and path. */
export interface Operation {
  readonly id: string;
  /** The path as the document has it: a rest parameter is `{name}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
  /** The versions for which the document shows the operation; empty for a neutral route. */
  readonly versions: readonly Version[];
}

/**
 * A route as users inspect it: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`.
 *
 * The record and its lists are frozen. Read it after Build: before Build it has only the registered values.
 */
export interface Route {
  readonly Method: string;
  /** The path with every prefix; under VersioningURI without the version segment. */
  readonly Path: string;
  /** The versions of the route; empty with versioning off, and for a route that answers no version. */
  readonly Versions: readonly Version[];
  /** The operation's id; under VersioningURI without the part for the version. */
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
  /** The route's forms in older versions, newest first: one for each other method, path or status. */
  readonly Earlier: readonly EarlierForm[];
}

/** The method and path of a route in a version: of an earlier form, if a change moved it, otherwise its own. */
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

/** The `operationId` in `WithOperation`, unchanged; undefined without one. */
export function idInWords({ operation }: RouteSettings): string | undefined {
  if (operation.length === 0) return undefined;
  const id: unknown = operation.findLast((words) => "operationId" in words)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id in `WithOperation` or `OperationID`; undefined if the document's id is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.operationID;
}
