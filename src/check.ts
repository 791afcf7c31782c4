import type { App } from "./core/app/app";
import { requireApp } from "./core/app/is-app";
import { internals } from "./core/model/app-internals";
import { checkHistories, type CheckOptions } from "./tools/laws/check-histories";
import { releasedIn } from "./core/model/versioning";
import type { ReplayDifference } from "./tools/replay/found-differences";
import {
  replayLines,
  type RecordedLines,
  type ReplayOptions,
  type ReplayResult,
} from "./tools/replay/replay";

/**
 * Tests the `Up` and `Down` functions of all changes with generated values: `await CheckChanges(app)`. Builds the App
 * if needed.
 *
 * `Up` must return a value that the newer schema allows. `Down` must return a value that the older schema allows,
 * without members that it lacks, but with every optional member that both have. `Down(Up(x))` must be `x`, except at the
 * places that `Lossy` names. Neither function may change its argument, or return different values for equal arguments.
 *
 * @throws TypeError for a value that is not an App, BuildError as `app.Build()` does.
 * @throws Error with a line for each broken rule: the change, the rule, a route, and the shortest example found.
 */
export async function CheckChanges(app: App, options?: CheckOptions): Promise<void> {
  requireApp("CheckChanges", app);
  const known = app[internals];
  const newest = releasedIn(known.versions(), known).at(-1) ?? "";
  await checkHistories(known.histories(), newest, options, known);
}

/**
 * Converts the values of a recording again, and compares the results: `await Replay(app, lines)`. Runs no handler, guard
 * or context. Builds the App if needed.
 *
 * `lines` has the lines that a `Recorder` wrote, or the records in them.
 *
 * @throws TypeError for a value that is not an App, and for a line that is not a record. BuildError as `app.Build()` does.
 */
export async function Replay(app: App, lines: RecordedLines, options?: ReplayOptions): Promise<ReplayResult> {
  requireApp("Replay", app);
  return replayLines(app, lines, options);
}

export type { CheckOptions, RecordedLines, ReplayDifference, ReplayOptions, ReplayResult };
