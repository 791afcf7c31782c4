import type { LinkSchema, Path } from "../model/history";
import { isObject } from "../model/value";
import { Each } from "../history/within";
import { fingerprintOf } from "../json-schema/fingerprint";
import { schemaShapeOf, type Property } from "../json-schema/shape";
import { isSchema, requiredNames } from "../json-schema/subschema";
import { targetOf, type RootedSchema } from "../json-schema/targets";
import { outputSchemaOf } from "../schema/standard";

/** The paths of the optional members that have the same name and schema in two links. */
export function membersOfBoth(older: LinkSchema, newer: LinkSchema): readonly Path[] {
  const [was, is] = [outputSchemaOf(older), outputSchemaOf(newer)];
  return was && is ? sharedIn({ root: was, schema: was }, { root: is, schema: is }, []) : [];
}

/** True if a value has a member at a path, in at least one item of each list. */
export function hasMember(value: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined) return value !== undefined;
  if (step === Each) return Array.isArray(value) && value.some((item: unknown) => hasMember(item, rest));
  return isObject(value) && Object.hasOwn(value, step) && hasMember(Reflect.get(value, step), rest);
}

/** Deep enough for real schemas, and an end for recursive ones. */
const deepestMember = 6;

function sharedIn(older: RootedSchema, newer: RootedSchema, path: Path): readonly Path[] {
  if (path.length > deepestMember) return [];
  const [was, is] = [targetOf(older.schema, older.root), targetOf(newer.schema, newer.root)];
  if (isSchema(was.items) && isSchema(is.items)) {
    return sharedIn({ ...older, schema: was.items }, { ...newer, schema: is.items }, [...path, Each]);
  }
  const names = new Map(
    propertiesWithin({ ...newer, schema: is }).map((property) => [property.name, property]),
  );
  return propertiesWithin({ ...older, schema: was }).flatMap((property) => {
    const now = names.get(property.name);
    if (!now) return [];
    const at = [...path, property.name];
    const isSame = fingerprintOf(older.root, property.schema) === fingerprintOf(newer.root, now.schema);
    if (isSame) return property.required || now.required ? [] : [at];
    return sharedIn({ ...older, schema: property.schema }, { ...newer, schema: now.schema }, at);
  });
}

function propertiesWithin({ root, schema }: RootedSchema): readonly Property[] {
  if (schema === root) return schemaShapeOf(root).properties;
  const { properties } = schema;
  if (!isSchema(properties)) return [];
  const names = requiredNames(schema);
  return Object.entries(properties).flatMap(([name, member]) =>
    isSchema(member) ? [{ name, schema: member, required: names.includes(name) }] : [],
  );
}
