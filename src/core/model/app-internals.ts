import type { Life, Lifecycle } from "./lifecycle";
import type { ReplayableRoute } from "../../schema/interface/exchange-recorder";
import type { History } from "../../schema/interface/histories";
import type { OpenAPIDocument } from "../../schema/interface/openapi";
import type { Change } from "../../schema/interface/change";
import { isCollector } from "./value";
import type { VersionSource } from "./source";
import type { Resolution } from "./resolution";
import type { Route } from "./route";
import type {
  BodyOptions,
  ClosedMembers,
  JSONSchema,
  OutputReader,
  Part,
  QueryOptions,
  ResponseStatus,
  Schema,
  Side,
  Validate,
} from "../../schema/interface/schema";
import type { Version } from "./version";
import type { Versioning } from "./versioning";
import type { Request } from "express";
import type { VersionState } from "./app-options";

/** The key of an App's internals. All copies of the package share the registered symbol. */
export const internals: unique symbol = Symbol.for("versioned-controllers.app");

/** The data of an App for the command-line tool, and for entry points such as `versioned-controllers/testing`. */
export interface AppInternals {
  readonly sources: readonly VersionSource[];
  readonly plain: Versioning["plain"];
  /** The version that is assumed for every request that names none; undefined if a function finds the version. */
  readonly alwaysAssumed: Version | undefined;
  /** The places in which clients name a version: for a version in `PlainVersions`, those that `AssumeVersion` reads. */
  readonly sourcesOf: (version: Version) => readonly VersionSource[];
  /** The text before the version in a path: `v` for `/v1/cats`; undefined if paths do not contain the version. */
  readonly prefix: string | undefined;
  /** Every version in which the App has a route, oldest first. */
  readonly versions: () => readonly Version[];
  /** The preview versions are served and documented, but none counts as the newest or is announced to clients. */
  readonly previews: ReadonlySet<Version>;
  /** The versions in the option `Versions`, oldest first; empty without the option. */
  readonly listed: readonly Version[];
  /** The versions in the option `Retired`, which have no routes any more. */
  readonly retired: Versioning["retired"];
  /** True if a request may name a version that no route has, such as a date between two releases. */
  readonly takesUnlisted: boolean;
  /** All declarations with what they inherit, for tools that show where something is declared. */
  readonly resolution: Resolution;
  /** The records of all routes, in registration order. */
  readonly routes: () => readonly Route[];
  /** Every route that requests can reach, once for each of its versions. */
  readonly reached: () => readonly ReachedRoute[];
  readonly reachedBy: (version: Version) => readonly ReachedRoute[];
  readonly webhooksOf: (version: Version) => readonly SentWebhook[];
  /** The OpenAPI document of a version. If no route has the version, the document has only `VersionNeutral` routes. */
  readonly documentOf: (version: Version) => OpenAPIDocument;
  /** Like `App.Document`, but at the paths with the version, even if `PlainVersions` lists the version. */
  readonly versionedDocument: (version?: Version) => OpenAPIDocument;
  /** Like `documentOf`, but with the routes whose sunset has passed, for migration guides. */
  readonly lastingDocumentOf: (version: Version) => OpenAPIDocument;
  /** For each operation, such as `GET /cats/{id}`, a validator of its requests in a version. */
  readonly judgesOf: (version: Version) => ReadonlyMap<string, OperationJudge>;
  readonly assumes: (version: Version) => boolean;
  /** The document for clients that name no version, if `AssumeVersion` assumes `version` for them. */
  readonly assumedDocumentOf: (version: Version) => OpenAPIDocument;
  /** The parts (`body`, `response 200` ...) of all requests, responses, webhooks and errors, even of hidden routes. */
  readonly partsIn: (version: Version) => readonly ContractPart[];
  /** The histories of `V.Stored`, if the option `Versions` is the list of this `V`. */
  readonly stored: () => readonly History[];
  readonly linkSchemas: LinkSchemas;
  /** The routes of a version, with their conversions, for replaying a recording. Neutral routes are left out. */
  readonly replayable: (version: Version) => readonly ReplayableRoute[];
  readonly lifecycles: ReadonlyMap<Version, Lifecycle>;
  readonly now: () => Date;
}

/** Describes and validates the schemas of histories as the App does, with the App's ajv and components. */
export interface LinkSchemas {
  /** The JSON Schema of a schema's input or output, or the reason why there is none. */
  readonly describe: (
    schema: object,
    side: Side,
  ) => { readonly json: JSONSchema } | { readonly failure: string };
  /** Makes the validator of what clients send in a part of a request, or of a stored value. */
  readonly sentBy: (schema: Schema, part: Part) => Validate;
  /** Makes the validator of what an `Up` returns. */
  readonly behindUp: (schema: Schema, part: Part) => Validate;
  /** Makes the validator of what a handler or a `Down` returns. */
  readonly answered: (schema: Schema) => Validate;
  readonly closedMembers: (schema: Schema) => ClosedMembers | undefined;
}

/** A route in one of its versions. */
export interface ReachedRoute {
  readonly route: Route;
  readonly version: Version | undefined;
  readonly path: string;
  readonly deprecated: boolean;
  readonly sunset: Date | undefined;
  /** The dates of the route in this version: its own, else those of its Router, else those of the version. */
  readonly life: Life | undefined;
  /** Every change of the route, newest first, including changes that the changelog hides. */
  readonly changes: readonly Change[];
  /** The route's changes that are newer than this version. `OnMatch` gets them as `Changes`. */
  readonly ahead: readonly Change[];
  readonly behaviour: readonly Change[];
  /** The changes with which the route begins or ends. */
  readonly bounds: readonly Change[];
  /** The changes in `ahead` in which another route replaced this route at its method and path. */
  readonly replacing: readonly Change[];
}

/** Validates requests to one operation in one version, without sending them. */
export interface OperationJudge {
  /** The name of the rest parameter: `rest` for `/files/{rest...}`; undefined if the path has no rest parameter. */
  readonly rest: string | undefined;
  readonly life: Life | undefined;
  /** Returns the validation errors of a request. The argument `path` has the path parameters: `["7"]` for `/cats/7`. */
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
  /** The status that the handler sends. Clients of this version may get another one, for example by `Restatus`. */
  readonly status?: ResponseStatus;
  /** The schema in this version; undefined if the version lacks the part, and always for the part `errors`. */
  readonly schema: object | undefined;
  readonly history: History | undefined;
  /** The declared examples: of a request, as this version's clients send it; of a response, as handlers return it. */
  readonly examples: readonly unknown[];
  readonly options: BodyOptions & QueryOptions;
  /** True for the name of a parameter whose value is a list: `tag=a` is read as `["a"]`. */
  readonly isList: (name: string) => boolean;
  /** Validates a value as the server would: a parameter as the text that was sent, and a response as parsed JSON. */
  readonly validate: Validate;
  /** Creates a validator for values that were converted to `schema`, one of the schemas in `history`. */
  readonly validateLink: (schema: object) => Validate;
  /** Reads the schemas in `history`, with the App's components. */
  readonly reader: OutputReader;
}

/** A webhook in one version, with the name that its subscribers know. */
export interface SentWebhook {
  /** The identity of the webhook: the same object in all its versions. */
  readonly declaration: object;
  readonly name: string;
  readonly changes: readonly Change[];
}

/** The version of a request for an upgrade, such as that of a WebSocket, as `VersionOfUpgrade` returns it. */
export interface UpgradeVersion {
  /** The App's version; undefined if the request names none, or only versions that the App does not have. */
  readonly Version?: Version;
  /** The versions that the client sent, most preferred first; with `AtOrBefore` the date. */
  readonly Requested: readonly Version[];
  /** The state of the version that the client asked for; undefined if the App does not know the version. */
  readonly State?: VersionState;
}

/** Reads the version of an upgrade, and reports the upgrade to the observers of the App. */
export type ReadUpgrade = (req: Request) => Promise<UpgradeVersion>;

export function hasInternals(value: unknown): value is { readonly [internals]: AppInternals } {
  return isCollector(value) && internals in value;
}
