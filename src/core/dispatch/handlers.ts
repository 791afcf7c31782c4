import type { NextFunction } from "express";
import { isAboutUndefined } from "../errors/failures";
import { isApplication, type Guard, type Handler, type Middleware } from "../model/handler";
import { refusal } from "../model/refusals";
import { isThenable } from "../model/value";
import { isOver, passOn, settle, type Exchange, type Serve, type Step } from "../request/exchange";
import { isErrorObject } from "../answer/body";
import type { Respond } from "../answer/respond";

/** Runs one middleware. `next()` runs the next step; `next("route")` leaves the App for Express's next handler. */
export function middlewareStep(given: Middleware): Step {
  const middleware = isApplication(given) ? withMessagesBack(given) : given;
  return (next) => (exchange) => {
    const call = new Call(exchange, next);
    call.settle(() => middleware(exchange.req, exchange.res, call.next), ignore);
  };
}

/** Restores the prototypes of `req` and `res` after a nested Express application, as Express's own `use` does. */
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

/** Called with the result of a guard that is neither true nor false. */
export type UnclearVerdict = (guard: Guard, verdict: unknown) => void;

/** Runs a guard. Only `true` lets the request continue. */
export function guardStep(guard: Guard, unclear: UnclearVerdict): Step {
  return (next) => (exchange) => {
    const { req, res, fail } = exchange;
    settle(
      (): unknown => guard(req, res),
      (verdict) => {
        if (verdict === true) next(exchange);
        else if (!isOver(exchange)) {
          if (verdict !== false) unclear(guard, verdict);
          fail(exchange, refusal("denied", []));
        }
      },
      (error) => {
        fail(exchange, error);
      },
    );
  };
}

/** Runs the handler, and answers with its returned value. `next()` leaves the App for Express's next handler. */
export function handlerServe(
  handler: Handler,
  status: number,
  { answer, nothing = answer, silent }: HandlerEnds,
): Serve {
  // A handler without a parameter `res` cannot send a response later, so a returned undefined counts as its answer.
  const answersAlways = handler.length < 2;
  const respond: Take = (exchange, value, call) => {
    if (value !== undefined) answer(exchange, value, status);
    else if (answersAlways) nothing(exchange, value, status);
    else silent?.(exchange, call);
  };
  return (exchange) => {
    const call = new Call(exchange, passOn, handler);
    call.settle(() => handler(exchange.req, exchange.res, call.next), respond, isErrorObject);
  };
}

interface HandlerEnds {
  readonly answer: Respond;
  /** Answers if a handler that does not take the parameter `res` returns undefined. The default is `answer`. */
  readonly nothing?: Respond | undefined;
  /** Called if a handler with `res` returns undefined. `isSettled` becomes true when it calls `next()` or fails. */
  readonly silent?: ((exchange: Exchange, call: { readonly isSettled: boolean }) => void) | undefined;
}

/** One call of a handler or middleware. Only the first result, error or `next()` counts; later errors are logged. */
class Call {
  #isSettled = false;
  readonly #exchange: Exchange;
  readonly #proceed: Serve;
  readonly #handler: Handler | undefined;

  constructor(exchange: Exchange, proceed: Serve, handler?: Handler) {
    this.#exchange = exchange;
    this.#proceed = proceed;
    this.#handler = handler;
    // `res.sendFile` and `res.render` of Express pass their errors to `req.next`.
    exchange.req.next = this.next;
  }

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

  /** Runs `call`, and passes its result to `take`. A result for which `fails` is true counts as an error. */
  settle(call: () => unknown, take: Take, fails: (value: unknown) => boolean = () => false): void {
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
    // A `then` that is not a Promise's may call back twice, or with a promise. `Promise.resolve` corrects this.
    Promise.resolve(promise).then(settled, (error: unknown) => {
      this.#fail(error);
    });
  }

  #fail(error: unknown): void {
    const isPassedOn = this.#isSettled;
    this.#isSettled = true;
    const hint = this.#handler && unboundHint(this.#handler, error);
    this.#exchange.fail(hint ? { ...this.#exchange, hint } : this.#exchange, error, isPassedOn);
  }
}

/** Returns a hint for the log if a method was passed without its object: `app.Get("/cats", cats.list)`. */
function unboundHint(handler: Handler, error: unknown): string | undefined {
  if (!isAboutUndefined(error)) return undefined;
  // Matches the source of a method that uses `this`, such as `list(req) { return this.cats; }`.
  const isMethod = /^(?:async\s+)?(?!function\b|async\b)[\w$]+\s*\([^]*\bthis[.?[]/.test(
    Function.prototype.toString.call(handler),
  );
  const { name } = handler;
  return isMethod
    ? `; this is undefined in the method ${name}, which was passed without its object: pass (req, res) => object.${name}(req, res)`
    : undefined;
}

type Take = (exchange: Exchange, value: unknown, call: Call) => void;

function ignore(): void {
  // The result of a middleware is ignored.
}
