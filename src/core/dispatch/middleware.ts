import type { Request, RequestHandler, NextFunction } from "express";
import { matchedPath } from "../../http/request-path";
import type { RefusedReason } from "../model/app-options";
import type { Middleware } from "../model/handler";
import {
  nothingRequested,
  type Match,
  type Matcher,
  type ReadVersions,
  type RequestedVersions,
  type VersionReader,
} from "../model/serving";
import type { Version } from "../model/version";
import { isThenable } from "../model/value";
import type { Endpoint } from "./endpoint";
import {
  inTurn,
  isOver,
  passOn,
  type DirectJSON,
  type Exchange,
  type Failure,
  type Serve,
  type Step,
} from "../request/exchange";
import { middlewareStep } from "./handlers";
import { sentFor, sentIn, type Observers } from "./observers";
import { findIDBy, rememberMatch, type IDSource } from "../request/request-state";
import { varyKeeper } from "../request/head";

/** The data and functions with which an App serves requests. `App.Build` makes them. */
export interface Plan {
  readonly use: readonly Middleware[];
  /** Reads the versions that a request names; undefined if the method and the path are enough to find the route. */
  readonly reader: VersionReader | undefined;
  /** The value of `Vary` for every response: `X-API-Version, Cookie`. */
  readonly varyBy: string | undefined;
  readonly hasRoute: HasRoute;
  /** True if a route that is not `VersionNeutral` has the method and the path, in any version. */
  readonly hasVersionedRoute: HasRoute;
  /** Returns the parts that depend on dates, as they are now. The dispatcher calls it once for each request. */
  readonly dated: () => DatedPlan;
  /** Passes a request that matches no route on, or to `answer`, the App's own answer. */
  readonly unmatched: (exchange: Exchange, requested: RequestedVersions, answer: Unmatched) => void;
  readonly passesUnmatched: boolean;
  /** True if `req.params` keeps the parameters of the path where the App is mounted. */
  readonly mergesParams: boolean;
  readonly warnPins: (pins: readonly Version[]) => void;
  /** Finds the version whose error schema a 404 uses. The member is undefined if all versions have the same schema. */
  readonly unmatchedVersion: ((url: string, requested: RequestedVersions) => Version | undefined) | undefined;
  readonly fail: Failure;
  readonly direct: DirectJSON;
  readonly idSource: IDSource | undefined;
  readonly first: readonly Step[];
  readonly observers: Observers;
}

/** The parts of a plan that depend on the dates in lifecycles, which may change while the App runs. */
export interface DatedPlan {
  readonly find: Find;
  /** Finds the answer for versions that the App does not serve. The member is undefined if all of them get a 404. */
  readonly unserved: FindUnserved | undefined;
  readonly sentVersions: (exchange: Exchange, requested: RequestedVersions) => readonly Version[];
  readonly unmatched: Unmatched;
}

/** Finds the endpoint of a request. `preferred` lists the versions in the request, the most preferred version first. */
export type Find = (exchange: Exchange, preferred: readonly Version[]) => Match<Endpoint> | undefined;

export function findBy(match: Matcher<Endpoint>): Find {
  return ({ req }, preferred) => match(req.method, matchedPath(req.url), preferred);
}

/** Returns the answer for a request that names no version of the App; undefined if the request gets a 404. */
export type FindUnserved = (
  exchange: Exchange,
  requested: RequestedVersions,
  isPassedOn: boolean,
) => Unserved | undefined;

/** The answer to a request that no route matches, because the App does not serve the version that it names. */
interface Unserved {
  readonly reason: RefusedReason;
  readonly sent: readonly Version[];
  readonly answer: (exchange: Exchange) => void;
}

/** Answers a request that matches no route, or calls `next()`. */
export type Unmatched = (exchange: Exchange, requested: RequestedVersions) => void;

export const passUnmatched: Unmatched = (exchange) => {
  passOn(exchange);
};

/** Creates the Express middleware of an App, without steps for options that the App does not use. */
export function createMiddleware(plan: Plan): RequestHandler {
  const { fail, direct, use, varyBy, idSource, observers } = plan;
  const { asksForEnds } = observers;
  const steps = [
    ...(idSource ? [idStep(idSource)] : []),
    ...(varyBy === undefined ? [] : [varyStep(varyBy)]),
    ...plan.first,
    ...use.map(middlewareStep),
  ];
  const serve = inTurn(steps, dispatcher(plan));
  return tellingRoutes((req, res, next) => {
    // Hot path: the clock is read only if an observer needs the duration of requests.
    const begun = asksForEnds() ? performance.now() : undefined;
    const unwound = withWildcard(req, next);
    serve({
      req,
      res,
      next: unwound,
      fail,
      direct,
      errorVersion: undefined,
      touched: undefined,
      notes: undefined,
      ending: undefined,
      begun,
    });
  }, plan.hasRoute);
}

export type HasRoute = (method: string, path: string) => boolean;

/** The key of `hasRoute` on an App's middleware. Other copies of the package use the same key. */
export const hasRouteKey = Symbol.for("versioned-controllers has a route");

/** Attaches `hasRoute` to an App's middleware, where another App of the same Express application finds it. */
function tellingRoutes(middleware: RequestHandler, hasRoute: HasRoute): RequestHandler {
  // Traces show the name of a middleware, so this one gets a name.
  return Object.defineProperties(middleware, {
    name: { value: "versionedControllers" },
    [hasRouteKey]: { value: hasRoute },
  });
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

function dispatcher(plan: Plan): Serve {
  const { reader, dated, unmatched, unmatchedVersion, warnPins, passesUnmatched } = plan;
  const { matched, refused } = plan.observers;
  const paramsOf = plan.mergesParams ? mergedParams : ownParams;
  const serve: ServeRequested = (exchange, requested) => {
    const { req } = exchange;
    const present = dated();
    const { find, unserved, sentVersions } = present;
    if (requested.unknownPins) warnPins(requested.unknownPins);
    const found = find(exchange, requested.versions);
    if (!found) {
      const other = unserved?.(exchange, requested, passesUnmatched);
      if (other) refused(exchange, other.reason, () => sentIn(other.sent, requested));
      else refused(exchange, "unmatched", () => sentIn(sentVersions(exchange, requested), requested));
      const errorVersion = unmatchedVersion?.(req.url, requested);
      const answering = errorVersion === undefined ? exchange : { ...exchange, errorVersion };
      if (other) other.answer(answering);
      else unmatched(answering, requested, present.unmatched);
      return;
    }
    const { value, parameters } = found;
    req.params = paramsOf(req, parameters);
    rememberMatch(req, value);
    matched(exchange, value, requested);
    const ending = value.endingFor(exchange);
    if (ending) {
      refused(exchange, ending.reason, () => sentIn(sentFor(value, requested), requested), value);
      value.refuse(exchange, ending);
    } else value.serve(requested.admitted ? { ...exchange, admitted: requested.admitted } : exchange);
  };
  return reader
    ? readingWhereNeeded(plan, reader, serve)
    : (exchange) => {
        serve(exchange, nothingRequested);
      };
}

type ParamsOf = (req: Request, own: Request["params"]) => Request["params"];

const ownParams: ParamsOf = (_req, own) => own;

/** Adds the parameters of the path where the App is mounted. Those of the route replace parameters of the same name. */
const mergedParams: ParamsOf = ({ params }, own) =>
  Object.assign(Object.create(null) as Request["params"], params, own);

type ServeRequested = (exchange: Exchange, requested: RequestedVersions) => void;

/** Calls functions of the application only if some version has a route, because they may query a database. */
function readingWhereNeeded(
  { hasVersionedRoute }: Plan,
  { read, readPlaces, asksFunctions }: VersionReader,
  serve: ServeRequested,
): Serve {
  const serveRead = readThen(read, serve);
  if (!asksFunctions) return serveRead;
  const serveUnasked = readThen(readPlaces, serve);
  return (exchange) => {
    const { method, url } = exchange.req;
    (hasVersionedRoute(method, matchedPath(url)) ? serveRead : serveUnasked)(exchange);
  };
}

function readThen(read: ReadVersions, serve: ServeRequested): Serve {
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

/**
 * Gives back the part of the path that a wildcard of the mount took away: NestJS mounts middleware for `"*"` at
 * `/{*path}`, so that Express sets `req.url` to `/` for every request. Returns a `next` that undoes this first.
 */
function withWildcard(req: Request, next: NextFunction): NextFunction {
  // Hot path: most Apps are mounted at the root, or at a path without parameters.
  const name = req.baseUrl === "" ? undefined : wildcardIn(req);
  if (name === undefined) return next;
  const { url, baseUrl, params } = req;
  const taken = takenBy(params[name], baseUrl);
  if (taken === undefined || !url.startsWith("/")) return next;
  const [path, isClosed] = taken;
  // Express puts a slash before what is left of the path, which is `/` or a query.
  req.url = path + (isClosed ? url : url.slice(1));
  req.baseUrl = baseUrl.slice(0, -path.length);
  const others = Object.entries(params).filter(([other]) => other !== name);
  // The cast is safe: these are the parameters of the mount as Express has set them.
  req.params = Object.fromEntries(others) as Request["params"];
  return (error?: unknown) => {
    Object.assign(req, { url, baseUrl, params });
    next(error);
  };
}

function wildcardIn({ params }: Request): string | undefined {
  for (const name in params) if (Array.isArray(params[name])) return name;
  return undefined;
}

/** The end of the mount path that the wildcard matched, as it was sent, and whether a slash followed it. */
function takenBy(wildcard: unknown, baseUrl: string): readonly [path: string, isClosed: boolean] | undefined {
  const matched = Array.isArray(wildcard) ? Array.from<unknown>(wildcard) : [];
  const isClosed = matched.at(-1) === "";
  const decoded = isClosed ? matched.slice(0, -1) : matched;
  const sent = baseUrl.split("/").slice(-decoded.length);
  const isEnd = decoded.length > 0 && sent.every((segment, i) => decodeURIComponent(segment) === decoded[i]);
  return isEnd ? [`/${sent.join("/")}`, isClosed] : undefined;
}
