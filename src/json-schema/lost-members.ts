import type { JSONSchema } from "../model/schema";
import { isObject } from "../model/value";
import { partsOf, targetIn } from "./targets";
import { schemaShapeWithin, type Property } from "./shape";
import { isSchema } from "./subschema";

/** True if a value has a member that one schema names and another does not. */
export type HoldsLostMember = (value: unknown) => boolean;

/** One place of two schemas: the names that only the older one has, and the places within that both have. */
interface Place {
  readonly lost: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, () => Place>;
  readonly items: (() => Place) | undefined;
}

/** A schema, and the root of its references. */
interface RootedSchema {
  readonly root: JSONSchema;
  readonly schema: JSONSchema;
}

/**
 * Finds the members that an older schema names and a newer one does not, at any depth: `born` if the newer one has
 * `birthday` instead. The keys of a record are not names.
 */
export function lostMembers(older: JSONSchema, newer: JSONSchema): HoldsLostMember {
  const place = placeOf({ root: older, schema: older }, { root: newer, schema: newer });
  return (value) => holds(value, place);
}

function holds(value: unknown, { lost, members, items }: Place): boolean {
  if (Array.isArray(value)) {
    const item = items?.();
    return item !== undefined && value.some((one) => holds(one, item));
  }
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    // An optional member that a library sets to undefined was not sent.
    if (lost.has(name)) return member !== undefined;
    const inner = members.get(name);
    return inner !== undefined && isObject(member) && holds(member, inner());
  });
}

function placeOf(older: RootedSchema, newer: RootedSchema): Place {
  const known = propertiesOf(newer);
  const named = [...propertiesOf(older)];
  return {
    lost: new Set(named.flatMap(([name]) => (known.has(name) ? [] : [name]))),
    members: new Map(
      named.flatMap(([name, schema]) => {
        const now = known.get(name);
        return now ? [[name, later({ ...older, schema }, { ...newer, schema: now })] as const] : [];
      }),
    ),
    items: itemsPlace(older, newer),
  };
}

function itemsPlace(older: RootedSchema, newer: RootedSchema): Place["items"] {
  const was = itemsOf(older);
  const is = itemsOf(newer);
  return was && is && later({ ...older, schema: was }, { ...newer, schema: is });
}

/** Reads a place when a value first reaches it: schemas may be recursive. */
function later(older: RootedSchema, newer: RootedSchema): () => Place {
  let place: Place | undefined;
  return () => (place ??= placeOf(older, newer));
}

function propertiesOf({ root, schema }: RootedSchema): ReadonlyMap<string, JSONSchema> {
  const { properties } = schemaShapeWithin(root, schema);
  return new Map(properties.map(({ name, schema: inner }: Property) => [name, inner]));
}

/** The schema of a list's items, in the list itself or in an alternative; the items of a tuple are not distinguished. */
function itemsOf(
  { root, schema }: RootedSchema,
  seen: ReadonlySet<JSONSchema> = new Set(),
): JSONSchema | undefined {
  if (seen.has(schema)) return undefined;
  if (isSchema(schema.items)) return schema.items;
  const within = new Set(seen).add(schema);
  const alternatives = partsOf(schema, (from, reference) => targetIn(root, from, reference)).flatMap(
    (part) => part.alternatives,
  );
  for (const one of alternatives.filter(isSchema)) {
    const found = itemsOf({ root, schema: one }, within);
    if (found) return found;
  }
  return undefined;
}
