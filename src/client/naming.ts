import { headerParts } from "./header-parts";

/** The place in which requests name the version, as in the API's option `Versioning`: one of these members. */
export type VersionNaming =
  /** The text before the version in the first segment below the base, such as `"v"` for `/v2/cats`. */
  | { readonly Path: string }
  /** The name of a header. */
  | { readonly Header: string }
  /** The name of a query parameter. */
  | { readonly Query: string }
  /** The name of a parameter of each media range in `Accept`, such as `"v"` for `application/json;v=2`. */
  | { readonly Accept: string };

/** Makes the function that writes a version into the URL or the headers of a request. */
export function naming(
  by: VersionNaming,
  root: string,
): (url: URL, headers: Headers, version: string) => void {
  if ("Path" in by) {
    return (url, _headers, version) => {
      // An App matches the canonical spelling (RFC 3986, 3.3), which escapes fewer characters than encodeURIComponent.
      const segment = `/${by.Path}${encodeURI(version).replace(/[?#]/g, encodeURIComponent)}`;
      const path = (url.origin + url.pathname).slice(root.length);
      // If a client was generated from a version's document, its paths already contain the version.
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
      // `url.searchParams.set` would encode the other pairs again: `%20` would become `+`.
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
        // The version comes first: the weight `q` ends the parameters of a range (RFC 9110, 12.5.1).
        const [type, ...parameters] = headerParts(range, ";");
        const others = parameters.filter((each) => !each.toLowerCase().startsWith(key.toLowerCase()));
        // JSON.stringify escapes `"` and `\` like a quoted-string (RFC 9110, 5.6.4).
        return [type, key + (/[^\w.-]/.test(version) ? JSON.stringify(version) : version), ...others].join(
          ";",
        );
      });
      headers.set("Accept", ranges.join(", "));
    };
  }
  throw new TypeError("VersionedFetch: By must have Path, Header, Query or Accept");
}
