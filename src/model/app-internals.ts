import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./histories";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { BodyOptions, QueryOptions, ResponseStatus, Validate } from "./schema";
import type { Version } from "./version";

/** Registered, so that another copy of the package finds the internals. */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

export interface AppInternals {
  readonly sources: readonly VersionSource[];
  /** The `v` of `/v1/cats`; undefined without VersioningURI. */
  readonly prefix: string | undefined;
  /** Every version that some route answers, oldest first. */
  readonly versions: () => readonly Version[];
  /** Served and documented, but never the newest, and not announced to clients. */
  readonly previews: ReadonlySet<Version>;
  /** The option `Versions`, oldest first. */
  readonly listed: readonly Version[];
  /** True if `UnknownVersion` or `AtOrBefore` allows versions that nothing declares. */
  readonly takesUnlisted: boolean;
  /** In registration order. `reached` has the same record objects. */
  readonly routes: () => readonly Route[];
  /** In registration order, once for each version whose requests reach the route. */
  readonly reached: () => readonly ReachedRoute[];
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes at `/cats` under VersioningURI, not those at `/v1/cats`. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** For a version without routes, describes the neutral routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** Creates the document as if no sunset had passed, for the guide of the version's clients. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** Validates requests to operations such as `GET /cats/{id}`. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  readonly assumes: (version: Version) => boolean;
  /** Documents requests that name no version, if `AssumeVersion` assumes this version. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** Includes webhooks, errors, and hidden routes. */
  readonly partsIn: (version: Version) => readonly ContractPart[];
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  readonly now: () => Date;
}

export interface ReachedRoute {
  readonly route: Route;
  /** Undefined for a neutral route, or with versioning off. */
  readonly version: Version | undefined;
  /** The served path, with the version under VersioningURI: `/v1/cats`. */
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /** Each field comes from the nearest place around the route that sets it. */
  readonly life: Life | undefined;
  /** Newest first, including Internal changes. */
  readonly changes: readonly Change[];
  /** The changes later than the version, as `OnMatch` gets them. */
  readonly ahead: readonly Change[];
  /** The members of `changes` that `WithChanges` names. */
  readonly behaviour: readonly Change[];
  /** The members of `ahead` after which another route answers, so that they affect every call. */
  readonly replacing: readonly Change[];
}

export interface OperationJudge {
  /** The name of the rest parameter: `rest` for `/files/{rest}` in the document. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** The messages are the words of a 400. `path` has the values of the path parameters, in order. */
  readonly misfits: (
    parts: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ) => Promise<
    readonly { readonly in: string; readonly path: readonly (string | number)[]; readonly message: string }[]
  >;
}

/** A part of a request, response or webhook, from which samples are made. */
export interface ContractPart {
  /** Undefined for a webhook, and for the error body, which all routes share. */
  readonly route: Route | undefined;
  /** The name in messages: `webhook cat.added`. */
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** `body`, `query`, `response 200`, `errors` or `payload`. */
  readonly part: string;
  /** The handler's status, which a change may convert for the version. */
  readonly status?: ResponseStatus;
  /** Undefined for errors, and if the version has no such part. */
  readonly schema: object | undefined;
  readonly history: History | undefined;
  /** Requests have the version's form, responses the newest form. */
  readonly examples: readonly unknown[];
  readonly options: BodyOptions & QueryOptions;
  /** True if a value in a text part is a list, so that `tag=a` is `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates like the server: a text part has strings, and a response has JSON. */
  readonly validate: Validate;
  /** Validates values that were converted to another schema of the history. */
  readonly validateLink: (schema: object) => Validate;
}

export interface SentWebhook {
  /** The identity of the webhook, which is one object for all versions. */
  readonly declaration: object;
  /** The name in messages: `webhook cat.added`. */
  readonly name: string;
  /** Newest first, including Internal changes. */
  readonly changes: readonly Change[];
}

/** True for an App of any copy of the package. */
export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
