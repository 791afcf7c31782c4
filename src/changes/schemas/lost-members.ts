import type { JSONSchema } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { clauseMaker, reachedSchemas } from "../../schema/json-schema/normal";
import type { RootedSchema } from "../../schema/json-schema/targets";
import { propertiesWithin } from "../../schema/json-schema/shape";
import { isSchema } from "../../schema/json-schema/subschema";

export type HoldsLostMember = (value: unknown) => boolean;

interface PlacePair {
  readonly lost: ReadonlySet<string>;
  readonly members: ReadonlyMap<string, () => PlacePair>;
  readonly items: (() => PlacePair) | undefined;
}

/** Returns a test for a value: true if an object in it has a member that `older` describes, but `newer` does not. */
export function lostMembers(older: JSONSchema, newer: JSONSchema): HoldsLostMember {
  const place = placePairOf({ root: older, schema: older }, { root: newer, schema: newer });
  return (value) => holds(value, place);
}

function holds(value: unknown, { lost, members, items }: PlacePair): boolean {
  if (Array.isArray(value)) {
    const item = items?.();
    return item !== undefined && value.some((one) => holds(one, item));
  }
  if (!isObject(value)) return false;
  return Object.entries(value).some(([name, member]) => {
    // Some libraries set an optional member to undefined if the client did not send it.
    if (lost.has(name)) return member !== undefined;
    const inner = members.get(name);
    return inner !== undefined && isObject(member) && holds(member, inner());
  });
}

function placePairOf(older: RootedSchema, newer: RootedSchema): PlacePair {
  const known = propertiesOf(newer);
  const named = [...propertiesOf(older)];
  return {
    lost: new Set(named.flatMap(([name]) => (known.has(name) ? [] : [name]))),
    members: new Map(
      named.flatMap(([name, schema]) => {
        const now = known.get(name);
        return now ? [[name, lazyPair({ ...older, schema }, { ...newer, schema: now })] as const] : [];
      }),
    ),
    items: itemsPlace(older, newer),
  };
}

function itemsPlace(older: RootedSchema, newer: RootedSchema): PlacePair["items"] {
  const was = listItemSchema(older);
  const is = listItemSchema(newer);
  return was && is && lazyPair({ ...older, schema: was }, { ...newer, schema: is });
}

/** Compares two schemas only when a value needs it: comparing a recursive schema in advance would never end. */
function lazyPair(older: RootedSchema, newer: RootedSchema): () => PlacePair {
  let place: PlacePair | undefined;
  return () => (place ??= placePairOf(older, newer));
}

function propertiesOf({ root, schema }: RootedSchema): ReadonlyMap<string, JSONSchema> {
  return new Map(propertiesWithin(root, schema).map(({ name, schema: inner }) => [name, inner]));
}

function listItemSchema({ root, schema }: RootedSchema): JSONSchema | undefined {
  return reachedSchemas(clauseMaker(root), [schema])
    .map(({ items }) => items)
    .find(isSchema);
}
