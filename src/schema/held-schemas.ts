import { isObject } from "../model/value";

/**
 * Finds those of the `wanted` schemas that a schema is or contains: libraries keep references to the schemas they were
 * built from.
 *
 * Compares by identity: two equal schemas are not the same schema.
 */
export function containedSchemas(
  wanted: Pick<ReadonlySet<object>, "has">,
): (schema: object) => readonly object[] {
  // Schemas of one library share many parts, which are searched once.
  const searched = new Set<object>();
  return (schema) => {
    if (searched.has(schema)) return [];
    const parts = [schema];
    const add = (part: unknown): void => {
      // Only objects are searched: a schema has dozens of methods, which belong to the library.
      if (typeof part === "object" ? part === null : typeof part !== "function" || !wanted.has(part)) return;
      if (searched.has(part as object)) return;
      searched.add(part as object);
      parts.push(part as object);
    };
    searched.add(schema);
    // Iterating a list includes members added during the iteration.
    for (const part of parts) {
      if (parts.length > mostSearched) break;
      eachPart(part, add);
    }
    const held = parts.filter((part) => wanted.has(part));
    // The next schema may hold the same ones.
    if (held.length > 0 || parts.length > mostSearched) for (const part of parts) searched.delete(part);
    return held;
  };
}

/** Enough for a large schema; the search gives up on one that references a cache or a whole module. */
const mostSearched = 50_000;

/**
 * Visits the values that may lead to the schemas within one.
 *
 * Zod keeps what a schema was made from in its definition, as its parent, or behind a getter; its other members belong to
 * the library, and are most of them.
 */
function eachPart(one: object, visit: (part: unknown) => void): void {
  const internals = readMember(one, "_zod");
  const definition = isObject(internals) ? readMember(internals, "def") : undefined;
  if (isObject(internals) && isObject(definition)) {
    eachMember(definition, visit);
    visit(readMember(internals, "parent"));
    visit(readMember(internals, "innerType"));
  } else {
    eachMember(one, visit);
  }
}

function eachMember(one: object, visit: (member: unknown) => void): void {
  for (const key of keysOf(one)) {
    // The interface of Standard Schema has functions and names.
    if (key !== "~standard") visit(readMember(one, key));
  }
}

/** A library's getter may throw before its schema is complete, and a Proxy may always throw. */
function keysOf(one: object): readonly (string | symbol)[] {
  try {
    return Reflect.ownKeys(one);
  } catch {
    return [];
  }
}

function readMember(from: object, key: string | symbol): unknown {
  try {
    return Reflect.get(from, key);
  } catch {
    return undefined;
  }
}
