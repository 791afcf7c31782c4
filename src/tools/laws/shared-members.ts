import type { LinkSchema, Path } from "../../schema/interface/histories";
import type { JSONSchema, OutputReader } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { Each } from "../../schema/interface/paths";
import { fingerprintOf } from "../../schema/json-schema/fingerprint";
import { placeAlong, type Place } from "../../schema/json-schema/places";
import { schemaShapeOf, type Property } from "../../schema/json-schema/shape";
import { isSchema, requiredNames } from "../../schema/json-schema/subschema";
import { jsonSchemaOf } from "../../schema/reader";
import { targetOf, type RootedSchema } from "../../schema/json-schema/targets";

/** A member that the schemas of two versions have at the same path, or that has moved (`movedName`). */
export interface SharedMember {
  readonly path: Path;
  /** True if the member has the same schema in both versions. */
  readonly isSame: boolean;
  /** Set if a list became an object with any keys, or the reverse: the member has this name, anywhere below `path`. */
  readonly movedName?: string;
}

/** Lists the members that an older and a newer schema share, except for those that the older schema requires. */
export function membersOfBoth(
  older: LinkSchema,
  newer: LinkSchema,
  reader: OutputReader,
): readonly SharedMember[] {
  const [was, is] = [older, newer].map((one) => jsonSchemaOf(one, "output", reader));
  return was && is ? sharedIn({ root: was, schema: was }, { root: is, schema: is }, []) : [];
}

export function placeOfMember({ path, movedName }: SharedMember): Place {
  const steps = placeAlong(path);
  return movedName === undefined ? steps : [...steps, "*", movedName];
}

/** True if a value has a member at a path, and the member is not null. In a list, one such item is enough. */
export function hasMember(value: unknown, [step, ...rest]: Path): boolean {
  if (step === undefined) return value !== undefined && value !== null;
  if (step === Each) return Array.isArray(value) && value.some((item: unknown) => hasMember(item, rest));
  return isObject(value) && Object.hasOwn(value, step) && hasMember(Reflect.get(value, step), rest);
}

/** True if a value has the member `name` at a path, or anywhere below it. */
export function hasWithin(value: unknown, [step, ...rest]: Path, name: string): boolean {
  if (!isObject(value)) return false;
  if (step === undefined) {
    if (!Array.isArray(value) && hasMember(value, [name])) return true;
    return Object.values(value).some((one) => hasWithin(one, [], name));
  }
  if (step === Each) return Array.isArray(value) && value.some((item) => hasWithin(item, rest, name));
  return Object.hasOwn(value, step) && hasWithin(Reflect.get(value, step), rest, name);
}

/** The maximum depth of a member. It ends the search in recursive schemas. */
const deepestMember = 6;

function sharedIn(older: RootedSchema, newer: RootedSchema, path: Path): readonly SharedMember[] {
  if (path.length > deepestMember) return [];
  const [was, is] = [targetOf(older.schema, older.root), targetOf(newer.schema, newer.root)];
  if (isSchema(was.items) && isSchema(is.items)) {
    return sharedIn({ ...older, schema: was.items }, { ...newer, schema: is.items }, [...path, Each]);
  }
  const [ofWas, ofIs] = [itemsOf(was), itemsOf(is)];
  if (ofWas && ofIs && isSchema(was.items) !== isSchema(is.items)) {
    return movedMembers({ ...older, schema: ofWas }, { ...newer, schema: ofIs }, path);
  }
  const names = new Map(
    propertiesWithin({ ...newer, schema: is }).map((property) => [property.name, property]),
  );
  return propertiesWithin({ ...older, schema: was }).flatMap((property) => {
    const now = names.get(property.name);
    if (!now) return [];
    const at = [...path, property.name];
    const isSame = fingerprintOf(older.root, property.schema) === fingerprintOf(newer.root, now.schema);
    const own = property.required ? [] : [{ path: at, isSame }];
    if (isSame) return own;
    return [...own, ...sharedIn({ ...older, schema: property.schema }, { ...newer, schema: now.schema }, at)];
  });
}

function itemsOf({ items, additionalProperties, properties }: JSONSchema): JSONSchema | undefined {
  if (isSchema(items)) return items;
  return isSchema(additionalProperties) && properties === undefined ? additionalProperties : undefined;
}

function movedMembers(older: RootedSchema, newer: RootedSchema, path: Path): readonly SharedMember[] {
  const [was, is] = [targetOf(older.schema, older.root), targetOf(newer.schema, newer.root)];
  const names = new Set(propertiesWithin({ ...newer, schema: is }).map(({ name }) => name));
  return propertiesWithin({ ...older, schema: was }).flatMap(({ name, required }) =>
    required || !names.has(name) ? [] : [{ path, isSame: false, movedName: name }],
  );
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
