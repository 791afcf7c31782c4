import type { NextFunction, Request, Response } from "express";
import type { Admission } from "../model/security";
import type { HTTPError } from "../model/http-error";
import type { ContextValues } from "../model/context";
import type { TouchedChanges } from "../model/histories";
import { isThenable } from "../model/value";
import type { Version } from "../model/version";
import { forgetAdmissions } from "../request/admissions";
import { takeRouteBack } from "./request-state";
import type { EarlierAnswer } from "./earlier-answer";

/** One request on its way through an App. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** The host's `next`: it calls the middleware after the App. */
  readonly next: NextFunction;
  readonly fail: Failure;
  /** The version in whose form errors are sent; undefined for the newest. */
  readonly errorVersion: Version | undefined;
  /** Converts statuses and headers; undefined if the version has the handler's own. */
  readonly earlier?: EarlierAnswer;
  /**
   * The changes that affect the request; undefined if no observer needs them.
   *
   * Set on this object after the match: a copy of the exchange, as for other members, costs more than all observers.
   */
  touched?: TouchedChanges | undefined;
  /** The code of the error that was answered; present together with `touched`. */
  ending?: { code: string | undefined } | undefined;
  /** The time by `performance.now` at which the request came; undefined if no observer needs it. */
  readonly begun?: number | undefined;
  /** The principals that were admitted while the version was read. */
  readonly admitted?: readonly Admission[];
  /** The refusal of a body that the host has read; undefined if the body may be validated. */
  readonly refusedBody?: HTTPError;
  /** Advice for the log, if a step fails with a 500. */
  readonly hint?: string;
  /** The contexts of this request; undefined if no conversion needs any. */
  readonly contexts?: ContextValues;
}

/**
 * Answers an error, or passes it on; never throws.
 *
 * `isPassedOn`: the request was passed on earlier, so that its response belongs to another handler.
 */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Answers a request, or passes it on; never throws. */
export type Serve = (exchange: Exchange) => void;

/** One step of a request: it calls `next` at most once, or answers. */
export type Step = (next: Serve) => Serve;

/** Chains steps before `last`; a step is skipped once the exchange is over. */
export function inTurn(steps: readonly Step[], last: Serve): Serve {
  return steps.reduceRight((next, step) => unlessOver(step(next)), unlessOver(last));
}

/** True if the response has begun, or the client has disconnected. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Passes the request to the next handler of the host, and forgets who was admitted. */
export function passOn({ req, next }: Exchange, error?: Error): void {
  forgetAdmissions(req);
  // With an error, `req.route` stays: Express's error handlers read it.
  if (error === undefined) takeRouteBack(req);
  req.next = next;
  next(error);
}

/**
 * Calls a function, and passes on its result or error: at once, unless the result is a promise.
 *
 * Hot path: a promise for each step of a request took as long as reading and validating a small body.
 */
export function settle<Value>(
  call: () => Value | PromiseLike<Value>,
  settled: (value: Value) => void,
  failed: (error: unknown) => void,
): void {
  let given: Value | PromiseLike<Value>;
  let isLater: boolean;
  try {
    given = call();
    isLater = isThenable(given);
  } catch (error) {
    failed(error);
    return;
  }
  // The thenable's own `then` may call back twice, or with a promise.
  if (isLater) Promise.resolve(given).then(settled, failed);
  else settled(given as Value);
}

function unlessOver(serve: Serve): Serve {
  return (exchange) => {
    if (!isOver(exchange)) serve(exchange);
  };
}
