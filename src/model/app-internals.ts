import type { Life, Lifecycle } from "./lifecycle";
import type { History } from "./histories";
import type { OpenAPIDocument } from "./openapi";
import type { Change } from "./change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Route } from "./route";
import type { BodyOptions, QueryOptions, ResponseStatus, Validate } from "./schema";
import type { Version } from "./version";

/**
 * The only access to an App's internals. The symbol is registered, because the command and the user's App may come from
 * two copies of this package.
 */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

/** The data of an App for the command and the package's other entry points. */
export interface AppInternals {
  /** The places of a version in a request, in the order in which they are read. */
  readonly sources: readonly VersionSource[];
  /** `v`, the text before the version in a path; undefined without VersioningURI. */
  readonly prefix: string | undefined;
  /** Every version that some route answers, in their order. */
  readonly versions: () => readonly Version[];
  /** The preview versions: served and documented, but never the newest, and not announced to clients. */
  readonly previews: ReadonlySet<Version>;
  /** `Versions`, oldest first; empty without that option. */
  readonly listed: readonly Version[];
  /**
   * True if requests may name versions that neither `Versions` nor a route has: with `UnknownVersion` or `AtOrBefore`.
   */
  readonly takesUnlisted: boolean;
  /** Every route, in registration order; the same records as in `reached`. */
  readonly routes: () => readonly Route[];
  /** Every route in each version whose requests reach it, in registration order. */
  readonly reached: () => readonly ReachedRoute[];
  /** The routes that requests of a version reach, neutral ones included. */
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  /** The routes that requests without a version reach: under VersioningURI those at `/cats`, not at `/v1/cats`. */
  readonly reachedUnnamed: () => readonly ReachedRoute[];
  /** The webhooks of a version, with their names in that version and all their changes. */
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The document of a version; for a version without routes, that of the neutral routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** The document of a version as if nothing had ended, whatever the time, for the migration guide of its clients. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /**
   * Functions that validate a request to an operation without sending it, by `GET /cats/{id}`. Overrides of the
   * document do not rename these keys.
   */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  /** True if `AssumeVersion` may assume this version. */
  readonly assumes: (version: Version) => boolean;
  /** The document of requests that name no version, if `AssumeVersion` assumes this version. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts of a version's requests, responses, webhooks and errors, including those of hidden routes. */
  readonly partsIn: (version: Version) => readonly ContractPart[];
  /** The lifecycles of whole versions. */
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  /** The clock of lifecycles. */
  readonly now: () => Date;
}

/** A route in one of its versions. */
export interface ReachedRoute {
  readonly route: Route;
  /** Undefined for a neutral route, or with versioning off. */
  readonly version: Version | undefined;
  /** The served path, with the version under VersioningURI: `/v1/cats`. */
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /**
   * The route's lifecycle in this version; each field comes from the route, or from the nearest router or controller
   * around it.
   */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, Internal ones too. */
  readonly changes: readonly Change[];
  /** The changes that are later than the version, as in `OnMatch`. */
  readonly ahead: readonly Change[];
  /** Those of `changes` that `WithChanges` names. */
  readonly behaviour: readonly Change[];
  /** Those of `ahead` since which another route answers at this method and path: they affect every call. */
  readonly replacing: readonly Change[];
}

/** Validates requests of an operation by the schemas of its version. */
export interface OperationJudge {
  /** The name of the path's rest parameter in the document: `rest` for `/files/{rest}`; undefined without one. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** A request's misfits in the words of a 400; `path` has the values of the path parameters, in order. */
  readonly misfits: (
    parts: Readonly<Record<string, unknown>>,
    path: readonly string[],
  ) => Promise<
    readonly { readonly in: string; readonly path: readonly (string | number)[]; readonly message: string }[]
  >;
}

/** A part of a request, response or webhook in one version, for samples. */
export interface ContractPart {
  /** The route of the part; undefined for a webhook, and for the error body, which every route has. */
  readonly route: Route | undefined;
  /** `webhook cat.added`, for a webhook. */
  readonly webhook?: string;
  readonly way: "request" | "answer";
  /** The name of the part: `body`, `query`, `response 200`, `errors`, `payload`. */
  readonly part: string;
  /** For a response: the handler's status, before a change of statuses converts it for the version. */
  readonly status?: ResponseStatus;
  /** The version's own schema; undefined for errors, and if the version has no such part. */
  readonly schema: object | undefined;
  /** The history that the schema belongs to; undefined for a plain schema. */
  readonly history: History | undefined;
  /** The declared examples: of a request in the version's form, of a response in the newest form. */
  readonly examples: readonly unknown[];
  /** How a request's part is read. */
  readonly options: BodyOptions & QueryOptions;
  /** True for a name in a text part, such as the query, whose single value is a list: `tag=a` is `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates a value as the server does: the strings of a text part, the JSON of a response. */
  readonly validate: Validate;
  /** Creates the validator of another link of the history, for values that were converted to that link. */
  readonly validateLink: (schema: object) => Validate;
}

/** A webhook in a version, as its subscribers know it. */
export interface SentWebhook {
  /** The identity of the webhook: one object for all versions of one declaration. */
  readonly declaration: object;
  /** `webhook cat.added`. */
  readonly name: string;
  /** The webhook's changes, newest first; Internal changes count. */
  readonly changes: readonly Change[];
}

/** True if a value is an App, of this copy of the package or of another. */
export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
