/** Returns a function that calls `make` at its first call, and always returns that result. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that calls `make` once for each key, and keeps the results. */
export function onceEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/** `name` if it is free, otherwise the first free one of `name_2`, `name_3`, ... */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}_${n}`;
  return free;
}

/** Returns `one` itself if it contains all of `other`, as it usually does. */
export function unionOf<Member>(one: ReadonlySet<Member>, other: ReadonlySet<Member>): ReadonlySet<Member> {
  if (one === other) return one;
  const lacking = [...other].filter((member) => !one.has(member));
  return lacking.length === 0 ? one : new Set([...one, ...lacking]);
}

/** Groups items by their keys, in the order of the items. An item may have several keys. */
export function groupedBy<Key, Item>(
  items: readonly Item[],
  keysOf: (item: Item) => readonly Key[],
): ReadonlyMap<Key, readonly Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}
