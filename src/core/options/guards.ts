import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { Wrong } from "../../types/wrong";
import type { Guard } from "../model/handler";
import type { OptionObject } from "../model/setting";

const places = { home: "both", onWebhook: false, inBefore: "both" } as const;

export const guards: OptionObject<readonly unknown[], readonly Guard[], typeof places> = {
  key: "guards",
  none: [],
  name: "WithGuards",
  places,
  repeats: "adds",
  subject: undefined,
  traits: ["access", "classes", "held"],
  arguments: [{ name: "a guard", ...expectations.callable, of: (written) => written }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => [...outer, ...value.filter(isGuard)],
  within: undefined,
  // The responses of the operation show the 403.
  writes: undefined,
  headers: undefined,
  // Guards are a stage of every route: the endpoint runs them after all steps of options.
  steps: undefined,
};

function isGuard(value: unknown): value is Guard {
  return typeof value === "function";
}

/** Adds guards. A request passes only if each guard returns `true`. Guards of outer routers are called first. */
export const WithGuards = optionMaker(
  guards,
  (...written: (Guard | Wrong<"a guard returns true or false, or a promise of it">)[]) => written,
  Infinity,
);
