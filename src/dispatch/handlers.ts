import { isNativeError } from "node:util/types";
import type { NextFunction } from "express";
import { isApplication, type Guard, type Handler, type Middleware } from "../model/handler";
import { refusal } from "../model/refusals";
import { isThenable } from "../model/value";
import { isOver, passOn, type Exchange, type Serve, type Step } from "../request/exchange";
import { respondWith, type Respond } from "../answer/respond";

/** Runs one Express middleware; its `next()` proceeds, `next("route")` and `next("router")` leave the App. */
export function middlewareStep(given: Middleware): Step {
  const middleware = isApplication(given) ? withMessagesBack(given) : given;
  return (next) => (exchange) => {
    const call = new Call(exchange, next);
    call.settle(() => middleware(exchange.req, exchange.res, call.next), ignore);
  };
}

/** An application gives requests and responses its own prototypes; what it passes on gets them back as Express's `use` does. */
function withMessagesBack(application: Middleware): Middleware {
  return (req, res, next) => {
    const request = Object.getPrototypeOf(req) as object;
    const response = Object.getPrototypeOf(res) as object;
    application(req, res, (error?: unknown) => {
      Object.setPrototypeOf(req, request);
      Object.setPrototypeOf(res, response);
      next(error);
    });
  };
}

/** Asks one guard: `true` alone admits, and a denial is final. */
export function guardStep(guard: Guard): Step {
  return (next) => (exchange) => {
    const { req, res, fail } = exchange;
    const settle = (verdict: unknown): void => {
      if (verdict === true) next(exchange);
      else if (!isOver(exchange)) fail(exchange, refusal("denied", []));
    };
    const failed = (error: unknown): void => {
      fail(exchange, error);
    };
    try {
      const verdict: unknown = guard(req, res);
      if (isThenable(verdict)) Promise.resolve(verdict).then(settle, failed);
      else settle(verdict);
    } catch (error) {
      failed(error);
    }
  };
}

/** Runs the handler, which ends the exchange: what it returns is the response, its `next()` leaves the App. */
export function handlerServe(
  handler: Handler,
  status: number,
  { answer = respondWith, silent }: HandlerEnds = {},
): Serve {
  // A handler that takes no `res` cannot answer by itself: then undefined is an answer too.
  const answersAlways = handler.length < 2;
  const respond: Take = (exchange, value, call) => {
    if (value !== undefined || answersAlways) answer(exchange, value, status);
    else silent?.(exchange, call);
  };
  return (exchange) => {
    const call = new Call(exchange, passOn);
    call.settle(() => handler(exchange.req, exchange.res, call.next), respond, isError);
  };
}

/** What becomes of a handler's call. */
interface HandlerEnds {
  readonly answer?: Respond | undefined;
  /** Is told of a handler that has to answer by itself, with its call, which is settled once it has passed the request on. */
  readonly silent?: ((exchange: Exchange, call: { readonly isSettled: boolean }) => void) | undefined;
}

/**
 * One call of a function that gets `next`: the first thing it does counts.
 *
 * Once it has passed the request on, the response is no longer its own: an error is logged, a value ignored.
 */
class Call {
  #isSettled = false;
  readonly #exchange: Exchange;
  readonly #proceed: Serve;

  constructor(exchange: Exchange, proceed: Serve) {
    this.#exchange = exchange;
    this.#proceed = proceed;
    // Express's own res.sendFile and res.render tell it of an error.
    exchange.req.next = this.next;
  }

  /** Whether it has passed the request on, or failed. */
  get isSettled(): boolean {
    return this.#isSettled;
  }

  readonly next: NextFunction = (error?: unknown): void => {
    if (this.#isSettled) return;
    this.#isSettled = true;
    if (error === undefined || error === null) this.#proceed(this.#exchange);
    else if (error === "route" || error === "router") passOn(this.#exchange);
    else this.#exchange.fail(this.#exchange, error);
  };

  /** Calls the function, and takes what it returns or its promise resolves to, or its error: `fails` tells values that are one. */
  settle(call: () => unknown, take: Take, fails: (value: unknown) => boolean = never): void {
    const settled = (value: unknown): void => {
      if (fails(value)) this.#fail(value);
      else if (!this.#isSettled) take(this.#exchange, value, this);
    };
    try {
      const value = call();
      if (isThenable(value)) this.#await(value, settled);
      else settled(value);
    } catch (error) {
      this.#fail(error);
    }
  }

  #await(promise: PromiseLike<unknown>, settled: (value: unknown) => void): void {
    // Not the thenable's own `then`: it may call back twice, or with a promise.
    Promise.resolve(promise).then(settled, (error: unknown) => {
      this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    const isPassedOn = this.#isSettled;
    this.#isSettled = true;
    this.#exchange.fail(this.#exchange, error, isPassedOn);
  }
}

type Take = (exchange: Exchange, value: unknown, call: Call) => void;

function never(): boolean {
  return false;
}

/** Of another realm too, such as `node:vm`'s; a Proxy whose traps throw is no error. */
function isError(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  try {
    return value instanceof Error || isNativeError(value);
  } catch {
    return false;
  }
}

function ignore(): void {
  // A middleware's value means nothing.
}
