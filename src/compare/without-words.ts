import { isSchema } from "../schema/json";

/** A part of a document without the members that are for people alone. */
export function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isSchema(value)) return value;
  const members = Object.entries(value).filter(([key]) => !words.has(key));
  return Object.fromEntries(members.map(([key, member]) => [key, memberWithoutWords(key, member)]));
}

const words = new Set(["summary", "description", "title", "example", "examples", "externalDocs", "$comment"]);

function memberWithoutWords(key: string, member: unknown): unknown {
  if (values.has(key)) return member;
  if (!maps.has(key) || !isSchema(member)) return withoutWords(member);
  // A property may be called `description`.
  return Object.fromEntries(Object.entries(member).map(([name, one]) => [name, withoutWords(one)]));
}

/** Members that hold values of the API's, whatever these look like. */
const values = new Set(["const", "enum", "default"]);

/** Members whose keys are names. */
const maps = new Set([
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
