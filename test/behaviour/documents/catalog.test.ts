import express from "express";
import {
  App,
  Catalog,
  Described,
  FromCookie,
  FromQuery,
  VersioningCustom,
  VersioningURI,
  WithVersion,
} from "versioned-controllers";
import type { CatalogOptions, Lifecycle, VersioningOptions } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { custom, header, mediaType, uri } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const Base = "https://api.example.com";
const link = "https://example.com/moving";
const lives: Record<string, Lifecycle> = {
  "1": { Deprecated: "2026-01-01", Sunset: "2026-07-01", Link: link, Successor: "2" },
  "3": { Preview: true },
};

function appOf(versioning: VersioningOptions, Lifecycle = lives): App {
  return new App({ Logger: recordingLogger(), Versioning: { ...versioning, Lifecycle } }).Get(
    "/cats",
    () => 1,
    WithVersion("1", "2", "3"),
  );
}

async function catalogOf(app: App, options: Partial<CatalogOptions> = {}) {
  const host = express().get("/.well-known/api-catalog", Catalog(app, { Base, ...options }));
  return (await serve(host)).ask("GET /.well-known/api-catalog");
}

it("it is a linkset of every version but previews", async () => {
  const answer = await catalogOf(appOf(uri.options), { Status: "/health" });
  expect([answer.status, answer.headers["content-type"], answer.headers.link]).toEqual([
    200,
    'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    '<https://api.example.com/.well-known/api-catalog>; rel="api-catalog"',
  ]);
  const pages = {
    "service-doc": [{ href: "https://api.example.com/docs/", type: "text/html" }],
    status: [{ href: "https://api.example.com/health" }],
  };
  expect(answer.json).toEqual({
    linkset: [
      {
        anchor: "https://api.example.com/v1",
        "service-desc": [
          {
            href: "https://api.example.com/docs/openapi/1.json",
            type: "application/json",
            version: ["1"],
            deprecated: ["2026-01-01T00:00:00.000Z"],
            sunset: ["2026-07-01T00:00:00.000Z"],
          },
        ],
        ...pages,
        deprecation: [{ href: link, type: "text/html", deprecated: ["2026-01-01T00:00:00.000Z"] }],
        sunset: [{ href: link, type: "text/html", sunset: ["2026-07-01T00:00:00.000Z"] }],
        "successor-version": [{ href: "https://api.example.com/v2" }],
      },
      {
        anchor: "https://api.example.com/v2",
        "service-desc": [
          {
            href: "https://api.example.com/docs/openapi/2.json",
            type: "application/json",
            version: ["2"],
          },
        ],
        ...pages,
      },
    ],
  });
});

const account = Described(() => "1", { Query: "account" });

it.each<[string, VersioningOptions, first: string, second: string]>([
  ["header", header.options, "#1", "#2"],
  ["media type", mediaType.options, "#1", "#2"],
  ["a function", custom.options, "#1", "#2"],
  ["query", { Type: VersioningCustom, Extractor: FromQuery("a v") }, "?a+v=1", "?a+v=2"],
  ["cookie", { Type: VersioningCustom, Extractor: FromCookie("v") }, "#1", "#2"],
  ["an account in the query", { Type: VersioningCustom, Extractor: account }, "#1", "#2"],
])("under %s each version has an address of its own", async (_, options, first, second) => {
  const { json } = await catalogOf(appOf(options));
  expect(json).toMatchObject({ linkset: [{ anchor: `${Base}${first}` }, { anchor: `${Base}${second}` }] });
});

it("a retired version has an address, dates and pages, but no document", async () => {
  const Retired = { "0": { Sunset: "2025-07-01", Link: link }, "00": { Sunset: "2024-07-01" }, "000": {} };
  const { json } = await catalogOf(appOf({ ...uri.options, Retired }), { Status: "/health" });
  const page = { href: "https://api.example.com/docs/", type: "text/html", state: ["gone"] };
  const sunset = { href: link, type: "text/html", sunset: ["2025-07-01T00:00:00.000Z"] };
  const { linkset } = json as { linkset: readonly unknown[] };
  expect(linkset.slice(0, 3)).toEqual([
    {
      anchor: "https://api.example.com/v0",
      "service-doc": [{ ...page, version: ["0"] }],
      deprecation: [{ href: link, type: "text/html" }],
      sunset: [sunset],
    },
    {
      anchor: "https://api.example.com/v00",
      "service-doc": [{ ...page, version: ["00"] }],
      sunset: [
        {
          href: "https://api.example.com/docs/versions",
          type: "text/html",
          sunset: ["2024-07-01T00:00:00.000Z"],
        },
      ],
    },
    { anchor: "https://api.example.com/v000", "service-doc": [{ ...page, version: ["000"] }] },
  ]);
  expect(linkset).toHaveLength(5);
  const ofList = await catalogOf(appOf({ ...header.options, Retired: ["0"] }));
  expect(ofList.json).toMatchObject({ linkset: [{ anchor: `${Base}#0` }, {}, {}] });
});

it("its form is that of RFC 9264, 4.2", async () => {
  const window = { From: "2026-03-01", To: "2026-03-02" };
  const life = { ...lives["1"], Brownouts: [window] };
  const Retired = { "0": { Sunset: "2025-07-01" } };
  const { json } = await catalogOf(appOf({ ...uri.options, Retired }, { "1": life }));
  const { linkset } = json as { linkset: readonly Record<string, unknown>[] };
  expect(linkset).toHaveLength(4);
  for (const { anchor, ...relations } of linkset) {
    expect(URL.canParse(String(anchor))).toBe(true);
    for (const targets of Object.values(relations) as Record<string, unknown>[][]) {
      expect(targets.length).toBeGreaterThan(0);
      for (const { href, type, ...extensions } of targets) {
        expect(URL.canParse(String(href))).toBe(true);
        expect(["string", "undefined"]).toContain(typeof type);
        for (const values of Object.values(extensions)) {
          expect(Array.isArray(values) && values.every((value) => typeof value === "string")).toBe(true);
        }
      }
    }
  }
  expect(new Set(linkset.map(({ anchor }) => anchor)).size).toBe(4);
});

it("of previews it lists none", async () => {
  const previews = { "1": { Preview: true }, "2": { Preview: true }, "3": { Preview: true } };
  expect((await catalogOf(appOf(uri.options, previews))).json).toEqual({ linkset: [] });
});

it("without versions it is one entry, of the one document", async () => {
  const { json } = await catalogOf(new App().Get("/cats", () => 1));
  expect(json).toEqual({
    linkset: [
      {
        anchor: Base,
        "service-desc": [{ href: `${Base}/docs/openapi.json`, type: "application/json" }],
        "service-doc": [{ href: `${Base}/docs/`, type: "text/html" }],
      },
    ],
  });
});

it.each<readonly [string, CatalogOptions, string]>([
  ["behind a proxy's prefix", { Base: "https://example.com/pets/" }, "https://example.com/pets/docs/"],
  ["another path", { Base, Docs: "manual/" }, `${Base}/manual/`],
  ["another host", { Base, Docs: "https://docs.example.com" }, "https://docs.example.com/"],
])("the page: %s", async (_what, options, page) => {
  const { json } = await catalogOf(appOf({ Type: VersioningURI }), options);
  expect(json).toMatchObject({ linkset: [{ "service-doc": [{ href: page }] }, {}] });
});

it("HEAD has its head", async () => {
  const host = express().get("/.well-known/api-catalog", Catalog(appOf(uri.options), { Base }));
  const answer = await (await serve(host)).ask("HEAD /.well-known/api-catalog");
  expect([answer.status, answer.headers.link, answer.text]).toEqual([
    200,
    '<https://api.example.com/.well-known/api-catalog>; rel="api-catalog"',
    "",
  ]);
});

it("the documentation page links to it", async () => {
  const app = appOf(uri.options);
  const page = await serve(express().use("/docs", Docs(app)));
  expect((await page.ask("GET /docs/")).headers.link).toBeUndefined();
  Catalog(app, { Base });
  const { headers, text } = await page.ask("GET /docs/");
  expect(headers.link).toBe('<https://api.example.com/.well-known/api-catalog>; rel="api-catalog"');
  const address = "https://api.example.com/.well-known/api-catalog";
  expect(text).toContain(`<link rel="api-catalog" href="${address}">`);
  expect(text).toContain(`<a rel="api-catalog" href="${address}">API catalog</a>`);
});

it.each([
  "",
  "/api",
  "api.example.com",
  "ftp://example.com",
  "https://",
  "https://a.com?b",
  "https://a.com/#b",
])("%p is not a Base", (base) => {
  expect(() => Catalog(appOf(uri.options), { Base: base })).toThrow(
    `Catalog: Base must be an http or https URL without a query, got ${JSON.stringify(base)}`,
  );
});

it.each(["Docs", "Status"])("a %s that is not a text is a TypeError that names it", (name) => {
  const options = { Base, [name]: 5 };
  expect(() => Catalog(appOf(uri.options), options)).toThrow(
    new TypeError(`Catalog: ${name} must be a path or a URL, got 5`),
  );
});

it("a Base that is a symbol is a TypeError that says what it must be", () => {
  const options: { Base: string } = { Base: Symbol("base") as unknown as string };
  expect(() => Catalog(appOf(uri.options), options)).toThrow(
    "Catalog: Base must be an http or https URL without a query, got Symbol(base)",
  );
});
