import { sentHeader, type Renumbering } from "../model/contract";
import type { Life } from "../model/lifecycle";
import type { Registration } from "../model/route";
import type { Versioning } from "../model/versioning";

/** A header that the App itself sends. */
export type AppHeader = keyof typeof descriptions;

const textSchema = { type: "string" };

/** Header Objects (OpenAPI 3.1.1, 4.8.21), each a component that responses refer to. */
const descriptions = {
  "X-Request-Id": { description: "The request's id", schema: { type: "string", format: "uuid" } },
  "API-Version": { description: "The version that answered", schema: textSchema },
  "API-Supported-Versions": {
    description: "The versions that are served and not deprecated",
    schema: textSchema,
  },
  "API-Deprecated-Versions": {
    description: "The versions that are served and deprecated",
    schema: textSchema,
  },
  Deprecation: {
    description: "When this is deprecated, in seconds since 1970 (RFC 9745)",
    schema: { type: "string", examples: ["@1767225600"] },
  },
  Sunset: {
    description: "Until when this is served (RFC 8594)",
    schema: { type: "string", examples: ["Wed, 01 Jul 2026 00:00:00 GMT"] },
  },
  "Retry-After": {
    description: "In a brownout: the seconds until it ends (RFC 9110, 10.2.3)",
    schema: { type: "integer" },
  },
  "Cache-Control": { description: "In a brownout: no-store", schema: textSchema },
  "WWW-Authenticate": { description: "How to show who asks (RFC 9110, 11.6.1)", schema: textSchema },
  "Accept-Query": {
    description: "The media types that a QUERY of this path may be asked with (RFC 10008)",
    schema: textSchema,
  },
  Link: { description: "Pages and addresses to go on from here (RFC 8288)", schema: textSchema },
} as const;

/** The headers of every response to a registration's requests, as the steps of `dispatch` set them. */
export function responseHeaders(
  { version, life }: Registration,
  { reports }: Versioning,
  { successor, now }: After,
): readonly AppHeader[] {
  if (!reports && !life) return [];
  const sent: Readonly<Record<AppHeader, boolean>> = {
    // Those of errors alone.
    "X-Request-Id": false,
    "WWW-Authenticate": false,
    "Retry-After": false,
    "Cache-Control": false,
    // That of successes.
    "Accept-Query": false,
    "API-Version": reports && version !== undefined,
    "API-Supported-Versions": reports,
    "API-Deprecated-Versions": reports,
    Deprecation: life?.deprecated !== undefined,
    Sunset: life?.sunset !== undefined,
    Link: life !== undefined && (hasPage(life) || (successor !== undefined && !hasEnded(successor, now))),
  };
  return (Object.keys(sent) as AppHeader[]).filter((name) => sent[name]);
}

/** The same route in the version that comes after, at another address, and the time. */
interface After {
  readonly successor: Registration | undefined;
  readonly now: Date | undefined;
}

function hasEnded({ life }: Registration, now: Date | undefined): boolean {
  return life?.sunset !== undefined && now !== undefined && life.sunset <= now;
}

function hasPage({ link, deprecated, sunset }: Life): boolean {
  return link !== undefined && (deprecated ?? sunset) !== undefined;
}

/** Writes headers as references, and keeps what they refer to for the document's components. */
export class AppHeaders {
  readonly #written = new Set<AppHeader>();

  /** `{ "X-Request-Id": { "$ref": "#/components/headers/X-Request-Id" } }`, by the names that the version is sent. */
  refer(names: readonly AppHeader[], renumbering?: Renumbering): Record<string, object> {
    const references: Record<string, object> = {};
    for (const name of names) {
      this.#written.add(name);
      references[sentHeader(renumbering?.headers, name)] = { $ref: `#/components/headers/${name}` };
    }
    return references;
  }

  /** A copy of each that has been referred to: whoever is given a document may change it. */
  components(): Record<string, object> {
    return Object.fromEntries([...this.#written].map((name) => [name, structuredClone(descriptions[name])]));
  }
}
