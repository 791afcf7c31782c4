import type { NextFunction } from "express";
import type { Guard, Handler, Middleware } from "../model/handler";
import { HTTPError } from "../model/http-error";
import { isOver, isThenable, passOn, type Exchange, type Step } from "./exchange";
import { respondWith } from "./respond";

/** Runs one Express middleware; its `next()` proceeds, `next("route")` and `next("router")` leave the App. */
export function middlewareStep(middleware: Middleware): Step {
  return (exchange, proceed) => {
    const call = new Call(exchange, proceed);
    call.run(() => middleware(exchange.req, exchange.res, call.next));
  };
}

/** Asks one guard: `true` alone admits, and a denial is final. */
export function guardStep(guard: Guard): Step {
  return (exchange, proceed) => {
    const { req, res, fail } = exchange;
    const settle = (verdict: unknown): void => {
      if (verdict === true) proceed();
      else if (!isOver(exchange)) fail(exchange, new HTTPError(403));
    };
    const failed = (error: unknown): void => {
      fail(exchange, error);
    };
    try {
      const verdict: unknown = guard(req, res);
      if (isThenable(verdict)) verdict.then(settle, failed);
      else settle(verdict);
    } catch (error) {
      failed(error);
    }
  };
}

/** Runs the handler, which ends the exchange: what it returns is the response, its `next()` leaves the App. */
export function handlerStep(handler: Handler, status: number): Step {
  // A handler that takes no `res` cannot answer by itself: then undefined is an answer too.
  const answersAlways = handler.length < 2;
  return (exchange) => {
    const call = new Call(exchange, () => {
      passOn(exchange);
    });
    call.run(
      () => handler(exchange.req, exchange.res, call.next),
      (value) => {
        if (value !== undefined || answersAlways) respondWith(exchange, value, status);
      },
    );
  };
}

/**
 * One call of a function that gets `next`: the first thing it does counts.
 *
 * Once it has passed the request on, the response is no longer its own: an error is logged, a value ignored.
 */
class Call {
  #settled = false;
  readonly #exchange: Exchange;
  readonly #proceed: () => void;

  constructor(exchange: Exchange, proceed: () => void) {
    this.#exchange = exchange;
    this.#proceed = proceed;
  }

  readonly next: NextFunction = (error?: unknown): void => {
    if (this.#settled) return;
    this.#settled = true;
    if (error === undefined || error === null) this.#proceed();
    else if (error === "route" || error === "router") passOn(this.#exchange);
    else this.#exchange.fail(this.#exchange, error);
  };

  run(call: () => unknown, onValue?: (value: unknown) => void): void {
    const returned = (value: unknown): void => {
      if (!this.#settled) onValue?.(value);
    };
    const failed = (error: unknown): void => {
      this.#exchange.fail(this.#exchange, error, this.#settled);
    };
    // What Express's own res.sendFile and res.render tell of an error.
    this.#exchange.req.next = this.next;
    try {
      const value = call();
      if (isThenable(value)) value.then(returned, failed);
      else returned(value);
    } catch (error) {
      failed(error);
    }
  }
}
