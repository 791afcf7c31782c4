import type { Request } from "express";
import type { VersionParts, VersionSource } from "../../../src/core/model/source";
import { FromCookie } from "../../../src/core/sources/cookie";
import { extractionOf, type DescribedExtractor } from "../../../src/core/sources/extraction";
import { namedIn } from "../../../src/core/sources/reading";
import { FromHeader } from "../../../src/core/sources/header";
import { FromMediaType } from "../../../src/core/sources/media-type";
import { FromQuery } from "../../../src/core/sources/query";
import { versioningScheme } from "../../../src/core/resolve/versioning-defaults";

interface Saying {
  readonly words: string;
  readonly varyField: string | undefined;
  readonly parameter: VersionSource["parameter"];
  /** Of version `2 b`. */
  readonly suffix: string | undefined;
  /** The parameter of the answer's Content-Type. */
  readonly parameterSent?: { readonly name: string; readonly value: string };
  readonly parts: VersionParts;
}

const header: Saying = {
  words: "header X-V",
  varyField: "X-V",
  parameter: { name: "X-V", in: "header" },
  suffix: undefined,
  parts: { header: { name: "X-V", value: "2 b" } },
};
const mediaType: Saying = {
  words: "Accept parameter v",
  varyField: "Accept",
  parameter: undefined,
  suffix: ';v="2 b"',
  parameterSent: { name: "v", value: '"2 b"' },
  parts: { header: { name: "Accept", value: 'application/json;v="2 b"' } },
};
const sayings: readonly (readonly [string, readonly VersionSource[], Saying])[] = [
  ["FromHeader", extractionOf(FromHeader("X-V")).sources, header],
  ["VersioningHeader", versioningScheme({ Type: "header", Header: "X-V" }).sources, header],
  ["FromMediaType", extractionOf(FromMediaType("v=")).sources, mediaType],
  ["VersioningMediaType", versioningScheme({ Type: "media-type", Key: "V=" }).sources, mediaType],
  [
    "FromQuery",
    extractionOf(FromQuery("v")).sources,
    {
      words: "query parameter v",
      varyField: undefined,
      parameter: { name: "v", in: "query" },
      suffix: undefined,
      parts: { query: { name: "v", value: "2 b" } },
    },
  ],
  [
    "FromCookie",
    extractionOf(FromCookie("v")).sources,
    {
      words: "cookie v",
      varyField: "Cookie",
      parameter: { name: "v", in: "cookie" },
      suffix: undefined,
      parts: { cookie: { name: "v", value: "2%20b" } },
    },
  ],
  [
    "VersioningURI",
    versioningScheme({ Type: "uri" }).sources,
    {
      words: "path",
      varyField: undefined,
      parameter: undefined,
      suffix: undefined,
      parts: { segment: "v2%20b" },
    },
  ],
];

it.each(sayings)("%s says of itself all that follows from where it reads", (_name, sources, saying) => {
  const said = sources.map((source) => ({
    words: source.words,
    varyField: source.varyField,
    parameter: source.parameter,
    suffix: source.mediaTypeSuffix?.("2 b"),
    parameterSent: source.contentTypeParameter?.("2 b"),
    parts: source.partsFor?.("2 b"),
  }));
  expect(said).toEqual([saying]);
});

describe.each<[string, DescribedExtractor]>([
  ["FromHeader", FromHeader("X-V")],
  ["FromMediaType", FromMediaType("V=")],
  ["FromQuery", FromQuery("v")],
  ["FromCookie", FromCookie("v")],
])("%s reads what its source says that clients send", (_name, extractor) => {
  it.each(["1", "2024-05-01", "2 b", 'a"b', "a;b,c", "a/b=c", "__proto__"])("version %s", async (version) => {
    const [source] = extractionOf(extractor).sources;
    const request = requestOf(source?.partsFor?.(version) ?? {});
    expect(namedIn(await extractor(request))).toEqual([version]);
  });

  it("a request without them names none", async () => {
    expect(namedIn(await extractor(requestOf({})))).toEqual([]);
  });
});

describe("the path's source", () => {
  it.each<[path: string, split: { version: string; rest: string } | undefined]>([
    ["/v2/cats", { version: "2", rest: "/cats" }],
    ["/v2", { version: "2", rest: "/" }],
    ["/v2/", { version: "2", rest: "/" }],
    ["/v2%20b/cats", { version: "2 b", rest: "/cats" }],
    ["/v/cats", undefined],
    ["/cats", undefined],
    ["/v%zz/cats", undefined],
  ])("%s seems to name %p", (path, split) => {
    expect(versioningScheme({ Type: "uri" }).path?.split(path)).toEqual(split);
  });

  it.each<[Prefix: string, version: string, holds: boolean]>([
    ["v", "1", true],
    ["v", "..", true],
    ["", "..", false],
    [".", ".", false],
    ["v", "a/b", false],
    ["v", "{a}", false],
  ])("behind Prefix %p, that %p can be in a segment is %p", (Prefix, version, holds) => {
    expect(versioningScheme({ Type: "uri", Prefix }).path?.holds(version)).toBe(holds);
  });
});

/** A request that carries the parts, as far as sources look at one. */
function requestOf({ header, query, cookie }: VersionParts): Request {
  const request = {
    rawHeaders: [
      ...(header ? [header.name, header.value] : []),
      ...(cookie ? ["Cookie", `${cookie.name}=${cookie.value}`] : []),
    ],
    headers: {},
    query: query ? { [query.name]: query.value } : {},
  };
  return request as unknown as Request;
}
