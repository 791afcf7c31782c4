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
  /** Ends the exchange with an error of any kind. */
  readonly fail: Failure;
  /** The version in whose form errors are answered; undefined for the newest. */
  readonly errorVersion: Version | undefined;
  /** The converter of statuses and headers; undefined if the version gets the handler's own. */
  readonly earlier?: EarlierAnswer;
  /**
   * The changes that affect the request; undefined if no observer needs them.
   *
   * Set after the match, on this object: a copy, as for other members, would cost more than all other work for
   * observers.
   */
  touched?: TouchedChanges | undefined;
  /** The code of the answered error, for observers; set together with `touched`. */
  ending?: { code: string | undefined } | undefined;
  /** The time at which the App got the request, by `performance.now`; undefined if no observer needs it. */
  readonly begun?: number | undefined;
  /** The principals admitted without scopes while the version was read. */
  readonly admitted?: readonly Admission[];
  /** The refusal of a body that was read before the route's own middleware; undefined if the body may be validated. */
  readonly refusedBody?: HTTPError;
  /** Advice for the log, if a step fails with an error that clients get no description of. */
  readonly hint?: string;
  /** The contexts of this request; undefined if no conversion needs any. */
  readonly contexts?: ContextValues;
}

/**
 * Answers an error, or passes it on; never throws.
 *
 * `isPassedOn` means that the request was passed on before: its response no longer belongs to the failing function.
 */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Ends an exchange, or passes it to another handler; never throws. */
export type Serve = (exchange: Exchange) => void;

/** One step of an exchange: it calls `next` at most once, or ends the exchange. */
export type Step = (next: Serve) => Serve;

/** Chains steps in their order before the last function; each starts only if the exchange is not over. */
export function inTurn(steps: readonly Step[], last: Serve): Serve {
  return steps.reduceRight((next, step) => unlessOver(step(next)), unlessOver(last));
}

/** True if no further step may start: the response has begun, or the client has disconnected. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Passes the request to the next handler in the App's host; the route's admissions end with its match. */
export function passOn({ req, next }: Exchange, error?: Error): void {
  forgetAdmissions(req);
  // With an error, `req.route` stays: Express's error handlers find the route of the failed handler.
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
