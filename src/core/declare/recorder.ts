import { isUnderstood, sharedByCopies } from "../model/copies";
import type { RouteDeclaration } from "../model/declaration";
import type { Route } from "../model/route";
import type { Setting } from "../model/setting";

/** The arguments of an `Include` call, as the author wrote them. Build validates them. */
export interface IncludeCall {
  readonly kind: "include";
  readonly what: unknown;
  readonly settings: readonly Setting[];
}

/** The options of one Router, and its calls of methods such as `Get` and `Include`. */
export interface Recorder {
  readonly where: string;
  readonly isApp: boolean;
  readonly settings: readonly Setting[];
  readonly children: (RouteDeclaration | IncludeCall)[];
  readonly use: unknown[];
  /** Returns the built routes. A successful Build sets this function; after that, registrations throw. */
  built?: () => readonly Route[];
}

// The WeakMap keeps the records outside of Routers, so that a Router has only public members.
const recorders = sharedByCopies("recorders", () => new WeakMap<object, Recorder>());

export function record(router: object, recorder: Omit<Recorder, "children" | "use">): void {
  recorders.set(router, { ...recorder, children: [], use: [] });
}

export function recorderOf(router: object): Recorder | undefined {
  return isUnderstood(router) ? recorders.get(router) : undefined;
}

/** Returns the record of a Router. For any other value, throws a TypeError that names the method `call`. */
export function knownRecorder(router: object, call: string): Recorder {
  const recorder = recorders.get(router);
  if (!recorder) {
    throw new TypeError(`${call} must be called on a Router or an App, as in router.${call}(...)`);
  }
  return recorder;
}

/** Returns the record of a Router. Throws an Error after Build, because a registration would have no effect then. */
export function openRecorder(router: object, call: string): Recorder {
  const recorder = knownRecorder(router, call);
  if (recorder.built) {
    throw new Error(
      `${recorder.where}: ${call} after Build has no effect: register everything before App.Build()`,
    );
  }
  return recorder;
}

/** Ends the registrations on a Router. `Routes()` then returns this Router's routes in the App that was built last. */
export function seal(router: object, built: () => readonly Route[]): void {
  knownRecorder(router, "Build").built = built;
}
