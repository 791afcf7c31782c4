import type { Request } from "express";
import type { Change } from "./change";
import type { ErrorFormat } from "./error-format";
import type { HTTPError } from "./http-error";
import type { OpenAPIWords } from "./openapi";
import type { Route } from "./route";
import type { Version } from "./version";
import type { VersioningOptions } from "./versioning";

/** The title of an App that says none. */
export const defaultTitle = "API";

/** The options of `new App(options)`: docs/reference/app.md. */
export interface AppOptions {
  /** The document's `info.title`, and the realm of the challenges of a 401; default `"API"`. */
  Title?: string;
  /** The document's `info.version`, which is not a request's version; default `"0.0.0"`. */
  Version?: string;
  /** The document's `info.description`. */
  Description?: string;
  /** Merged into every document: servers, security, tags, components, ... */
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
  /** Turns an application's own errors into HTTP's; `undefined` leaves an error to be a 500. */
  MapError?: (error: unknown, req: Request) => HTTPError | undefined;
  /** The form that every error is written in; default: one JSON body for all, docs/reference/serving.md. */
  Errors?: ErrorFormat;
  /**
   * Answer 500 where a returned value does not fit its `WithResponse`: for tests and development; default false. With
   * `"stripped"` the members that the schema closes out are left out first, as in production, and the rest is judged.
   */
  CheckResponses?: boolean | "stripped";
  /**
   * Makes the ajv that checks plain JSON Schema, from the options that it has by default, for formats and keywords of an
   * application's own: `(defaults) => addFormats(new Ajv2020(defaults))`. Asked for bodies and responses, and again for
   * the texts of params, query, headers and cookies, whose defaults convert. Default: ajv as it is installed.
   */
  Ajv?: AjvFactory;
  /** The clock of lifecycles; default: the system's. */
  Now?: () => Date;
  /** Told of every matched request, before anything of its route runs: for metrics, tracing, and who still calls what. */
  OnMatch?: OnMatch;
  /** Told of every matched request once its response has ended, or its client has gone: for counting who needs which change. */
  OnAnswered?: OnAnswered;
  /** Told of every request that no route answers: unmatched, or of a version whose time is over. */
  OnRefused?: OnRefused;
  /** Where controllers come from; default: `new`. Asked at Build, once per Include. */
  Container?: Container;
}

/** Makes an ajv, or what compiles a schema to a validator as ajv does: see `AppOptions.Ajv`. */
export type AjvFactory = (defaults: object) => { compile(schema: object): unknown };

/** A listener to matched requests: it is told `RouteOf`, `VersionOf`, and the versions that the client sent. */
export type OnMatch = (req: Request, match: MatchRecord) => void;

/** The match of one request. */
interface MatchRecord {
  readonly Route: Route;
  readonly Version: Version | undefined;
  readonly Requested: readonly Version[];
  /** The changes of the route that are later than the request's version, the newest first. */
  readonly Changes: readonly Change[];
}

/** A listener to matched requests that have come to their end. */
export type OnAnswered = (req: Request, answered: AnswerRecord) => void;

/** The end of one request, beside what it matched. */
interface AnswerRecord extends MatchRecord {
  /** The status that was sent; undefined where the client had gone before any was. */
  readonly Status: number | undefined;
  /**
   * Those of `Changes` that made a difference: the request held a member that the older schema alone knows, an Up or Down
   * gave another value than it got, or an option of a `Before` held.
   */
  readonly Touched: readonly Change[];
}

/** A listener to requests that no route answers: it is told the versions that the client sent, and why. */
export type OnRefused = (
  req: Request,
  refused: { readonly Requested: readonly Version[]; readonly Reason: RefusedReason },
) => void;

/** Why no route answered: none matches, the sunset has passed, or this is a brownout. */
export type RefusedReason = "unmatched" | "gone" | "brownout";

/** Anything with `warn` and `error` that take fields and a message, as pino and the console have. */
export interface Logger {
  warn(fields: object, message: string): unknown;
  error(fields: object, message: string): unknown;
}

/** Anything with a `get` that gives a class's instance. */
export interface Container {
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- with never[], no container's own `get` would fit
  get<T>(controller: new (...args: any[]) => T): T;
}
