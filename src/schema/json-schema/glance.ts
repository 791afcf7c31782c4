import type { JSONSchema } from "../interface/schema";
import { isNever, isSchema, isSubschema, requiredNames, type Subschema } from "./subschema";
import { partsOf, subschemaIn } from "./targets";

/** A schema that every value of another schema matches, and that looks no deeper than a value's own members. */
export interface Glance {
  /** `{ required: ["op"], properties: { op: { const: "and" }, args: { type: "array" } } }` */
  readonly schema: JSONSchema;
  /** False if a part was left out, because nested references would have made the glance too large. */
  readonly isWhole: boolean;
}

/** Looks at all members, or only at the member `tag`. */
export function glanceOf(root: JSONSchema, schema: Subschema, tag?: string): Glance {
  const budget = { left: mostRead };
  const glance = glanceAt(schema, "value", { root, tag, around: new Set(), budget });
  return { schema: glance, isWhole: budget.left >= 0 };
}

/** Limits the references and compositions that one glance follows: nested ones can double their number at each level. */
const mostRead = 1_024;

interface Reading {
  readonly root: JSONSchema;
  readonly tag: string | undefined;
  /** The enclosing schemas of the same value, so that recursion ends. */
  readonly around: ReadonlySet<JSONSchema>;
  readonly budget: { left: number };
}

function glanceAt(schema: Subschema, at: "value" | "member", reading: Reading): JSONSchema {
  if (isNever(schema)) return { not: {} };
  if (!isSchema(schema) || reading.around.has(schema)) return {};
  const within = { ...reading, around: new Set([...reading.around, schema]) };
  const led = partsWithin(schema, reading).map((alternatives) =>
    eitherOf(alternatives.map((one) => glanceAt(one, at, within))),
  );
  const own = at === "value" ? ownKeywords(schema, reading) : kindKeywords(schema);
  const parts = [own, ...led].filter((part) => !isEmpty(part));
  const [first = {}, ...others] = parts;
  return others.length === 0 ? first : { allOf: parts };
}

/** Lists of schemas, of each of which a value matches one. */
function partsWithin(schema: JSONSchema, { root, budget }: Reading): readonly (readonly Subschema[])[] {
  const parts = partsOf(schema, (from, reference) => subschemaIn(root, from, reference)).map(
    ({ alternatives }) => alternatives,
  );
  const { if: condition, then: consequence, else: alternative } = schema;
  if (isSubschema(condition) && isSubschema(consequence) && isSubschema(alternative)) {
    parts.push([consequence, alternative]);
  }
  budget.left -= parts.flat().length;
  return budget.left < 0 ? [] : parts;
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
  const { tag } = reading;
  return {
    ...kindKeywords(schema),
    ...itemKeywords(schema, reading),
    ...(tag === undefined ? memberKeywords(schema, reading) : tagKeywords(schema, tag, reading)),
  };
}

function tagKeywords(schema: JSONSchema, tag: string, reading: Reading): JSONSchema {
  const { properties } = schema;
  const member = isSchema(properties) && Object.hasOwn(properties, tag) ? properties[tag] : {};
  const glance = memberGlance(member, reading);
  return {
    ...(requiredNames(schema).includes(tag) && { required: [tag] }),
    ...(!isEmpty(glance) && { properties: { [tag]: glance } }),
  };
}

function memberGlance(member: unknown, reading: Reading): JSONSchema {
  return isSubschema(member) ? glanceAt(member, "member", { ...reading, around: new Set() }) : {};
}

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

function itemKeywords(schema: JSONSchema, reading: Reading): JSONSchema {
  const { prefixItems, items } = schema;
  return {
    ...picked(schema, ["minItems", "maxItems"]),
    ...(Array.isArray(prefixItems) && {
      prefixItems: prefixItems.map((item) => memberGlance(item, reading)),
      ...(items === false && { items }),
    }),
  };
}

function memberKeywords(schema: JSONSchema, reading: Reading): JSONSchema {
  const { properties, patternProperties, additionalProperties } = schema;
  const isClosed = additionalProperties === false;
  const named = Object.entries(isSchema(properties) ? properties : {})
    .map(([name, member]) => [name, memberGlance(member, reading)] as const)
    .filter(([, glance]) => isClosed || !isEmpty(glance));
  const patterns = isSchema(patternProperties) ? Object.keys(patternProperties) : [];
  return {
    ...picked(schema, ["required", "minProperties", "maxProperties"]),
    ...(named.length > 0 && { properties: Object.fromEntries(named) }),
    ...(isClosed && {
      additionalProperties,
      patternProperties: Object.fromEntries(patterns.map((one) => [one, {}])),
    }),
  };
}
