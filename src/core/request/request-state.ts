import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { AppVersions } from "../../schema/interface/app-changes";
import type { Change } from "../../schema/interface/change";
import { assertUnderstood, copyKey, ownCopy, sharedByCopies, type PackageCopy } from "../model/copies";
import type { FormRecord, HandledRoute } from "../model/route";
import type { Version } from "../model/version";
import type { Scheme } from "../model/security";

/** The route that a request has matched, and its version. */
export interface MatchedRoute {
  readonly version: Version | undefined;
  readonly record: HandledRoute;
  readonly formRecord: FormRecord;
  readonly appVersions: AppVersions;
  /** An object like Express's Route, which middleware and metrics read as `req.route`. */
  readonly expressRoute: object;
}

/** Finds the id of a request. Must not throw. */
export type IDSource = (req: IncomingMessage) => string | undefined;

interface RequestState {
  readonly [copyKey]: PackageCopy;
  id: string | undefined;
  /** Finds an id that the application or the client has chosen. `RequestID` calls it only once for each request. */
  idOf: IDSource | undefined;
  matched: MatchedRoute | undefined;
  asked?: Change[] | undefined;
  /** The `req.route` that the Express application around the App had set; usually undefined. */
  hostRoute?: unknown;
}

interface States {
  readonly get: (request: object) => RequestState | undefined;
  readonly set: (request: object, state: RequestState) => void;
  readonly reserve: (request: object) => void;
}

// Hot path: the requests of a `CreateServer` have a private field for their state. Requests of other servers use a
// WeakMap, because to add the field is slower (bench/README.md, "the state of a request in a private field").
const states = sharedByCopies("request-states", (): States => {
  const others = new WeakMap<object, RequestState>();

  /** Returns its argument as `this`, so that `new Room(request)` adds the private field to an existing request. */
  const Given = function (given: object) {
    return given;
  } as unknown as new (given: object) => object;

  return class Room extends Given {
    #state: RequestState | undefined = undefined;

    static get(request: object): RequestState | undefined {
      return #state in request ? request.#state : others.get(request);
    }

    static set(request: object, state: RequestState): void {
      if (#state in request) request.#state = state;
      else others.set(request, state);
    }

    static reserve(request: object): void {
      new Room(request);
    }
  };
});

/** Hot path: adds the private field for the state to a new request of the package's own server. */
export const makeRoom: States["reserve"] = (request) => {
  states.reserve(request);
};

export function matchedBy(req: IncomingMessage): MatchedRoute | undefined {
  return knownState(req)?.matched;
}

/** Returns the version in which the request matched a route; undefined without a match, and for a neutral route. */
export function VersionOf(req: IncomingMessage): Version | undefined {
  return knownState(req)?.matched?.version;
}

/** Returns the route that the request has matched; undefined without a match. */
export function RouteOf(req: IncomingMessage): HandledRoute | undefined {
  return knownState(req)?.matched?.record;
}

/**
 * Returns the form of the route that the request has matched, `{ Method, Path, Status, OperationID }`: for a client of an
 * older version, the form that `Before` declares for this version. Undefined without a match.
 */
export function FormOf(req: IncomingMessage): FormRecord | undefined {
  return knownState(req)?.matched?.formRecord;
}

/**
 * Returns the request's id, which never changes: the result of `AppOptions.RequestID`; otherwise, if `TrustRequestID`
 * is set, a UUID in the client's X-Request-Id; otherwise a new UUID (RFC 9562).
 */
export function RequestID(req: IncomingMessage): string {
  const state = stateOf(req);
  if (state.id !== undefined) return state.id;
  const { idOf } = state;
  // If `idOf` calls `RequestID`, the inner call creates a UUID, so that the recursion ends. The request keeps this id.
  state.idOf = undefined;
  const found = idOf?.(req);
  return (state.id ??= found ?? randomUUID());
}

export function findIDBy(req: IncomingMessage, source: IDSource): void {
  stateOf(req).idOf ??= source;
}

/** Stores the matched route, and removes the principals of an earlier match: each route must authenticate again. */
export function rememberMatch(req: Routed, matched: MatchedRoute): void {
  forgetAdmissions(req);
  const state = stateOf(req);
  if (req.route !== undefined && req.route !== state.matched?.expressRoute) state.hostRoute = req.route;
  state.matched = matched;
  if (state.asked) state.asked = undefined;
  req.route = matched.expressRoute;
}

/** Stores a change that a handler has passed to `HasChange`, so that `OnAnswered` gets it. */
export function noteAsked(req: IncomingMessage, change: Change): void {
  const asked = (stateOf(req).asked ??= []);
  // The list has no duplicates, although a handler may call `HasChange` for each item of its data.
  if (!asked.includes(change)) asked.push(change);
}

/** Returns the changes that the handler has passed to `HasChange`; undefined if there are none. */
export function askedChanges(req: IncomingMessage): readonly Change[] | undefined {
  return knownState(req)?.asked;
}

/** Restores the `req.route` of the Express application around the App, to which the request is passed on. */
export function takeRouteBack(req: Routed): void {
  const state = knownState(req);
  if (req.route !== undefined && req.route === state?.matched?.expressRoute) req.route = state.hostRoute;
}

type Routed = IncomingMessage & { route?: unknown };

/** Lets `other`, a second object that represents the same request, use the state of the first. */
export function shareState(req: IncomingMessage, other: IncomingMessage): void {
  states.set(other, stateOf(req));
}

function knownState(req: IncomingMessage): RequestState | undefined {
  const state = states.get(req);
  // Hot path: only a state that another loaded copy of the package has created needs a check.
  if (state && state[copyKey] !== ownCopy) assertUnderstood("a request", state);
  return state;
}

function stateOf(req: IncomingMessage): RequestState {
  const known = knownState(req);
  if (known) return known;
  const state = { [copyKey]: ownCopy, id: undefined, idOf: undefined, matched: undefined };
  states.set(req, state);
  return state;
}

interface Admissions {
  // The principals are not stored as properties of requests, so that middleware cannot forge a principal.
  readonly byRequest: WeakMap<IncomingMessage, Map<Scheme, unknown>>;
  // Hot path: false until the first request is authenticated, so that Apps without authentication need no look-up.
  hasAny: boolean;
}

const admissions = sharedByCopies<Admissions>("admissions", () => ({
  byRequest: new WeakMap(),
  hasAny: false,
}));

/** Removes all principals of a request, so that the next route or App must authenticate the request again. */
export function forgetAdmissions(req: IncomingMessage): void {
  if (admissions.hasAny) admissions.byRequest.delete(req);
}

/** Copies the principals of a request to `other`, a second object that represents the same request. */
export function shareAdmissions(req: IncomingMessage, other: IncomingMessage): void {
  const admitted = admissions.byRequest.get(req);
  if (admitted) admissions.byRequest.set(other, new Map(admitted));
}

export function admit(req: IncomingMessage, scheme: Scheme, principal: unknown): void {
  admissions.hasAny = true;
  const admitted = admissions.byRequest.get(req) ?? new Map<Scheme, unknown>();
  admissions.byRequest.set(req, admitted.set(scheme, principal));
}

/** Returns the principal that a scheme has admitted; undefined if there is none. A principal is always truthy. */
export function principalOf(req: IncomingMessage, scheme: Scheme): unknown {
  return admissions.byRequest.get(req)?.get(scheme);
}
