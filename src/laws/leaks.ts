import type { JSONSchema } from "../model/schema";
import { isSchema, schemasAmong } from "../json-schema/subschema";
import { targetOf } from "../json-schema/targets";
import { isObject } from "../model/value";

type PathTo = readonly (string | number)[];

/** The first member of a value that a schema does not know, as the path to it; an open schema knows what it names. */
export function leakIn(root: JSONSchema, value: unknown): PathTo | undefined {
  return leakAt([root], value, { root, path: [] });
}

interface LeakPlace {
  readonly root: JSONSchema;
  readonly path: PathTo;
}

/** `schemas` hold at once, or as alternatives: a member that one of them knows is known. */
function leakAt(
  schemas: readonly JSONSchema[],
  value: unknown,
  { root, path }: LeakPlace,
): PathTo | undefined {
  if (!isObject(value)) return undefined;
  const holding = schemas.flatMap((schema) => applicable(schema, value, root));
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : Object.entries(value);
  const isAnything = !holding.some(Array.isArray(value) ? saysItems : saysMembers);
  if (isAnything) return undefined;
  for (const [step, member] of members) {
    const known = holding.map((schema) => schemaOf(schema, step)).filter((one) => one !== undefined);
    if (known.length === 0 && typeof step === "string") return [...path, step];
    const leak = leakAt(known.filter(isSchema), member, { root, path: [...path, step] });
    if (leak) return leak;
  }
  return undefined;
}

function saysItems(schema: JSONSchema): boolean {
  return "items" in schema || "prefixItems" in schema;
}

function saysMembers(schema: JSONSchema): boolean {
  return ["properties", "additionalProperties", "patternProperties"].some((keyword) => keyword in schema);
}

/** The words of a schema on one member; undefined where it does not know it. */
function schemaOf(schema: JSONSchema, step: string | number): unknown {
  if (typeof step === "number") {
    const first: unknown = Array.isArray(schema.prefixItems) ? schema.prefixItems[step] : undefined;
    return first ?? schema.items;
  }
  const { properties, patternProperties, additionalProperties } = schema;
  if (isSchema(properties) && Object.hasOwn(properties, step)) return properties[step];
  const patterns = isSchema(patternProperties) ? Object.entries(patternProperties) : [];
  const matching = patterns.find(([pattern]) => new RegExp(pattern, "u").test(step));
  if (matching) return matching[1];
  return additionalProperties === false ? undefined : additionalProperties;
}

/** A schema, what it refers to, and what it is composed of, as far as that can be of the value. */
function applicable(
  schema: JSONSchema,
  value: object,
  root: JSONSchema,
  seen = new Set<JSONSchema>(),
): JSONSchema[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inner = (one: JSONSchema): JSONSchema[] => applicable(one, value, root, seen);
  const target = targetOf(schema, root);
  return [
    schema,
    ...(target === schema ? [] : inner(target)),
    ...schemasAmong(schema.allOf).flatMap(inner),
    ...[schema.anyOf, schema.oneOf].flatMap((alternatives) =>
      namedByConstants(schemasAmong(alternatives), value, root).flatMap(inner),
    ),
  ];
}

/** Of a union's alternatives those that the value's own constants name; all, where none does. */
function namedByConstants(
  alternatives: readonly JSONSchema[],
  value: object,
  root: JSONSchema,
): readonly JSONSchema[] {
  const fitting = alternatives.filter((one) => canBe(one, value, root));
  return fitting.length > 0 ? fitting : alternatives;
}

function canBe(schema: JSONSchema, value: object, root: JSONSchema): boolean {
  const at = targetOf(schema, root);
  if (typeof at.type === "string" && at.type !== (Array.isArray(value) ? "array" : "object")) return false;
  return Object.entries(isSchema(at.properties) ? at.properties : {}).every(([name, property]) => {
    if (!isSchema(property) || !Object.hasOwn(value, name)) return true;
    const member: unknown = Reflect.get(value, name);
    if ("const" in property) return property.const === member;
    return !Array.isArray(property.enum) || property.enum.includes(member);
  });
}
