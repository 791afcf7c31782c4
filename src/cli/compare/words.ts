import { sorted } from "../frozen";

/** A value as text that does not depend on the order of keys. */
export function canonical(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(sorted(value));
}

/** `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
