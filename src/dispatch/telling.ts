import type { Request } from "express";
import { takeRejection } from "../model/value";
import type { Exchange } from "../request/exchange";

/** Runs what tells an application; what it throws, or its promise rejects with, is logged, and the request goes on. */
export function telling(exchange: Exchange, run: () => unknown): void {
  try {
    handleRejection(exchange, run());
  } catch (error) {
    logFailure(exchange, error);
  }
}

/** The same for one listener; hot path: without a function for each request. */
export function tell<Told>(
  exchange: Exchange,
  listener: (req: Request, told: Told) => unknown,
  told: Told,
): void {
  try {
    handleRejection(exchange, listener(exchange.req, told));
  } catch (error) {
    logFailure(exchange, error);
  }
}

function handleRejection(exchange: Exchange, given: unknown): void {
  if (given === undefined) return;
  takeRejection(given, (error) => {
    logFailure(exchange, error);
  });
}

function logFailure(exchange: Exchange, error: unknown): void {
  exchange.fail(exchange, error, true);
}
