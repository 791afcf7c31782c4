/** True if a text is a token (RFC 9110, 5.6.2), the grammar of field names and parameter names. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/**
 * True if a text can be sent in a field's value: ASCII without control characters (RFC 9110, 5.5). Node sends other
 * characters in the encoding of the body, which varies.
 */
export function isFieldText(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** True if a text can name a parameter of a media range: any token but `q`, the weight (RFC 9110, 12.4.2). */
export function isParameterName(text: string): boolean {
  return isToken(text) && text.toLowerCase() !== "q";
}

/** A text as the value of a parameter: a token, or a quoted-string (RFC 9110, 5.6.4 and 5.6.6). */
export function quotedIfNeeded(text: string): string {
  return isToken(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** True if a value is a media type, parameters included (RFC 9110, 8.3.1): `text/csv`, `text/plain; charset=utf-8`. */
export function isMediaType(value: unknown): value is string {
  return (
    typeof value === "string" &&
    /^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+(?: *; *[!#$%&'*+\-.^_`|~\w]+=(?:[!#$%&'*+\-.^_`|~\w]+|"[^"\\]*"))*$/.test(
      value,
    )
  );
}
