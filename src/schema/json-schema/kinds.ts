import type { JSONSchema } from "../../core/model/schema";
import { clauseMaker, overConjuncts, takesKind } from "./normal";
import { partsOf, subschemaIn, targetOf } from "./targets";
import { schemaShapeOf } from "./shape";
import { isSchema } from "./subschema";

/** Returns a test: true for the name of a member that must be a list or null. Undefined if there is no such member. */
export function listsIn(root: JSONSchema): ((name: string) => boolean) | undefined {
  const isList = (schema: JSONSchema): boolean => isAlways(root, schema, listOrNull);
  const named = new Map(schemaShapeOf(root).properties.map(({ name, schema }) => [name, isList(schema)]));
  const { additionalProperties } = targetOf(root);
  const areOthers = isSchema(additionalProperties) && isList(additionalProperties);
  return areOthers || [...named.values()].includes(true) ? (name) => named.get(name) ?? areOthers : undefined;
}

/** Returns a test: true for the name of a member that must be an object or null, or a list of objects. */
export function objectsIn(root: JSONSchema): ((name: string) => boolean) | undefined {
  const isObject = (schema: JSONSchema): boolean => isAlways(root, schema, objectOrNull);
  const isOfObjects = (schema: JSONSchema): boolean => {
    const { items } = targetOf(schema, root);
    return isSchema(items) && isAlways(root, schema, listOrNull) && isObject(items);
  };
  const named = new Set(
    schemaShapeOf(root).properties.flatMap(({ name, schema }) =>
      isObject(schema) || isOfObjects(schema) ? [name] : [],
    ),
  );
  return named.size > 0 ? (name) => named.has(name) : undefined;
}

export function takesTextAlone(schema: JSONSchema): boolean {
  return isAlways(schema, schema, textKind);
}

/** False if no object matches the schema: `{ type: "string" }`. */
export function takesObject(schema: JSONSchema): boolean {
  const clauses = clauseMaker(schema).of(schema, false);
  return clauses.some((clause) => takesKind(clause, "object"));
}

/** The only kind of values that a schema allows, apart from null; undefined for several kinds, or for another kind. */
export function kindAlone(schema: JSONSchema): "object" | "list" | "text" | undefined {
  if (isAlways(schema, schema, objectOrNull)) return "object";
  if (isAlways(schema, schema, listOrNull)) return "list";
  return isAlways(schema, schema, textOrNull) ? "text" : undefined;
}

export function takesNull(
  root: JSONSchema,
  schema: JSONSchema = root,
  known = new Map<JSONSchema, boolean>(),
): boolean {
  const { type, nullable, const: one, enum: several } = schema;
  const found = known.get(schema);
  if (found !== undefined) return found;
  known.set(schema, false);
  if (type !== undefined && nullable !== true && ![type].flat().includes("null")) return false;
  if ("const" in schema && one !== null) return false;
  if (Array.isArray(several) && !several.includes(null)) return false;
  const parts = partsOf(schema, (from, reference) => subschemaIn(root, from, reference));
  const takes = parts.every(({ alternatives }) =>
    alternatives.some((each) => (isSchema(each) ? takesNull(root, each, known) : each)),
  );
  known.set(schema, takes);
  return takes;
}

interface KindOfValue {
  readonly isOwn: (schema: JSONSchema) => boolean;
  readonly isIgnored: (alternative: JSONSchema) => boolean;
}

function typeOrNull(name: string): KindOfValue {
  return {
    isOwn: ({ type }) => {
      const types = [type].flat().filter((one) => one !== "null");
      return types.length > 0 && types.every((one) => one === name);
    },
    isIgnored: ({ type }) => type === "null",
  };
}

const objectOrNull = typeOrNull("object");
const listOrNull = typeOrNull("array");
const textOrNull = typeOrNull("string");

const textKind: KindOfValue = {
  isOwn: ({ type, const: one, enum: several }) =>
    [type].flat().every((own) => own === "string") ||
    typeof one === "string" ||
    (Array.isArray(several) && several.length > 0 && several.every((value) => typeof value === "string")),
  isIgnored: () => false,
};

function isAlways(root: JSONSchema, schema: JSONSchema, { isOwn, isIgnored }: KindOfValue): boolean {
  const isKind = overConjuncts(
    clauseMaker(root),
    false,
    ({ own, choices }, inner) =>
      own.some(isOwn) ||
      choices.some((alternatives) => {
        const counted = alternatives.filter((one) => (isSchema(one) ? !isIgnored(one) : one));
        return counted.length > 0 && counted.every((one) => isSchema(one) && inner(one));
      }),
  );
  return isKind(schema);
}
