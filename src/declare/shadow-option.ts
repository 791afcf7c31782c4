import type { Handler } from "../model/handler";
import type { ShadowOptions } from "../model/shadow";
import { optionMaker, settingsOf, type Option, type RouteOption } from "./option";

/**
 * Runs an old handler next to the route's own in some versions, and compares their answers: `Shadow(V.Until("1"),
 * oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * For GET, HEAD and QUERY. The old handler gets the client's input, and answers in its version's own form: nothing of
 * it is converted. `Answer` selects the sent answer, which never waits for the other.
 */
export const Shadow = optionMaker<
  "shadow",
  [range: Option, handler: Handler, options: ShadowOptions],
  RouteOption
>("shadow", (range, handler, options) => ({ range: settingsOf([range]), handler, options }));
