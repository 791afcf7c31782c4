import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import { unique } from "../model/collections";
import type { OptionObject } from "../model/setting";
import { isText } from "../model/value";

const places = { home: "both", onWebhook: true, inBefore: "both" } as const;

export const tags: OptionObject<readonly unknown[], readonly string[], typeof places> = {
  key: "tags",
  none: [],
  name: "WithTags",
  places,
  repeats: "adds",
  subject: undefined,
  traits: [],
  arguments: [{ name: "a tag of WithTags", ...expectations.filledText, of: (written) => written }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => unique([...outer, ...value.filter(isText)]),
  within: undefined,
  writes: (all) => (all.length > 0 ? { tags: [...all] } : {}),
  headers: undefined,
  steps: undefined,
};

/** Groups operations in the document by tags. The tags of nested routers add up without duplicates. */
export const WithTags = optionMaker(tags, (...written: string[]) => written, Infinity);
