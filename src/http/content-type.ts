/** A parameter of a media type; its value stands as it is sent: a token, or quoted. */
export interface MediaTypeParameter {
  readonly name: string;
  readonly value: string;
}

/**
 * A JSON media type with a parameter more: `application/json; charset=utf-8; v=2`; undefined where it is another type,
 * or names the parameter already.
 */
export function withParameter(contentType: string, { name, value }: MediaTypeParameter): string | undefined {
  // Quoted text is left out: it may hold whatever separates parameters.
  const [type, ...parameters] = contentType.replaceAll(/"(?:[^"\\]|\\.)*"/g, "").split(";");
  if (!isJSONType(String(type))) return undefined;
  const isNamed = parameters.some((parameter) => parameterName(parameter) === name.toLowerCase());
  return isNamed ? undefined : `${contentType}; ${name}=${value}`;
}

/** `application/json`, `text/json`, and what ends in `+json` (RFC 6839, 3.1). */
function isJSONType(type: string): boolean {
  return /^(?:application\/json|text\/json|[^/]+\/[^/]+\+json)$/i.test(type.trim());
}

function parameterName(parameter: string): string {
  return String(parameter.split("=")[0]).trim().toLowerCase();
}
