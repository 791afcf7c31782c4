/** True for a token (RFC 9110, 5.6.2), such as the name of a header. */
export function isToken(text: string): boolean {
  return /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/.test(text);
}

/** True for printable ASCII and tabs (RFC 9110, 5.5). Node sends others in Latin-1 or UTF-8, depending on the body. */
export function isFieldText(text: string): boolean {
  return /^[\t\x20-\x7e]*$/.test(text);
}

/** True for a text that a header carries unchanged: Latin-1 without control characters and outer blanks (RFC 9110, 5.5). */
export function isCarried(text: string): boolean {
  return /^[\x20-\x7e\xa0-\xff]+$/.test(text) && !/^ | $/.test(text);
}

/** True for the name of a parameter in a media range, except `q`, which names the weight (RFC 9110, 12.4.2). */
export function isParameterName(text: string): boolean {
  return isToken(text) && text.toLowerCase() !== "q";
}

/** Writes a text as the value of a parameter: a token, or a quoted-string (RFC 9110, 5.6.4 and 5.6.6). */
export function quotedIfNeeded(text: string): string {
  return isToken(text) ? text : `"${text.replaceAll(/["\\]/g, "\\$&")}"`;
}

/** True if a value is a media type, with or without parameters (RFC 9110, 8.3.1): `text/plain; charset=utf-8`. */
export function isMediaType(value: unknown): value is string {
  return (
    typeof value === "string" &&
    /^[!#$%&'*+\-.^_`|~\w]+\/[!#$%&'*+\-.^_`|~\w]+(?: *; *[!#$%&'*+\-.^_`|~\w]+=(?:[!#$%&'*+\-.^_`|~\w]+|"[^"\\]*"))*$/.test(
      value,
    )
  );
}

/** Writes a challenge: `challengeOf("Bearer", "Cats")` is `Bearer realm="Cats"` (RFC 9110, 11.3). */
export function challengeOf(scheme: string, realm: string): string {
  const quotable = realm.replaceAll(/["\\]/g, "\\$&").replaceAll(/[^ -~]/gu, percentEncoded);
  return `${scheme} realm="${quotable}"`;
}

/** Percent-encodes the bytes of a character, even of half a surrogate pair, for which `encodeURIComponent` throws. */
function percentEncoded(character: string): string {
  return Buffer.from(character).toString("hex").toUpperCase().replaceAll(/../g, "%$&");
}

/** A parameter of a media type. Its value is already written as a token or as a quoted-string. */
export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

/** Adds a parameter to a JSON media type: `application/json; v=2`. Undefined for other types, or if the type has it. */
export function withParameter(contentType: string, { name, value }: MediaTypeParameter): string | undefined {
  // Quoted text may contain separators, so it is removed before splitting.
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

/** Returns the body for `res.end(body, "latin1")`. A text with other characters than ASCII becomes bytes. */
export function bodyForLatin1(text: string, byteLength: number): string | Uint8Array {
  return byteLength === text.length ? text : Buffer.from(text);
}
