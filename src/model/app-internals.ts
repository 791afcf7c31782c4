import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./histories";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { BodyOptions, QueryOptions, ResponseStatus, Validate } from "./schema";
import type { Version } from "./version";

/** The key of an App's internals. It is registered, so that another copy of the package finds them. */
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
  /** True if `UnknownVersion` or `AtOrBefore` allows requests with a version that nothing declares. */
  readonly takesUnlisted: boolean;
  /** Every route, in registration order. `reached` contains the same record objects. */
  readonly routes: () => readonly Route[];
  /** Every route, once for each version whose requests reach the route, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes for requests without a version. Under VersioningURI these are at `/cats`, and not at `/v1/cats`. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version. For a version without routes, it describes the neutral routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** The document of a version as if no sunset had passed, for the migration guide of the version's clients. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** The validators of a version's requests, by operation: `GET /cats/{id}`. They do not send the requests. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  readonly assumes: (version: Version) => boolean;
  /** The document for requests that name no version, if `AssumeVersion` assumes the given version. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts of a version's requests, responses, webhooks and errors, including those of hidden routes. */
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
  /** The lifecycle of the route in this version. Each date is the one that is set nearest to the route. */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, including Internal changes. */
  readonly changes: readonly Change[];
  /** The changes that are later than the version, as `OnMatch` gets them. */
  readonly ahead: readonly Change[];
  readonly behaviour: readonly Change[];
  /** The changes in `ahead` after which another route answers, so that they affect every call. */
  readonly replacing: readonly Change[];
}

/** Validates requests to one operation with the schemas of the operation's version. */
export interface OperationJudge {
  /** The name of the rest parameter in the document: `rest` for `/files/{rest}`; undefined without one. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** The mismatches of a request, in the words of a 400. `path` has the values of the path parameters, in order. */
  readonly misfits: (
    parts: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ) => Promise<
    readonly { readonly in: string; readonly path: readonly (string | number)[]; readonly message: string }[]
  >;
}

/** A part of a request, response or webhook in one version, for tools that make samples. */
export interface ContractPart {
  /** The route that declares the part; undefined for a webhook, and for the error body, which all routes share. */
  readonly route: Route | undefined;
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** The name of the part: `body`, `query`, `response 200`, `errors`, `payload`. */
  readonly part: string;
  /** The status that the handler sends. A change may replace it by another status in this version. */
  readonly status?: ResponseStatus;
  /** The schema in this version; undefined for errors, and if the version has no such part. */
  readonly schema: object | undefined;
  readonly history: History | undefined;
  /** The declared examples. Those of requests have the version's form, those of responses the newest form. */
  readonly examples: readonly unknown[];
  readonly options: BodyOptions & QueryOptions;
  /** True for the name of a parameter whose value is a list, so that `tag=a` is `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates a value as the server does: parameters are strings, and a response is JSON. */
  readonly validate: Validate;
  /** Makes the validator for another schema of the history, which validates values after their conversion. */
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
