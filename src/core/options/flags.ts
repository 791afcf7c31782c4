import { problem } from "../check/problems";
import { optionMaker } from "../declare/option";
import type { BeforeOption, NotCalled, VersionedSharedOption } from "../../types/option";
import type { OpenAPIOperation } from "../../schema/interface/openapi";
import type { OptionObject } from "../model/setting";

const places = { home: "both", onWebhook: true, inBefore: "both" } as const;

type FlagOption = OptionObject<unknown, boolean, typeof places>;

/** Creates an option without arguments. `false` is only allowed in `Before`: `Before(change, Hidden(false))`. */
function flagOption(
  { key, name }: Pick<FlagOption, "key" | "name">,
  written: Partial<OpenAPIOperation>,
): FlagOption {
  return {
    key,
    none: false,
    name,
    places,
    repeats: "adds",
    subject: undefined,
    traits: [],
    arguments: [],
    check: ({ where, isInBefore }, { value }) => {
      if (value === undefined || (value === false && isInBefore)) return [];
      return value === false
        ? [problem("outside-of-before", where, `${name}(false)`)]
        : [problem("option-arguments", where, name)];
    },
    ofApp: undefined,
    join: (outer, { value }) => outer || value !== false,
    within: undefined,
    writes: (is) => (is ? written : {}),
    headers: undefined,
    steps: undefined,
  };
}

/** The type of `Deprecated` and `Hidden`. `false` is only allowed in `Before`: `Before(change, Hidden(false))`. */
export interface FlagMaker<Name extends string = string> extends NotCalled<`${Name}()`> {
  (): VersionedSharedOption;
  (isSo: false): BeforeOption;
}

export const deprecated = flagOption({ key: "deprecated", name: "Deprecated" }, { deprecated: true });

/** Marks operations as deprecated in the document. The answers do not change. */
export const Deprecated = optionMaker(deprecated, (isSo?: false) => isSo) as FlagMaker<"Deprecated">;

export const hidden = flagOption({ key: "hidden", name: "Hidden" }, {});

/** Leaves operations out of the document. The answers do not change. */
export const Hidden = optionMaker(hidden, (isSo?: false) => isSo) as FlagMaker<"Hidden">;
