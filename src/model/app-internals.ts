import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./histories";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { BodyOptions, QueryOptions, ResponseStatus, Validate } from "./schema";
import type { Version } from "./version";

/** The key of an App's internals. All copies of the package share the registered symbol. */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

/** The data of an App that the command and the package's other entry points read. */
export interface AppInternals {
  readonly sources: readonly VersionSource[];
  /** The text before the version in a path, such as `v`; undefined without VersioningURI. */
  readonly prefix: string | undefined;
  /** Every version in which the App has a route, oldest first. */
  readonly versions: () => readonly Version[];
  /** The previews: they are served and documented, but do not count as the newest, and are not announced to clients. */
  readonly previews: ReadonlySet<Version>;
  /** The versions in the option `Versions`, oldest first; empty without the option. */
  readonly listed: readonly Version[];
  /** True if clients may request a version that no route declares, because of `UnknownVersion` or `AtOrBefore`. */
  readonly takesUnlisted: boolean;
  /** The records of all routes, in registration order. `reached` contains the same objects. */
  readonly routes: () => readonly Route[];
  /** Every route, once for each version in which requests reach the route, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes for requests that name no version. Under VersioningURI, their paths have no version: `/cats`. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version. For a version without routes, it describes the `VersionNeutral` routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** The document of a version, including routes whose sunset has passed, for the migration guide. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** For each operation, such as `GET /cats/{id}`, a validator of its requests in a version. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  readonly assumes: (version: Version) => boolean;
  /** The document for clients that name no version, if `AssumeVersion` assumes `version` for them. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts (`body`, `response 200` ...) of all requests, responses, webhooks and errors, even of hidden routes. */
  readonly partsIn: (version: Version) => readonly ContractPart[];
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  readonly now: () => Date;
}

/** A route in one of its versions. */
export interface ReachedRoute {
  readonly route: Route;
  readonly version: Version | undefined;
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /** The lifecycle in this version. Dates of the route override its Routers' dates, which override the version's. */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, including `Internal` changes. */
  readonly changes: readonly Change[];
  /** The changes that are later than the version: `Changes` of `OnMatch`. */
  readonly ahead: readonly Change[];
  readonly behaviour: readonly Change[];
  /** The changes in `ahead` with which another route took over the method and path of this route. */
  readonly replacing: readonly Change[];
}

/** Validates requests to one operation in one version, without sending them. */
export interface OperationJudge {
  /** The name of the rest parameter: `rest` for `/files/{rest...}`; undefined if the path has no rest parameter. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** Validates a request, and lists its errors like a 400. `path` has the values of the path parameters, in order. */
  readonly misfits: (
    parts: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ) => Promise<
    readonly { readonly in: string; readonly path: readonly (string | number)[]; readonly message: string }[]
  >;
}

/** A part of a request, response or webhook in one version, for tools such as `CheckChanges`. */
export interface ContractPart {
  /** The route that declares the part; undefined for a webhook, and for the error body, which all routes share. */
  readonly route: Route | undefined;
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** The name of the part: `body`, `query`, `response 200`, `errors`, `payload`. */
  readonly part: string;
  /** The status that the handler sends. Because of a `Before`, clients of this version may get another status. */
  readonly status?: ResponseStatus;
  /** The schema in this version; undefined for an error body, and for a part that the version does not have. */
  readonly schema: object | undefined;
  readonly history: History | undefined;
  /** The declared examples. Examples of requests have this version's form, those of responses the newest form. */
  readonly examples: readonly unknown[];
  readonly options: BodyOptions & QueryOptions;
  /** True for the name of a parameter whose value is a list: `tag=a` is read as `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates a value as the server does: parameters are strings, and a response is JSON. */
  readonly validate: Validate;
  /** Creates the validator for values that were converted to `schema`, another schema of `history`. */
  readonly validateLink: (schema: object) => Validate;
}

/** A webhook in one version, with the name that its subscribers know. */
export interface SentWebhook {
  /** An object that identifies the webhook, the same for all versions of one declaration. */
  readonly declaration: object;
  readonly name: string;
  readonly changes: readonly Change[];
}

export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
