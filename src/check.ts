import { requireApp, type App } from "./app/app";
import { internals } from "./model/app-internals";
import { checkHistories, type CheckOptions } from "./tools/laws/check-histories";
import { releasedIn } from "./model/versioning";

/**
 * Checks every change of an App against six laws: `await CheckChanges(app)`, in a test.
 *
 * For generated examples of each link and face: the result of Up fits the next link; the result of Down fits the older
 * one, has no member that the older one lacks, and keeps every optional member that both have; `Down(Up(x))` is `x`,
 * unless `Lossy` says why; Up and Down are pure. Builds if needed.
 *
 * @throws TypeError for a value that is not an App, BuildError as `app.Build()` does.
 * @throws Error with a line for each broken law: the change, the law, a route, and the shortest example found.
 */
export async function CheckChanges(app: App, options?: CheckOptions): Promise<void> {
  requireApp("CheckChanges", app);
  const known = app[internals];
  const newest = releasedIn(known.versions(), known).at(-1) ?? "";
  await checkHistories(known.histories(), newest, options, known);
}

export type { CheckOptions };
