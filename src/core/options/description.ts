import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { OptionObject } from "../model/setting";
import { isText } from "../model/value";

const places = { home: "both", onWebhook: true, inBefore: "both" } as const;

export const description: OptionObject<unknown, string | undefined, typeof places> = {
  key: "description",
  none: undefined,
  name: "Description",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  arguments: [{ name: "the text of Description", ...expectations.filledText, of: (text) => [text] }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => (isText(value) ? value : outer),
  within: undefined,
  writes: (description) => ({ description }),
  headers: undefined,
  steps: undefined,
};

/** Sets the operation's description in the document (CommonMark). The option nearest to the route wins. */
export const Description = optionMaker(description, (text: string) => text);
