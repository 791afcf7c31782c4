/** Splits a header at the separators that are outside of quotes and `<...>` (RFC 9110, 5.6). */
export function headerParts(text: string | null, separator: "," | ";"): readonly string[] {
  // `.?` matches the closing quote, or nothing if the quote is missing. A required quote would take quadratic time.
  const part = RegExp(`([^${separator}"<]|<[^<>]*>|"(\\\\.|[^"\\\\])*.?)+`, "g");
  return (text?.match(part) ?? []).map((each) => each.trim()).filter(Boolean);
}
