/** Whether a text is a token (RFC 9110, 5.6.2): what field names and parameter names are made of. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/**
 * Whether a text can be sent within a field's value: in ASCII, without control characters (RFC 9110, 5.5). Node sends what is
 * beyond in one encoding or the other, as the body is written.
 */
export function isFieldText(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** Whether a text may name a parameter of a media range: all but the weight's (RFC 9110, 12.4.2). */
export function isParameterName(text: string): boolean {
  return isToken(text) && text.toLowerCase() !== "q";
}

/** A text as the value of a parameter: a token, or a quoted-string (RFC 9110, 5.6.4 and 5.6.6). */
export function quotedIfNeeded(text: string): string {
  return isToken(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** Whether a value is a media type, parameters included (RFC 9110, 8.3.1): `text/csv`, `text/plain; charset=utf-8`. */
export function isMediaType(value: unknown): value is string {
  return (
    typeof value === "string" &&
    /^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+(?: *; *[!#$%&'*+\-.^_`|~\w]+=(?:[!#$%&'*+\-.^_`|~\w]+|"[^"\\]*"))*$/.test(
      value,
    )
  );
}
