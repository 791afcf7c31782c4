import type { Request } from "express";
import type { AjvFactory } from "./schema";
import type { Change } from "./change";
import type { ErrorFormat } from "./error-format";
import type { HTTPError } from "./http-error";
import type { OpenAPIWords } from "./openapi";
import type { Route } from "./route";
import type { Version } from "./version";
import type { VersioningOptions } from "./versioning";

/** The default title of an App. */
export const defaultTitle = "API";

/** The options of `new App(options)`: docs/reference/app.md. */
export interface AppOptions {
  /** The document's `info.title`, and the realm of the challenges of a 401; default `"API"`. */
  Title?: string;
  /** The document's `info.version`, which is not a request's version; default `"0.0.0"`. */
  Version?: string;
  /** The document's `info.description`. */
  Description?: string;
  /** Overrides members of every document: servers, security, tags, components ... */
  OpenAPI?: OpenAPIWords;
  /** How requests name their version; default: versioning is off. */
  Versioning?: VersioningOptions;
  /** Default: the console. */
  Logger?: Logger;
  /** True accepts a client's X-Request-Id if it is a UUID; default false. */
  TrustRequestID?: boolean;
  /**
   * Returns the application's own id of a request, such as a trace id of 1 to 128 visible ASCII characters. Called
   * once, when the id is first needed. After any other result `TrustRequestID` applies, and then a new UUID.
   */
  RequestID?: (req: Request) => string | undefined;
  /** True calls `next()` instead of answering 404; default false. */
  PassUnmatched?: boolean;
  /** True calls `next(error)` instead of answering 500; default false. */
  PassErrors?: boolean;
  /**
   * Converts errors of the application and of libraries to HTTP errors. After `undefined` the answer is a 500, or the
   * 4xx of an error of http-errors.
   */
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  /** The format of every error; default: the JSON body in docs/reference/serving.md. */
  Errors?: ErrorFormat;
  /**
   * True answers 500 if a returned value does not match its `WithResponse`: for tests and development; default false.
   * `"stripped"` first removes the members that the schema does not allow, as production does.
   */
  CheckResponses?: boolean | "stripped";
  /**
   * Makes an ajv for plain JSON Schemas from default options, to add formats, keywords and schemas:
   * `(defaults) => addFormats(new Ajv2020(defaults))`. Default: the installed ajv.
   *
   * Called for each use: bodies, responses, and the strings of params, query, headers and cookies, which the default
   * options convert (`"1"` to 1).
   */
  Ajv?: AjvFactory;
  /** The clock of lifecycles; default: the system clock. */
  Now?: () => Date;
  /**
   * Called for every matched request before any function of its route: for metrics, tracing, and to find clients of old
   * versions.
   */
  OnMatch?: OnMatch;
  /**
   * Called for every matched request after its response has ended or its client has disconnected: to count the clients
   * that need a change.
   */
  OnAnswered?: OnAnswered;
  /** Called for every request that no route answers: without a matching route, or of a version past its sunset ... */
  OnRefused?: OnRefused;
  /** Creates the controllers; default: `new`. Called at Build, once for each Include. */
  Container?: Container;
}

/** Gets the route of a matched request, its version, and the versions that the client sent. */
export type OnMatch = (req: Request, match: MatchRecord) => void;

interface MatchRecord {
  readonly Route: Route;
  readonly Version: Version | undefined;
  readonly Requested: readonly Version[];
  /** The route's changes that are later than the request's version, newest first. */
  readonly Changes: readonly Change[];
}

/** Gets the match of a request, and how it was answered. */
export type OnAnswered = (req: Request, answered: AnswerRecord) => void;

interface AnswerRecord extends MatchRecord {
  /** The sent status; undefined if the client disconnected first. */
  readonly Status: number | undefined;
  /**
   * Those of `Changes` that made a difference: the request had a member of an older schema only, an Up or Down changed
   * the value, an option in `Before` applied, or `HasChange` returned false.
   */
  readonly Touched: readonly Change[];
  /** The changes that the handler asked `HasChange` for; undefined if it asked for none. */
  readonly Asked?: readonly Change[] | undefined;
  /** Milliseconds since the App got the request. */
  readonly Milliseconds: number;
  /** The code of the answered error, such as `not_found`; undefined for a success. */
  readonly Code: string | undefined;
  readonly State: VersionState;
}

/** The state of a version. `"gone"`: its sunset has passed, and its successor or a 410 answers. */
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

/** Gets the reason why no route answered, and the versions that the client sent. */
export type OnRefused = (req: Request, refused: RefusalRecord) => void;

interface RefusalRecord {
  readonly Requested: readonly Version[];
  readonly Reason: RefusedReason;
}

/**
 * Why no route answered: no route matches; the version's sunset has passed; the version is in a brownout; or it is
 * later than all versions of this build.
 */
export type RefusedReason = "unmatched" | "gone" | "brownout" | "unavailable";

/** Any object with `warn` and `error` that take fields and a message, such as pino and the console. */
export interface Logger {
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

/** Any object whose `get` returns an instance of a class. */
export interface Container {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- with never[], no container's own `get` would fit
  get<T>(controller: new (...args: any[]) => T): T;
}
