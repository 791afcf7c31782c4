/**
 * The canonical spelling of text as a segment of a path (RFC 3986, 3.3): `café (new)` is `caf%C3%A9%20(new)`.
 *
 * Characters allowed in a segment are left as they are; all others are escaped as UTF-8. Half a surrogate pair has no
 * escape and is left as it is: no request can contain it.
 */
export function literalSpelling(text: string): string {
  return onlyBare.test(text) ? text : text.replaceAll(notBare, encodeURIComponent);
}

/** The canonical spelling with readable non-ASCII characters, for documents: clients escape them in only one way. */
export function documentedSpelling(text: string): string {
  return onlyBare.test(text)
    ? text
    : text.replaceAll(/[^\w\-.~!$&'()*+,;=:@\x80-\uffff]/g, encodeURIComponent);
}

/** Decodes a segment in its canonical spelling, with hex digits in any case; undefined for any other spelling. */
export function literalText(segment: string): string | undefined {
  if (onlyBare.test(segment)) return segment;
  const text = decodedSegment(segment);
  return text !== undefined && literalSpelling(text) === withUpperCaseEscapes(segment) ? text : undefined;
}

/** A segment with the hex digits of its escapes in upper case, as in the canonical spelling. */
export function withUpperCaseEscapes(segment: string): string {
  // Hot path: most segments have no escape, and most escapes are in upper case already.
  if (!segment.includes("%") || !lowerCaseEscape.test(segment)) return segment;
  return segment.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toUpperCase());
}

/** Decodes a segment; undefined if an escape is malformed. */
export function decodedSegment(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined;
  }
}

// The characters of pchar: unreserved, sub-delims, ":" and "@".
const onlyBare = /^[\w\-.~!$&'()*+,;=:@]*$/;
const notBare = /[^\w\-.~!$&'()*+,;=:@\p{Surrogate}]/gu;

const lowerCaseEscape = /%(?:[a-f]|[0-9A-F][a-f])/;
