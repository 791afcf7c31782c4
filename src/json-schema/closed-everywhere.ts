import type { JSONSchema } from "../model/schema";
import { ruleOf } from "./keywords";
import { isSchema, requiredNames } from "./subschema";
import { mapSchemas } from "./walk";

/**
 * A copy in which every schema that names members allows no others, and requires the members that distinguish
 * alternatives: `{ properties: { kind: { const: "cat" } } }` becomes `{ properties: { kind: { const: "cat" } },
 * additionalProperties: false, required: ["kind"] }`.
 *
 * A schema that describes its further members stays open, and so does one that names no member.
 */
export function closedEverywhere(schema: JSONSchema): JSONSchema {
  const members = Object.entries(mapSchemas(schema, closedEverywhere)).map(([keyword, value]) => [
    keyword,
    // References may lead to places where no keyword has a schema.
    ruleOf(keyword) ? value : closedWithin(value),
  ]);
  const tags = tagNamesOf(schema);
  return {
    ...(Object.fromEntries(members) as JSONSchema),
    ...(isOpenObject(schema) && { additionalProperties: false }),
    ...(tags.length > 0 && { required: [...requiredNames(schema), ...tags] }),
  };
}

function closedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedWithin);
  return isSchema(value) ? closedEverywhere(value) : value;
}

function isOpenObject(schema: JSONSchema): boolean {
  const has = (keyword: string): boolean => schema[keyword] !== undefined;
  const namesMembers = has("properties") || has("patternProperties");
  return namesMembers && !has("additionalProperties") && !has("unevaluatedProperties");
}

/** The members with a `const` or an `enum`, by which a union may distinguish its alternatives, required or not. */
function tagNamesOf({ properties }: JSONSchema): readonly string[] {
  if (!isSchema(properties)) return [];
  const isListed = (member: unknown): boolean => isSchema(member) && ("const" in member || "enum" in member);
  return Object.keys(properties).filter((name) => isListed(properties[name]));
}
