import type { NextFunction, Request, Response } from "express";

/** One request on its way through an App. */
export interface Exchange {
  readonly req: Request;
  readonly res: Response;
  /** The host's `next`: what follows the App. */
  readonly next: NextFunction;
  /** Ends the exchange with an error, whatever was thrown. */
  readonly fail: Failure;
}

/**
 * Answers an error, or passes it on; never throws.
 *
 * `isPassedOn` says that the request was passed on before: its response is no longer the failing function's.
 */
export type Failure = (exchange: Exchange, error: unknown, isPassedOn?: boolean) => void;

/** One stage of an exchange; it goes on by calling `proceed`, at most once, and never throws. */
export type Step = (exchange: Exchange, proceed: () => void) => void;

/** Whether nothing more may start: the response has begun, or its client has gone. */
export function isOver({ res }: Exchange): boolean {
  return res.headersSent || res.closed;
}

/** Hands the request to what follows the App in its host. */
export function passOn({ req, next }: Exchange, error?: Error): void {
  req.next = next;
  if (error) next(error);
  else next();
}

/** Runs steps one after the other, each once the one before has proceeded, while the exchange is not over. */
export function inTurn(steps: readonly Step[]): Step {
  return (exchange, proceed) => {
    const run = (index: number): void => {
      if (isOver(exchange)) return;
      const step = steps[index];
      if (!step) {
        proceed();
        return;
      }
      step(exchange, () => {
        run(index + 1);
      });
    };
    run(0);
  };
}

/** Whether a value is a promise, or can be awaited like one. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
