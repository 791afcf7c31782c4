/**
 * Finds those of `wanted` that a schema is, or is made of: libraries keep the schemas that they were given.
 *
 * The identity of objects counts alone: two schemas that are merely alike are not taken for one.
 */
export function holderOf(wanted: ReadonlySet<object>): (schema: object) => readonly object[] {
  // Schemas of one library have much in common, which needs to be walked once.
  const holdsNone = new Set<object>();
  return (schema) => {
    const seen = new Set([schema]);
    // A Set goes on with what is added while it is walked.
    for (const one of seen) {
      if (seen.size > mostSeen) break;
      for (const key of keysOf(one)) {
        const part = readMember(one, key);
        // Only objects are walked: a schema has dozens of methods, and what those hold is a library's.
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

/** Enough for a large schema; one that holds a cache, or a whole module, is left there. */
const mostSeen = 50_000;

/** A library's getter may throw before its schema is complete, and a Proxy whenever it likes. */
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
