import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { StatusOption } from "../../types/option";
import type { Change } from "../../schema/interface/change";
import type { OptionObject } from "../model/setting";

const places = { home: "both", onWebhook: false, inBefore: "both" } as const;

interface DeclaredStatus {
  readonly code: number | undefined;
  /** The change, if the status comes from `Before(change, Status(...))`. */
  readonly before: Change | undefined;
}

export const status: OptionObject<unknown, DeclaredStatus, typeof places> = {
  key: "status",
  none: { code: undefined, before: undefined },
  name: "Status",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  arguments: [{ name: "the argument of Status", ...expectations.status, of: (code) => [code] }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value, before }) => (typeof value === "number" ? { code: value, before } : outer),
  within: undefined,
  // The responses of the operation show the status.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/** Sets the status of the handler's returned value: 200 to 599, default 200. The option nearest to the route wins. */
export const Status = optionMaker(status, (code: number) => code) as <const Code extends number>(
  code: Code,
) => StatusOption<Code>;
