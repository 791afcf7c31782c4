import { headerParts } from "./header-parts";
import { noticeTeller, type VersionNotice } from "./notices";

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
  /** The longest `Retry-After` that is waited for, in seconds; default 30. After a longer one, the 503 is the result. */
  readonly MostWait?: number;
}

/** The options of a caller without types, who may leave out required ones. */
type Unchecked = Omit<Partial<VersionedFetchOptions>, "By"> & { readonly By?: Partial<Places> };

/** A `fetch` that names a version in the requests to one API. */
export interface VersionedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  /** Resolves to the version that is sent. If the option `Version` is a list, the API's catalog determines it. */
  readonly Version: () => Promise<string>;
}

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
 * three times, unless this time is longer than `MostWait`. A request whose body is a stream is not sent again.
 *
 * @throws TypeError if `base` is not a URL, `Version` is missing or empty, or `By` names no place. A call rejects with a
 * TypeError for a path that leaves `base`.
 */
export function VersionedFetch(base: string | URL, options: VersionedFetchOptions): VersionedFetch {
  const {
    Version: wanted,
    By = {},
    OnNotice,
    // The global `fetch` is read at each request, because mocks and tracers may replace it.
    Fetch = (request: Request, init?: RequestInit) => fetch(request, init),
    MostWait = 30,
  } = options as Unchecked; // Callers without types may leave out required members.
  const root = rootOf(base);
  const nameVersion = naming(By, root);
  const tell = noticeTeller(OnNotice);
  if (!wanted?.[0]?.length) throw new TypeError("VersionedFetch: Version must be text");
  let known = typeof wanted === "string" ? wanted : "";
  let answer: Promise<string> | undefined;
  const Version = async (): Promise<string> =>
    known || (answer ??= servedVersion(wanted as readonly string[], root, Fetch));

  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    // The casts are safe: a string and a URL have no member `url`.
    const given = ((input as Request).url && input) as Request | undefined;
    const url = urlBelow(root, given?.url ?? (input as string));
    const signal = init.signal ?? given?.signal;
    // `Fetch` also gets `rest`, because a Request drops non-standard members of `init`, such as `dispatcher`.
    const { headers: own = given?.headers, body, ...rest } = init;
    if (!url) return Fetch(new Request(input, init), rest);
    // A signal ends the wait of its own call. The other calls go on waiting for the version.
    known ||= await abortable<string>((resolve) => Version().then(resolve), signal);
    const headers = new Headers(own);
    nameVersion(url, headers, known);
    // `new Request(url, given)` reads `given.body`, which some browsers do not have, so the body is passed separately.
    // The cast is safe: if it is not a Blob, `body` is the content.
    const blob = (await (body || given?.clone().blob())) as Blob | undefined;
    // A GET cannot have a body, not even an empty one.
    const content = body ?? (blob?.size ? blob : null);
    const source = new Request(url, given);
    for (
      let retries = (content as AsyncIterable<unknown> | null)?.[Symbol.asyncIterator] ? 0 : 3;
      ;
      retries--
    ) {
      const request = new Request(source, { ...init, headers, body: content });
      const response = await Fetch(request, rest);
      const isUnavailable = tell(request, response, known);
      const text = response.headers.get("Retry-After") ?? "1";
      const time = +text * 1000 || Date.parse(text) - Date.now();
      if (!retries || !isUnavailable || time > MostWait * 1000) return response;
      await response.body?.cancel();
      // Some browsers wait long if the delay is negative.
      await abortable((resolve) => setTimeout(resolve, time > 0 ? time : 0), signal);
    }
  };
  return Object.assign(send, { Version });
}

/** Returns the base without its last slash, query and fragment. In a browser, the base may be relative to the page. */
function rootOf(base: string | URL): string {
  const { origin, pathname } = new URL(
    base,
    (globalThis as { readonly location?: { readonly href: string } }).location?.href,
  );
  return origin + pathname.replace(/\/+$/, "");
}

/** Returns the URL of a request; false if it is not below the root. A string that is not a URL is appended. */
function urlBelow(root: string, input: string): URL | false {
  const isURL = URL.canParse(input);
  const url = new URL(isURL ? input : root + input.replace(/^(?![/\\?#]|$)/, "/"));
  const isBelow = `${url.origin + url.pathname}/`.startsWith(`${root}/`);
  // A browser takes `//host` and `/\host` for another host.
  if (isURL || (isBelow && !url.href.startsWith(`${root}//`))) return isBelow && url;
  throw new TypeError(`VersionedFetch: ${input} leaves ${root}`);
}

/** Resolves when `start` says so, which may return a timer. Rejects if the signal is aborted earlier. */
function abortable<Value>(
  start: (resolve: (value: Value) => void, reject: (error: unknown) => void) => unknown,
  signal?: AbortSignal | null,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    // A signal that is already aborted sends no event, so it is checked first.
    signal?.throwIfAborted();
    const timer = start(resolve, reject) as number;
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    });
  });
}

/** Returns the first of `wanted` with no past sunset in the API's catalog (RFC 9727), or else simply the first. */
async function servedVersion(
  wanted: readonly string[],
  root: string,
  Fetch: (request: Request) => Promise<Response>,
): Promise<string> {
  const signal = AbortSignal.timeout(5_000);
  let bytes = 0;
  const bound = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.length;
      if (bytes > 1 << 20) controller.error();
      else controller.enqueue(chunk);
    },
  });
  let found: string | undefined;
  try {
    const request = new Request(new URL("/.well-known/api-catalog", root), { signal });
    // `Fetch` may ignore the signal.
    const response = await abortable<Response>((resolve, reject) => {
      Fetch(request).then(resolve, reject);
    }, signal);
    const { linkset } = (await new Response(response.body?.pipeThrough(bound, { signal })).json()) as Catalog;
    found = wanted.find((one) =>
      linkset.some((context) =>
        // A version that is gone for good has no `service-desc`.
        context["service-desc"]?.some(
          ({ version, sunset }) => version?.includes(one) && !(Date.parse(sunset) <= Date.now()),
        ),
      ),
    );
  } catch {
    // If the catalog cannot be read, requests name the first version of the list.
  }
  // The cast is safe: `VersionedFetch` has rejected an empty list.
  return found ?? (wanted as readonly [string])[0];
}

/** The members of the API's catalog (RFC 9264, 4.2) that `servedVersion` reads. */
interface Catalog {
  readonly linkset: readonly {
    readonly "service-desc"?: readonly {
      readonly version?: readonly string[];
      /** A list with one date, which `Date.parse` reads like a text; often undefined. */
      readonly sunset: string;
    }[];
  }[];
}

/** The place where requests name the version. It must be the same as in the API's option `Versioning`. */
export type VersionNaming =
  /** The text before the version in the first segment of the path: `"v"` for `/v2/cats`. */
  | { readonly Path: string }
  /** The name of the header: `"X-API-Version"`. */
  | { readonly Header: string }
  /** The name of the query parameter: `"v"` for `?v=2`. */
  | { readonly Query: string }
  /** The name of a parameter that each media range in `Accept` gets: `"v"` for `application/json;v=2`. */
  | { readonly Accept: string };

/** All places of {@link VersionNaming}. */
type Places = Record<"Path" | "Header" | "Query" | "Accept", string>;

/** Creates the function that writes a version into the URL or the headers of a request. `path` is the path below `root`. */
function naming(
  { Path, Header, Query, Accept }: Partial<Places>,
  root: string,
): (url: URL, headers: Headers, version: string) => void {
  if ((Path ?? Header ?? Query ?? Accept) === undefined) {
    throw new TypeError("VersionedFetch: By needs Path, Header, Query or Accept");
  }
  return (url, headers, version) => {
    if (Header) {
      headers.set(Header, version);
    } else if (Query) {
      // `url.searchParams.set` would also encode the other parameters again: `%20` would become `+`.
      url.search = [
        ...url.search.split(/[?&]/).filter((pair) => pair && !new URLSearchParams(pair).has(Query)),
        new URLSearchParams({ [Query]: version }),
      ].join("&");
    } else if (Accept) {
      const key = Accept.replace(/=?$/, "=");
      const ranges = headerParts(headers.get("Accept") || "*/*", ",").map((range) => {
        // The version comes first, because a weight such as `q=0.5` must be the last parameter (RFC 9110, 12.5.1).
        const [type, ...parameters] = headerParts(range, ";");
        return [
          type,
          // A quoted-string (RFC 9110, 5.6.4) escapes `"` and `\` in the same way as JSON.
          key + (/[^\w.-]/.test(version) ? JSON.stringify(version) : version),
          ...parameters.filter((each) => !each.toLowerCase().startsWith(key.toLowerCase())),
        ].join(";");
      });
      headers.set("Accept", ranges.join(", "));
    } else {
      // `encodeURI` leaves `?` and `#` as they are. They would end the path, so they are encoded, too.
      const segment = `/${Path}${encodeURI(version).replace(/[?#]/g, encodeURIComponent)}`;
      const path = (url.origin + url.pathname).slice(root.length);
      // A client that was generated for version 2 already requests `/v2/cats`, so nothing is added.
      if (`${path}/`.startsWith(`${segment}/`)) return;
      url.href = root + segment + (path[1] ? path : "") + url.search;
    }
  };
}
