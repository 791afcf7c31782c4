import { requireApp, type App } from "./app/app";
import { internals } from "./model/app-internals";
import { checkHistories, type CheckOptions } from "./tools/laws/check-histories";
import { releasedIn } from "./model/versioning";

/**
 * Tries every change of an App on generated examples, in a test: `await CheckChanges(app)`. Builds the App if needed.
 *
 * For each older form: the result of Up fits the newer form; the result of Down fits the older form, has only members
 * of the older form, and keeps every optional member that both forms have; `Down(Up(x))` is `x`, unless `Lossy` gives a
 * reason; Up and Down are pure.
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
