import type { JSONSchema } from "../model/schema";
import { isSchema, schemasAmong } from "./json";
import { targetIn } from "./targets";

/** One property of an object's schema. */
export interface Property {
  readonly name: string;
  readonly schema: JSONSchema;
  readonly required: boolean;
}

/** The properties of an object, as its schema has them. */
export interface Shape {
  readonly properties: readonly Property[];
}

/**
 * The properties that a schema names, those of its alternatives and of what it is composed of among them.
 *
 * An alternative's properties are required where every alternative requires them.
 */
export function schemaShapeOf(root: JSONSchema): Shape {
  return shapeAt(root, root, new Set());
}

function shapeAt(root: JSONSchema, schema: JSONSchema, seen: Set<JSONSchema>): Shape {
  // A schema that contains itself says nothing more the second time.
  if (seen.has(schema)) return { properties: [] };
  const within = new Set(seen).add(schema);
  const shapes: Shape[] = [own(schema)];
  const target = typeof schema.$ref === "string" ? targetIn(root, schema, schema.$ref) : undefined;
  if (target) shapes.push(shapeAt(root, target, within));
  for (const one of schemasAmong(schema.allOf)) shapes.push(shapeAt(root, one, within));
  for (const alternatives of [schemasAmong(schema.anyOf), schemasAmong(schema.oneOf)]) {
    if (alternatives.length > 0) {
      shapes.push(alternativeShape(alternatives.map((one) => shapeAt(root, one, within))));
    }
  }
  return { properties: mergedProperties(shapes, (found) => found.some(({ required }) => required)) };
}

function own({ properties, required }: JSONSchema): Shape {
  const names = new Set(Array.isArray(required) ? (required as readonly unknown[]) : []);
  const known = isSchema(properties) ? Object.entries(properties) : [];
  return {
    properties: known.map(([name, schema]) => ({
      name,
      schema: isSchema(schema) ? schema : {},
      required: names.has(name),
    })),
  };
}

function alternativeShape(shapes: readonly Shape[]): Shape {
  return {
    properties: mergedProperties(
      shapes,
      (found) => found.length === shapes.length && found.every(({ required }) => required),
    ),
  };
}

/** Each name once, with the first schema that is given to it. */
function mergedProperties(
  shapes: readonly Shape[],
  isRequired: (found: readonly Property[]) => boolean,
): readonly Property[] {
  const byName = new Map<string, [Property, ...Property[]]>();
  for (const property of shapes.flatMap(({ properties }) => properties)) {
    const found = byName.get(property.name);
    if (found) found.push(property);
    else byName.set(property.name, [property]);
  }
  return [...byName].map(([name, found]) => ({
    name,
    schema: found[0].schema,
    required: isRequired(found),
  }));
}

/** The names that a schema allows; undefined where others fit too, or where that is not certain. */
export function allowedNames(root: JSONSchema): ReadonlySet<string> | undefined {
  const target = typeof root.$ref === "string" ? targetIn(root, root, root.$ref) : root;
  if (target?.additionalProperties !== false) return undefined;
  const { properties, required } = target;
  if (Object.keys(target).some((keyword) => !plainKeywords.has(keyword))) return undefined;
  return new Set([
    ...(isSchema(properties) ? Object.keys(properties) : []),
    ...(Array.isArray(required) ? required.filter((name) => typeof name === "string") : []),
  ]);
}

/** Those that say nothing of further properties. */
const plainKeywords = new Set([
  "$schema",
  "$id",
  "id",
  "$defs",
  "definitions",
  "title",
  "description",
  "type",
  "properties",
  "required",
  "additionalProperties",
]);

/** The names of the properties that hold a list, and nothing but a list. */
export function listsIn(root: JSONSchema): ReadonlySet<string> {
  const lists = schemaShapeOf(root).properties.filter(({ schema }) => isList(root, schema, new Set()));
  return new Set(lists.map(({ name }) => name));
}

function isList(root: JSONSchema, schema: JSONSchema, seen: Set<JSONSchema>): boolean {
  if (seen.has(schema)) return false;
  const within = new Set(seen).add(schema);
  const types = [schema.type].flat().filter((type) => type !== "null");
  if (types.length > 0 && types.every((type) => type === "array")) return true;
  const target = typeof schema.$ref === "string" ? targetIn(root, schema, schema.$ref) : undefined;
  if (target) return isList(root, target, within);
  if (schemasAmong(schema.allOf).some((one) => isList(root, one, within))) return true;
  const alternatives = [...schemasAmong(schema.anyOf), ...schemasAmong(schema.oneOf)].filter(
    ({ type }) => type !== "null",
  );
  return alternatives.length > 0 && alternatives.every((one) => isList(root, one, within));
}
