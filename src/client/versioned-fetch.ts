import { naming, type VersionNaming } from "./naming";
import { isUnavailable, noticeTeller, type VersionNotice } from "./notices";

export type { VersionNaming } from "./naming";
export type { VersionNotice } from "./notices";

/** The options of `VersionedFetch` (docs/reference/client.md). */
export interface VersionedFetchOptions {
  /** The version to request. For a list: the first that the API's catalog lists and whose sunset is not past. */
  readonly Version: string | readonly string[];
  /** The place where requests name the version. The API must read the version at this place. */
  readonly By: VersionNaming;
  /** A function that gets each notice once. Notices for `/cats/7` and `/cats/8` count as the same. */
  readonly OnNotice?: (notice: VersionNotice) => unknown;
  /** The function that sends the requests; default: the global `fetch`. */
  readonly Fetch?: (request: Request, init?: RequestInit) => Promise<Response>;
}

/** A `fetch` that names a version in the requests to one API. */
export interface VersionedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Resolves to the version that is sent. If the option `Version` is a list, the API's catalog determines it. */
  readonly Version: () => Promise<string>;
}

const mostRetries = 3;

/**
 * Creates a `fetch` that names the version in every request to a URL below `base`. A path is appended to `base`.
 * Requests to other URLs are not changed.
 *
 * ```
 * const api = VersionedFetch("https://api.example.org", { Version: "2", By: { Header: "X-API-Version" } });
 * const response = await api("/cats/7");
 * ```
 *
 * After a 503 with `Version-Unavailable`, the request is sent again after the time in `Retry-After`, at most
 * three times. A request whose body is a stream is not sent again.
 *
 * @throws TypeError if `base` is not a URL, `Version` is missing or empty, or `By` names no place.
 */
export function VersionedFetch(base: string | URL, options: VersionedFetchOptions): VersionedFetch {
  const {
    Version: wanted,
    By,
    OnNotice,
    // The global `fetch` is read at each request, because mocks and tracers may replace it.
    Fetch = (request: Request, init?: RequestInit) => fetch(request, init),
  } = options;
  const root = rootOf(base);
  const nameVersion = naming(Object(By) as typeof By, root);
  const tell = OnNotice && noticeTeller(OnNotice);
  if (![wanted].flat()[0]?.length) throw new TypeError("VersionedFetch: Version must be text");
  let answer: Promise<string> | undefined;
  const Version = (): Promise<string> => (answer ??= versionFor(wanted, root, Fetch));

  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const given = typeof input === "object" && "url" in input ? input : undefined;
    const url = addressOf(given ? given.url : (input as string | URL), root);
    // `Fetch` also gets `rest`, because a Request drops non-standard members of `init`, such as `dispatcher`.
    const { headers = given?.headers, body, ...rest } = init;
    if (!`${url.origin}${url.pathname}/`.startsWith(`${root}/`)) {
      return given ? Fetch(given, init) : Fetch(new Request(url, init), rest);
    }
    const version = await Version();
    const named = new Headers(headers);
    nameVersion(url, named, version);
    // `new Request(url, given)` reads `given.body`, which some browsers do not have, so the body is passed separately.
    const content = body ?? (await bodyOf(given));
    const source = given ? new Request(url, given) : url;
    for (let retries = isStream(content) ? 0 : mostRetries; ; retries--) {
      const request = new Request(source, { ...init, headers: named, body: content });
      const response = await Fetch(request, rest);
      tell?.(request, response, version);
      if (!retries || !isUnavailable(response)) return response;
      await response.body?.cancel();
      await wait(response, request.signal);
    }
  };
  return Object.assign(send, { Version });
}

/** Returns the base without its last slash, query and fragment. In a browser, the base may be relative to the page. */
function rootOf(base: string | URL): string {
  const { location } = globalThis as { readonly location?: { readonly href: string } };
  const { origin, pathname } = new URL(base, location?.href);
  return origin + pathname.replace(/\/+$/, "");
}

/** Returns the URL of a request. A string that is not a URL is appended to the root, even `//host`. */
function addressOf(input: string | URL, root: string): URL {
  if (typeof input !== "string" || URL.canParse(input)) return new URL(input);
  return new URL(root + input.replace(/^(?![/?#]|$)/, "/"));
}

async function bodyOf(request: Request | undefined): Promise<ArrayBuffer | null> {
  if (!request) return null;
  return request.body === null || /^(GET|HEAD)$/.test(request.method) ? null : request.clone().arrayBuffer();
}

function isStream(body: unknown): boolean {
  const members = Object(body) as object;
  return "getReader" in members || Symbol.asyncIterator in members;
}

/** Waits for the time in `Retry-After` (RFC 9110, 10.2.3), or for one second. Rejects if the request is aborted. */
function wait({ headers }: Response, signal: AbortSignal): Promise<void> {
  const text = headers.get("Retry-After") ?? "1";
  return new Promise((resolve, reject) => {
    // A signal that is already aborted sends no event, so it is checked first.
    signal.throwIfAborted();
    const time = /\D/.test(text) ? Date.parse(text) - Date.now() : parseInt(text) * 1000;
    // A timer of more than 2^31 - 1 ms ends at once, and some browsers wait long if the delay is negative.
    const timer = setTimeout(resolve, time > 0 ? Math.min(time, 2e9) : 0);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Returns the first of `wanted` with no past sunset in the API's catalog (RFC 9727), or else simply the first. */
async function versionFor(
  wanted: VersionedFetchOptions["Version"],
  root: string,
  Fetch: (request: Request) => Promise<Response>,
): Promise<string> {
  if (typeof wanted === "string") return wanted;
  // The cast is safe: `VersionedFetch` has rejected an empty list.
  const [first] = wanted as readonly [string];
  try {
    const response = await Fetch(new Request(new URL("/.well-known/api-catalog", root)));
    const { linkset } = (await response.json()) as Catalog;
    const served = linkset
      .flatMap((context) => context["service-desc"] ?? [])
      .filter(({ sunset = [] }) => !sunset.some((date) => Date.parse(date) <= Date.now()))
      .flatMap(({ version = [] }) => version);
    return wanted.find((version) => served.includes(version)) ?? first;
  } catch {
    // If the catalog cannot be read, requests name the first version of the list.
    return first;
  }
}

/** The members of the API's catalog (RFC 9264, 4.2) that `versionFor` reads. */
interface Catalog {
  readonly linkset: readonly {
    readonly "service-desc"?: readonly {
      readonly version?: readonly string[];
      readonly sunset?: readonly string[];
    }[];
  }[];
}
