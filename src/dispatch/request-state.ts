import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { headerLines } from "../http/header-lines";
import type { Route } from "../model/route";
import type { Version } from "../model/version";
import type { Endpoint } from "./endpoint";

/** What is known of one request; it lives as long as the request. */
interface RequestState {
  id: string | undefined;
  trustsID: boolean;
  matched: Endpoint | undefined;
}

// Beside the requests, not on them: Express changes a request's prototype, and adding a property to an object
// that this has happened to costs V8 several times as much as a WeakMap does.
const states = new WeakMap<IncomingMessage, RequestState>();

/** The version that the request resolved to; undefined when neutral, unmatched, or versioning is off. */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return states.get(req)?.matched?.version;
}

/** The route that the request matched; undefined when none did. */
export function RouteOf(req: IncomingMessage): Route | undefined {
  return states.get(req)?.matched?.record;
}

/**
 * The request's id: a UUID (RFC 9562), settled by the first who asks, the same until the response has finished.
 *
 * A client's own X-Request-Id counts where the App trusts it (`TrustRequestID`), when it is one UUID on one line.
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  return (state.id ??= (state.trustsID ? clientID(req) : undefined) ?? randomUUID());
}

/** Lets the client's own id count, unless the request's id is settled. */
export function trustRequestID(req: IncomingMessage): void {
  stateOf(req).trustsID = true;
}

/** Remembers what a request matched. */
export function rememberMatch(req: IncomingMessage, endpoint: Endpoint): void {
  stateOf(req).matched = endpoint;
}

function stateOf(req: IncomingMessage): RequestState {
  const known = states.get(req);
  if (known) return known;
  const state = { id: undefined, trustsID: false, matched: undefined };
  states.set(req, state);
  return state;
}

function clientID(req: IncomingMessage): string | undefined {
  const lines = headerLines(req, "x-request-id");
  const [id] = lines;
  return lines.length === 1 && id !== undefined && isUUID.test(id) ? id : undefined;
}

const isUUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
