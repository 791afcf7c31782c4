import { isSchema } from "../json-schema/subschema";

/** A part of a document without the members that are for people alone. */
export function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isSchema(value)) return value;
  const members = Object.entries(value).filter(([key]) => !wordKeywords.has(key));
  return Object.fromEntries(members.map(([key, member]) => [key, memberWithoutWords(key, member)]));
}

const wordKeywords = new Set([
  "summary",
  "description",
  "title",
  "example",
  "examples",
  "externalDocs",
  "$comment",
]);

function memberWithoutWords(key: string, member: unknown): unknown {
  if (valueKeywords.has(key)) return member;
  if (!nameKeywords.has(key) || !isSchema(member)) return withoutWords(member);
  // A property may be called `description`.
  return Object.fromEntries(Object.entries(member).map(([name, one]) => [name, withoutWords(one)]));
}

/** Members that hold values of the API's, whatever these look like. */
const valueKeywords = new Set(["const", "enum", "default"]);

/** Members whose keys are names. */
const nameKeywords = new Set([
  "properties",
  "patternProperties",
  "dependentSchemas",
  "$defs",
  "definitions",
  "mapping",
  "responses",
  "headers",
  "content",
  "encoding",
  "links",
  "callbacks",
  "components",
]);
