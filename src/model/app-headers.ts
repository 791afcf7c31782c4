/** The responses on which the App sends one of its headers. */
export type SentOn = "every response" | "successes" | "errors" | "401" | "410";

interface AppHeaderRule {
  readonly sentOn: SentOn;
  /** True for headers about deprecation, sunset and brownouts, whose coming and going breaks no client. */
  readonly isOfLifecycle: boolean;
  readonly description: string;
  readonly schema: object;
}

const textSchema = { type: "string" };

/** The headers that an App sends by itself; in documents each is a component of the same name. */
export const appHeaders = {
  "X-Request-Id": {
    sentOn: "errors",
    isOfLifecycle: false,
    description: "The request's id",
    schema: { type: "string", format: "uuid" },
  },
  "Retry-After": {
    sentOn: "410",
    isOfLifecycle: true,
    description: "In a brownout: the seconds until it ends (RFC 9110, 10.2.3)",
    schema: { type: "integer" },
  },
  "Cache-Control": {
    sentOn: "410",
    isOfLifecycle: true,
    description: "In a brownout: no-store",
    schema: textSchema,
  },
  "WWW-Authenticate": {
    sentOn: "401",
    isOfLifecycle: false,
    description: "How to authenticate (RFC 9110, 11.6.1)",
    schema: textSchema,
  },
  "Accept-Query": {
    sentOn: "successes",
    isOfLifecycle: false,
    description: "The media types that a QUERY request to this path may have (RFC 10008)",
    schema: textSchema,
  },
  "API-Version": {
    sentOn: "every response",
    isOfLifecycle: false,
    description: "The version that answered",
    schema: textSchema,
  },
  "API-Supported-Versions": {
    sentOn: "every response",
    isOfLifecycle: false,
    description: "The versions that are served and not deprecated",
    schema: textSchema,
  },
  "API-Deprecated-Versions": {
    sentOn: "every response",
    isOfLifecycle: false,
    description: "The versions that are served and deprecated",
    schema: textSchema,
  },
  Deprecation: {
    sentOn: "every response",
    isOfLifecycle: true,
    description: "The date of deprecation, in seconds since 1970 (RFC 9745)",
    schema: { type: "string", examples: ["@1767225600"] },
  },
  Sunset: {
    sentOn: "every response",
    isOfLifecycle: true,
    description: "The date until which this is served (RFC 8594)",
    schema: { type: "string", examples: ["Wed, 01 Jul 2026 00:00:00 GMT"] },
  },
  Link: {
    sentOn: "every response",
    isOfLifecycle: true,
    description: "Links to related pages and addresses (RFC 8288)",
    schema: textSchema,
  },
} as const satisfies Readonly<Record<string, AppHeaderRule>>;

/** The name of a header that an App sends by itself. */
export type AppHeader = keyof typeof appHeaders;

/** The names in the order in which documents list them. */
export const appHeaderNames = Object.keys(appHeaders) as readonly AppHeader[];
