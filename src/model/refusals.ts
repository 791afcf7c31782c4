import { HTTPError, type HTTPErrorOptions } from "./http-error";

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly text: (...details: string[]) => string;
}

/**
 * The errors with which the package itself answers requests: status, code and text.
 *
 * docs/errors.md has a section for each code; a test compares the two.
 */
export const refusals = {
  misfit: {
    status: 400,
    code: "invalid_request",
    text: () => "the request does not match the route's schemas",
  },
  malformedBody: {
    status: 400,
    code: "malformed_body",
    text: (format: string) => `the body is not well-formed ${format}`,
  },
  nestedTooDeeply: {
    status: 400,
    code: "malformed_body",
    text: (levels: string) => `the body is nested more than ${levels} levels deep`,
  },
  nestedTooOften: {
    status: 400,
    code: "malformed_body",
    text: () => "the body has too many deeply nested values for its size",
  },
  unauthenticated: { status: 401, code: "unauthorized", text: () => "Unauthorized" },
  denied: { status: 403, code: "forbidden", text: () => "Forbidden" },
  unmatched: {
    status: 404,
    code: "not_found",
    text: (method: string, path: string) => `no route matches ${method} ${path}`,
  },
  gone: {
    status: 410,
    code: "gone",
    text: (sunset: string) => `this version was served until ${sunset}`,
  },
  brownout: {
    status: 410,
    code: "brownout",
    text: (until: string) => `scheduled brownout until ${until}: this version is being retired`,
  },
  bodyTooLarge: {
    status: 413,
    code: "payload_too_large",
    text: (limit: string) => `the body is larger than ${limit}`,
  },
  tooManyParts: {
    status: 413,
    code: "payload_too_large",
    text: (most: string) => `the body has more than ${most} parts`,
  },
  bodyType: {
    status: 415,
    code: "unsupported_media_type",
    text: (types: string) => `the Content-Type of the body must be ${types}`,
  },
  bodyEncoding: {
    status: 415,
    code: "unsupported_media_type",
    text: () => "the body's charset or content encoding is not supported",
  },
  unavailable: {
    status: 503,
    code: "version_unavailable",
    text: (newest: string) =>
      `the requested version is later than ${newest}, the newest version of this instance: try again`,
  },
  failure: { status: 500, code: "internal_error", text: () => "Internal Server Error" },
} as const satisfies Record<string, Refusal>;

type RefusalName = keyof typeof refusals;

/** The code of a request's error: `"not_found"`; codes never change. */
export type RefusalCode = (typeof refusals)[RefusalName]["code"];

/** `status` is the application's own choice, such as `InvalidStatus`. */
type RefusalOptions = Omit<HTTPErrorOptions, "code"> & { readonly status?: number };

/** Creates the error of a refusal: `refusal("bodyTooLarge", ["1mb"], { cause })`. */
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

/** True if the package made the error, and no code of the application threw it. */
export function isRefusal(error: HTTPError): boolean {
  return made.has(error);
}
