import { checkChangeVersions } from "../rules/change-versions";
import { optionMaker } from "../../core/declare/option";
import type { SharedOption } from "../../types/option";
import type { UnrangedOption } from "../routes/version-range";
import { isChange, type Change } from "../../schema/interface/change";
import { takeChange } from "../history/list-changes";
import { unique } from "../../core/model/collections";
import { routeChanges, type OptionObject } from "../../core/model/setting";
import { changes } from "../wing";
import { changeArgument } from "./before";

const places = { home: "both", onWebhook: true, inBefore: "nowhere" } as const;

const changesOption: OptionObject<readonly unknown[], readonly Change[], typeof places> = {
  ...routeChanges,
  name: "WithChanges",
  places,
  repeats: "adds",
  subject: undefined,
  traits: [],
  arguments: [{ ...changeArgument, name: "a change of WithChanges", of: (written) => written }],
  check: ({ where, versioning }, { value }) => checkChangeVersions(where, value.filter(isChange), versioning),
  ofApp: { wing: changes },
  join: (outer, { value }) => unique([...outer, ...value.filter(isChange)]),
  within: undefined,
  // Histories have changes, too, so the document shows all changes of a route together.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/**
 * Lists changes of a route's behaviour, for the changelog and the document: `WithChanges(Sorted)`. The handler calls
 * `HasChange(req, Sorted)` to decide how to behave. Several options add up.
 */
export const WithChanges = optionMaker(
  changesOption,
  (...written: Change[]) => {
    written.forEach(takeChange);
    return written;
  },
  Infinity,
) as (...args: Change[]) => SharedOption & UnrangedOption;
