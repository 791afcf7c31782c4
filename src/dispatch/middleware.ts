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
import { findIDBy, rememberMatch, type IDSource } from "../request/request-state";
import { varyKeeper } from "./vary";

/** Everything that Build has determined about serving. */
export interface Plan {
  /** The handlers of `App.Use`. */
  readonly use: readonly Middleware[];
  /** Reads the requested versions; undefined if method and path are enough to match. */
  readonly reader: VersionReader | undefined;
  /** The header that every response's Vary must name, unless the server adds it. */
  readonly varyBy: string | undefined;
  /** Matches independently of the time; documents and commands use it. */
  readonly match: Matcher<Endpoint>;
  /** True if some version has a route for a method and path. */
  readonly hasRoute: (method: string, path: string) => boolean;
  /** True if a request for which no version has a route goes to the host before any version is read. */
  readonly passesUnread: boolean;
  /** Finds the match at the present time. */
  readonly find: Find;
  /** Handles an unmatched request, with its requested versions. */
  readonly unmatched: Unmatched;
  /**
   * Creates the 503 of an unmatched request that another instance may serve; undefined if the options exclude a 503.
   */
  readonly unavailable:
    | ((exchange: Exchange, requested: RequestedVersions, isPassedOn: boolean) => Unavailable | undefined)
    | undefined;
  /** True if unmatched requests go to the host, whose routes belong to no version of the App. */
  readonly passesUnmatched: boolean;
  /** Warns of the versions of accounts that are not in the list. */
  readonly warnPins: (pins: readonly Version[]) => void;
  /** The version that determines the form of a 404; undefined if errors are the same in every version. */
  readonly unmatchedVersion: ((url: string, requested: RequestedVersions) => Version | undefined) | undefined;
  readonly fail: Failure;
  /** The source of request ids; undefined if the package creates all of them. */
  readonly idSource: IDSource | undefined;
  /** The steps of every request before `use`. */
  readonly first: readonly Step[];
  readonly observers: Observers;
  /** The versions that an unmatched request names. */
  readonly sentVersions: (exchange: Exchange, requested: RequestedVersions) => readonly Version[];
}

/** Finds the endpoint of an exchange by its requested versions. */
export type Find = (exchange: Exchange, preferred: readonly Version[]) => Match<Endpoint> | undefined;

/** Creates a Find that does not depend on the time. */
export function findBy(match: Matcher<Endpoint>): Find {
  return ({ req }, preferred) => match(req.method, matchedPath(req.url), preferred);
}

/** The 503 of a request for a version of another instance. */
interface Unavailable {
  readonly sent: readonly Version[];
  readonly answer: (exchange: Exchange) => void;
}

/** Ends an exchange without a matching route. */
export type Unmatched = (exchange: Exchange, requested: RequestedVersions) => void;

/** Leaves unmatched requests to the host. */
export const passUnmatched: Unmatched = (exchange) => {
  passOn(exchange);
};

/** Creates the Express middleware, without code that the App's requests do not need. */
export function createMiddleware(plan: Plan): RequestHandler {
  const { fail, use, varyBy, idSource, observers } = plan;
  const { asksForEnds } = observers;
  const steps = [
    ...(idSource ? [idStep(idSource)] : []),
    ...(varyBy === undefined ? [] : [varyStep(varyBy)]),
    ...plan.first,
    ...use.map(middlewareStep),
  ];
  const serve = inTurn(steps, dispatcher(plan));
  return tellingRoutes((req, res, next) => {
    // Hot path: the clock is read only if an observer needs the duration.
    const begun = asksForEnds() ? performance.now() : undefined;
    serve({ req, res, next, fail, errorVersion: undefined, touched: undefined, ending: undefined, begun });
  }, plan.hasRoute);
}

function idStep(source: IDSource): Step {
  return (next) => (exchange) => {
    findIDBy(exchange.req, source);
    next(exchange);
  };
}

function varyStep(field: string): Step {
  const keepVary = varyKeeper(field);
  return (next) => (exchange) => {
    keepVary(exchange.res);
    next(exchange);
  };
}

/** Reads the requested versions, if requests can name any, and serves the match. */
function dispatcher(plan: Plan): Serve {
  const { reader, find, unmatched, unavailable, unmatchedVersion, sentVersions, warnPins, passesUnmatched } =
    plan;
  const { matched, refused } = plan.observers;
  const serve = (exchange: Exchange, requested: RequestedVersions): void => {
    const { req } = exchange;
    if (requested.unknownPins) warnPins(requested.unknownPins);
    const found = find(exchange, requested.versions);
    if (!found) {
      const elsewhere = unavailable?.(exchange, requested, passesUnmatched);
      if (elsewhere) refused(exchange, "unavailable", () => elsewhere.sent);
      else refused(exchange, "unmatched", () => sentVersions(exchange, requested));
      const errorVersion = unmatchedVersion?.(req.url, requested);
      const answering = errorVersion === undefined ? exchange : { ...exchange, errorVersion };
      if (elsewhere) elsewhere.answer(answering);
      else unmatched(answering, requested);
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
  if (reader) return unlessForeign(plan, readThen(reader, serve));
  return (exchange) => {
    serve(exchange, nothingRequested);
  };
}

/**
 * Passes requests without a route to the host before any version is read: an extractor may refuse, or query a database.
 */
function unlessForeign({ passesUnread, observers, unmatched, hasRoute }: Plan, read: Serve): Serve {
  if (!passesUnread) return read;
  return (exchange) => {
    const { method, url } = exchange.req;
    if (hasRoute(method, matchedPath(url))) {
      read(exchange);
      return;
    }
    observers.refused(exchange, "unmatched", () => nothingRequested.sent);
    unmatched(exchange, nothingRequested);
  };
}

function readThen(
  { read }: VersionReader,
  serve: (exchange: Exchange, requested: RequestedVersions) => void,
): Serve {
  const serveRead = (exchange: Exchange, requested: RequestedVersions): void => {
    if (!isOver(exchange)) serve(exchange, requested);
  };
  const serveLater = (exchange: Exchange, reading: PromiseLike<RequestedVersions>): void => {
    const failed = (error: unknown): void => {
      exchange.fail(exchange, error);
    };
    reading.then((requested) => {
      serveRead(exchange, requested);
    }, failed);
  };
  return (exchange) => {
    let requested;
    try {
      requested = read(exchange.req);
    } catch (error) {
      exchange.fail(exchange, error);
      return;
    }
    if (isThenable(requested)) serveLater(exchange, requested);
    else serveRead(exchange, requested);
  };
}
