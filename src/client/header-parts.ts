/** Splits a header at the separators that are outside of quotes and `<...>` (RFC 9110, 5.6). */
export function headerParts(text: string | null, separator: "," | ";"): readonly string[] {
  // `.?` takes the closing quote. Text without one is quoted to its end, because a second search would be quadratic.
  const part = RegExp(`([^${separator}"<]|<[^<>]*>|"(\\\\.|[^"\\\\])*.?)+`, "g");
  return (text?.match(part) ?? []).map((each) => each.trim()).filter(Boolean);
}
