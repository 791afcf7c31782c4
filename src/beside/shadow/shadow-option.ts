import { checkOption, expectations } from "../../core/check/arguments";
import { checkMistake } from "../../core/check/inclusions";
import { settingMaker, settingsOf } from "../../core/declare/option";
import type { Option } from "../../types/option";
import type { Handler } from "../../core/model/handler";
import { isOfVersions, type OptionObject } from "../../core/model/setting";
import { appWing } from "../../core/wings/wing";
import { checkShadows, shadowKey, type DeclaredShadow } from "./shadow-rules";
import type { ShadowOptions } from "./shadow-types";
import { shadowBeside } from "./step";

const places = { home: "route", onWebhook: false, inBefore: "nowhere" } as const;

type WrittenCall = Omit<DeclaredShadow, "range">;

const shadows: OptionObject<WrittenCall, readonly DeclaredShadow[], typeof places> = {
  ...shadowKey,
  name: "Shadow",
  places,
  repeats: "adds",
  subject: undefined,
  traits: [],
  arguments: [
    { name: "the second argument of Shadow", ...expectations.callable, of: ({ handler }) => [handler] },
  ],
  check: (at, { inner }) =>
    inner.flatMap((one) => {
      if (one.kind === "mistake") return [checkMistake(at.where, one.mistake)];
      return isOfVersions(one) ? checkOption(at, one) : [];
    }),
  ofApp: { problems: checkShadows, wing: appWing("shadow", { wraps: [shadowBeside] }) },
  join: (outer, { value, inner }) => [...outer, { ...value, range: inner }],
  within: undefined,
  // Clients do not see the old handler.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/**
 * Runs an old handler beside the route's own handler in some versions, and compares their answers:
 * `Shadow(V.Until("1"), oldList, { Answer: "old", OnDifference: console.warn })`.
 *
 * The option is only for GET, HEAD and QUERY. The old handler gets the request as the client sent it, and answers in
 * the request's version: nothing is converted. `Answer` selects the answer that is sent, without waiting for the other.
 */
export const Shadow = settingMaker(
  shadows,
  (range: Option, handler: Handler, options: ShadowOptions) => ({
    value: { handler, options },
    inner: settingsOf([range]),
  }),
  3,
);
