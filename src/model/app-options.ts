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
  /** Overrides for every document: servers, security, tags, components, ... */
  OpenAPI?: OpenAPIWords;
  /** How requests name their version; without it versioning is off. */
  Versioning?: VersioningOptions;
  /** Default: the console. */
  Logger?: Logger;
  /** Accept a client's X-Request-Id when it is a UUID; default false. */
  TrustRequestID?: boolean;
  /**
   * Returns the application's own id for a request, such as a trace id: 1 to 128 visible ASCII characters. Called once
   * for each request, when the id is first needed. For any other result, `TrustRequestID` applies, then a new UUID.
   */
  RequestID?: (req: Request) => string | undefined;
  /** Call `next()` instead of answering the uniform 404; default false. */
  PassUnmatched?: boolean;
  /** Call `next(error)` instead of answering the uniform 500; default false. */
  PassErrors?: boolean;
  /**
   * Converts an application's own errors, and those of libraries, to HTTP errors; `undefined` leaves the error
   * unconverted: a 500, or the 4xx of an error of http-errors.
   */
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  /** The format of every error; default: one JSON body for all, docs/reference/serving.md. */
  Errors?: ErrorFormat;
  /**
   * Answers 500 if a returned value does not match its `WithResponse`: for tests and development; default false.
   * `"stripped"` first removes the members that the schema does not allow, as in production, and validates the rest.
   */
  CheckResponses?: boolean | "stripped";
  /**
   * Creates the ajv for plain JSON Schema from its default options, for the application's own formats, keywords and
   * schemas: `(defaults) => addFormats(new Ajv2020(defaults))`. Called once for each use: bodies, responses, and the
   * strings in params, query, headers and cookies; for these strings, the default options convert types (`"1"` to 1).
   * Default: the installed ajv.
   */
  Ajv?: AjvFactory;
  /** The clock of lifecycles; default: the system's. */
  Now?: () => Date;
  /**
   * Called for every matched request, before any function of its route runs: for metrics, for tracing, and to find the
   * clients of an old version.
   */
  OnMatch?: OnMatch;
  /**
   * Called for every matched request after its response has ended, or its client has disconnected: to count which
   * clients need which change.
   */
  OnAnswered?: OnAnswered;
  /** Called for every request that no route answers: unmatched, or with a version past its sunset, for example. */
  OnRefused?: OnRefused;
  /** Creates the controllers; default: `new`. Called at Build, once per Include. */
  Container?: Container;
}

/** A listener to matched requests: it gets the route, its version, and the versions that the client sent. */
export type OnMatch = (req: Request, match: MatchRecord) => void;

/** The match of one request. */
interface MatchRecord {
  readonly Route: Route;
  readonly Version: Version | undefined;
  readonly Requested: readonly Version[];
  /** The changes of the route that are later than the request's version, the newest first. */
  readonly Changes: readonly Change[];
}

/** A listener to the ends of matched requests. */
export type OnAnswered = (req: Request, answered: AnswerRecord) => void;

/** The end of one request, in addition to its match. */
interface AnswerRecord extends MatchRecord {
  /** The sent status; undefined if the client disconnected first. */
  readonly Status: number | undefined;
  /**
   * The members of `Changes` that made a difference: the request had a member that only the older schema names, an Up
   * or Down returned another value than it got, an option of a `Before` applied, or `HasChange` answered false.
   */
  readonly Touched: readonly Change[];
  /** The changes that `HasChange` was called with, whatever it returned; undefined if it was not called. */
  readonly Asked?: readonly Change[] | undefined;
  /** The time since the App got the request. */
  readonly Milliseconds: number;
  /** The code of the error that was answered; undefined for a success. */
  readonly Code: string | undefined;
  /** The state of the version that the client asked for. */
  readonly State: VersionState;
}

/** The state of a version. `"gone"` means that its sunset has passed, and that its successor or a 410 answers. */
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

/** A listener to requests that no route answers: it gets the versions that the client sent, and the reason. */
export type OnRefused = (req: Request, refused: RefusalRecord) => void;

/** The refusal of one request. */
interface RefusalRecord {
  readonly Requested: readonly Version[];
  readonly Reason: RefusedReason;
}

/**
 * Why no route answered: no route matches, the version's sunset has passed, the version is in a brownout, or it is
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
