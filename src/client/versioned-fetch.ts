import { naming, type VersionNaming } from "./naming";
import { isUnavailable, noticeTeller, type VersionNotice } from "./notices";

export type { VersionNaming } from "./naming";
export type { VersionNotice } from "./notices";

/** The options of `VersionedFetch`: docs/reference/client.md. */
export interface VersionedFetchOptions {
  /** The version that every request names; of a list the first that the API's catalogue lists and has not ended. */
  readonly Version: string | readonly string[];
  /** The place of the version in a request, as the API reads it. */
  readonly By: VersionNaming;
  /** Called once for each kind of notice, method and path. */
  readonly OnNotice?: (notice: VersionNotice) => unknown;
  /** Sends the requests; default the global `fetch`. */
  readonly Fetch?: (request: Request, init?: RequestInit) => Promise<Response>;
}

/** A `fetch` that names a version in the requests to one API. */
export interface VersionedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Resolves to the version that the requests name. */
  readonly Version: () => Promise<string>;
}

/** A request is sent again this many times if the instance that it met does not have its version. */
const mostRetries = 3;

/**
 * A `fetch` that names the version in every request below `base`, and leaves other requests as they are. A path is
 * joined to `base`.
 *
 * ```
 * const api = VersionedFetch("https://api.example.org", { Version: "2", By: { Header: "X-API-Version" }, OnNotice: console.warn });
 * const response = await api("/cats/7");
 * ```
 *
 * After a 503 with `Version-Unavailable` and its `Retry-After` the request is sent again, at most three times, unless
 * its body is a stream.
 *
 * @throws TypeError for a `base` that is not a URL, and for options of another form.
 */
export function VersionedFetch(base: string | URL, options: VersionedFetchOptions): VersionedFetch {
  const {
    Version: wanted,
    By,
    OnNotice,
    // Tools replace the global function: it is looked up for each request.
    Fetch = (request: Request, init?: RequestInit) => fetch(request, init),
  } = options;
  const root = rootOf(base);
  const nameVersion = naming(By, root);
  const tell = noticeTeller(OnNotice);
  if (![wanted].flat()[0]) throw new TypeError("VersionedFetch: Version is missing");
  let answer: Promise<string> | undefined;
  const Version = (): Promise<string> => (answer ??= versionFor(wanted, root, Fetch));

  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const given = typeof input === "object" && "url" in input ? input : undefined;
    const url = addressOf(given ? given.url : (input as string | URL), root);
    // `body` would be sent a second time, and without `headers` those of the request count.
    const { headers = given?.headers, body, ...rest } = init;
    if (!`${url.origin}${url.pathname}/`.startsWith(`${root}/`)) {
      return given ? Fetch(given, init) : Fetch(new Request(url, init), rest);
    }
    const version = await Version();
    const named = new Headers(headers);
    nameVersion(url, named, version);
    // Not every browser's Request has its body as a member, so that a new one would have none.
    const content = body ?? (await bodyOf(given));
    const source = given ? new Request(url, given) : url;
    for (let retries = isStream(content) ? 0 : mostRetries; ; retries--) {
      const request = new Request(source, { ...init, headers: named, body: content });
      const response = await Fetch(request, rest);
      tell(request, response, version);
      if (!retries || !isUnavailable(response)) return response;
      await response.body?.cancel();
      await wait(response, request.signal);
      // An own Fetch may not look at the signal.
      request.signal.throwIfAborted();
    }
  };
  return Object.assign(send, { Version });
}

/** The address without a final slash, a query and a fragment. In a browser it may be relative to the page. */
function rootOf(base: string | URL): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const { origin, pathname } = new URL(base, location?.href);
  return origin + pathname.replace(/\/+$/, "");
}

/** A text that is not a URL by itself is a path below the root, `//host` too. */
function addressOf(input: string | URL, root: string): URL {
  if (typeof input !== "string" || URL.canParse(input)) return new URL(input);
  return new URL(root + input.replace(/^(?![/?#]|$)/, "/"));
}

/** The bytes of a copy; null for a request without a body. */
async function bodyOf(request: Request | undefined): Promise<ArrayBuffer | null> {
  if (!request) return null;
  return request.body === null || /^(GET|HEAD)$/.test(request.method) ? null : request.clone().arrayBuffer();
}

/** A stream can be read, and so be sent, once. */
function isStream(body: unknown): boolean {
  const members = Object(body) as object;
  return "getReader" in members || Symbol.asyncIterator in members;
}

/** Resolves after `Retry-After` (RFC 9110, 10.2.3), a second without it, or when the request is aborted. */
function wait({ headers }: Response, signal: AbortSignal): Promise<void> {
  const text = headers.get("Retry-After") ?? "1";
  return new Promise((resolve) => {
    const time = /\D/.test(text) ? Date.parse(text) - Date.now() : parseInt(text) * 1000;
    // Browsers take a negative time modulo 2^32.
    const timer = setTimeout(resolve, time > 0 && !signal.aborted ? time : 0);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/** The version of a client that knows several: the first that the catalogue (RFC 9727) has before its sunset. */
async function versionFor(
  wanted: VersionedFetchOptions["Version"],
  root: string,
  Fetch: (request: Request) => Promise<Response>,
): Promise<string> {
  if (typeof wanted === "string") return wanted;
  const [first = ""] = wanted;
  try {
    const response = await Fetch(new Request(new URL("/.well-known/api-catalog", root)));
    const { linkset } = (await response.json()) as Catalog;
    const served = linkset
      .flatMap((context) => context["service-desc"] ?? [])
      .filter(({ sunset = [] }) => !sunset.some((date) => Date.parse(date) <= Date.now()))
      .flatMap(({ version = [] }) => version);
    return wanted.find((version) => served.includes(version)) ?? first;
  } catch {
    // Without a catalogue the client's own preference counts.
    return first;
  }
}

/** The parts of an API catalogue that name versions: RFC 9264, 4.2. */
interface Catalog {
  readonly linkset: readonly {
    readonly "service-desc"?: readonly {
      readonly version?: readonly string[];
      readonly sunset?: readonly string[];
    }[];
  }[];
}
