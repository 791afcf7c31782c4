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

/** The route that a request matched, in the version that answers it. */
export interface MatchedRoute {
  readonly version: Version | undefined;
  readonly record: Route;
  readonly appVersions: AppVersions;
  /** The route as Express has it: middleware and metrics read `req.route`. */
  readonly expressRoute: object;
}

/** Finds the id of a request; the function must not throw. */
export type IDSource = (req: IncomingMessage) => string | undefined;

/** The facts of one request; they live as long as the request. */
interface RequestState {
  readonly [copyKey]: PackageCopy;
  id: string | undefined;
  /** Finds the application's or the client's id; undefined if there is no such function, or after its call. */
  idOf: IDSource | undefined;
  matched: MatchedRoute | undefined;
  /** The changes that `HasChange` was called with since the match; usually none. */
  asked?: Change[] | undefined;
  /** The route of the Express application that calls the App; usually none. */
  hostRoute?: unknown;
}

// Hot path. Express changes the prototype of requests, after which adding a property costs V8 several times as much as
// a WeakMap: such requests keep their state in the WeakMap. A server without Express reserves a property in its own
// requests, which costs least.
const states = sharedByCopies("requests", () => new WeakMap<IncomingMessage, RequestState>());
const room: unique symbol = Symbol.for("versioned-controllers.request");

interface WithRoom {
  [room]?: RequestState | null;
}

/** Reserves the property for a request's state; for the constructor of a server's requests. */
export function makeRoom(request: object): void {
  (request as WithRoom)[room] = null;
}

/** The route that the request matched, in its version; undefined before a match and without one. */
export function matchedBy(req: IncomingMessage): MatchedRoute | undefined {
  return knownState(req)?.matched;
}

/** The version in which the request matched a route; undefined if neutral, unmatched, or with versioning off. */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return knownState(req)?.matched?.version;
}

/** The route that the request matched; undefined without a match. */
export function RouteOf(req: IncomingMessage): Route | undefined {
  return knownState(req)?.matched?.record;
}

/**
 * The request's id, settled at the first call, and the same until the response has finished: the application's own
 * (`AppOptions.RequestID`), else a client's X-Request-Id if the App trusts it (`TrustRequestID`) and it is one UUID on one
 * line, else a new UUID (RFC 9562).
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  if (state.id !== undefined) return state.id;
  const { idOf } = state;
  // The source may call `RequestID` itself: that call creates a new id, which the request keeps.
  state.idOf = undefined;
  const found = idOf?.(req);
  return (state.id ??= found ?? randomUUID());
}

/** Sets the function that finds a request's id, unless the request has an id or such a function already. */
export function findIDBy(req: IncomingMessage, source: IDSource): void {
  stateOf(req).idOf ??= source;
}

/** Keeps the match of a request, and forgets the admissions to its earlier matches. */
export function rememberMatch(req: Routed, matched: MatchedRoute): void {
  forgetAdmissions(req);
  const state = stateOf(req);
  if (req.route !== undefined && req.route !== state.matched?.expressRoute) state.hostRoute = req.route;
  state.matched = matched;
  if (state.asked) state.asked = undefined;
  req.route = matched.expressRoute;
}

/** Keeps a change that `HasChange` was called with, for observers that count the calls that a change affects. */
export function noteAsked(req: IncomingMessage, change: Change): void {
  const asked = (stateOf(req).asked ??= []);
  // A handler may call `HasChange` for each item of a list.
  if (!asked.includes(change)) asked.push(change);
}

/** The changes that `HasChange` was called with since the match; undefined if it was not called. */
export function askedChanges(req: IncomingMessage): readonly Change[] | undefined {
  return knownState(req)?.asked;
}

/** Restores the host's route on a request that is passed on. */
export function takeRouteBack(req: Routed): void {
  const state = knownState(req);
  if (req.route !== undefined && req.route === state?.matched?.expressRoute) req.route = state.hostRoute;
}

type Routed = IncomingMessage & { route?: unknown };

/** Lets two objects of the same request share their state. */
export function shareState(req: IncomingMessage, other: IncomingMessage): void {
  states.set(other, stateOf(req));
}

function knownState(req: IncomingMessage): RequestState | undefined {
  const kept = (req as WithRoom)[room];
  const state = kept === undefined ? states.get(req) : (kept ?? undefined);
  // Hot path: the comparison spares the call.
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

/** The client's own id, if it is one UUID on one line. */
export function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID(id) ? id : undefined;
}
