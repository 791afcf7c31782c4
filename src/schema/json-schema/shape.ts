import type { JSONSchema } from "../interface/schema";
import { clauseMaker, overConjuncts } from "./normal";
import { targetOf } from "./targets";
import { isSchema, requiredNames } from "./subschema";

export interface Property {
  readonly name: string;
  readonly schema: JSONSchema;
  readonly required: boolean;
}

export interface Shape {
  readonly properties: readonly Property[];
}

/** The properties that a schema names in any alternative. A property is required if all alternatives require it. */
export function schemaShapeOf(root: JSONSchema): Shape {
  return { properties: propertiesWithin(root, root) };
}

/** The properties that `schema` names in any alternative. Its references are resolved in `root`. */
export function propertiesWithin(root: JSONSchema, schema: JSONSchema): readonly Property[] {
  // A recursive occurrence of a schema has the result `[]`, because it adds no properties.
  const propertiesOf = overConjuncts<readonly Property[]>(
    clauseMaker(root),
    [],
    ({ own, choices }, inner) => {
      const parts = choices.map((alternatives) => sharedProperties(alternatives.filter(isSchema).map(inner)));
      const isRequired = (found: readonly Property[]): boolean => found.some(({ required }) => required);
      return mergedProperties([...own.map(ownProperties), ...parts], "allOf", isRequired);
    },
  );
  return propertiesOf(schema);
}

function ownProperties(schema: JSONSchema): readonly Property[] {
  const { properties } = schema;
  const names = new Set(requiredNames(schema));
  const known = isSchema(properties) ? Object.entries(properties) : [];
  return known.map(([name, property]) => {
    return { name, schema: isSchema(property) ? property : {}, required: names.has(name) };
  });
}

function sharedProperties(alternatives: readonly (readonly Property[])[]): readonly Property[] {
  const isRequired = (found: readonly Property[]): boolean =>
    found.length === alternatives.length && found.every(({ required }) => required);
  return mergedProperties(alternatives, "anyOf", isRequired);
}

function mergedProperties(
  lists: readonly (readonly Property[])[],
  keyword: Composition,
  isRequired: (found: readonly Property[]) => boolean,
): readonly Property[] {
  const byName = new Map<string, Property[]>();
  for (const property of lists.flat()) {
    const found = byName.get(property.name);
    if (found) found.push(property);
    else byName.set(property.name, [property]);
  }
  return [...byName].map(([name, found]) => {
    const schemas = found.map(({ schema }) => schema);
    return { name, schema: composed(schemas, keyword), required: isRequired(found) };
  });
}

type Composition = "allOf" | "anyOf";

function composed(schemas: readonly JSONSchema[], keyword: Composition): JSONSchema {
  const [only] = schemas;
  if (only && schemas.length === 1) return only;
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  const isUnsaid = (schema: JSONSchema): boolean => Object.keys(schema).length === 0;
  if (keyword === "anyOf" && distinct.some(isUnsaid)) return {};
  const [first = {}, ...others] = distinct.filter((schema) => !isUnsaid(schema));
  if (others.length === 0) return first;
  const all = [first, ...others];
  const values = keyword === "anyOf" ? enumOf(all) : undefined;
  if (values) return values;
  const description = all.find((schema) => "description" in schema)?.description;
  return { ...(description !== undefined && { description }), [keyword]: all };
}

/** Combines `{ const: "a" }` and `{ const: "b" }` to `{ enum: ["a", "b"] }`, which tools show as a choice of values. */
function enumOf(alternatives: readonly JSONSchema[]): JSONSchema | undefined {
  const type = alternatives[0]?.type;
  const values = alternatives.map(({ type: own, const: one, enum: several, ...others }) => {
    const isAlike = own === type && Object.keys(others).length === 0;
    return isAlike ? (one === undefined ? several : [one]) : undefined;
  });
  if (!values.every((list): list is readonly unknown[] => Array.isArray(list))) return undefined;
  return { ...(type !== undefined && { type }), enum: [...new Set(values.flat())] };
}

/** The only member names that a schema allows; undefined if the schema may allow other names. */
export function allowedNames(root: JSONSchema): ReadonlySet<string> | undefined {
  const target = targetOf(root);
  const { additionalProperties, patternProperties, properties } = target;
  if (additionalProperties !== false || patternProperties !== undefined) return undefined;
  return new Set([...(isSchema(properties) ? Object.keys(properties) : []), ...requiredNames(target)]);
}
