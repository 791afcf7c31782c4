import type { OptionObject } from "../../core/model/setting";

const places = { home: "nowhere", onWebhook: false, inBefore: "both" } as const;

type BeforeOnlyOption<Written> = OptionObject<Written, undefined, typeof places>;

/** Creates an option that only `Before` accepts: it alters what clients of older versions get, never the route. */
export function onlyInBefore<Written>(
  option: Pick<BeforeOnlyOption<Written>, "name" | "arguments" | "subject">,
): BeforeOnlyOption<Written> {
  return {
    ...option,
    key: option.name,
    none: undefined,
    places,
    repeats: "adds",
    traits: [],
    check: undefined,
    ofApp: undefined,
    join: (outer) => outer,
    within: undefined,
    writes: undefined,
    headers: undefined,
    steps: undefined,
  };
}
