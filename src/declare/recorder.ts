import { isUnderstood, sharedByCopies } from "../model/copies";
import type { RouteDeclaration } from "../model/declaration";
import type { Route } from "../model/route";
import type { Setting } from "../model/setting";

/** An `Include` call with its raw arguments, which Build checks. */
export interface IncludeCall {
  readonly kind: "include";
  readonly what: unknown;
  readonly settings: readonly Setting[];
}

/** The registrations of one Router object so far, and the routes that Build has made of them. */
export interface Recorder {
  /** The name of the Router in messages: `Router /cats`. */
  readonly where: string;
  readonly isApp: boolean;
  readonly settings: readonly Setting[];
  readonly children: (RouteDeclaration | IncludeCall)[];
  /** The handlers of `App.Use`. */
  readonly use: unknown[];
  /** Returns the Router's resolved routes; set by a successful Build, after which registrations throw. */
  built?: () => readonly Route[];
}

// This Map keeps internals outside of the objects, so that users see nothing but the public names.
const recorders = sharedByCopies("recorders", () => new WeakMap<object, Recorder>());

/** Begins the records of a new Router. */
export function record(router: object, recorder: Omit<Recorder, "children" | "use">): void {
  recorders.set(router, { ...recorder, children: [], use: [] });
}

/** The records of a Router; undefined for anything else. */
export function recorderOf(router: object): Recorder | undefined {
  return isUnderstood(router) ? recorders.get(router) : undefined;
}

/**
 * The records of a value that must be a Router.
 *
 * @throws TypeError if a method of Router was called on another value.
 */
export function knownRecorder(router: object): Recorder {
  const recorder = recorders.get(router);
  if (!recorder) {
    throw new TypeError(
      "a method of Router must be called on a Router or an App: it was called on another value",
    );
  }
  return recorder;
}

/**
 * The records of a Router for a registration.
 *
 * @throws Error after a successful Build, because the registration would have no effect.
 */
export function openRecorder(router: object, call: string): Recorder {
  const recorder = knownRecorder(router);
  if (recorder.built) {
    throw new Error(
      `${recorder.where}: ${call} after Build has no effect: register everything before App.Build()`,
    );
  }
  return recorder;
}

/** Ends registration on a Router after a successful Build; the last Build determines the Router's resolved routes. */
export function seal(router: object, built: () => readonly Route[]): void {
  knownRecorder(router).built = built;
}
