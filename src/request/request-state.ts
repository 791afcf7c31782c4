import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { headerLines } from "../http/header-lines";
import type { AppVersions } from "../model/app-changes";
import type { Route } from "../model/route";
import type { Version } from "../model/version";
import { forgetAdmissions } from "./admissions";

/** The route that a request matched, in the version that answers it. */
export interface MatchedRoute {
  readonly version: Version | undefined;
  readonly record: Route;
  readonly appVersions: AppVersions;
}

/** The facts of one request; they live as long as the request. */
interface RequestState {
  id: string | undefined;
  trustsID: boolean;
  matched: MatchedRoute | undefined;
}

// Hot path. Express changes the prototype of requests, after which adding a property costs V8 several times as much as
// a WeakMap: such requests keep their state in the WeakMap. A server without Express reserves a property in its own
// requests, which costs least.
const states = new WeakMap<IncomingMessage, RequestState>();
const room = Symbol("versioned-controllers");

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

/** The version that the request resolved to; undefined when neutral, unmatched, or versioning is off. */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return knownState(req)?.matched?.version;
}

/** The route that the request matched; undefined when none did. */
export function RouteOf(req: IncomingMessage): Route | undefined {
  return knownState(req)?.matched?.record;
}

/**
 * The request's id: a UUID (RFC 9562), created at the first call, and the same until the response has finished.
 *
 * A client's own X-Request-Id is used if the App trusts it (`TrustRequestID`), and if it is one UUID on one line.
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  return (state.id ??= (state.trustsID ? clientID(req) : undefined) ?? randomUUID());
}

/** Accepts the client's own id, unless the request already has an id. */
export function trustRequestID(req: IncomingMessage): void {
  stateOf(req).trustsID = true;
}

/** Keeps the match of a request, and forgets the admissions to its earlier matches. */
export function rememberMatch(req: IncomingMessage, matched: MatchedRoute): void {
  forgetAdmissions(req);
  stateOf(req).matched = matched;
}

/** Lets two objects of the same request share their state. */
export function shareState(req: IncomingMessage, other: IncomingMessage): void {
  states.set(other, stateOf(req));
}

function knownState(req: IncomingMessage): RequestState | undefined {
  const kept = (req as WithRoom)[room];
  return kept === undefined ? states.get(req) : (kept ?? undefined);
}

function stateOf(req: IncomingMessage): RequestState {
  return knownState(req) ?? remember(req, { id: undefined, trustsID: false, matched: undefined });
}

function remember(req: IncomingMessage & WithRoom, state: RequestState): RequestState {
  if (req[room] === undefined) states.set(req, state);
  else req[room] = state;
  return state;
}

function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID.test(id) ? id : undefined;
}

const isUUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
