/** The responses in which a header is sent. `"400"` and the like are statuses. */
export type Occasion = "every response" | "successes" | "errors" | "400" | "401" | "410" | "503";

/** A header that the App, or an option, adds to responses: the document describes it as a component. */
export interface AnswerHeader<Name extends string = string, On extends Occasion = Occasion> {
  readonly name: Name;
  readonly on: On;
  /** The key of the component. It is the name, unless headers of one name mean two things. */
  readonly component: string;
  /** True for a header about deprecation, sunset or brownouts. Clients do not break if it appears or disappears. */
  readonly isOfLifecycle: boolean;
  readonly description: string;
  readonly schema: object;
}

const [text, integer] = [{ type: "string" }, { type: "integer" }];
const uuid = { type: "string", format: "uuid" };
const seconds = { type: "string", examples: ["@1767225600"] };
const date = { type: "string", examples: ["Wed, 01 Jul 2026 00:00:00 GMT"] };

/** The headers of errors that the App itself answers. Documents list them before those of options. */
export const errorHeaders = {
  requestID: header("X-Request-Id", "errors", "The request's id", uuid),
  brownoutEnd: ofLifecycle(
    header("Retry-After", "410", "In a brownout: the seconds until it ends (RFC 9110, 10.2.3)", integer),
  ),
  brownoutCaching: ofLifecycle(header("Cache-Control", "410", "In a brownout: no-store")),
} as const;

/** The other headers of the App, in the order in which documents list them. */
export const answerHeaders = {
  acceptQuery: header(
    "Accept-Query",
    "successes",
    "The media types that a QUERY request to this path may have (RFC 10008)",
  ),
  version: header("API-Version", "every response", "The version that answered"),
  supported: header(
    "API-Supported-Versions",
    "every response",
    "The versions that are served and not deprecated",
  ),
  supportedOfUnknown: header(
    "API-Supported-Versions",
    "400",
    "The versions that are served and not deprecated",
  ),
  deprecated: header(
    "API-Deprecated-Versions",
    "every response",
    "The versions that are served and deprecated",
  ),
  unknown: header("Version-Unknown", "400", "The requested version, if it is not known here"),
  laterRetry: ofUnavailable("Retry-After", "The seconds after which another instance may answer", integer),
  laterCaching: ofUnavailable("Cache-Control", "no-store"),
  newestHere: header("Version-Unavailable", "503", "The newest version here, if the requested one is later"),
  deprecation: ofLifecycle(
    header(
      "Deprecation",
      "every response",
      "The date of deprecation, in seconds since 1970 (RFC 9745)",
      seconds,
    ),
  ),
  sunset: ofLifecycle(
    header("Sunset", "every response", "The date until which this is served (RFC 8594)", date),
  ),
  link: ofLifecycle(header("Link", "every response", "Links to related pages and addresses (RFC 8288)")),
} as const;

type AppHeader =
  (typeof errorHeaders)[keyof typeof errorHeaders] | (typeof answerHeaders)[keyof typeof answerHeaders];

/** The values of all headers that have a row for an occasion, and of no other: the compiler compares the names. */
export type HeadersOn<On extends Occasion> = Readonly<
  Record<Extract<AppHeader, { readonly on: On }>["name"], string>
>;

export function header<const Name extends string, const On extends Occasion>(
  name: Name,
  on: On,
  description: string,
  schema: object = text,
): AnswerHeader<Name, On> {
  return { name, on, component: name, isOfLifecycle: false, description, schema };
}

function ofLifecycle<Row extends AnswerHeader>(row: Row): Row {
  return { ...row, isOfLifecycle: true };
}

/** The 410 of a brownout has headers of these names, too, which mean something else. */
function ofUnavailable<const Name extends string>(
  name: Name,
  meaning: string,
  schema?: object,
): AnswerHeader<Name, "503"> {
  const row = header(name, "503", `If the requested version is later than those here: ${meaning}`, schema);
  return { ...row, component: `${name}-503` };
}
