/** `"a", "b" or null`. */
export function either(words: readonly string[]): string {
  const [last, ...others] = [...new Set(words)].reverse();
  if (last === undefined) return "nothing";
  return others.length === 0 ? last : `${others.reverse().join(", ")} or ${last}`;
}
