import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { OptionObject } from "../model/setting";
import { isText } from "../model/value";

const places = { home: "both", onWebhook: true, inBefore: "both" } as const;

export const summary: OptionObject<unknown, string | undefined, typeof places> = {
  key: "summary",
  none: undefined,
  name: "Summary",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  arguments: [{ name: "the text of Summary", ...expectations.filledText, of: (text) => [text] }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => (isText(value) ? value : outer),
  within: undefined,
  writes: (summary) => ({ summary }),
  headers: undefined,
  steps: undefined,
};

/** Sets the operation's summary in the document. The option nearest to the route wins. */
export const Summary = optionMaker(summary, (text: string) => text);
