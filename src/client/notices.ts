import { headerParts } from "./header-parts";

/** A notice on the requested version, such as its sunset, from a response (docs/reference/client.md). */
export interface VersionNotice {
  /**
   * `deprecated`: the response has a header `Deprecation`. `sunset`: it has a header `Sunset`. `brownout`: a 410 with
   * `Retry-After`. `gone`: any other 410. `unavailable`: a 503, because the server does not know the version yet.
   */
  readonly Kind: "deprecated" | "sunset" | "brownout" | "gone" | "unavailable";
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

/** After this number of notices, new ones are dropped, because a client may request any number of paths. */
const mostNotices = 1_000;

/** A segment of a path that is an id: digits, or a UUID (RFC 9562). */
const id = /\/(\d+|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})(?=\/|$)/gi;

/** Calls `onNotice` once for each kind, method and path. The paths `/cats/7` and `/cats/8` count as one. */
export function noticeTeller(
  onNotice: (notice: VersionNotice) => unknown,
): (request: Request, response: Response, version: string) => void {
  const known = new Set<string>();
  return ({ method, url }, response, version) => {
    const { headers } = response;
    for (const kind of kindsIn(response)) {
      const key = kind + method + new URL(url).pathname.replace(id, "/*");
      if (known.has(key) || known.size === mostNotices) continue;
      known.add(key);
      const notice: VersionNotice = {
        Kind: kind,
        Method: method,
        URL: url,
        Version: version,
        ...dateMember("Deprecated", headers.get("Deprecation")),
        ...dateMember("Sunset", headers.get("Sunset")),
        Links: linksIn(headers.get("Link"), response.url || url),
      };
      // Errors of `onNotice` are ignored, and so are rejections of its promise.
      new Promise((resolve) => {
        resolve(onNotice(notice));
      }).catch(() => undefined);
    }
  };
}

/** True for the 503 of a server that does not know the version yet (docs/errors.md, `version_unavailable`). */
export function isUnavailable({ status, headers }: Response): boolean {
  return status === 503 && headers.has("Version-Unavailable");
}

function kindsIn(response: Response): readonly VersionNotice["Kind"][] {
  const { status, headers } = response;
  const kinds: VersionNotice["Kind"][] = [];
  if (headers.has("Deprecation")) kinds.push("deprecated");
  if (headers.has("Sunset")) kinds.push("sunset");
  if (status === 410) kinds.push(headers.has("Retry-After") ? "brownout" : "gone");
  if (isUnavailable(response)) kinds.push("unavailable");
  return kinds;
}

/** Reads a date as seconds since 1970, `@1688169599` (RFC 9745), or as an HTTP date. */
function dateMember(name: "Deprecated" | "Sunset", text: string | null): Readonly<Record<string, Date>> {
  const time = text?.startsWith("@") ? parseInt(text.slice(1)) * 1000 : Date.parse(text ?? "");
  return isNaN(time) ? {} : { [name]: new Date(time) };
}

/** Returns the URLs in `Link` (RFC 8288) by relation: `deprecation`, `sunset`, `successor` for `successor-version`. */
function linksIn(text: string | null, base: string): VersionNotice["Links"] {
  const links: Record<string, string> = {};
  for (const link of headerParts(text, ",")) {
    const [target = "", ...parameters] = headerParts(link, ";");
    const relations = parameters.find((each) => /^rel\s*=/i.test(each));
    // The Set removes repeated names. A header may contain thousands of them, and a URL is parsed for each.
    for (const name of new Set(relations?.match(/\b(deprecation|sunset|successor)\b/g))) {
      if (URL.canParse(target.slice(1, -1), base)) links[name] ??= new URL(target.slice(1, -1), base).href;
    }
  }
  return links;
}
