import type { JSONSchema } from "../interface/schema";
import { allowsKind, clauseMaker, everyKind, overConjuncts, type JSONKind } from "./normal";
import { schemaShapeOf } from "./shape";
import { isSchema } from "./subschema";
import { targetOf } from "./targets";

/** Returns a test: true for the name of a member that must be a list or null. Undefined if there is no such member. */
export function listsIn(root: JSONSchema): ((name: string) => boolean) | undefined {
  const kindsOf = kindsIn(root);
  const isList = (schema: JSONSchema): boolean => besideNull(kindsOf(schema)) === "array";
  const named = new Map(schemaShapeOf(root).properties.map(({ name, schema }) => [name, isList(schema)]));
  const { additionalProperties } = targetOf(root);
  const areOthers = isSchema(additionalProperties) && isList(additionalProperties);
  return areOthers || [...named.values()].includes(true) ? (name) => named.get(name) ?? areOthers : undefined;
}

/** Returns a test: true for the name of a member that must be an object or null, or a list of objects. */
export function objectsIn(root: JSONSchema): ((name: string) => boolean) | undefined {
  const kindsOf = kindsIn(root);
  const isOfObjects = (schema: JSONSchema): boolean => {
    const kind = besideNull(kindsOf(schema));
    if (kind !== "array") return kind === "object";
    const { items } = targetOf(schema, root);
    return isSchema(items) && besideNull(kindsOf(items)) === "object";
  };
  const named = new Set(
    schemaShapeOf(root).properties.flatMap(({ name, schema }) => (isOfObjects(schema) ? [name] : [])),
  );
  return named.size > 0 ? (name) => named.has(name) : undefined;
}

export function takesTextAlone(schema: JSONSchema): boolean {
  const kinds = kindsIn(schema)(schema);
  return kinds.size === 1 && kinds.has("string");
}

/** False if no object matches the schema: `{ type: "string" }`. */
export function takesObject(schema: JSONSchema): boolean {
  return kindsIn(schema)(schema).has("object");
}

export function takesNull(schema: JSONSchema): boolean {
  return kindsIn(schema)(schema).has("null");
}

/** The only kind of values that a schema allows, apart from null; undefined for several kinds, or for another kind. */
export function kindAlone(schema: JSONSchema): "object" | "list" | "text" | undefined {
  return kindNames.get(besideNull(kindsIn(schema)(schema)));
}

const kindNames: ReadonlyMap<JSONKind | undefined, "object" | "list" | "text"> = new Map([
  ["object", "object"],
  ["array", "list"],
  ["string", "text"],
]);

function besideNull(kinds: ReadonlySet<JSONKind>): JSONKind | undefined {
  const [kind, ...others] = [...kinds].filter((one) => one !== "null");
  return others.length > 0 ? undefined : kind;
}

/** Returns a function that finds the kinds of values which a schema within `root` allows. */
function kindsIn(root: JSONSchema): (schema: JSONSchema) => ReadonlySet<JSONKind> {
  const anything = new Set(everyKind);
  return overConjuncts<ReadonlySet<JSONKind>>(clauseMaker(root), anything, ({ own, choices }, inner) => {
    const isAllowed = (kind: JSONKind): boolean =>
      own.every((schema) => allowsKind(schema, kind)) &&
      choices.every((alternatives) =>
        alternatives.some((one) => (isSchema(one) ? inner(one).has(kind) : one)),
      );
    return new Set(everyKind.filter(isAllowed));
  });
}
