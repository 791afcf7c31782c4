import type { Request } from "express";
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
  /** Call `next()` instead of answering the uniform 404; default false. */
  PassUnmatched?: boolean;
  /** Call `next(error)` instead of answering the uniform 500; default false. */
  PassErrors?: boolean;
  /** Converts an application's own errors to HTTP errors; `undefined` means a 500. */
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  /** The format of every error; default: one JSON body for all, docs/reference/serving.md. */
  Errors?: ErrorFormat;
  /**
   * Answers 500 if a returned value does not match its `WithResponse`: for tests and development; default false.
   * `"stripped"` removes members that the schema closes out first, as in production, and validates the rest.
   */
  CheckResponses?: boolean | "stripped";
  /**
   * Creates the ajv for plain JSON Schema from its default options, for the application's own formats and keywords:
   * `(defaults) => addFormats(new Ajv2020(defaults))`. Called for bodies and responses, and again for the texts of
   * params, query, headers and cookies, whose defaults convert types. Default: the installed ajv.
   */
  Ajv?: AjvFactory;
  /** The clock of lifecycles; default: the system's. */
  Now?: () => Date;
  /**
   * Called for every matched request, before anything of its route runs: for metrics, tracing, and to see who still
   * calls an old version.
   */
  OnMatch?: OnMatch;
  /**
   * Called for every matched request after its response has ended, or its client has gone: to count who needs which
   * change.
   */
  OnAnswered?: OnAnswered;
  /** Called for every request that no route answers: unmatched, or of a version whose time is over. */
  OnRefused?: OnRefused;
  /** Creates the controllers; default: `new`. Called at Build, once per Include. */
  Container?: Container;
}

/** Creates an ajv, or an object that compiles schemas in the same way: see `AppOptions.Ajv`. */
export type AjvFactory = (defaults: object) => { compile(schema: object): unknown };

/** A listener to matched requests: it gets `RouteOf`, `VersionOf`, and the versions that the client sent. */
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
  /** The sent status; undefined if the client had gone before. */
  readonly Status: number | undefined;
  /**
   * The members of `Changes` that made a difference: the request had a member that only the older schema names, an Up
   * or Down returned another value than it got, or an option of a `Before` applied.
   */
  readonly Touched: readonly Change[];
}

/** A listener to requests that no route answers: it gets the versions that the client sent, and the reason. */
export type OnRefused = (
  req: Request,
  refused: { readonly Requested: readonly Version[]; readonly Reason: RefusedReason },
) => void;

/** Why no route answered: none matches, the sunset has passed, or this is a brownout. */
export type RefusedReason = "unmatched" | "gone" | "brownout";

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
