import { remembered, unionOf } from "../../core/model/collections";

/** The given keys, and all keys to which they lead, even indirectly. */
export type ClosureOf<Key> = (keys: Iterable<Key>) => ReadonlySet<Key>;

/**
 * Makes a function that finds what keys lead to. Keys that lead to each other have one Set in common, and so have equal
 * combinations of Sets: callers remember what they make of a Set, and the next schema that leads to it costs nothing.
 */
export function closuresBy<Key>(nextTo: (key: Key) => Iterable<Key>): ClosureOf<Key> {
  const known = new Map<Key, ReadonlySet<Key>>();
  const joined = remembered((one: ReadonlySet<Key>, other: ReadonlySet<Key>) =>
    one.size < other.size ? unionOf(other, one) : unionOf(one, other),
  );
  const none: ReadonlySet<Key> = new Set();
  return (keys) => {
    let all = none;
    for (const key of keys) {
      if (!all.has(key)) all = joined(closureOf(key), all);
    }
    return all;
  };

  function closureOf(start: Key): ReadonlySet<Key> {
    const made = known.get(start) ?? reachedFrom(start);
    known.set(start, made);
    return made;
  }

  function reachedFrom(start: Key): ReadonlySet<Key> {
    const reached = new Set([start]);
    // The loop also visits the keys that it adds.
    for (const one of reached) {
      const made = known.get(one);
      if (made?.has(start)) return made;
      for (const next of nextTo(one)) reached.add(next);
    }
    return reached;
  }
}
