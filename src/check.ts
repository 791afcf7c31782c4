import { requireApp, type App } from "./app/app";
import { internals } from "./model/app-internals";
import { checkHistories, type CheckOptions } from "./laws/check-histories";
import { releasedIn } from "./model/versioning";

/**
 * Holds every change of an App against what must be true of it: `await CheckChanges(app)`, in a test.
 *
 * For examples of each link and face: what Up gives fits the next link; what Down gives fits the older one, has no member
 * that the older one does not know, and loses no optional member that both have; `Down(Up(x))` is `x`, unless `Lossy` says
 * why; both are pure. Builds if needed.
 *
 * @throws TypeError for what is no App, BuildError as `app.Build()` does.
 * @throws Error with a line for each law that is broken: the change, the law, a route, and the shortest example that was found.
 */
export async function CheckChanges(app: App, options?: CheckOptions): Promise<void> {
  requireApp("CheckChanges", app);
  const known = app[internals];
  const newest = releasedIn(known.versions(), known).at(-1) ?? "";
  await checkHistories(known.histories(), newest, options, known.now);
}

export type { CheckOptions };
