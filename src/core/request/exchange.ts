import { isThenable } from "../model/value";
import type { DirectJSON, Exchange, Failure, Serve, Step } from "../model/exchange";
import { forgetAdmissions, takeRouteBack } from "./request-state";
import type { Request } from "express";
import { isFault } from "../model/fault";
import type { Version } from "../model/version";

export type { DirectJSON, Exchange, Failure, Serve, Step };

export function requestInWords({ method, baseUrl, path }: Request): string {
  return `${method} ${baseUrl}${path}`;
}

/** Adds the request, such as `GET /books`, to the message of a {@link Fault}. Returns other errors unchanged. */
export function namingRequest(error: unknown, req: Request, version?: Version): unknown {
  return isFault(error) ? error.of(requestInWords(req), version) : error;
}

/** Puts steps around a function, the first outermost, even if the exchange is over. */
export function within(steps: readonly Step[], serve: Serve): Serve {
  return steps.reduceRight((next, step) => step(next), serve);
}

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
