import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./history";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { BodyOptions, QueryOptions, ResponseStatus, Validate } from "./schema";
import type { Version } from "./version";

/**
 * The only access to an App's internals. Its symbol is registered: the command and the App of a user's module may come
 * from two copies of this package.
 */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

/** The facts of an App for the command and the package's other entry points. */
export interface AppInternals {
  /** The places in which requests name their version, in the order in which they are read. */
  readonly sources: readonly VersionSource[];
  /** The text before the version in a path, `v`; undefined under every scheme but VersioningURI. */
  readonly prefix: string | undefined;
  /** Every version that some route answers, in their order. */
  readonly versions: () => readonly Version[];
  /** The versions that are only served and documented. */
  readonly previews: ReadonlySet<Version>;
  /** The closed list of versions, oldest first; empty without one. */
  readonly listed: readonly Version[];
  /** True if requests may name other versions than those of the list and the routes: `UnknownVersion`, `AtOrBefore`. */
  readonly takesUnlisted: boolean;
  /** Every route, in registration order; the same records as in `reached`. */
  readonly routes: () => readonly Route[];
  /** Everything that some request reaches, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  /** The routes that requests of a version reach, neutral ones included. */
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes that requests without a version reach; under VersioningURI those at the plain path. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  /** The webhooks of a version by their names there, each with every change of it. */
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version. If the version has no routes, the document of the neutral routes that its clients still reach. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** The same while nothing of the version had ended, whatever the time: what its clients are used to. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** The operations of that document by method and path (the application's own words may rename them), to judge requests without sending them. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  /** True if `AssumeVersion` may assume this version for a request that names none. */
  readonly assumes: (version: Version) => boolean;
  /** The document of requests that name no version, if `AssumeVersion` assumes this version for them. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts of a version's requests, responses and webhooks, including hidden routes, and of its errors. */
  readonly partsIn: (version: Version) => readonly ContractPart[];
  /** The lifecycles of whole versions. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The clock of lifecycles. */
  readonly now: () => Date;
}

/** A route that requests reach, once for each of its versions. */
export interface ReachedRoute {
  readonly route: Route;
  /** Undefined for a neutral route, or with versioning off. */
  readonly version: Version | undefined;
  /** As served: under VersioningURI with the version segment. */
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /** Its lifecycle, from the version and the places around the route. */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, Internal ones too. */
  readonly changes: readonly Change[];
  /** The changes that are later than the version, as observers get them. */
  readonly ahead: readonly Change[];
  /** Those of `changes` that WithChanges names. */
  readonly behaviour: readonly Change[];
  /** Those of `ahead` since which another route answers its method and path, so that they affect every call. */
  readonly replacing: readonly Change[];
}

/** Judges requests of an operation by the schemas of its version. */
export interface OperationJudge {
  /** The name of the parameter that takes all the rest of the path, as its document has it. */
  readonly rest: string | undefined;
  /** Its lifecycle, from the version and the places around the route. */
  readonly life: Life | undefined;
  /** The misfits, as a 400 lists them. `path` has the values in the order of the path's parameters. */
  readonly misfits: (
    parts: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ) => Promise<
    readonly { readonly in: string; readonly path: readonly (string | number)[]; readonly message: string }[]
  >;
}

/** One part of a version's requests, responses or webhooks, for samples. */
export interface ContractPart {
  /** Undefined for a webhook, and for the error body, which every route has. */
  readonly route: Route | undefined;
  /** `webhook cat.added`, for a webhook. */
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** `body`, `query`, `response 200`, `errors`, `payload`. */
  readonly part: string;
  /** The status that the handler means, for a response. */
  readonly status?: ResponseStatus;
  /** The version's own schema; undefined if the version has nothing there, and for errors. */
  readonly schema: object | undefined;
  /** The history that the schema belongs to; undefined for a plain schema. */
  readonly history: History | undefined;
  /** Declared examples: of a request's version, of a response's newest schema. */
  readonly examples: readonly unknown[];
  /** How a request's part is read. */
  readonly options: BodyOptions & QueryOptions;
  /** True for a member of a text part whose single value is a list of one. */
  readonly isList: (name: string) => boolean;
  /** Judges a value as the server does: of a text part its texts, of a response its JSON. */
  readonly validate: Validate;
  /** Judges a value that was converted to another link of the history. */
  readonly validateLink: (schema: object) => Validate;
}

/** A webhook in a version, as its subscribers know it. */
export interface SentWebhook {
  /** The same object for all versions of one declaration. */
  readonly declaration: object;
  /** `webhook cat.added`. */
  readonly name: string;
  /** The newest first, Internal ones too. */
  readonly changes: readonly Change[];
}

/** True if a value is an App, of this copy of the package or of another. */
export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
