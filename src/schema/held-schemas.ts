/**
 * Finds those of the `wanted` schemas that a schema is or contains: libraries keep references to the schemas they were
 * built from.
 *
 * Compares by identity: two equal schemas are not the same schema.
 */
export function containedSchemas(wanted: ReadonlySet<object>): (schema: object) => readonly object[] {
  // Schemas of one library share many parts, which are searched once.
  const holdsNone = new Set<object>();
  return (schema) => {
    const seen = new Set([schema]);
    // Iterating a Set includes members added during the iteration.
    for (const one of seen) {
      if (seen.size > mostSeen) break;
      for (const key of keysOf(one)) {
        const part = readMember(one, key);
        // Only objects are searched: a schema has dozens of methods, which belong to the library.
        if (typeof part === "object" ? part !== null : typeof part === "function" && wanted.has(part)) {
          if (!holdsNone.has(part as object)) seen.add(part as object);
        }
      }
    }
    const held = [...seen].filter((one) => wanted.has(one));
    if (held.length === 0 && seen.size <= mostSeen) for (const one of seen) holdsNone.add(one);
    return held;
  };
}

/** Enough for a large schema; the search gives up on one that references a cache or a whole module. */
const mostSeen = 50_000;

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
