/** A version of the API: a non-empty string, compared exactly, such as `"1"` or `"2024-05-01"`. */
export type Version = string;

/** One version, or several, most preferred first. */
export type Versions = string | readonly string[];

/**
 * Declares a route for every request, whatever version it names: `@WithVersion(VersionNeutral)`.
 *
 * No client can send this value: a request with it names no version.
 */
export const VersionNeutral: Version = "\u0000neutral";

// `as const`: without it a declaration file has the type string for a member with this value: `const options = { Type:
// VersioningURI }`.
/** Versioning is off: the default. A declared version is then a Build problem. */
export const VersioningNone = "none" as const;
/** The version is in the path: `/v1/cats`. */
export const VersioningURI = "uri" as const;
/** The version is the value of a header: `X-API-Version: 1`. */
export const VersioningHeader = "header" as const;
/** The version is a parameter of a media range in Accept: `application/json;v=1`. */
export const VersioningMediaType = "media-type" as const;
/** A function of the application reads the version from the request. */
export const VersioningCustom = "custom" as const;

/** How a request names its version. */
export type VersioningType =
  | typeof VersioningNone
  | typeof VersioningURI
  | typeof VersioningHeader
  | typeof VersioningMediaType
  | typeof VersioningCustom;

/** An existing day such as `2024-05-01`: dates of this form compare like their texts. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}
