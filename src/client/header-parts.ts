/** Splits a header at the separators that are outside of quotes and `<...>` (RFC 9110, 5.6). */
export function headerParts(text: string | null, separator: "," | ";"): readonly string[] {
  // `.?` also accepts a missing closing quote. A pattern that requires the quote would take quadratic time.
  const part = RegExp(`([^${separator}"<]|<[^<>]*>|"(\\\\.|[^"\\\\])*.?)+`, "g");
  return (text?.match(part) ?? []).map((each) => each.trim());
}
