import type { Request } from "express";
import type { AjvFactory } from "../../schema/interface/schema";
import type { Change } from "../../schema/interface/change";
import type { ErrorFormat } from "./error-format";
import type { HTTPError } from "./http-error";
import type { OpenAPIWords } from "../../schema/interface/openapi";
import type { Route } from "./route";
import type { Version } from "./version";
import type { VersioningOptions } from "./versioning";

export const defaultTitle = "API";

/** The key of a listener in an App's options that gets only upgrades. All copies of the package share the symbol. */
export const upgradeListener: unique symbol = Symbol.for("versioned-controllers.upgrade-listener");

/** The options of `new App(options)`: docs/reference/app.md. */
export interface AppOptions {
  /** The document's `info.title`, and the `realm` of a 401's WWW-Authenticate header; default `"API"`. */
  Title?: string;
  /** The document's `info.version`, which is not a request's version; default `"0.0.0"`. */
  Version?: string;
  /** The document's `info.description`. */
  Description?: string;
  /** Overrides members of every document: servers, security, tags, components ... */
  OpenAPI?: OpenAPIWords;
  /** How requests name their version; default: versioning is off. */
  Versioning?: VersioningOptions;
  /** The logger; default: the console. */
  Logger?: Logger;
  /** If true, a client's X-Request-Id that is a UUID becomes the request's id; default false. */
  TrustRequestID?: boolean;
  /**
   * Returns the application's own id of a request, such as a trace id: 1 to 128 visible ASCII characters. For any other
   * result, the App creates the id itself. Called when the id is first needed.
   */
  RequestID?: (req: Request) => string | undefined;
  /** If true, the App calls `next()` instead of answering 404; default false. */
  PassUnmatched?: boolean;
  /**
   * If true, `req.params` keeps the parameters of the path where the App is mounted, as with `mergeParams` of Express's
   * Router. A route's parameter replaces one of the same name. Default false.
   */
  MergeParams?: boolean;
  /** If true, the App calls `next(error)` instead of answering 500; default false. */
  PassErrors?: boolean;
  /**
   * Converts errors of the application and of libraries to HTTP errors. If it returns undefined, an error made by
   * http-errors is answered with its own 4xx, and any other error with 500.
   */
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  /** The format of every error; default: the JSON body in docs/reference/serving.md. */
  Errors?: ErrorFormat;
  /**
   * For tests and development. `true`: a returned value that does not match its `WithResponse` becomes a 500.
   * `"stripped"`: members that the schema forbids are removed before the check, as in production. Default: false.
   */
  CheckResponses?: boolean | "stripped";
  /**
   * Creates an ajv that validates plain JSON Schemas, so that you can add formats, keywords and schemas:
   * `(defaults) => addFormats(new Ajv2020(defaults))`. By default, the package uses the installed `ajv`.
   *
   * Called several times: bodies, responses and strings (params, query, headers, cookies) have separate ajvs. The
   * `defaults` are the options that the package needs; for strings, they let ajv convert `"1"` to 1.
   */
  Ajv?: AjvFactory;
  /** Returns the current time, for deprecation, sunset and brownouts; default: the system clock. */
  Now?: () => Date;
  /** Called for every matched request before any function of its route, for example for metrics and tracing. */
  OnMatch?: OnMatch;
  /** Called for every matched request after its response has ended, or its client has disconnected. */
  OnAnswered?: OnAnswered;
  /** Called for every request that no route answers, with the reason, such as an unknown path or an ended version. */
  OnRefused?: OnRefused;
  /** Creates the instance of each included controller class while `Build` runs; default: `new Controller()`. */
  Container?: Container;
}

/** Called with the route of a matched request, its version, and the versions that the client sent. */
export type OnMatch = (req: Request, match: MatchRecord) => void;

interface MatchRecord {
  readonly Route: Route;
  /**
   * The template with which the request has reached the route, with the path where the App is mounted, every prefix and
   * the version: `/api/v1/cats/{id}`, for `http.route`.
   */
  readonly Address: string;
  readonly Version: Version | undefined;
  readonly Requested: readonly Version[];
  /** The route's changes that are later than the request's version, newest first. */
  readonly Changes: readonly Change[];
}

/** Called after the response, with the request's route and version, and the result: status, changes and time. */
export type OnAnswered = (req: Request, answered: AnswerRecord) => void;

interface AnswerRecord extends MatchRecord {
  /** The sent status; undefined if the client disconnected before the response. */
  readonly Status: number | undefined;
  /**
   * The changes in `Changes` that affected this request: they converted its body or response (`Up`, `Down`), replaced
   * an option (`Before`), made `HasChange` return false, or removed a member that the request contains.
   */
  readonly Touched: readonly Change[];
  /** The changes that the handler passed to `HasChange`; undefined if the handler did not call `HasChange`. */
  readonly Asked?: readonly Change[] | undefined;
  /** Milliseconds from the arrival of the request until its response ended, or its client disconnected. */
  readonly Milliseconds: number;
  /** The code of the error in the response, such as `not_found`; undefined for a success. */
  readonly Code: string | undefined;
  readonly State: VersionState;
}

/** The state of a version. `"gone"`: after its sunset, when requests get a 410, or the `Successor`'s route answers. */
export type VersionState = "served" | "preview" | "deprecated" | "gone";

/** The message on the diagnostics channel `versioned-controllers:match`. */
export interface MatchMessage extends MatchRecord {
  readonly Request: Request;
}

/** The message on the diagnostics channel `versioned-controllers:answered`. */
export interface AnsweredMessage extends AnswerRecord {
  readonly Request: Request;
}

/** The message on the diagnostics channel `versioned-controllers:refused`. */
export interface RefusedMessage extends RefusalRecord {
  readonly Request: Request;
}

/** Called with the reason why no route answered, and the versions that the client sent. */
export type OnRefused = (req: Request, refused: RefusalRecord) => void;

interface RefusalRecord {
  readonly Requested: readonly Version[];
  /** Places of the request whose text names no version: `header X-API-Version: sent on 2 lines`. */
  readonly Unreadable?: readonly string[];
  readonly Reason: RefusedReason;
  /** The template of the route whose version is `"gone"` or in a `"brownout"`; otherwise undefined. */
  readonly Address?: string | undefined;
}

/**
 * The reason of a refusal. `"gone"`: the version has ended. `"unknown"`: the App never had it, by `UnknownVersion:
 * "refuse"`. `"unavailable"`: it is newer than the App's versions.
 */
export type RefusedReason = "unmatched" | "gone" | "brownout" | "unknown" | "unavailable";

/** An object with the methods `warn` and `error`, which take fields and a message, such as pino or the console. */
export interface Logger {
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

/** An object whose method `get` returns an instance of a class, such as a container for dependency injection. */
export interface Container {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- with never[], no container's own `get` would fit
  get<T>(controller: new (...args: any[]) => T): T;
}
