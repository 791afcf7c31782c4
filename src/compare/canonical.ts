/** A value as text that does not depend on the order of keys. */
export function canonical(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(sorted(value));
}

/** The value with the keys of every object sorted by code units. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}
