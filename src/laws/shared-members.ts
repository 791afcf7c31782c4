import type { LinkSchema, Path } from "../model/history";
import { Nothing } from "../model/history";
import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";
import { Each } from "../history/within";
import { fingerprintOf } from "../json-schema/fingerprint";
import { schemaShapeOf, type Property } from "../json-schema/shape";
import { isSchema } from "../json-schema/subschema";
import { targetOf } from "../json-schema/targets";
import { describeSchema } from "../schema/json";

/** A schema within the whole that its references lead through. */
interface Within {
  readonly root: JSONSchema;
  readonly schema: JSONSchema;
}

/** The paths of the optional members that two links have by one name and one schema. */
export function membersOfBoth(older: LinkSchema, newer: LinkSchema): readonly Path[] {
  const [was, is] = [outputOf(older), outputOf(newer)];
  return was && is ? sharedIn({ root: was, schema: was }, { root: is, schema: is }, []) : [];
}

/** Whether a value has a member at a path, in one item of each list at least. */
export function hasMember(value: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined) return value !== undefined;
  if (step === Each) return Array.isArray(value) && value.some((item: unknown) => hasMember(item, rest));
  return isObject(value) && Object.hasOwn(value, step) && hasMember(Reflect.get(value, step), rest);
}

function outputOf(schema: LinkSchema): JSONSchema | undefined {
  const description = schema === Nothing ? undefined : describeSchema(schema, "output");
  return description && "json" in description ? description.json : undefined;
}

/** Deeper than anybody looks, and an end for schemas that contain themselves. */
const deepest = 6;

function sharedIn(older: Within, newer: Within, path: Path): readonly Path[] {
  if (path.length > deepest) return [];
  const [was, is] = [targetOf(older.schema, older.root), targetOf(newer.schema, newer.root)];
  if (isSchema(was.items) && isSchema(is.items)) {
    return sharedIn({ ...older, schema: was.items }, { ...newer, schema: is.items }, [...path, Each]);
  }
  const names = new Map(propertiesOf({ ...newer, schema: is }).map((property) => [property.name, property]));
  return propertiesOf({ ...older, schema: was }).flatMap((property) => {
    const now = names.get(property.name);
    if (!now) return [];
    const at = [...path, property.name];
    const isSame = fingerprintOf(older.root, property.schema) === fingerprintOf(newer.root, now.schema);
    if (isSame) return property.required || now.required ? [] : [at];
    return sharedIn({ ...older, schema: property.schema }, { ...newer, schema: now.schema }, at);
  });
}

function propertiesOf({ root, schema }: Within): readonly Property[] {
  if (schema === root) return schemaShapeOf(root).properties;
  const { properties, required } = schema;
  if (!isSchema(properties)) return [];
  const names: readonly unknown[] = Array.isArray(required) ? required : [];
  return Object.entries(properties).flatMap(([name, member]) =>
    isSchema(member) ? [{ name, schema: member, required: names.includes(name) }] : [],
  );
}
