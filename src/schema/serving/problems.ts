import { problemTexts as generalTexts } from "../../core/check/problems";
import { problemMaker, type Texts, warningMaker } from "../../core/model/problem";
import { quote } from "../../core/model/value";

/** The texts of the problems of schemas, by code. */
export const problemTexts = {
  "schema-invalid": (option: string, reason: string) => `${option} has no usable schema: ${reason}`,
  "schema-without-ajv": (option: string) =>
    `${option} has a plain JSON Schema, which needs ajv: run npm install ajv`,
  "ajv-unusable": (what: string) => `Ajv must synchronously return an Ajv instance, but it ${what}`,
  "schema-name-repeated": (name: string, places: string, difference: string) =>
    `two different schemas have the same name, ${quote(name)}, ${places}: they differ at ${difference}; rename one of them`,
  "history-in-schema": (option: string, paths: string, advice: string) =>
    `the schema of ${option} has a history inside, at ${paths}, but the App converts no values of a history inside another schema: write ${advice}`,
  "parameters-not-object": (option: string) =>
    `the schema of ${option} accepts no object, but all parameters together are one object: ` +
    "describe an object with a property for each parameter",
  "params-unknown": (name: string) =>
    `WithParams names ${quote(name)}, but the path has no parameter of this name: write the same name in both`,
  "header-name-case": (name: string) =>
    `WithHeaders names ${quote(name)}: write header names in lower case, as in req.headers`,
  "separator-without-list": (name: string, what: string) => `WithQuery has a Separator for ${name}, ${what}`,
} as const satisfies Texts;

export const problem = problemMaker({ ...generalTexts, ...problemTexts });

/** The texts of the warnings about schemas, by code. */
export const warningTexts = {
  "response-for-status-missing": (where: string, status: string, declared: string) =>
    `${where}: the route declares no response for its status, ${status}, but others, for ${declared}: ` +
    "set the status with Status(...), or add a WithResponse",
  "schema-undescribed": (where: string, option: string, reason: string, effect: string) =>
    `${where}: the schema of ${option} cannot be converted to JSON Schema (${reason}), so the document shows {}${effect}: use a schema that can be converted`,
  "member-undescribed": (where: string, option: string, reason: string) =>
    `${where}: a member of the schema of ${option} cannot be converted to JSON Schema (${reason}), so ` +
    "responses for older versions contain undeclared properties of this member too: use a type that JSON Schema has",
  "schema-unchecked": (where: string, option: string, word: string) =>
    `${where}: ${word} of ${option} is not checked, because ajv does not know it: ` +
    `add ${word} to the Ajv that AppOptions.Ajv returns`,
  "keyword-unknown": (where: string, option: string, word: string) =>
    `${where}: keyword ${quote(word)} of ${option} has no effect, because JSON Schema, OpenAPI and ajv do not know this keyword: ` +
    'correct the spelling, begin the keyword with "x-", or add it to the Ajv that AppOptions.Ajv returns',
  "alternatives-alike": (where: string, place: string, option: string) =>
    `${where}: the union at ${place} in the schema of ${option} contains itself, but nothing tells its alternatives apart, ` +
    "so a deeply nested value may be refused with 400: add a required property whose constant differs in each alternative",
  "part-checked-twice": (where: string, place: string, option: string) =>
    `${where}: the schema at ${place} in the schema of ${option} contains itself, but another schema checks the same part of a value, ` +
    "so the work doubles with each level, and a deeply nested value may be refused with 400: check the part in one place only",
  "error-body-missing": (misfits: string) =>
    `AppOptions: Errors.Body is not set, and the default error body does not match Errors.Schema (${misfits}): ` +
    "set Errors.Body to a function whose result matches Errors.Schema",
} as const satisfies Texts;

export const warning = warningMaker(warningTexts);
