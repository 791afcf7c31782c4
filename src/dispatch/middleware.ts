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

/** All that Build has settled about serving. */
export interface Plan {
  /** The handlers of `App.Use`. */
  readonly use: readonly Middleware[];
  /** Undefined where method and path are enough. */
  readonly reader: VersionReader | undefined;
  /** The field that every response's Vary is to name, unless the server sees to that. */
  readonly varyBy: string | undefined;
  /** Whatever the clock says: what documents and commands are made from. */
  readonly match: Matcher<Endpoint>;
  /** Whether some version has a route there. */
  readonly hasRoute: (method: string, path: string) => boolean;
  /** Finds what answers now. */
  readonly find: Find;
  /** Takes what no route matches, and what it asked for. */
  readonly unmatched: Unmatched;
  /** The version in whose words it is told of that; undefined where errors are the same in every version. */
  readonly unmatchedVersion: ((url: string, requested: RequestedVersions) => Version | undefined) | undefined;
  readonly fail: Failure;
  readonly trustsRequestID: boolean;
  /** The steps that run for every request before `use`. */
  readonly first: readonly Step[];
  readonly observers: Observers;
  /** The versions that a client sent with what no route matches. */
  readonly sentVersions: (exchange: Exchange, requested: RequestedVersions) => readonly Version[];
}

/** Finds the endpoint of an exchange, by the versions that it asks for. */
export type Find = (exchange: Exchange, requested: readonly Version[]) => Match<Endpoint> | undefined;

/** Finds the same at all times. */
export function findBy(match: Matcher<Endpoint>): Find {
  return ({ req }, requested) => match(req.method, matchedPath(req.url), requested);
}

/** Ends an exchange that no route matches. */
export type Unmatched = (exchange: Exchange, requested: RequestedVersions) => void;

/** Leaves to the host what no route matches. */
export const passUnmatched: Unmatched = (exchange) => {
  passOn(exchange);
};

/** Makes the Express middleware; what requests need no code for is left out here, once. */
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

/** Reads the versions that a request asks for, where it can ask for any, and serves what it matches. */
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
