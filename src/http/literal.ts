/**
 * Writes text as a segment of a path, in canonical spelling: only characters outside of `pchar` are escaped (RFC 3986,
 * 3.3). `café (new)` becomes `caf%C3%A9%20(new)`. Half a surrogate pair has no escape, so it remains unchanged.
 */
export function literalSpelling(text: string): string {
  return onlyBare.test(text) ? text : text.replaceAll(notBare, encodeURIComponent);
}

/** Writes text as a path segment in a document: `café (new)` becomes `café%20(new)`. Clients escape `é` themselves. */
export function documentedSpelling(text: string): string {
  return onlyBare.test(text)
    ? text
    : text.replaceAll(/[^\w\-.~!$&'()*+,;=:@\x80-\uffff]/g, encodeURIComponent);
}

/** Decodes a segment; undefined if it escapes more than necessary, such as `%61` for `a`. `%c3` is read as `%C3`. */
export function literalText(segment: string): string | undefined {
  if (onlyBare.test(segment)) return segment;
  const text = decodedSegment(segment);
  return text !== undefined && literalSpelling(text) === withUpperCaseEscapes(segment) ? text : undefined;
}

export function withUpperCaseEscapes(segment: string): string {
  // Hot path: most segments have no escape, and most escapes are in upper case.
  if (!segment.includes("%") || !lowerCaseEscape.test(segment)) return segment;
  return segment.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Decodes a segment of a path; undefined if an escape is malformed. */
export function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

// A segment may contain the characters of `pchar` unescaped (RFC 3986, 3.3). Half a surrogate pair has no escape.
const onlyBare = /^[\w\-.~!$&'()*+,;=:@]*$/;
const notBare = /[^\w\-.~!$&'()*+,;=:@\p{Surrogate}]/gu;

const lowerCaseEscape = /%(?:[a-f]|[0-9A-F][a-f])/;
