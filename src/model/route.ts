import type { Segment } from "../http/path";
import type { UnusableInclusion } from "./declaration";
import type { Contract, Renumbering } from "./contract";
import type { Handler } from "./handler";
import type { Life } from "./lifecycle";
import type { WrittenBefore, PlaceKind, RouteSettings, Setting, VersionRange } from "./setting";
import type { Version } from "./version";

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
 * The meaning of one declaration, with every inherited option applied.
 *
 * It is its own newest form, but that its versions are those of all forms.
 */
export interface ResolvedRoute extends RouteForm {
  readonly where: string;
  /** As it was written, for `check` to judge. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that it was registered on directly; undefined for a controller's. */
  readonly router: object | undefined;
  /** `[]` when versioning is off, and when the route answers nothing. */
  readonly versions: readonly Version[];
  /** Where Since or Until declared them; undefined where they are named. */
  readonly range: VersionRange | undefined;
  readonly handler: Handler;
  /** The forms that versions before changes have, newest first. */
  readonly earlier: readonly RouteForm[];
  /** The `Before`s of its own place. */
  readonly befores: readonly WrittenBefore[];
}

/** The meaning of a tree of declarations. */
export interface Resolution {
  /** In registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
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

/** One way to reach a route. */
export interface Registration {
  readonly route: ResolvedRoute;
  /** The form that the route has in this version. */
  readonly form: RouteForm;
  readonly method: string;
  /** As served: under VersioningURI with the version segment. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The version that a request resolves to here; undefined when neutral, or when versioning is off. */
  readonly version: Version | undefined;
  readonly reach: Reach;
  /** The contract of the route in this version. */
  readonly contract: Contract;
  /** Undefined where nothing is said of its end. */
  readonly life: Life | undefined;
}

/** The same route in the version that comes after; undefined where clients are told of it nowhere. */
export type SuccessorOf = (registration: Registration) => Registration | undefined;

/** The way that requests reach a registration: by method and path alone, or by a version that they have to name besides. */
export type Reach = { readonly by: "path" } | { readonly by: "version"; readonly version: Version };

/** One operation of the document: the registration that stands at one method and path of it. */
export interface Operation {
  readonly id: string;
  /** As the document writes it: a rest parameter as `{name}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly registration: Registration;
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

/** A form of a route that older versions have: `{ Method: "POST", Path: "/cats", Status: 200, Versions: ["1"] }`. */
export interface EarlierForm {
  readonly Method: string;
  readonly Path: string;
  readonly Status: number;
  readonly Versions: readonly Version[];
}
