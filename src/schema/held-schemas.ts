/**
 * Those of `wanted` that a schema is, or is made of: libraries keep the schemas that they were given.
 *
 * The identity of objects counts alone: two schemas that are merely alike are not taken for one.
 */
export function heldIn(schema: object, wanted: ReadonlySet<object>): readonly object[] {
  const seen = new Set([schema]);
  // A Set goes on with what is added while it is walked.
  for (const one of seen) {
    if (seen.size > mostSeen) break;
    for (const part of partsOf(one)) {
      // Only objects are walked: a schema has dozens of methods, and what those hold is a library's.
      if (typeof part === "object" ? part !== null : typeof part === "function" && wanted.has(part)) {
        seen.add(part as object);
      }
    }
  }
  return [...seen].filter((one) => wanted.has(one));
}

/** Enough for a large schema; one that holds a cache, or a whole module, is left there. */
const mostSeen = 50_000;

/** A library's getter may throw before its schema is complete, and a Proxy whenever it likes. */
function partsOf(one: object): readonly unknown[] {
  try {
    return Reflect.ownKeys(one).map((key) => readMember(one, key));
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
