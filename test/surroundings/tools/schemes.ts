import {
  FirstOf,
  FromHeader,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  type Version,
  type VersioningOptions,
} from "versioned-controllers";

/** A way to name versions, and how a client does so that knows nothing but the document. */
export interface Scheme {
  readonly name: string;
  readonly options: VersioningOptions;
  /** The target of a request, and the headers that it needs besides its own. */
  readonly ask: (target: string, version: Version) => Asking;
}

interface Asking {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
}

export const schemes: readonly Scheme[] = [
  {
    name: "URI",
    options: { Type: VersioningURI },
    ask: (target, version) => ({ target: `/v${version}${target}`, headers: {} }),
  },
  {
    name: "header",
    options: { Type: VersioningHeader, Header: "X-API-Version" },
    ask: (target, version) => ({ target, headers: { "X-API-Version": version } }),
  },
  {
    name: "media type",
    options: { Type: VersioningMediaType, Key: "v" },
    ask: (target, version) => ({ target, headers: { Accept: `*/*;v=${version}` } }),
  },
  {
    name: "query",
    options: { Type: VersioningCustom, Extractor: FromQuery("api-version") },
    ask: (target, version) => ({ target: withQuery(target, `api-version=${version}`), headers: {} }),
  },
  {
    name: "FirstOf",
    options: { Type: VersioningCustom, Extractor: FirstOf(FromHeader("X-API-Version"), FromQuery("v")) },
    ask: (target, version) => ({ target, headers: { "X-API-Version": version } }),
  },
];

function withQuery(target: string, field: string): string {
  return `${target}${target.includes("?") ? "&" : "?"}${field}`;
}
