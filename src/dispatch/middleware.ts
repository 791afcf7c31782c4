import type { RequestHandler } from "express";
import { matchedPath } from "../http/request-path";
import type { Middleware } from "../model/handler";
import {
  nothingRequested,
  type Match,
  type Matcher,
  type RequestedVersions,
  type VersionReader,
} from "../model/serving";
import type { Version } from "../model/version";
import { isThenable } from "../model/value";
import type { Endpoint } from "./endpoint";
import { tellingRoutes } from "./hidden-app";
import {
  inTurn,
  isOver,
  passOn,
  type Exchange,
  type Failure,
  type Serve,
  type Step,
} from "../request/exchange";
import { middlewareStep } from "./handlers";
import { sentFor, type Observers } from "./observers";
import { rememberMatch, trustRequestID } from "../request/request-state";
import { varyKeeper } from "./vary";

/** Everything that Build has determined about serving. */
export interface Plan {
  /** The handlers of `App.Use`. */
  readonly use: readonly Middleware[];
  /** Undefined if method and path are enough. */
  readonly reader: VersionReader | undefined;
  /** The header that every response's Vary must name, unless the server adds it. */
  readonly varyBy: string | undefined;
  /** Matches independently of the time; documents and commands use it. */
  readonly match: Matcher<Endpoint>;
  /** True if some version has a route there. */
  readonly hasRoute: (method: string, path: string) => boolean;
  /** Finds the match at the present time. */
  readonly find: Find;
  /** Handles an unmatched request, with its requested versions. */
  readonly unmatched: Unmatched;
  /** The version whose form the 404 has; undefined if errors are the same in every version. */
  readonly unmatchedVersion: ((url: string, requested: RequestedVersions) => Version | undefined) | undefined;
  readonly fail: Failure;
  readonly trustsRequestID: boolean;
  /** The steps of every request before `use`. */
  readonly first: readonly Step[];
  readonly observers: Observers;
  /** The versions of a request that no route matches. */
  readonly sentVersions: (exchange: Exchange, requested: RequestedVersions) => readonly Version[];
}

/** Finds the endpoint of an exchange by its requested versions. */
export type Find = (exchange: Exchange, preferred: readonly Version[]) => Match<Endpoint> | undefined;

/** Finds the same endpoint at all times. */
export function findBy(match: Matcher<Endpoint>): Find {
  return ({ req }, preferred) => match(req.method, matchedPath(req.url), preferred);
}

/** Ends an exchange without a matching route. */
export type Unmatched = (exchange: Exchange, requested: RequestedVersions) => void;

/** Leaves unmatched requests to the host. */
export const passUnmatched: Unmatched = (exchange) => {
  passOn(exchange);
};

/** Creates the Express middleware, without code that the App's requests do not need. */
export function createMiddleware(plan: Plan): RequestHandler {
  const { fail, use, varyBy, trustsRequestID } = plan;
  const steps = [
    ...(trustsRequestID ? [trustStep] : []),
    ...(varyBy === undefined ? [] : [varyStep(varyBy)]),
    ...plan.first,
    ...use.map(middlewareStep),
  ];
  const serve = inTurn(steps, dispatcher(plan));
  return tellingRoutes((req, res, next) => {
    serve({ req, res, next, fail, errorVersion: undefined, touched: undefined });
  }, plan.hasRoute);
}

const trustStep: Step = (next) => (exchange) => {
  trustRequestID(exchange.req);
  next(exchange);
};

function varyStep(field: string): Step {
  const keepVary = varyKeeper(field);
  return (next) => (exchange) => {
    keepVary(exchange.res);
    next(exchange);
  };
}

/** Reads the requested versions, if requests can name any, and serves the match. */
function dispatcher(plan: Plan): Serve {
  const { reader, find, unmatched, unmatchedVersion, sentVersions } = plan;
  const { matched, refused } = plan.observers;
  const serve = (exchange: Exchange, requested: RequestedVersions): void => {
    const { req } = exchange;
    const found = find(exchange, requested.versions);
    if (!found) {
      refused(exchange, "unmatched", () => sentVersions(exchange, requested));
      const errorVersion = unmatchedVersion?.(req.url, requested);
      unmatched(errorVersion === undefined ? exchange : { ...exchange, errorVersion }, requested);
      return;
    }
    const { value, parameters } = found;
    req.params = parameters;
    rememberMatch(req, value);
    matched(exchange, value, requested);
    const ending = value.endingFor(exchange);
    if (ending) {
      refused(exchange, ending.reason, () => sentFor(value, requested));
      value.refuse(exchange, ending);
    } else value.serve(requested.admitted ? { ...exchange, admitted: requested.admitted } : exchange);
  };
  if (reader) return readThen(reader, serve);
  return (exchange) => {
    serve(exchange, nothingRequested);
  };
}

function readThen(
  { read }: VersionReader,
  serve: (exchange: Exchange, requested: RequestedVersions) => void,
): Serve {
  return (exchange) => {
    let requested;
    try {
      requested = read(exchange.req);
    } catch (error) {
      exchange.fail(exchange, error);
      return;
    }
    if (isThenable(requested)) serveLater(exchange, requested);
    else if (!isOver(exchange)) serve(exchange, requested);
  };

  function serveLater(exchange: Exchange, reading: PromiseLike<RequestedVersions>): void {
    reading.then(
      (requested) => {
        if (!isOver(exchange)) serve(exchange, requested);
      },
      (error: unknown) => {
        exchange.fail(exchange, error);
      },
    );
  }
}
