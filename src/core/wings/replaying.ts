import type { ReplayableRoute } from "../model/exchange-recorder";
import type { OptionFunction } from "../model/settings";
import type { Registration } from "../model/route";

/** Makes the routes of a version replayable. Only `changes/`, which has such a function, knows what `app` has. */
type MakeReplayable = OptionFunction<
  [registrations: readonly Registration[], app: object],
  readonly ReplayableRoute[]
>;

let atHand: MakeReplayable = () => [];

export function setReplaying(make: MakeReplayable): void {
  atHand = make;
}

/**
 * Makes the routes of a version replayable, even of an App that has lost its last history. There are none in a bundle of
 * a program that imports nothing which brings changes.
 */
export const replayableRoutes: MakeReplayable = (registrations, app) => atHand(registrations, app);
