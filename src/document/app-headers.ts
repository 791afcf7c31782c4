/** The responses in which the App sends a header. `"400"`, `"401"` and `"410"` are statuses. */
export type SentOn = "every response" | "successes" | "errors" | "400" | "401" | "410";

interface AppHeaderRule {
  readonly sentOn: SentOn;
  /** True for a header about deprecation, sunset or brownouts. Clients do not break if it appears or disappears. */
  readonly isOfLifecycle: boolean;
  readonly description: string;
  readonly schema: object;
}

const [text, integer] = [{ type: "string" }, { type: "integer" }];
const uuid = { type: "string", format: "uuid" };
const seconds = { type: "string", examples: ["@1767225600"] };
const date = { type: "string", examples: ["Wed, 01 Jul 2026 00:00:00 GMT"] };

/** The headers that the App adds to responses. In documents, each is a component of the same name. */
export const appHeaders = {
  "X-Request-Id": header("errors", "The request's id", uuid),
  "Retry-After": ofLifecycle("410", "In a brownout: the seconds until it ends (RFC 9110, 10.2.3)", integer),
  "Cache-Control": ofLifecycle("410", "In a brownout: no-store"),
  "WWW-Authenticate": header("401", "How to authenticate (RFC 9110, 11.6.1)"),
  "Accept-Query": header(
    "successes",
    "The media types that a QUERY request to this path may have (RFC 10008)",
  ),
  "API-Version": header("every response", "The version that answered"),
  "API-Supported-Versions": header("every response", "The versions that are served and not deprecated"),
  "API-Deprecated-Versions": header("every response", "The versions that are served and deprecated"),
  "Version-Unknown": header("400", "The requested version, if it is not known here"),
  Deprecation: ofLifecycle(
    "every response",
    "The date of deprecation, in seconds since 1970 (RFC 9745)",
    seconds,
  ),
  Sunset: ofLifecycle("every response", "The date until which this is served (RFC 8594)", date),
  Link: ofLifecycle("every response", "Links to related pages and addresses (RFC 8288)"),
} as const satisfies Readonly<Record<string, AppHeaderRule>>;

function header(sentOn: SentOn, description: string, schema: object = text): AppHeaderRule {
  return { sentOn, isOfLifecycle: false, description, schema };
}

function ofLifecycle(...rule: Parameters<typeof header>): AppHeaderRule {
  return { ...header(...rule), isOfLifecycle: true };
}

export type AppHeader = keyof typeof appHeaders;

/** The names of `appHeaders`, in the order in which documents list them. */
export const appHeaderNames = Object.keys(appHeaders) as readonly AppHeader[];
