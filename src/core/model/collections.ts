/** Returns a function that calls `make` at its first call, and returns the same result at every call. */
export function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Returns a function that calls `make` once for each key, and stores the result. */
export function onceEach<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
  const made = new Map<Key, { readonly value: Value }>();
  return (key) => {
    let known = made.get(key);
    if (!known) made.set(key, (known = { value: make(key) }));
    return known.value;
  };
}

/** Calls `make` only once for each object, or for each pair of an object and a variant, as long as the object lives. */
export function remembered<Key extends object, Made, Variant = void>(
  make: (key: Key, variant: Variant) => Made,
): (key: Key, variant: Variant) => Made {
  const byVariant = new Map<Variant, WeakMap<Key, Made>>();
  return (key, variant) => {
    const ofVariant = byVariant.get(variant) ?? new WeakMap<Key, Made>();
    const known = ofVariant.get(key);
    if (known !== undefined || ofVariant.has(key)) return known as Made;
    const made = make(key, variant);
    byVariant.set(variant, ofVariant.set(key, made));
    return made;
  };
}

/** Returns `name` if it is free, otherwise the first free name among `name_2`, `name_3`, ... */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let n = 2; isTaken(free); n++) free = `${name}_${n}`;
  return free;
}

/** The union of two sets: `one` itself if it contains all of `other`, which is the usual case. */
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

/** Pairs each item that repeats a key with the first item of this key. */
export function repeated<Item>(
  items: readonly Item[],
  identify: (item: Item) => string,
): readonly [Item, Item][] {
  const first = new Map<string, Item>();
  return items.flatMap<[Item, Item]>((item) => {
    const key = identify(item);
    const earlier = first.get(key);
    if (earlier) return [[item, earlier]];
    first.set(key, item);
    return [];
  });
}

/** Removes repeated values. Returns the same list if it is too short for repetitions. */
export function unique<Value>(values: readonly Value[]): readonly Value[] {
  return values.length < 2 ? values : [...new Set(values)];
}
