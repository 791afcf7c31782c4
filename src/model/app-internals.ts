import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./history";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./collector";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { Version } from "./version";

/**
 * The one door to an App's internals. Its symbol is registered: the command and the App of a user's module may come from
 * two copies of this package.
 */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

/** The facts that an App tells the command and the package's other entry points. */
export interface AppInternals {
  /** The places where requests name their version, in the order that they are asked. */
  readonly sources: readonly VersionSource[];
  /** The text before the version in a path, `v`; undefined under every scheme but VersioningURI. */
  readonly prefix: string | undefined;
  /** Every version that some route answers, in their order. */
  readonly versions: () => readonly Version[];
  /** The versions that are served and documented, and nothing else. */
  readonly previews: ReadonlySet<Version>;
  /** The closed list of versions, oldest first; empty where there is none. */
  readonly listed: readonly Version[];
  /** Every route, in registration order; the same records as those of what is reached. */
  readonly routes: () => readonly Route[];
  /** Everything that some request reaches, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  /** The routes that requests of a version reach, neutral ones included. */
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes that requests reach that name no version; under VersioningURI those at the plain path. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  /** The webhooks of a version by the names that it has for them, each with every change that touches it. */
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version; of one that no route answers any more, that of the neutral routes that its clients still reach. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** Whether `AssumeVersion` may take a request that names no version for one of this version. */
  readonly assumes: (version: Version) => boolean;
  /** The document of requests that name no version, as `AssumeVersion` has them answered where it may take them for this version. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts of a version's requests and answers that histories turn, hidden routes' too. */
  readonly turnedIn: (version: Version) => readonly TurnedPart[];
  /** The lives that `Lifecycle` gives whole versions. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The clock of lifecycles. */
  readonly now: () => Date;
}

/** A route as requests reach it: once for each of its versions. */
export interface ReachedRoute {
  readonly route: Route;
  /** Undefined where the route is neutral, or versioning is off. */
  readonly version: Version | undefined;
  /** As served: under VersioningURI with the version segment. */
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /** All that is said of its end, by the version and the places around the route. */
  readonly life: Life | undefined;
  /** Every change that touches the route, the newest first, Internal ones too. */
  readonly changes: readonly Change[];
  /** The changes that requests of the version come before, as observers are told them. */
  readonly ahead: readonly Change[];
}

/** One part of requests, of answers, or of what webhooks send, that a history turns. */
export interface TurnedPart {
  /** Undefined where it is a webhook's, or every route's: the body of errors. */
  readonly route: Route | undefined;
  /** `webhook cat.added`, where it is a webhook's. */
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** `body`, `query`, `response 200`, `errors`, `payload`. */
  readonly part: string;
  readonly history: History;
  /** The examples that the route gives of the newest schema. */
  readonly examples: readonly unknown[];
}

/** A webhook as a version's subscribers know it. */
export interface SentWebhook {
  /** The same for one declaration in each of its versions. */
  readonly declaration: object;
  /** `webhook cat.added`. */
  readonly name: string;
  /** The newest first, Internal ones too. */
  readonly changes: readonly Change[];
}

/** Whether a value is an App, of this copy of the package or of another. */
export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
