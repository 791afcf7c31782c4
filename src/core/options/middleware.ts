import { checkMiddleware } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { Middleware } from "../model/handler";
import type { OptionObject } from "../model/setting";

const places = { home: "both", onWebhook: false, inBefore: "both" } as const;

export const middleware: OptionObject<readonly unknown[], readonly Middleware[], typeof places> = {
  key: "middleware",
  none: [],
  name: "WithMiddleware",
  places,
  repeats: "adds",
  subject: undefined,
  traits: ["access", "classes", "held"],
  arguments: [],
  check: ({ where }, { value }) => value.flatMap((handler) => checkMiddleware(where, handler)),
  ofApp: undefined,
  join: (outer, { value }) => [...outer, ...value.filter(isMiddleware)],
  within: undefined,
  writes: undefined,
  headers: undefined,
  // Middleware is a stage of every route: the endpoint runs it before all steps of options.
  steps: undefined,
};

function isMiddleware(value: unknown): value is Middleware {
  return typeof value === "function";
}

/** Adds Express middleware, which runs before the guards of a matched route. Middleware of outer routers runs first. */
export const WithMiddleware = optionMaker(middleware, (...handlers: Middleware[]) => handlers, Infinity);
