import { isNativeError } from "node:util/types";
import type { Request } from "express";
import {
  isConcealed,
  isFault,
  takeFacts,
  type LogFacts,
  isValueError,
  isKindError,
  isResponseError,
} from "../model/fault";
import { type HTTPError, isHTTPError } from "../model/http-error";
import type { AppOptions, Logger } from "../model/app-options";
import { assertUnderstood, strangerInWords } from "../model/copies";
import { isRefusal, refusal, refusals } from "../model/refusals";
import type { ErrorDowns } from "../model/serving";
import { pathOfTarget } from "../../http/request-path";
import { routeName, takeRejection, takeRejectionsWithin } from "../model/value";
import { isErrorObject } from "../answer/body";
import { type AnswerError, type ErrorAnswer, errorAnswerer, type Explanation } from "./error-answer";
import { requestInWords, type Exchange, type Failure, isOver, passOn } from "../request/exchange";
import { type ErrorReading, exposedAnswer, unexposedHint } from "./foreign-errors";
import { writeLog } from "./log";
import { matchedBy, RequestID } from "../request/request-state";
import type { IncomingMessage } from "node:http";
import { declaresBody } from "../../http/header-lines";

export interface ErrorAnswers {
  readonly fail: Failure;
  /** Answers without a line in the log, for example the 503 for a version that this process does not know yet. */
  readonly answerQuietly: (exchange: Exchange, error: ErrorAnswer) => void;
  /** Answers 404. With the option `Explain`, the answer contains the explanation `version`. */
  readonly answerUnmatched: (exchange: Exchange, version?: Explanation) => void;
}

type ErrorOptions = Pick<AppOptions, "MapError" | "PassErrors" | "Logger" | "Errors">;

/** Creates the functions that answer with errors. `read` finds the status in errors of other libraries. */
export function errorAnswers(
  { MapError, PassErrors = false, Logger = console, Errors = {} }: ErrorOptions,
  downs: ErrorDowns | undefined,
  read = exposedAnswer,
): ErrorAnswers {
  const answerError = errorAnswerer(Errors, downs, (exchange, failure) => {
    log(Logger, exchange, { err: failure, facts: takeFacts(failure) });
  });
  return {
    fail: (exchange, thrown, isPassedOn = false) => {
      // If a promise was thrown, its later rejection must not remain unhandled.
      takeRejectionsWithin(thrown);
      const facts = takeFacts(thrown);
      const meaning = understand(thrown, exchange.req, { read, MapError });
      const { error, cause, failure } = meaning;
      const hint = error ? meaning.hint : meaning.hint || exchange.hint;
      if (isPassedOn) log(Logger, exchange, { err: cause, facts });
      else if (!error && PassErrors) passOn(exchange, asError(cause));
      else answer(exchange, { ...meaning, hint, facts }, answerError, Logger);
      // MapError threw, but the client gets the 4xx of the original error, so the error of MapError is only logged.
      if (failure !== undefined) log(Logger, exchange, { err: failure });
    },
    answerQuietly: (exchange, error) => {
      if (!isOver(exchange)) answerError(exchange, error, undefined);
    },
    answerUnmatched: (exchange, version) => {
      if (isOver(exchange)) return;
      const { req } = exchange;
      // Hot path: creating an HTTPError would take most of the time, because of its stack.
      const { status, code, text } = refusals.unmatched;
      const message = text(req.method, sentPath(req));
      answerError(exchange, { status, code, message, version }, undefined);
    },
  };
}

function answer(
  exchange: Exchange,
  { error = refusal("failure", []), cause, thrown, hint, facts }: ErrorMeaning & Pick<FailureInLog, "facts">,
  answerError: AnswerError,
  logger: Logger,
): void {
  const { res } = exchange;
  if (error.status >= 500 || res.headersSent) {
    log(logger, exchange, { err: cause, hint: res.headersSent ? "" : hint, facts });
  }
  if (res.headersSent) {
    // A closed connection shows the client that the response is incomplete.
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (isOver(exchange)) return;
  try {
    answerError(exchange, error, thrown);
  } catch (unwritable) {
    if (error.status < 500) log(logger, exchange, { err: unwritable });
    answerError(exchange, refusal("failure", []), thrown);
  }
}

interface ErrorMeaning {
  /** The response for the thrown value; undefined if the client gets a 500. */
  readonly error: ErrorAnswer | undefined;
  readonly cause: unknown;
  /** The value as application code threw it; undefined if this package made the error. */
  readonly thrown: unknown;
  /** The reason of a 500 for the log, if the message of the error does not contain the reason. */
  readonly hint?: string | undefined;
  /** An error that MapError threw. It is only logged, because the client gets a 4xx for the original error. */
  readonly failure?: unknown;
}

interface ErrorInterpreters {
  readonly read: ErrorReading;
  readonly MapError: AppOptions["MapError"];
}

function understand(given: unknown, req: Request, interpreters: ErrorInterpreters): ErrorMeaning {
  let thrown = given;
  try {
    const stranger = strangerInWords(given);
    if (stranger !== undefined) {
      const cause = new TypeError(`the thrown value is ${stranger}`, { cause: given });
      return { error: refusal("failure", []), cause, thrown };
    }
    // The thrown value may be a Proxy, which may throw at each access, so the checks are inside of the `try`.
    if (isHTTPError(given)) {
      return { error: given, cause: given, thrown: isRefusal(given) ? undefined : given };
    }
    if (isKindError(given)) {
      return { error: refusal("failure", []), cause: given.of(requestInWords(req)), thrown };
    }
    if (isResponseError(given)) return { error: refusal("failure", []), cause: given, thrown };
    // A mistake of the application stays a 500: MapError must not turn it into a mistake of the client.
    if (isFault(given) || isValueError(given)) {
      return { error: undefined, cause: given, thrown };
    }
    if (!isConcealed(given)) return meaningOfOther(given, req, interpreters);
    thrown = given.cause;
    return { error: isHTTPError(thrown) ? thrown : mapped(thrown, req, interpreters), cause: thrown, thrown };
  } catch (failure) {
    const error = httpErrorIn(failure);
    return { error, cause: error ?? bothOf(thrown, failure), thrown };
  }
}

function meaningOfOther(thrown: unknown, req: Request, interpreters: ErrorInterpreters): ErrorMeaning {
  const exposed = interpreters.read(thrown);
  if (!exposed) {
    return { error: mapped(thrown, req, interpreters), cause: thrown, thrown, hint: unexposedHint(thrown) };
  }
  // An error with `expose: true` is the client's mistake, so a 5xx from MapError is ignored.
  const unlessServers = (error: HTTPError | undefined): ErrorAnswer =>
    error && error.status < 500 ? error : exposed;
  try {
    return { error: unlessServers(mapped(thrown, req, interpreters)), cause: thrown, thrown };
  } catch (failure) {
    const error = httpErrorIn(failure);
    const both = error ? {} : { failure: bothOf(thrown, failure) };
    return { error: unlessServers(error), cause: thrown, thrown, ...both };
  }
}

function mapped(thrown: unknown, req: Request, { MapError }: ErrorInterpreters): HTTPError | undefined {
  const error: unknown = MapError?.(thrown, req);
  takeRejection(error);
  assertUnderstood("MapError", error);
  return isHTTPError(error) ? error : undefined;
}

function bothOf(thrown: unknown, failure: unknown): AggregateError {
  return new AggregateError(
    [thrown, failure],
    "handling an error caused a second error, in AppOptions.MapError or while the first error was read: errors lists both",
  );
}

/** Returns the value if it is an HTTPError; undefined for other values, and for a Proxy that throws. */
function httpErrorIn(value: unknown): HTTPError | undefined {
  try {
    return isHTTPError(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the path as the client sent it. Express sets `originalUrl`; requests outside of Express have only `url`. */
function sentPath({ originalUrl, url }: { readonly originalUrl?: string; readonly url: string }): string {
  return pathOfTarget(originalUrl ?? url);
}

function asError(value: unknown): Error {
  return isErrorObject(value)
    ? value
    : new Error("a value that is not an Error was thrown", { cause: value });
}

/** Wraps an error of a request without an Express application, because that is probably its cause. */
function withPlace(thrown: unknown, { app }: Partial<Pick<Request, "app">>): unknown {
  if (app) return thrown;
  return new TypeError(
    "the middleware from Build() must run inside an Express application: express().use(app.Build()), or CreateServer(app)",
    { cause: thrown },
  );
}

interface FailureInLog {
  readonly err: unknown;
  readonly hint?: string | undefined;
  /** Facts besides the error, such as `{ change: "Cats have colours", side: "Up" }`. */
  readonly facts?: LogFacts | undefined;
}

function log(logger: Logger, { req }: Exchange, { err, hint = "", facts }: FailureInLog): void {
  const matched = matchedBy(req);
  const path = sentPath(req);
  const about = {
    request_id: RequestID(req),
    method: req.method,
    path,
    ...(matched && { route: matched.record.Path }),
    ...(matched?.version !== undefined && { version: matched.version }),
    ...facts,
    err: withPlace(err, req),
  };
  // Log tools group lines by their text, so the text is the same for all requests of a route.
  const place = matched ? routeName(matched.record) : `${req.method} ${path}`;
  writeLog(logger, "error", `${place} failed${hint}${unreadBodyHint(req, err)}`, about);
}

type BodyRequest = Pick<IncomingMessage, "headers" | "readableDidRead"> & { readonly body?: unknown };

/** Returns a hint for the log if the error probably comes from a `req.body` that nothing has read. Never throws. */
export function unreadBodyHint(req: BodyRequest, thrown: unknown): string {
  try {
    const isUnread = req.body === undefined && !req.readableDidRead && declaresBody(req);
    return isUnread && isAboutUndefined(thrown) ? unreadBodyText : "";
  } catch {
    // A getter of the request or of the error has failed.
    return "";
  }
}

const unreadBodyText =
  "; nothing has read the request's body, so req.body is undefined: declare WithBody(schema) on the route, " +
  "or use express.json() before the App; WithBody reads the body after guards and middleware";

/** True for a TypeError such as "Cannot read properties of undefined"; false if its message cannot be read. */
export function isAboutUndefined(thrown: unknown): boolean {
  try {
    return isNativeError(thrown) && thrown.name === "TypeError" && thrown.message.includes("undefined");
  } catch {
    return false;
  }
}
