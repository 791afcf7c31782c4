import type { NextFunction, Request, Response } from "express";
import type { Admission } from "../model/security";
import type { ContextValues } from "../model/context";
import type { TouchedChanges } from "../model/touched";
import type { Version } from "../model/version";
import { forgetAdmissions } from "../request/admissions";
import type { EarlierAnswer } from "./earlier-answer";

/** One request on its way through an App. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** The host's `next`: what follows the App. */
  readonly next: NextFunction;
  /** Ends the exchange with an error, whatever was thrown. */
  readonly fail: Failure;
  /** The version whose clients an error is told to; undefined for the newest. */
  readonly errorVersion: Version | undefined;
  /** Undefined where the version is sent what the handler means. */
  readonly earlier?: EarlierAnswer;
  /**
   * The changes that make a difference to it; undefined where nobody asks.
   *
   * Set once it is matched, not by a copy as others are: a copy costs more than all else that is done for those who ask.
   */
  touched?: TouchedChanges | undefined;
  /** Those whom schemes admitted, asked without scopes, while the version was read. */
  readonly admitted?: readonly Admission[];
  /** The contexts of this request; undefined where nothing needs any. */
  readonly contexts?: ContextValues;
}

/**
 * Answers an error, or passes it on; never throws.
 *
 * `isPassedOn` says that the request was passed on before: its response is no longer the failing function's.
 */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** Takes an exchange to its end, or to where something else goes on with it; never throws. */
export type Serve = (exchange: Exchange) => void;

/** One stage of an exchange: it calls `next`, at most once, or ends the exchange. */
export type Step = (next: Serve) => Serve;

/** Joins steps, in their order, before what comes last; each starts only while the exchange is not over. */
export function inTurn(steps: readonly Step[], last: Serve): Serve {
  return steps.reduceRight((next, step) => unlessOver(step(next)), unlessOver(last));
}

/** Whether nothing more may start: the response has begun, or its client has gone. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Hands the request to what follows the App in its host; whom the route has admitted ends with its match. */
export function passOn({ req, next }: Exchange, error?: Error): void {
  forgetAdmissions(req);
  req.next = next;
  next(error);
}

function unlessOver(serve: Serve): Serve {
  return (exchange) => {
    if (!isOver(exchange)) serve(exchange);
  };
}
