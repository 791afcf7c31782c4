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
  /** Middleware and metrics read it as `req.route`, as in Express. */
  readonly expressRoute: object;
}

/** Finds the id of a request; the function must not throw. */
export type IDSource = (req: IncomingMessage) => string | undefined;

interface RequestState {
  readonly [copyKey]: PackageCopy;
  id: string | undefined;
  /** Finds the id that the application or the client gave; undefined after its call. */
  idOf: IDSource | undefined;
  matched: MatchedRoute | undefined;
  /** The changes that the handler has asked `HasChange` for; usually none. */
  asked?: Change[] | undefined;
  /** The route of the Express application around the App; usually none. */
  hostRoute?: unknown;
}

// Hot path: Express changes the prototype of requests, after which a new property costs V8 several times as much as a
// WeakMap. A server without Express reserves a property in its own requests, which costs least.
const states = sharedByCopies("requests", () => new WeakMap<IncomingMessage, RequestState>());
const room: unique symbol = Symbol.for("versioned-controllers.request");

interface WithRoom {
  [room]?: RequestState | null;
}

/** Reserves the property in a request that the package's own server constructs. */
export function makeRoom(request: object): void {
  (request as WithRoom)[room] = null;
}

/** The route that the request matched; undefined before a match and without one. */
export function matchedBy(req: IncomingMessage): MatchedRoute | undefined {
  return knownState(req)?.matched;
}

/**
 * The version whose route the request matched; undefined for a neutral route, without a match, and with versioning off.
 */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return knownState(req)?.matched?.version;
}

/** The route that the request matched; undefined without a match. */
export function RouteOf(req: IncomingMessage): Route | undefined {
  return knownState(req)?.matched?.record;
}

/**
 * The request's id, the same at every call: the application's own (`AppOptions.RequestID`), else the client's
 * X-Request-Id if `TrustRequestID` is set and it is one UUID, else a new UUID (RFC 9562).
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  if (state.id !== undefined) return state.id;
  const { idOf } = state;
  // The function may call `RequestID` itself, and then gets a new id, which the request keeps.
  state.idOf = undefined;
  const found = idOf?.(req);
  return (state.id ??= found ?? randomUUID());
}

/** Sets the function that finds a request's id, unless the request already has an id or such a function. */
export function findIDBy(req: IncomingMessage, source: IDSource): void {
  stateOf(req).idOf ??= source;
}

/** Keeps the matched route, and forgets who was admitted at earlier matches. */
export function rememberMatch(req: Routed, matched: MatchedRoute): void {
  forgetAdmissions(req);
  const state = stateOf(req);
  if (req.route !== undefined && req.route !== state.matched?.expressRoute) state.hostRoute = req.route;
  state.matched = matched;
  if (state.asked) state.asked = undefined;
  req.route = matched.expressRoute;
}

/** Keeps the change of a `HasChange` call, for observers that count how many calls a change affects. */
export function noteAsked(req: IncomingMessage, change: Change): void {
  const asked = (stateOf(req).asked ??= []);
  // A handler may ask for each item of a list.
  if (!asked.includes(change)) asked.push(change);
}

/** The changes of `HasChange` calls since the match; undefined without calls. */
export function askedChanges(req: IncomingMessage): readonly Change[] | undefined {
  return knownState(req)?.asked;
}

/** Restores `req.route` of the host when a request is passed on. */
export function takeRouteBack(req: Routed): void {
  const state = knownState(req);
  if (req.route !== undefined && req.route === state?.matched?.expressRoute) req.route = state.hostRoute;
}

type Routed = IncomingMessage & { route?: unknown };

/** Gives a second object for the same request the same state. */
export function shareState(req: IncomingMessage, other: IncomingMessage): void {
  states.set(other, stateOf(req));
}

function knownState(req: IncomingMessage): RequestState | undefined {
  const kept = (req as WithRoom)[room];
  const state = kept === undefined ? states.get(req) : (kept ?? undefined);
  // Hot path: this comparison saves a call.
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

/** The client's X-Request-Id, if it is one UUID on one line. */
export function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID(id) ? id : undefined;
}
