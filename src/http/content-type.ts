/** A parameter of a media type; its value is written as it is sent: a token, or quoted. */
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

/** `application/json`, `text/json`, and types that end in `+json` (RFC 6839, 3.1). */
function isJSONType(type: string): boolean {
  return /^(?:application\/json|text\/json|[^/]+\/[^/]+\+json)$/i.test(type.trim());
}

function parameterName(parameter: string): string {
  return String(parameter.split("=")[0]).trim().toLowerCase();
}
