import {
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningNone,
  VersioningURI,
  type VersioningOptions,
} from "versioned-controllers";

/** How a client asks for versions, most preferred first, under one scheme. */
export interface Scheme {
  readonly name: string;
  readonly options: VersioningOptions;
  /** Undefined where the scheme has no way to ask so; `cannot` says why. */
  readonly ask: (path: string, versions: readonly string[]) => Asking | undefined;
  readonly cannot: string;
}

/** The path and headers of a request. */
interface Asking {
  readonly path: string;
  readonly headers: Record<string, string | readonly string[]>;
}

const onlyOne = "a request names one version at most";

export const none: Scheme = {
  name: "VersioningNone",
  options: { Type: VersioningNone },
  ask: (path, versions) => (versions.length === 0 ? { path, headers: {} } : undefined),
  cannot: "there are no versions",
};

export const uri: Scheme = {
  name: "VersioningURI",
  options: { Type: VersioningURI },
  ask: (path, [version, second]) => {
    if (second !== undefined) return undefined;
    return { path: version === undefined ? path : `/v${version}${path === "/" ? "" : path}`, headers: {} };
  },
  cannot: onlyOne,
};

export const header: Scheme = {
  name: "VersioningHeader",
  options: { Type: VersioningHeader, Header: "X-API-Version" },
  ask: (path, [version, second]) => {
    if (second !== undefined) return undefined;
    return { path, headers: version === undefined ? {} : { "X-API-Version": version } };
  },
  cannot: onlyOne,
};

export const mediaType: Scheme = {
  name: "VersioningMediaType",
  options: { Type: VersioningMediaType, Key: "v" },
  ask: (path, [version, second]) => {
    if (second !== undefined) return undefined;
    return { path, headers: version === undefined ? {} : { Accept: `application/json;v="${version}"` } };
  },
  cannot: onlyOne,
};

export const custom: Scheme = {
  name: "VersioningCustom",
  options: {
    Type: VersioningCustom,
    Extractor: (req) => {
      const wanted = req.get("X-Wanted");
      return wanted === undefined ? [] : (JSON.parse(wanted) as string[]);
    },
  },
  ask: (path, versions) => ({
    path,
    headers: versions.length === 0 ? {} : { "X-Wanted": JSON.stringify(versions) },
  }),
  cannot: "",
};

export const versioned: readonly Scheme[] = [uri, header, mediaType, custom];

export const schemes: readonly Scheme[] = [none, ...versioned];
