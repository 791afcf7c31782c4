import { checkPath } from "../check/arguments";
import { optionMaker } from "../declare/option";
import { withoutTrailingSlash } from "../../http/path-template";
import type { OptionObject } from "../model/setting";
import { isText } from "../model/value";

const places = { home: "router", onWebhook: false, inBefore: "router" } as const;

export const prefix: OptionObject<unknown, string, typeof places> = {
  key: "prefix",
  none: "",
  name: "WithPrefix",
  places,
  repeats: "adds",
  subject: undefined,
  traits: ["held"],
  arguments: [],
  check: ({ where }, { value }) => checkPath(where, value),
  ofApp: undefined,
  join: (outer, { value }) => (isText(value) ? outer + withoutTrailingSlash(value) : outer),
  within: undefined,
  // The operation's path shows the prefix.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/** Puts a path before the paths of a router's routes: `WithPrefix("/api")`. Prefixes of nested routers are joined. */
export const WithPrefix = optionMaker(prefix, (path: string) => path);
