import type { JSONSchema } from "../model/schema";
import { partsOf, type FollowReference } from "./parts";
import { schemaShapeOf } from "./shape";
import { isSchema } from "./subschema";
import { subschemaIn, targetOf } from "./targets";

/** Tells the names of the properties that hold a list, and nothing but a list; undefined where no property does. */
export function listsIn(root: JSONSchema): ((name: string) => boolean) | undefined {
  const isList = (schema: JSONSchema): boolean => isAlways(root, schema, listOrNull);
  const named = new Map(schemaShapeOf(root).properties.map(({ name, schema }) => [name, isList(schema)]));
  const { additionalProperties } = targetOf(root);
  const areOthers = isSchema(additionalProperties) && isList(additionalProperties);
  return areOthers || [...named.values()].includes(true) ? (name) => named.get(name) ?? areOthers : undefined;
}

/** Whether a schema takes text, and nothing else. */
export function takesTextAlone(schema: JSONSchema): boolean {
  return isAlways(schema, schema, text);
}

/** The one kind of value that a schema takes, null aside; undefined where it takes several, or another. */
export function kindAlone(schema: JSONSchema): "object" | "list" | "text" | undefined {
  if (isAlways(schema, schema, objectOrNull)) return "object";
  if (isAlways(schema, schema, listOrNull)) return "list";
  return isAlways(schema, schema, textOrNull) ? "text" : undefined;
}

/** A kind of value, which a schema's own keywords may allow alone. */
interface KindOfValue {
  readonly isOwn: (schema: JSONSchema) => boolean;
  /** Whether an alternative makes no difference. */
  readonly isPassedOver: (alternative: JSONSchema) => boolean;
}

function typeOrNull(name: string): KindOfValue {
  return {
    isOwn: ({ type }) => {
      const types = [type].flat().filter((one) => one !== "null");
      return types.length > 0 && types.every((one) => one === name);
    },
    isPassedOver: ({ type }) => type === "null",
  };
}

const objectOrNull = typeOrNull("object");
const listOrNull = typeOrNull("array");
const textOrNull = typeOrNull("string");

const text: KindOfValue = {
  isOwn: ({ type, const: one, enum: several }) =>
    [type].flat().every((own) => own === "string") ||
    typeof one === "string" ||
    (Array.isArray(several) && several.length > 0 && several.every((value) => typeof value === "string")),
  isPassedOver: () => false,
};

/** Whether all that fits a schema is of a kind: by itself, by what it refers to, or by what it is composed of. */
function isAlways(
  root: JSONSchema,
  schema: JSONSchema,
  kind: KindOfValue,
  seen: ReadonlySet<JSONSchema> = new Set(),
): boolean {
  if (seen.has(schema)) return false;
  if (kind.isOwn(schema)) return true;
  const within = new Set(seen).add(schema);
  const follow: FollowReference = (from, reference) => subschemaIn(root, from, reference);
  // Parts hold together: one that is of the kind is enough, and in it every alternative has to be.
  return partsOf(schema, follow).some(({ alternatives }) => {
    const counted = alternatives.filter((one) => (isSchema(one) ? !kind.isPassedOver(one) : one));
    return counted.length > 0 && counted.every((one) => isSchema(one) && isAlways(root, one, kind, within));
  });
}
