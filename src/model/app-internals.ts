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
  /** Every version that some route answers, oldest first. */
  readonly versions: () => readonly Version[];
  /** The versions that are served and documented, but are never the newest, and are not announced to clients. */
  readonly previews: ReadonlySet<Version>;
  /** The versions in the option `Versions`, oldest first; empty without the option. */
  readonly listed: readonly Version[];
  /** True if `UnknownVersion` or `AtOrBefore` allows requests for a version that no route declares. */
  readonly takesUnlisted: boolean;
  /** Every route, in registration order: the same objects as in `reached`. */
  readonly routes: () => readonly Route[];
  /** Every route, once for each version in which requests reach the route, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes for requests without a version. Under VersioningURI these are at `/cats`, and not at `/v1/cats`. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version. For a version without routes, the document describes the neutral routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** Like `documentOf`, but with routes whose sunset has passed, for the migration guide of the version's clients. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** The validators of a version's requests, by operation: `GET /cats/{id}`. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  readonly assumes: (version: Version) => boolean;
  /** The document for requests that name no version, and for which `AssumeVersion` assumes `version`. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts of a version's requests, responses, webhooks and error bodies, including those of hidden routes. */
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
  /** The lifecycle in this version: the route's dates replace its Routers' dates, and these the version's dates. */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, including `Internal` changes. */
  readonly changes: readonly Change[];
  /** The changes that are later than the version: `Changes` of `OnMatch`. */
  readonly ahead: readonly Change[];
  readonly behaviour: readonly Change[];
  /** The changes in `ahead` after which another route answers all requests of this route. */
  readonly replacing: readonly Change[];
}

/** Validates requests to one operation in one version, without sending them. */
export interface OperationJudge {
  /** The name of the rest parameter: `rest` for `/files/{rest...}`; undefined if the path has no rest parameter. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** The mismatches of a request, as a 400 lists them. `path` has the values of the path parameters, in order. */
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
  /** The status that the handler sends. In this version, a change may replace the status. */
  readonly status?: ResponseStatus;
  /** The schema in this version; undefined for an error body, and for a part that the version does not have. */
  readonly schema: object | undefined;
  readonly history: History | undefined;
  /** The declared examples. Those of requests have the version's form, those of responses the newest form. */
  readonly examples: readonly unknown[];
  readonly options: BodyOptions & QueryOptions;
  /** True for the name of a parameter whose value is a list: `tag=a` is read as `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates a value as the server does: parameters are strings, and a response is JSON. */
  readonly validate: Validate;
  /** Makes the validator for values that were converted to another schema of `history`. */
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
