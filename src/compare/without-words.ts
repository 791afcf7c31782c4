import { ruleOf } from "../json-schema/keywords";
import { isSchema } from "../json-schema/subschema";
import { withSetsInOrder } from "./keyword-sets";

/** A part of a document without the members meant for people, and with its sets sorted. */
export function withoutWords(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutWords);
  if (!isSchema(value)) return value;
  const members = Object.entries(value).filter(([key]) => !isForPeople(key));
  return Object.fromEntries(members.map(([key, member]) => [key, memberWithoutWords(key, member)]));
}

/** Operations, parameters and responses have a `summary`; schemas have the other members too. */
function isForPeople(key: string): boolean {
  return key === "summary" || ruleOf(key)?.role === "words";
}

function memberWithoutWords(key: string, member: unknown): unknown {
  // A property may be called `description`.
  if (isSchema(member) && isMap(key)) {
    return Object.fromEntries(Object.entries(member).map(([name, one]) => [name, withoutWords(one)]));
  }
  // Values belong to the API, even if they look like descriptions.
  return isValue(key) ? withSetsInOrder(key, member) : withoutWords(member);
}

function isMap(key: string): boolean {
  return ruleOf(key)?.holds === "map" || documentMaps.has(key);
}

function isValue(key: string): boolean {
  const holds = ruleOf(key)?.holds;
  return holds === "value" || holds === "names";
}

/** Members of documents whose keys are names. */
const documentMaps = new Set([
  "responses",
  "headers",
  "content",
  "encoding",
  "links",
  "callbacks",
  "components",
  "additionalOperations",
]);
