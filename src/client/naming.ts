import { headerParts } from "./header-parts";

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
export type Places = Record<"Path" | "Header" | "Query" | "Accept", string>;

/** Creates the function that writes a version into the URL or the headers of a request. `path` is the path below `root`. */
export function naming(
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
