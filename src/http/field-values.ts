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

/**
 * A challenge (RFC 9110, 11.3): `challengeOf("Bearer", "Cats")` is `Bearer realm="Cats"`.
 *
 * Only printable ASCII is safe in a field's value (RFC 9110, 5.5): all other bytes are percent-encoded.
 */
export function challengeOf(scheme: string, realm: string): string {
  const quotable = realm.replaceAll(/["\\]/g, "\\$&").replaceAll(/[^ -~]/gu, percentEncoded);
  return `${scheme} realm="${quotable}"`;
}

/** Percent-encodes the bytes of a character; `encodeURIComponent` would throw on half a surrogate pair. */
function percentEncoded(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");
}

/** A parameter of a media type; its value is encoded as sent: a token, or a quoted-string. */
export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * Adds a parameter to a JSON media type: `application/json; charset=utf-8; v=2`; undefined for another type, or one
 * that has the parameter already.
 */
export function withParameter(contentType: string, { name, value }: MediaTypeParameter): string | undefined {
  // Remove quoted text first, since it may contain separators.
  const [type, ...parameters] = contentType.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").split(";");
  if (!isJSONType(String(type))) return undefined;
  const isNamed = parameters.some((parameter) => parameterName(parameter) === name.toLowerCase());
  return isNamed ? undefined : `${contentType}; ${name}=${value}`;
}

/** True for `application/json`, `text/json`, and types that end in `+json` (RFC 6839, 3.1). */
function isJSONType(type: string): boolean {
  return /^(?:application\/json|text\/json|[^/]+\/[^/]+\+json)$/i.test(type.trim());
}

function parameterName(parameter: string): string {
  return String(parameter.split("=")[0]).trim().toLowerCase();
}
