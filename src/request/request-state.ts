import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { headerLines } from "../http/header-lines";
import type { AppVersions } from "../model/app-changes";
import type { Change } from "../model/change";
import { assertUnderstood, copyKey, ownCopy, sharedByCopies, type PackageCopy } from "../model/copies";
import type { Route } from "../model/route";
import type { Version } from "../model/version";
import { isUUID } from "../model/value";
import { forgetAdmissions } from "./admissions";

/** The route that a request matched. */
export interface MatchedRoute {
  readonly version: Version | undefined;
  readonly record: Route;
  readonly appVersions: AppVersions;
  /** The object that middleware and metrics read as `req.route`, like that of Express. */
  readonly expressRoute: object;
}

/** Finds the id of a request. Must not throw. */
export type IDSource = (req: IncomingMessage) => string | undefined;

interface RequestState {
  readonly [copyKey]: PackageCopy;
  id: string | undefined;
  /** Finds the id that the application or the client has set. Undefined after the first call. */
  idOf: IDSource | undefined;
  matched: MatchedRoute | undefined;
  asked?: Change[] | undefined;
  /** The `req.route` of the Express application around the App; usually undefined. */
  hostRoute?: unknown;
}

// Hot path: Express changes the prototype of requests, and then V8 takes several times as long to add a property as to
// use a WeakMap. A server without Express reserves a property in its own requests, which is the fastest.
const states = sharedByCopies("requests", () => new WeakMap<IncomingMessage, RequestState>());
const room: unique symbol = Symbol.for("versioned-controllers.request");

interface WithRoom {
  [room]?: RequestState | null;
}

/** Reserves the property in a request that the package's own server creates. */
export function makeRoom(request: object): void {
  (request as WithRoom)[room] = null;
}

/** The route that the request matched; undefined before a match, and if no route matches. */
export function matchedBy(req: IncomingMessage): MatchedRoute | undefined {
  return knownState(req)?.matched;
}

/** The version in which the request matched a route; undefined without a match, and for a neutral route. */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return knownState(req)?.matched?.version;
}

/** The route that the request matched; undefined without a match. */
export function RouteOf(req: IncomingMessage): Route | undefined {
  return knownState(req)?.matched?.record;
}

/**
 * The request's id, which is the same at every call: the application's own (`AppOptions.RequestID`), otherwise the
 * client's X-Request-Id if `TrustRequestID` is set and it is one UUID, otherwise a new UUID (RFC 9562).
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  if (state.id !== undefined) return state.id;
  const { idOf } = state;
  // If the function calls `RequestID` itself, that call creates a new id, which the request keeps.
  state.idOf = undefined;
  const found = idOf?.(req);
  return (state.id ??= found ?? randomUUID());
}

/** Sets the function that finds a request's id, unless the request already has an id or such a function. */
export function findIDBy(req: IncomingMessage, source: IDSource): void {
  stateOf(req).idOf ??= source;
}

/** Keeps the matched route, and removes the admissions of earlier matches. */
export function rememberMatch(req: Routed, matched: MatchedRoute): void {
  forgetAdmissions(req);
  const state = stateOf(req);
  if (req.route !== undefined && req.route !== state.matched?.expressRoute) state.hostRoute = req.route;
  state.matched = matched;
  if (state.asked) state.asked = undefined;
  req.route = matched.expressRoute;
}

/** Keeps a change that a handler passes to `HasChange`, for observers that count calls by change. */
export function noteAsked(req: IncomingMessage, change: Change): void {
  const asked = (stateOf(req).asked ??= []);
  // A handler may call `HasChange` for each item of a list.
  if (!asked.includes(change)) asked.push(change);
}

/** The changes that were passed to `HasChange` since the match; undefined if there are none. */
export function askedChanges(req: IncomingMessage): readonly Change[] | undefined {
  return knownState(req)?.asked;
}

/** Restores the `req.route` of the host when a request is passed on to the host. */
export function takeRouteBack(req: Routed): void {
  const state = knownState(req);
  if (req.route !== undefined && req.route === state?.matched?.expressRoute) req.route = state.hostRoute;
}

type Routed = IncomingMessage & { route?: unknown };

/** Gives a second object for the same request the state of the first. */
export function shareState(req: IncomingMessage, other: IncomingMessage): void {
  states.set(other, stateOf(req));
}

function knownState(req: IncomingMessage): RequestState | undefined {
  const kept = (req as WithRoom)[room];
  const state = kept === undefined ? states.get(req) : (kept ?? undefined);
  // Hot path: the comparison saves a call.
  if (state && state[copyKey] !== ownCopy) assertUnderstood("a request", state);
  return state;
}

function stateOf(req: IncomingMessage): RequestState {
  return (
    knownState(req) ??
    remember(req, { [copyKey]: ownCopy, id: undefined, idOf: undefined, matched: undefined })
  );
}

function remember(req: IncomingMessage & WithRoom, state: RequestState): RequestState {
  if (req[room] === undefined) states.set(req, state);
  else req[room] = state;
  return state;
}

/** The client's X-Request-Id, if the request has exactly one, and it is a UUID. */
export function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID(id) ? id : undefined;
}
