import { headerParts } from "./header-parts";

/** The place where requests name the version: the same place as in the API's option `Versioning`. */
export type VersionNaming =
  /** The text before the version in the first segment of the path: `"v"` for `/v2/cats`. */
  | { readonly Path: string }
  /** The name of the header: `"X-API-Version"`. */
  | { readonly Header: string }
  /** The name of the query parameter: `"v"` for `?v=2`. */
  | { readonly Query: string }
  /** The name of a parameter that each media range in `Accept` gets: `"v"` for `application/json;v=2`. */
  | { readonly Accept: string };

/** Creates the function that writes a version into the URL or the headers of a request. */
export function naming(
  by: VersionNaming,
  root: string,
): (url: URL, headers: Headers, version: string) => void {
  if ("Path" in by) {
    return (url, _headers, version) => {
      // Like an App, `encodeURI` does not encode the characters that a segment may contain (RFC 3986, 3.3).
      const segment = `/${by.Path}${encodeURI(version).replace(/[?#]/g, encodeURIComponent)}`;
      const path = (url.origin + url.pathname).slice(root.length);
      // The paths of a client that was generated for one version already contain the version.
      if (`${path}/`.startsWith(`${segment}/`)) return;
      url.href = root + segment + (path === "/" ? "" : path) + url.search;
    };
  }
  if ("Header" in by) {
    return (_url, headers, version) => {
      headers.set(by.Header, version);
    };
  }
  if ("Query" in by) {
    return (url, _headers, version) => {
      // `url.searchParams.set` would also encode the other parameters again: `%20` would become `+`.
      const others = url.search
        .slice(1)
        .split("&")
        .filter((pair) => pair && !new URLSearchParams(pair).has(by.Query));
      url.search = [...others, String(new URLSearchParams({ [by.Query]: version }))].join("&");
    };
  }
  if ("Accept" in by) {
    const key = `${by.Accept.replace(/=$/, "")}=`;
    return (_url, headers, version) => {
      const ranges = headerParts(headers.get("Accept") || "*/*", ",").map((range) => {
        // A weight `q` ends the parameters of a media range (RFC 9110, 12.5.1), so the version comes before the weight.
        const [type, ...parameters] = headerParts(range, ";");
        const others = parameters.filter((each) => !each.toLowerCase().startsWith(key.toLowerCase()));
        // JSON.stringify escapes `"` and `\` as a quoted-string requires (RFC 9110, 5.6.4).
        return [type, key + (/[^\w.-]/.test(version) ? JSON.stringify(version) : version), ...others].join(
          ";",
        );
      });
      headers.set("Accept", ranges.join(", "));
    };
  }
  throw new TypeError("VersionedFetch: By needs Path, Header, Query or Accept");
}
