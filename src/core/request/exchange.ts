import type { NextFunction, Request, Response } from "express";
import type { Admission } from "../model/security";
import type { HTTPError } from "../model/http-error";
import type { ContextValues } from "../model/context";
import type { TouchedChanges } from "../model/histories";
import { isThenable } from "../model/value";
import type { Version } from "../model/version";
import { forgetAdmissions } from "../../security/admissions";
import type { ExchangeNotes } from "../model/exchange-notes";
import { takeRouteBack } from "./request-state";
import type { EarlierAnswer } from "../../changes/exchange/earlier-answer";

/** One request and its response, while an App handles the request. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  readonly next: NextFunction;
  readonly fail: Failure;
  /** Errors are sent in the form of this version; undefined means the newest version. */
  readonly errorVersion: Version | undefined;
  /** Converts the answer's status and headers; undefined if the version needs no conversion. */
  readonly earlier?: EarlierAnswer;
  /** The API changes that have affected the request. Mutable, because copying the exchange would take too long. */
  touched?: TouchedChanges | undefined;
  /** The values of this exchange, if a recorder records it. */
  notes?: ExchangeNotes | undefined;
  ending?: { code: string | undefined } | undefined;
  /** The time at which the request arrived, by `performance.now`; undefined if no code measures the duration. */
  readonly begun?: number | undefined;
  readonly admitted?: readonly Admission[];
  /** The error 415, if the host's middleware has parsed an HTML form, but the route accepts no forms. */
  readonly refusedBody?: HTTPError;
  readonly hint?: string;
  readonly contexts?: ContextValues;
  /** Takes back the headers of `Report`, because another handler answers; undefined if the App does not report. */
  readonly takeReportBack?: () => void;
}

/** Responds to an error. If another handler responds (`isPassedOn`), the error is only logged. Never throws. */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Answers a request, or passes the request on. Never throws. */
export type Serve = (exchange: Exchange) => void;

/** A step of serving a request, such as the guards: returns a function that calls `next`, or answers the request. */
export type Step = (next: Serve) => Serve;

/** Runs steps in order, and then `last`. Once the exchange is over, the remaining steps are skipped. */
export function inTurn(steps: readonly Step[], last: Serve): Serve {
  return steps.reduceRight((next, step) => unlessOver(step(next)), unlessOver(last));
}

/** True if the response has begun, or the client has disconnected. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Passes the request to the host's next handler without its principals: the next route must authenticate it again. */
export function passOn({ req, next, takeReportBack }: Exchange, error?: Error): void {
  forgetAdmissions(req);
  takeReportBack?.();
  // Express's error handlers read `req.route`, so it gets the host's value back only if there is no error.
  if (error === undefined) takeRouteBack(req);
  req.next = next;
  next(error);
}

/**
 * Passes the result of `call` to `settled`, and errors of both functions to `failed`. Hot path: always creating a
 * promise would take as long as reading and validating a small body.
 */
export function settle<Value>(
  call: () => Value | PromiseLike<Value>,
  settled: (value: Value) => void,
  failed: (error: unknown) => void,
): void {
  try {
    const given = call();
    // An application's own `then` may call its callbacks repeatedly; `Promise.resolve` heeds only the first call.
    if (isThenable(given)) Promise.resolve(given).then(settled).catch(failed);
    else settled(given);
  } catch (error) {
    failed(error);
  }
}

function unlessOver(serve: Serve): Serve {
  return (exchange) => {
    if (!isOver(exchange)) serve(exchange);
  };
}
