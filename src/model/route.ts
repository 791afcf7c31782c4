import type { Segment } from "../http/path";
import type { UnusableInclusion } from "./declaration";
import type { Life, Lifecycle } from "./lifecycle";
import type { Guard, Handler, Middleware } from "./handler";
import type { BodyOptions, Part } from "./schema";
import type { Setting } from "./setting";
import type { Version } from "./version";

/** One place that options were written at, and how near it is to what. */
export interface Place {
  /** In words: `CatsController.list, GET /cats`. */
  readonly where: string;
  readonly of: "router" | "route";
  readonly settings: readonly Setting[];
}

/** What a declaration means, with every inherited option applied. */
export interface ResolvedRoute {
  readonly where: string;
  /** As it was written, for `check` to judge. */
  readonly written: { readonly method: unknown; readonly path: unknown; readonly handler: unknown };
  /** The Router that it was registered on directly; undefined for a controller's. */
  readonly router: object | undefined;
  readonly method: string;
  /** With every prefix, without a version segment: `/cats/{id}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** `[]` when versioning is off, and when the route answers nothing. */
  readonly versions: readonly Version[];
  /** Where Since or Until declared them; undefined where they are named. */
  readonly range: VersionRange | undefined;
  readonly tags: readonly string[];
  readonly middleware: readonly Middleware[];
  readonly guards: readonly Guard[];
  readonly handler: Handler;
  readonly status: number;
  readonly deprecated: boolean;
  readonly hidden: boolean;
  readonly summary: string | undefined;
  readonly description: string | undefined;
  /** The id that `OperationID` gave it. */
  readonly explicitID: string | undefined;
  /** What routers and the route itself say of its end; the nearest of each field; undefined where they say nothing. */
  readonly lifecycle: Lifecycle | undefined;
  /** The schemas of the request's parts. */
  readonly inputs: readonly Input[];
  /** What it answers, by status. */
  readonly responses: readonly DeclaredResponse[];
}

/** The versions from one to another, both inclusive; open where nothing is said. */
export interface VersionRange {
  readonly since: Version | undefined;
  readonly until: Version | undefined;
}

/** The schema of one part of a route's requests. */
interface Input {
  readonly part: Part;
  readonly schema: object;
  /** How the body is read; nothing for the other parts. */
  readonly options: BodyOptions;
}

/** One response that was declared by `WithResponse`. */
export interface DeclaredResponse {
  readonly status: number;
  readonly schema: object | undefined;
  readonly description: string | undefined;
}

/** All that a tree of declarations means. */
export interface Resolution {
  /** In registration order: depth first, in the order of the calls. */
  readonly routes: readonly ResolvedRoute[];
  /** Every place that options were written at. */
  readonly places: readonly Place[];
  /** The methods with options and no verb. */
  readonly verbless: readonly Place[];
  /** What was included and can't be. */
  readonly unusable: readonly { readonly where: string; readonly what: UnusableInclusion }[];
  /** The controllers' classes that carry `@Router` more than once. */
  readonly routedTwice: readonly string[];
}

/** One way to reach a route. */
export interface Registration {
  readonly route: ResolvedRoute;
  readonly method: string;
  /** As served: under VersioningURI with the version segment. */
  readonly path: string;
  readonly segments: readonly Segment[];
  /** The version that a request resolves to here; undefined when neutral, or when versioning is off. */
  readonly version: Version | undefined;
  readonly reach: Reach;
  /** Undefined where nothing is said of its end. */
  readonly life: Life | undefined;
}

/** How requests reach a registration: by method and path alone, or by a version that they have to name besides. */
export type Reach = { readonly by: "path" } | { readonly by: "version"; readonly version: Version };

/** One operation of the document: what stands at one method and path of it. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  /** As the document writes it: a rest parameter as `{name}`. */
  readonly path: string;
  readonly segments: readonly Segment[];
  readonly route: ResolvedRoute;
  readonly life: Life | undefined;
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
}
