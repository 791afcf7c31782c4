import type { NextFunction, Request, Response } from "express";
import type { Admission } from "../model/security";
import type { HTTPError } from "../model/http-error";
import type { ContextValues } from "../model/context";
import type { TouchedChanges } from "../model/history";
import type { Version } from "../model/version";
import { forgetAdmissions } from "../request/admissions";
import { takeRouteBack } from "./request-state";
import type { EarlierAnswer } from "./earlier-answer";

/** One request on its way through an App. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** The host's `next`: what follows the App. */
  readonly next: NextFunction;
  /** Ends the exchange with an error of any kind. */
  readonly fail: Failure;
  /** The version whose form an error has; undefined for the newest. */
  readonly errorVersion: Version | undefined;
  /** Undefined if the version gets the handler's statuses and headers. */
  readonly earlier?: EarlierAnswer;
  /**
   * The changes that make a difference to it; undefined if nobody needs them.
   *
   * Set once it is matched, not by a copy as others are: a copy costs more than all else that is done for those who ask.
   */
  touched?: TouchedChanges | undefined;
  /** Set with it: for those who ask how the exchange ends. */
  ending?: { code: string | undefined } | undefined;
  /** The time at which the App got the request, by `performance.now`; undefined if nobody asks for it. */
  readonly begun?: number | undefined;
  /** The principals admitted without scopes while the version was read. */
  readonly admitted?: readonly Admission[];
  /** The refusal of a body that was read before the route's own middleware; undefined if it may be judged. */
  readonly refusedBody?: HTTPError;
  /** For the log, if a step fails by an error that nothing describes to clients: how to mend it. */
  readonly hint?: string;
  /** The contexts of this request; undefined if nothing needs any. */
  readonly contexts?: ContextValues;
}

/**
 * Answers an error, or passes it on; never throws.
 *
 * `isPassedOn` means that the request was passed on before: its response no longer belongs to the failing function.
 */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Takes an exchange to its end, or to another handler; never throws. */
export type Serve = (exchange: Exchange) => void;

/** One step of an exchange: it calls `next` at most once, or ends the exchange. */
export type Step = (next: Serve) => Serve;

/** Chains steps in their order before the last function; each starts only if the exchange is not over. */
export function inTurn(steps: readonly Step[], last: Serve): Serve {
  return steps.reduceRight((next, step) => unlessOver(step(next)), unlessOver(last));
}

/** True if no further step may start: the response has begun, or its client has gone. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Passes the request to the next handler in the App's host; the route's admissions end with its match. */
export function passOn({ req, next }: Exchange, error?: Error): void {
  forgetAdmissions(req);
  // Error handlers of Express find the route of the failed handler.
  if (error === undefined) takeRouteBack(req);
  req.next = next;
  next(error);
}

function unlessOver(serve: Serve): Serve {
  return (exchange) => {
    if (!isOver(exchange)) serve(exchange);
  };
}
