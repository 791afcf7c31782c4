import type { RouteDeclaration } from "../model/declaration";
import type { Route } from "../model/route";
import type { Setting } from "../model/setting";

/** An `Include` call as it was made: what it was given is looked at by Build. */
export interface IncludeCall {
  readonly kind: "include";
  readonly what: unknown;
  readonly settings: readonly Setting[];
}

/** The registrations of one Router object so far, and the routes that Build has made of them. */
export interface Recorder {
  /** Where its own options stand, in words. */
  readonly where: string;
  readonly isApp: boolean;
  readonly settings: readonly Setting[];
  readonly children: (RouteDeclaration | IncludeCall)[];
  /** The handlers of `App.Use`. */
  readonly use: unknown[];
  /** Gives its resolved routes; set by a successful Build, after which nothing may be registered. */
  built?: () => readonly Route[];
}

// Beside the objects, not on them: what users hold shows the public names alone.
const recorders = new WeakMap<object, Recorder>();

/** Begins the records of a new Router. */
export function record(router: object, recorder: Omit<Recorder, "children" | "use">): void {
  recorders.set(router, { ...recorder, children: [], use: [] });
}

/** The records of a Router; undefined for anything else. */
export function recorderOf(router: object): Recorder | undefined {
  return recorders.get(router);
}

/**
 * The records of what has to be a Router.
 *
 * @throws TypeError where a method of Router was called on something else.
 */
export function knownRecorder(router: object): Recorder {
  const recorder = recorders.get(router);
  if (!recorder)
    throw new TypeError(
      "a method of Router must be called on a Router or an App: it was called on another value",
    );
  return recorder;
}

/**
 * The records of a Router that something is about to be registered on.
 *
 * @throws Error after a successful Build: it could have no effect.
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

/** Ends registration on a Router: a Build has succeeded; the last one says what its routes have become. */
export function seal(router: object, built: () => readonly Route[]): void {
  knownRecorder(router).built = built;
}
