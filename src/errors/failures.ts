import { isNativeError } from "node:util/types";
import type { Request } from "express";
import { ConversionError, ThrownInConversion } from "../history/conversion-errors";
import { HTTPError, KindError, ResponseError } from "../model/http-error";
import type { AppOptions, Logger } from "../model/app-options";
import { refusal, refusals } from "../model/refusals";
import type { ErrorDowns } from "../model/serving";
import { pathOfTarget } from "../http/request-path";
import { takeRejection } from "../model/value";
import { errorAnswerer, type AnswerError, type ErrorAnswer } from "./error-answer";
import type { Explanation } from "./explain";
import { requestInWords } from "../answer/conversion-failure";
import { isOver, passOn, type Exchange, type Failure, type Step } from "../request/exchange";
import { exposedAnswer, type ErrorReading } from "./foreign-errors";
import { writeLog } from "./log";
import { unreadBodyHint } from "./unread-body";
import { RequestID } from "../request/request-state";
import type { Version } from "../model/version";

/** How an App answers requests that end in an error. */
export interface ErrorAnswers {
  readonly fail: Failure;
  /** Answers the uniform 404, with version details if `Explain` is set. */
  readonly answerUnmatched: (exchange: Exchange, version?: Explanation) => void;
}

type ErrorOptions = Pick<AppOptions, "MapError" | "PassErrors" | "Logger" | "Errors">;

/**
 * Creates the error answers of an App, in its own format and for each version; `read` interprets errors of other
 * libraries.
 */
export function errorAnswers(
  { MapError, PassErrors = false, Logger = console, Errors = {} }: ErrorOptions,
  downs: ErrorDowns | undefined,
  read = exposedAnswer,
): ErrorAnswers {
  const answerError = errorAnswerer({
    format: Errors,
    downs,
    report: (exchange, failure) => {
      log(Logger, exchange, failure);
    },
  });
  return {
    fail: (exchange, thrown, isPassedOn = false) => {
      // If a promise is thrown, or passed to `next`, its rejection would otherwise be unhandled.
      takeRejection(thrown);
      const { error, cause } = understand(thrown, exchange.req, { read, MapError });
      if (isPassedOn) log(Logger, exchange, cause);
      else if (!error && PassErrors) passOn(exchange, asError(cause));
      else answer(exchange, { error: error ?? refusal("failure", []), cause }, { answerError, Logger });
    },
    answerUnmatched: (exchange, version) => {
      if (isOver(exchange)) return;
      const { req } = exchange;
      // Hot path: the stack of an HTTPError would cost more than everything else.
      const { status, code, text } = refusals.unmatched;
      const message = text(req.method, sentPath(req));
      answerError(exchange, { status, code, message, version });
    },
  };
}

/** The functions that answer and log an error. */
interface AnswerMeans {
  readonly answerError: AnswerError;
  readonly Logger: Logger;
}

function answer(
  exchange: Exchange,
  { error, cause }: InterpretedError & { readonly error: ErrorAnswer },
  { answerError, Logger: logger }: AnswerMeans,
): void {
  const { res } = exchange;
  if (error.status >= 500 || res.headersSent) log(logger, exchange, cause);
  if (res.headersSent) {
    // Half a response must not look complete; a finished one is left as it is.
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (isOver(exchange)) return;
  try {
    answerError(exchange, error);
  } catch (unwritable) {
    if (error.status < 500) log(logger, exchange, unwritable);
    answerError(exchange, refusal("failure", []));
  }
}

/** An error as HTTP has it, undefined if nothing describes it; and the error to log. */
interface InterpretedError {
  readonly error: ErrorAnswer | undefined;
  readonly cause: unknown;
}

/** The interpreters of an error, in the order in which they are asked. */
interface ErrorInterpreters {
  readonly read: ErrorReading;
  readonly MapError: AppOptions["MapError"];
}

function understand(thrown: unknown, req: Request, { read, MapError }: ErrorInterpreters): InterpretedError {
  try {
    // Even `instanceof` may throw, for a Proxy.
    if (thrown instanceof HTTPError) return { error: thrown, cause: thrown };
    if (thrown instanceof KindError) {
      return { error: refusal("failure", []), cause: thrown.of(requestInWords(req)) };
    }
    if (thrown instanceof ResponseError) return { error: refusal("failure", []), cause: thrown };
    // This is the application's mistake, and no client may be blamed for it: MapError is not asked.
    if (thrown instanceof ConversionError) return { error: undefined, cause: thrown };
    if (thrown instanceof ThrownInConversion) return askMapError(thrown.cause, req, MapError);
    const answer = read(thrown);
    if (answer) return { error: answer, cause: thrown };
    return askMapError(thrown, req, MapError);
  } catch (failure) {
    const error = httpErrorIn(failure);
    if (error) return { error, cause: error };
    return {
      error: undefined,
      cause: new AggregateError(
        [thrown, failure],
        "MapError threw, or the thrown value could not be inspected",
      ),
    };
  }
}

/** Undefined for any other value, even a Proxy that throws. */
function httpErrorIn(value: unknown): HTTPError | undefined {
  try {
    return value instanceof HTTPError ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An HTTPError is its own answer; MapError is asked about every other value. */
function askMapError(thrown: unknown, req: Request, MapError: AppOptions["MapError"]): InterpretedError {
  if (thrown instanceof HTTPError) return { error: thrown, cause: thrown };
  const error: unknown = MapError?.(thrown, req);
  takeRejection(error);
  return { error: error instanceof HTTPError ? error : undefined, cause: thrown };
}

/**
 * The path as the client sent it. Without Express around the App only `url` exists, and the error must still be
 * answered.
 */
function sentPath({
  originalUrl,
  url,
}: Pick<Request, "url"> & Partial<Pick<Request, "originalUrl">>): string {
  return pathOfTarget(originalUrl ?? url);
}

function asError(value: unknown): Error {
  return isNativeError(value) || value instanceof Error
    ? value
    : new Error("a value that is not an Error was thrown", { cause: value });
}

/** Without an Express application around the request, name that as the cause: most such errors come from it. */
function withPlace(thrown: unknown, { app }: Partial<Pick<Request, "app">>): unknown {
  if (app) return thrown;
  return new TypeError(
    "the middleware from Build() must run inside an Express application: express().use(app.Build()), or CreateServer(app)",
    { cause: thrown },
  );
}

function log(logger: Logger, { req }: Exchange, err: unknown): void {
  const fields = { component: "Router", request_id: RequestID(req), err: withPlace(err, req) };
  const message = `${req.method} ${sentPath(req)} failed${unreadBodyHint(req, err)}`;
  writeLog(logger, { level: "error", fields, message });
}

/** Selects the version whose form the errors of an exchange have. */
export function errorVersionStep(version: Version): Step {
  return (next) => (exchange) => {
    next({ ...exchange, errorVersion: version });
  };
}
