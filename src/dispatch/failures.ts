import { isNativeError } from "node:util/types";
import type { Request } from "express";
import { ConversionError } from "../model/conversion-error";
import { HTTPError } from "../model/http-error";
import type { AppOptions, Logger } from "../model/options";
import { refusal, refusals } from "../model/refusals";
import { pathOfTarget } from "../http/request-path";
import { answerError } from "./error-answer";
import type { Explanation } from "./explain";
import { isOver, passOn, type Exchange, type Failure } from "./exchange";
import { codeOfParserError } from "./parser-errors";
import { RequestID } from "./request-state";
import { isObject } from "../model/value";

type FailureOptions = Pick<AppOptions, "MapError" | "PassErrors" | "Logger">;

/** Makes what an App does with every error of its requests. */
export function failureWith({ MapError, PassErrors = false, Logger = console }: FailureOptions): Failure {
  return (exchange, thrown, isPassedOn = false) => {
    const { error, cause } = understand(thrown, exchange.req, MapError);
    if (isPassedOn) log(Logger, exchange, cause);
    else if (!error && PassErrors) passOn(exchange, asError(cause));
    else answer(exchange, error ?? refusal("failure", []), cause, Logger);
  };
}

/** Answers the uniform 404; with what it says of versions, where that is asked for. */
export function answerUnmatched(exchange: Exchange, version?: Explanation): void {
  if (isOver(exchange)) return;
  const { req, res } = exchange;
  // Hot path: no HTTPError, since an Error's stack costs more than all the rest.
  const { status, code, text } = refusals.unmatched;
  const message = text(req.method, pathOfTarget(req.originalUrl));
  answerError(req, res, { status, code, message, version });
}

function answer(exchange: Exchange, error: HTTPError, cause: unknown, logger: Logger): void {
  const { req, res } = exchange;
  if (error.status >= 500 || res.headersSent) log(logger, exchange, cause);
  if (res.headersSent) {
    // Half a response must not look whole; a finished one stands.
    if (!res.writableEnded) res.destroy();
    return;
  }
  if (isOver(exchange)) return;
  try {
    answerError(req, res, error);
  } catch (unwritable) {
    if (error.status < 500) log(logger, exchange, unwritable);
    answerError(req, res, refusal("failure", []));
  }
}

/** An error as HTTP has it, undefined where nothing says how; and what to log of it. */
interface Understood {
  readonly error: HTTPError | undefined;
  readonly cause: unknown;
}

function understand(thrown: unknown, req: Request, mapError: AppOptions["MapError"]): Understood {
  try {
    // Even this look at it may throw: a Proxy is what its traps make of it.
    if (thrown instanceof HTTPError) return { error: thrown, cause: thrown };
    // The application's mistake, whatever MapError would make of it: no client may be blamed for it.
    if (thrown instanceof ConversionError) return { error: undefined, cause: thrown };
    const error: unknown = exposedError(thrown) ?? mapError?.(thrown, req);
    return { error: error instanceof HTTPError ? error : undefined, cause: thrown };
  } catch (failure) {
    if (failure instanceof HTTPError) return { error: failure, cause: failure };
    return {
      error: undefined,
      cause: new AggregateError([thrown, failure], "the error could not be read, or MapError failed"),
    };
  }
}

/** What http-errors makes, and body parsers throw: an error that says itself that the client may see it. */
function exposedError(thrown: unknown): HTTPError | undefined {
  if (!isObject(thrown) || !("expose" in thrown) || thrown.expose !== true) {
    return undefined;
  }
  const { status, statusCode, message } = thrown as {
    status?: unknown;
    statusCode?: unknown;
    message?: unknown;
  };
  const code = status ?? statusCode;
  if (typeof code !== "number" || !Number.isInteger(code) || code < 400 || code > 499) return undefined;
  const text = typeof message === "string" ? message : undefined;
  const parserCode = codeOfParserError(thrown);
  return new HTTPError(code, text, parserCode && { code: parserCode });
}

function asError(value: unknown): Error {
  return isNativeError(value) || value instanceof Error
    ? value
    : new Error("something that is no Error was thrown", { cause: value });
}

function log(logger: Logger, { req }: Exchange, err: unknown): void {
  const fields = { component: "Router", request_id: RequestID(req), err };
  const message = `${req.method} ${pathOfTarget(req.originalUrl)} failed`;
  try {
    logger.error(fields, message);
  } catch (failure) {
    logWithoutLogger({ ...fields, logger: failure }, message);
  }
}

/* eslint-disable no-console -- the last resort: the client still gets its answer, and the error a place to be read */

function logWithoutLogger(fields: object, message: string): void {
  try {
    console.error(fields, message);
  } catch {
    // What was thrown can't even be read.
    console.error(message);
  }
}

/* eslint-enable no-console */
