import { headerParts } from "./header-parts";

/** A notice on the requested version, such as its sunset, from a response (docs/reference/client.md). */
export interface VersionNotice {
  /**
   * `deprecated`: the response has a header `Deprecation`. `sunset`: it has a header `Sunset`. `brownout`: a 410 with
   * `Retry-After`. `gone`: any other 410. `unavailable`: a 503, because the server does not know the version yet.
   * `unknown`: a 400, because the server knows no such version.
   */
  readonly Kind: "deprecated" | "sunset" | "brownout" | "gone" | "unavailable" | "unknown";
  readonly Method: string;
  readonly URL: string;
  /** The version that the request named. */
  readonly Version: string;
  readonly Deprecated?: Date;
  readonly Sunset?: Date;
  /** The URLs in the header `Link`, by relation. `successor` is the relation `successor-version`. */
  readonly Links: {
    readonly deprecation?: string;
    readonly sunset?: string;
    readonly successor?: string;
  };
}

/**
 * Creates a function that calls `onNotice` once for each kind, method and path. The paths `/cats/7` and `/cats/8` count
 * as one. It returns true for the 503 of a server that does not know the version yet (docs/errors.md,
 * `version_unavailable`).
 */
export function noticeTeller(
  onNotice: ((notice: VersionNotice) => unknown) | undefined,
): (request: Request, response: Response, version: string) => boolean {
  const known = new Set<string>();
  return ({ method, url }, response, version) => {
    const { status, headers } = response;
    const isUnavailable = status === 503 && headers.has("Version-Unavailable");
    const kinds = [
      headers.has("Deprecation") && "deprecated",
      headers.has("Sunset") && "sunset",
      status === 410 && (headers.has("Retry-After") ? "brownout" : "gone"),
      status === 400 && headers.has("Version-Unknown") && "unknown",
      isUnavailable && "unavailable",
    ] as readonly (VersionNotice["Kind"] | "")[]; // The cast is safe: `false` is skipped, as an empty text would be.
    for (const kind of kinds) {
      // An id is a segment of digits, or a UUID (RFC 9562).
      const key = kind + method + new URL(url).pathname.replace(/\/(\d+|[\da-f-]{36})(?![^/])/gi, "/*");
      // A client may request any number of paths, so the number of notices is limited.
      if (!kind || known.has(key) || known.size === 1_000) continue;
      known.add(key);
      // Errors of `onNotice` are ignored, and so are rejections of its promise.
      // eslint-disable-next-line @typescript-eslint/require-await -- `async` makes a rejection of an error
      (async () =>
        onNotice?.({
          Kind: kind,
          Method: method,
          URL: url,
          Version: version,
          ...dateMember(headers, "Deprecation", "Deprecated"),
          ...dateMember(headers, "Sunset"),
          Links: linksIn(headers.get("Link"), response.url || url),
        }))().catch(() => undefined);
    }
    return isUnavailable;
  };
}

/** Reads a date as seconds since 1970, `@1688169599` (RFC 9745), or as an HTTP date. */
function dateMember(headers: Headers, name: string, member = name): Readonly<Record<string, Date>> {
  const text = headers.get(name) ?? "";
  const time = text.startsWith("@") ? +text.slice(1) * 1000 : Date.parse(text);
  return isNaN(time) ? {} : { [member]: new Date(time) };
}

/** Returns the web addresses in `Link` (RFC 8288): `deprecation`, `sunset`, `successor` for `successor-version`. */
function linksIn(text: string | null, base: string): VersionNotice["Links"] {
  const links: Record<string, string> = {};
  for (const link of headerParts(text, ",")) {
    const [target = "", ...parameters] = headerParts(link, ";");
    try {
      const { href } = new URL(target.slice(1, -1), base);
      for (const name of parameters
        .find((each) => /^rel\s*=/i.test(each))
        ?.match(/deprecation|sunset|successor/g) ?? []) {
        // A page may show the link, and a browser would run the code of a `javascript:` URL.
        if (/^https?:/.test(href)) links[name] ??= href;
      }
    } catch {
      // The target is not a URL.
    }
  }
  return links;
}
