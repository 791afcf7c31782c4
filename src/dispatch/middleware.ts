import type { RequestHandler } from "express";
import type { Middleware } from "../model/handler";
import { pathOfTarget } from "../http/request-path";
import type { Registration, Route } from "../model/route";
import type { Matcher, Reading } from "../model/serving";
import type { Version } from "../model/version";
import { inTurn, isOver, isThenable, type Exchange, type Failure, type Step } from "./exchange";
import { guardStep, handlerStep, middlewareStep } from "./handlers";
import { rememberMatch, trustRequestID } from "./request-state";
import { keepVary } from "./vary";

/** All that Build has settled about serving. */
export interface Plan {
  /** The handlers of `App.Use`. */
  readonly use: readonly Middleware[];
  /** Undefined where method and path are enough. */
  readonly reading: Reading | undefined;
  readonly match: Matcher<Endpoint>;
  readonly fail: Failure;
  readonly unmatched: (exchange: Exchange) => void;
  readonly trustsRequestID: boolean;
}

/** What a request is served by, once it is matched. */
export interface Endpoint {
  readonly route: Route;
  readonly version: Version | undefined;
  readonly serve: (exchange: Exchange) => void;
}

/** Makes the Express middleware; what a request needs no code for is left out here, once. */
export function createMiddleware(plan: Plan): RequestHandler {
  const { fail } = plan;
  const prepare = preparation(plan);
  const dispatch = dispatcher(plan);
  const use = inTurn(plan.use.map(middlewareStep));
  return (req, res, next) => {
    const exchange: Exchange = { req, res, next, fail };
    for (const settle of prepare) settle(exchange);
    use(exchange, () => {
      dispatch(exchange);
    });
  };
}

/** Makes what serves the matched requests of one registration: middleware, then guards, then the handler. */
export function endpointOf({ route, version }: Registration, record: Route): Endpoint {
  const steps: readonly Step[] = [...route.middleware.map(middlewareStep), ...route.guards.map(guardStep)];
  const before = inTurn(steps);
  const handle = handlerStep(route.handler, route.status);
  const serve = (exchange: Exchange): void => {
    before(exchange, () => {
      handle(exchange, () => undefined);
    });
  };
  return { route: record, version, serve };
}

function preparation({ reading, trustsRequestID }: Plan): readonly ((exchange: Exchange) => void)[] {
  const field = reading?.varyBy;
  return [
    ...(trustsRequestID
      ? [
          ({ req }: Exchange) => {
            trustRequestID(req);
          },
        ]
      : []),
    ...(field === undefined
      ? []
      : [
          ({ res }: Exchange) => {
            keepVary(res, field);
          },
        ]),
  ];
}

/** Finds what a request asks for, and serves it. */
function dispatcher({ reading, match, unmatched }: Plan): (exchange: Exchange) => void {
  const serve = (exchange: Exchange, requested: readonly Version[]): void => {
    const { req } = exchange;
    const found = match(req.method, pathOfTarget(req.url), requested);
    if (!found) {
      unmatched(exchange);
      return;
    }
    const { route, version, serve } = found.value;
    req.params = found.parameters;
    rememberMatch(req, route, version);
    serve(exchange);
  };
  return reading
    ? readThen(reading, serve)
    : (exchange) => {
        serve(exchange, []);
      };
}

function readThen(
  { read }: Reading,
  serve: (exchange: Exchange, requested: readonly Version[]) => void,
): (exchange: Exchange) => void {
  return (exchange) => {
    const failed = (error: unknown): void => {
      exchange.fail(exchange, error);
    };
    try {
      const requested = read(exchange.req);
      if (!isThenable(requested)) serve(exchange, requested);
      else {
        requested.then((versions) => {
          if (!isOver(exchange)) serve(exchange, versions);
        }, failed);
      }
    } catch (error) {
      failed(error);
    }
  };
}
