import { isJSONObject } from "../check/arguments";
import { optionMaker } from "../declare/option";
import { librarySchemaInWords } from "../../schema/interface/library-schemas";
import type { OpenAPIOperationWords } from "../../schema/interface/openapi";
import type { OptionObject } from "../model/setting";
import { isObject } from "../model/value";

const places = { home: "both", onWebhook: false, inBefore: "nowhere" } as const;

/** The overrides of all `WithOperation` options, outermost first. */
export const operationWords: OptionObject<unknown, readonly OpenAPIOperationWords[], typeof places> = {
  key: "operation",
  none: [],
  name: "WithOperation",
  places,
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
