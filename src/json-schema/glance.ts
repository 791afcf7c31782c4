import type { JSONSchema } from "../model/schema";
import { isNever, isSchema, isSubschema, type Subschema } from "./subschema";
import { partsOf, subschemaIn } from "./targets";

/**
 * A schema that every value of `schema` matches, and that looks no deeper than the kinds and constants of a value's own
 * members: `{ required: ["op"], properties: { op: { const: "and" }, args: { type: "array" } } }`.
 */
export function glanceOf(root: JSONSchema, schema: Subschema): JSONSchema {
  return glanceAt(schema, "value", { root, around: new Set(), budget: { left: mostRead } });
}

/** Limits the schemas that one glance reads, because nested references can double their number at each level. */
const mostRead = 256;

interface Reading {
  readonly root: JSONSchema;
  /** The enclosing schemas of the same value, so that recursion ends. */
  readonly around: ReadonlySet<JSONSchema>;
  readonly budget: { left: number };
}

function glanceAt(schema: Subschema, at: "value" | "member", reading: Reading): JSONSchema {
  if (isNever(schema)) return { not: {} };
  if (schema === true || schema === false || reading.around.has(schema)) return {};
  if (--reading.budget.left < 0) return {};
  const within = { ...reading, around: new Set([...reading.around, schema]) };
  const { root } = reading;
  const led = partsOf(schema, (from, reference) => subschemaIn(root, from, reference)).map(
    ({ alternatives }) => eitherOf(alternatives.map((one) => glanceAt(one, at, within))),
  );
  const own = at === "value" ? ownKeywords(schema, reading) : kindKeywords(schema);
  const parts = [own, ...led].filter((part) => !isEmpty(part));
  const [first = {}, ...others] = parts;
  return others.length === 0 ? first : { allOf: parts };
}

function eitherOf(alternatives: readonly JSONSchema[]): JSONSchema {
  if (alternatives.some(isEmpty)) return {};
  const [first, ...others] = alternatives;
  return first && others.length === 0 ? first : { anyOf: alternatives };
}

function isEmpty(schema: JSONSchema): boolean {
  return Object.keys(schema).length === 0;
}

function ownKeywords(schema: JSONSchema, reading: Reading): JSONSchema {
  return { ...kindKeywords(schema), ...picked(schema, sizes), ...memberKeywords(schema, reading) };
}

const sizes = ["required", "minProperties", "maxProperties", "minItems", "maxItems"];

function kindKeywords(schema: JSONSchema): JSONSchema {
  return picked(
    schema,
    schema.type === undefined ? ["const", "enum"] : ["type", "nullable", "const", "enum"],
  );
}

function picked(schema: JSONSchema, keywords: readonly string[]): JSONSchema {
  return Object.fromEntries(
    keywords.filter((keyword) => keyword in schema).map((keyword) => [keyword, schema[keyword]]),
  );
}

function memberKeywords(schema: JSONSchema, reading: Reading): JSONSchema {
  const { properties, patternProperties, additionalProperties, prefixItems } = schema;
  const glanced = (member: unknown): JSONSchema =>
    isSubschema(member) ? glanceAt(member, "member", { ...reading, around: new Set() }) : {};
  const isClosed = additionalProperties === false;
  const named = Object.entries(isSchema(properties) ? properties : {})
    .map(([name, member]) => [name, glanced(member)] as const)
    .filter(([, glance]) => isClosed || !isEmpty(glance));
  const patterns = isSchema(patternProperties) ? Object.keys(patternProperties) : [];
  return {
    ...(named.length > 0 && { properties: Object.fromEntries(named) }),
    ...(Array.isArray(prefixItems) && { prefixItems: prefixItems.map(glanced) }),
    ...(isClosed && { additionalProperties }),
    ...(isClosed &&
      patterns.length > 0 && { patternProperties: Object.fromEntries(patterns.map((one) => [one, {}])) }),
  };
}
