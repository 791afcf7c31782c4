import { isJSONObject, expectations } from "../core/check/arguments";
import { optionMaker } from "../core/declare/option";
import { librarySchemaInWords } from "../schema/interface/library-schemas";
import type { OpenAPIOperationWords } from "../schema/interface/openapi";
import type { OptionObject } from "../core/model/setting";
import { isObject, isText } from "../core/model/value";
import type { RouteSettings } from "../core/model/settings";

const wordsPlaces = { home: "both", onWebhook: false, inBefore: "nowhere" } as const;

/** The overrides of all `WithOperation` options, outermost first. */
export const operationWords: OptionObject<unknown, readonly OpenAPIOperationWords[], typeof wordsPlaces> = {
  key: "operation",
  none: [],
  name: "WithOperation",
  places: wordsPlaces,
  repeats: "adds",
  subject: undefined,
  traits: [],
  arguments: [
    {
      name: "the argument of WithOperation",
      expected: "a JSON object with members of OpenAPI's Operation Object",
      holds: isJSONObject,
      found: librarySchemaInWords,
      of: (operation) => [operation],
    },
  ],
  check: undefined,
  ofApp: undefined,
  join: (outer, { value }) => (isObject(value) ? [...outer, value] : outer),
  within: undefined,
  // The overrides apply after everything else that is written.
  writes: undefined,
  headers: undefined,
  steps: undefined,
};

/**
 * Overrides members of the operation in the document:
 * `WithOperation({ externalDocs: { url: "https://example.org" } })`.
 *
 * The objects of several options are merged, but not their lists. For the same member, the nearest option wins.
 */
export const WithOperation = optionMaker(operationWords, (operation: OpenAPIOperationWords) => operation);

const idPlaces = { home: "route", onWebhook: false, inBefore: "route" } as const;

export const operationID: OptionObject<unknown, string | undefined, typeof idPlaces> = {
  key: "operationID",
  none: undefined,
  name: "OperationID",
  places: idPlaces,
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

const textPlaces = { home: "both", onWebhook: true, inBefore: "both" } as const;

type TextOption = OptionObject<unknown, string | undefined, typeof textPlaces>;

/** Creates an option for one member of an operation that is a text. */
function textOption(key: "summary" | "description", name: string): TextOption {
  return {
    key,
    none: undefined,
    name,
    places: textPlaces,
    repeats: "replaces",
    subject: undefined,
    traits: [],
    arguments: [{ name: `the text of ${name}`, ...expectations.filledText, of: (text) => [text] }],
    check: undefined,
    ofApp: undefined,
    join: (outer, { value }) => (isText(value) ? value : outer),
    within: undefined,
    writes: (text) => ({ [key]: text }),
    headers: undefined,
    steps: undefined,
  };
}

export const summary = textOption("summary", "Summary");

/** Sets the operation's summary in the document. The option nearest to the route wins. */
export const Summary = optionMaker(summary, (text: string) => text);

export const description = textOption("description", "Description");

/** Sets the operation's description in the document (CommonMark). The option nearest to the route wins. */
export const Description = optionMaker(description, (text: string) => text);
