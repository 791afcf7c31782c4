import { expectations } from "../check/arguments";
import { optionMaker } from "../declare/option";
import type { OptionObject } from "../model/setting";
import type { RouteSettings } from "../model/settings";
import { isText } from "../model/value";
import { operationWords } from "./operation";

const places = { home: "route", onWebhook: false, inBefore: "route" } as const;

export const operationID: OptionObject<unknown, string | undefined, typeof places> = {
  key: "operationID",
  none: undefined,
  name: "OperationID",
  places,
  repeats: "replaces",
  subject: undefined,
  traits: [],
  arguments: [{ name: "the argument of OperationID", ...expectations.filledText, of: (id) => [id] }],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => (isText(value) ? value : outer),
  within: undefined,
  // The document has an id for each operation, and makes it unique.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/** Sets the operation's id in the document. By default, the id is made of the method and the path. */
export const OperationID = optionMaker(operationID, (id: string) => id);

/** The `operationId` that `WithOperation` sets; undefined if it sets none. */
export function idInWords(settings: RouteSettings): string | undefined {
  const words = settings.of(operationWords);
  if (words.length === 0) return undefined;
  const id: unknown = words.findLast((some) => "operationId" in some)?.operationId;
  return typeof id === "string" ? id : undefined;
}

/** The id that `WithOperation` or `OperationID` sets; undefined if the id is generated. */
export function givenID(settings: RouteSettings): string | undefined {
  return idInWords(settings) ?? settings.of(operationID);
}
