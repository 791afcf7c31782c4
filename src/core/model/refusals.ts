import { HTTPError, type HTTPErrorOptions } from "./http-error";

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly text: (...details: string[]) => string;
}

/** The errors that the package itself sends. A test compares their codes with docs/errors.md. */
export const refusals = {
  misfit: row(400, "invalid_request", () => "the request does not match the route's schemas"),
  malformedBody: row(400, "malformed_body", (format: string) => `the body is not well-formed ${format}`),
  nestedTooDeeply: row(
    400,
    "malformed_body",
    (levels: string) => `the body is nested more than ${levels} levels deep`,
  ),
  nestedTooOften: row(400, "malformed_body", () => "the body has too many deeply nested values for its size"),
  unknownVersion: row(400, "version_unknown", (version: string) => `version ${version} is not known here`),
  unreadableVersion: row(400, "version_unreadable", () => "the version of the request cannot be read"),
  triedTooOften: row(400, "malformed_body", () => "the body takes too many checks of its recursive schema"),
  unauthenticated: row(401, "unauthorized", () => "Unauthorized"),
  denied: row(403, "forbidden", () => "Forbidden"),
  unmatched: row(404, "not_found", (method: string, path: string) => `no route matches ${method} ${path}`),
  gone: row(410, "gone", (sunset: string) => `this version was served until ${sunset}`),
  retired: row(410, "gone", (version: string) => `version ${version} is gone`),
  brownout: row(
    410,
    "brownout",
    (until: string) => `scheduled brownout until ${until}: this version is being retired`,
  ),
  bodyTooLarge: row(413, "payload_too_large", (limit: string) => `the body is larger than ${limit}`),
  tooManyParts: row(413, "payload_too_large", (most: string) => `the body has more than ${most} parts`),
  bodyType: row(
    415,
    "unsupported_media_type",
    (types: string) => `the Content-Type of the body must be ${types}`,
  ),
  bodyEncoding: row(
    415,
    "unsupported_media_type",
    () => "the body's charset or content encoding is not supported",
  ),
  unavailable: row(
    503,
    "version_unavailable",
    (newest: string) =>
      `the requested version is later than ${newest}, the newest version of this instance: try again`,
  ),
  failure: row(500, "internal_error", () => "Internal Server Error"),
} satisfies Record<string, Refusal>;

function row<const Code extends string, Details extends string[]>(
  status: number,
  code: Code,
  text: (...details: Details) => string,
) {
  return { status, code, text } as const;
}

type RefusalName = keyof typeof refusals;

/** The code in the error body that answers a refused request: `"not_found"`. Codes never change. */
export type RefusalCode = (typeof refusals)[RefusalName]["code"];

type RefusalOptions = Omit<HTTPErrorOptions, "code"> & { readonly status?: number };

/** Creates the error for a refusal: `refusal("bodyTooLarge", ["1mb"], { cause })`. */
export function refusal<Name extends RefusalName>(
  name: Name,
  details: Parameters<(typeof refusals)[Name]["text"]>,
  { status, ...options }: RefusalOptions = {},
): HTTPError {
  const { status: usual, code, text }: Refusal = refusals[name];
  const error = new HTTPError(status ?? usual, text(...details), { ...options, code });
  made.add(error);
  return error;
}

const made = new WeakSet<HTTPError>();

/** True if the package made the error, and not the application. */
export function isRefusal(error: HTTPError): boolean {
  return made.has(error);
}
