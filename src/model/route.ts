import type { Segment } from "../http/path-template";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version } from "./version";
import type { VersionOrder } from "./version-order";

/** One place that options were written at. */
export interface Place {
  /** In words: `CatsController.list, GET /cats`. */
  readonly where: string;
  readonly of: PlaceKind;
  readonly settings: readonly Setting[];
}

/** One way that a route is reachable, in some of its versions: it moves, and is renamed, from change to change. */
export interface RouteForm {
  readonly method: string;
  /** With every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** Before versions are settled, those of the closed list that it would hold for. */
  readonly versions: readonly Version[];
  /** Whether `Deprecated()`, or a lifecycle of its own, says so. */
  readonly deprecated: boolean;
  /** Its options and those of all places around it. */
  readonly settings: RouteSettings;
  /** The contract that the handler speaks; a registration has that of its version. */
  readonly contract: Contract;
  /** Undefined where answers are sent as the handler means them. */
  readonly renumbering: Renumbering | undefined;
}

/**
 * A route or a webhook: a part of an API that clients know by a form in each version.
 *
 * It is its own newest form, but that its versions are those of all forms.
 */
export interface Surface extends RouteForm {
  readonly where: string;
  /** The forms that versions before changes have, newest first. */
  readonly earlier: readonly RouteForm[];
}

/**
 * The meaning of one `V.Webhook`: its method is `webhook`, its path the event's name.
 *
 * Its contract is that of its receiver: the requests that the webhook sends are its responses, and the answers that the
 * webhook expects back are its inputs.
 */
export interface ResolvedWebhook extends Surface {
  /** The list of versions that it was declared with. */
  readonly order: VersionOrder;
}

/** The meaning of one declaration of a route, with every inherited option applied. */
export interface ResolvedRoute extends Surface {
  /** As it was written, for `check` to judge. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that it was registered on directly; undefined for a controller's. */
  readonly router: object | undefined;
  /** `[]` when versioning is off, and when the route answers nothing. */
  readonly versions: readonly Version[];
  /** Where Since or Until declared them; undefined where they are named. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The `Before`s of its own place. */
  readonly befores: readonly WrittenBefore[];
}

/** The meaning of a tree of declarations. */
export interface Resolution {
  /** In registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  /** In the order of their `Include` calls. */
  readonly webhooks: readonly ResolvedWebhook[];
  /** Every place that options were written at. */
  readonly places: readonly Place[];
  /** The methods with options and no verb. */
  readonly verbless: readonly Place[];
  /** Values that were included and can't be. */
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  /** The controllers' classes that carry `@Router` more than once. */
  readonly routedTwice: readonly string[];
  /** The controllers without a route of their own or of a parent. */
  readonly routeless: readonly string[];
  /** The classes that Build has made instances of, and how many arguments their constructors ask for. */
  readonly constructed: readonly { readonly name: string; readonly length: number }[];
}

/**
 * Versions of a route that are reached alike: they have one form and one contract, and differ in their names and
 * lifecycles alone. So a route of a hundred versions is one span, and not a hundred registrations.
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
  /** Of a neutral route, and of every route with versioning off. */
  | { readonly by: "every request" }
  /** Of a neutral route whose path names a version under VersioningURI: 1 for `/v1/health`. */
  | { readonly by: "path"; readonly version: Version }
  /** In registration order. */
  | { readonly by: "versions"; readonly versions: ReadonlySet<Version> };

/** The versions that a span names; none where it is reached whatever version a request names. */
export function namedVersions({ reach }: Pick<Span, "reach">): readonly Version[] {
  return reach.by === "versions" ? [...reach.versions] : [];
}

/** The versions that a span is registered for; undefined where the route is neutral, or versioning is off. */
export function versionsOf({ reach }: Span): readonly (Version | undefined)[] {
  return reach.by === "versions" ? [...reach.versions] : [undefined];
}

/** Whether a span is registered for a version; a neutral one is for none. */
export function isRegisteredFor({ reach }: Pick<Span, "reach">, version: Version): boolean {
  return reach.by === "versions" && reach.versions.has(version);
}

/** The place of a span for the matcher: the same requests reach two spans that have a version in common there. */
export interface Address {
  readonly method: string;
  /** Without the segment that names a version. */
  readonly segments: readonly Segment[];
  /** Undefined where method and path are enough. */
  readonly versions: ReadonlySet<Version> | undefined;
}

/** The address that a span is matched at. A path that names a version stands among the routes of that version. */
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
  /** As served: under VersioningURI with the version segment. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The version that a request resolves to here; undefined when neutral, or when versioning is off. */
  readonly version: Version | undefined;
  /** Whether the path names the version: then requests need no other word for it. */
  readonly isVersionInPath: boolean;
  /** Undefined where nothing is said of its end. */
  readonly life: Life | undefined;
}

/** Finds the end of a route in one of its versions; undefined for what is neutral. */
export type LifeOf = (route: ResolvedRoute, version: Version | undefined) => Life | undefined;

/** The life of a route in one of its versions; undefined for what is neutral. */
export interface VersionLife {
  readonly version: Version | undefined;
  readonly life: Life;
}

/** Finds the lives of a span's versions, of those that have one. */
export type LivesIn = (span: Span) => readonly VersionLife[];

/** Makes the registration of a span in one of its versions; undefined for what is neutral. */
export type RegisterSpan = (span: Span, version: Version | undefined) => Registration;

/** The same route in the version that comes after; undefined where clients are told of it nowhere. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/** One operation of the document: the registration that stands at one method and path of it. */
export interface Operation {
  readonly id: string;
  /** As the document writes it: a rest parameter as `{name}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
  /** The versions that the document shows it for; none of a neutral route. */
  readonly versions: readonly Version[];
}

/**
 * A route as users inspect it: `{ Method: "GET", Path: "/cats/{id}", Versions: ["1"], ... }`.
 *
 * Frozen, its lists too. Read it after Build: before, it shows what was registered.
 */
export interface Route {
  readonly Method: string;
  /** With every prefix; under VersioningURI without the version segment. */
  readonly Path: string;
  /** `[]` when versioning is off, and when the route answers nothing. */
  readonly Versions: readonly Version[];
  /** Under VersioningURI without the version's part. */
  readonly OperationID: string;
  readonly Summary?: string;
  readonly Description?: string;
  readonly Tags: readonly string[];
  readonly Deprecated: boolean;
  readonly Hidden: boolean;
  readonly Status: number;
  /** How it is reached in older versions, newest first: one for each form that differs in method, path or status. */
  readonly Earlier: readonly EarlierForm[];
}

/** A route, or a form of it, in words: `GET /cats/{id}`. */
export function routeName({ Method, Path }: Pick<Route, "Method" | "Path">): string {
  return `${Method} ${Path}`;
}

/** The record of a route's form in a version: an earlier one, where a change has moved it, else its own. */
export function recordIn(route: Route, version: Version | undefined): Pick<Route, "Method" | "Path"> {
  return route.Earlier.find(({ Versions }) => Versions.some((one) => one === version)) ?? route;
}

/** A form of a route that older versions have: `{ Method: "POST", Path: "/cats", Status: 200, Versions: ["1"] }`. */
export interface EarlierForm {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
  readonly Versions: readonly Version[];
}

/** The id that `WithOperation` says of an operation, word for word; undefined where it says none. */
export function idInWords({ operation }: RouteSettings): string | undefined {
  const id: unknown = operation.findLast((words) => "operationId" in words)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id that a route is given, by `WithOperation` or `OperationID`; undefined where it is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.operationID;
}
