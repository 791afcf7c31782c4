import express from "express";
import {
  App,
  DefineVersions,
  Described,
  FirstOf,
  FromHeader,
  FromQuery,
  Rename,
  Versioned,
  VersioningCustom,
  VersioningURI,
  VersionOf,
  WithQuery,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateFetch } from "versioned-controllers/server";
import { ToolsOf } from "versioned-controllers/tools";
import { z } from "zod";
import { serve } from "../../support/serve";

const Versions = ["1", "2"];
const byQuery: VersioningOptions = { Type: VersioningCustom, Extractor: FromQuery("v"), Versions };
const Page = z.strictObject({ page: z.string().optional() });

function appOf(Versioning: VersioningOptions, query: object): App {
  return new App({ Versioning }).Get(
    "/cats",
    (req) => ({ version: VersionOf(req), query: req.query }),
    WithVersion("1", "2"),
    WithQuery(query as typeof Page),
  );
}

async function ask(app: App, path: string): Promise<[number, unknown]> {
  const answer = await CreateFetch(app)(new Request(`http://localhost${path}`));
  return [answer.status, await answer.json()];
}

const closed: readonly (readonly [what: string, schema: object])[] = [
  ["zod", Page],
  ["zod with a name", Page.meta({ id: "Page" })],
  ["JSON Schema", { type: "object", properties: { page: { type: "string" } }, additionalProperties: false }],
  [
    "JSON Schema with other rules",
    {
      type: "object",
      properties: { page: { type: "string" }, size: { type: "string" } },
      dependentRequired: { size: ["page"] },
      maxProperties: 2,
      additionalProperties: false,
    },
  ],
];

describe.each(closed)("a closed schema of the query, of %s", (_what, query) => {
  it("the parameter that names the version is not a part of it", async () => {
    const app = appOf(byQuery, query);
    expect(await ask(app, "/cats?v=2&page=7")).toEqual([200, { version: "2", query: { page: "7" } }]);
    expect((await ask(app, "/cats?v=2&w=7"))[0]).toBe(400);
    const [tool] = ToolsOf(app, { Version: "2" });
    expect(await tool?.Call({ page: "7" })).toMatchObject({ Status: 200, Body: { version: "2" } });
  });

  it.each<[what: string, versioning: VersioningOptions, path: string]>([
    ["one of several", { ...byQuery, Extractor: FirstOf(FromHeader("V"), FromQuery("v")) }, "/cats?v=1"],
    [
      "a described function's",
      { ...byQuery, Extractor: Described(() => "1", { Query: "account" }) },
      "/cats?account=7",
    ],
    ["of AssumeVersion", { Type: VersioningURI, Versions, AssumeVersion: FromQuery("v") }, "/cats?v=1"],
  ])("%s", async (_kind, versioning, path) => {
    expect(await ask(appOf(versioning, query), path)).toEqual([200, { version: "1", query: {} }]);
  });
});

it("a schema that names it, and an open one, are given it", async () => {
  const named = appOf(byQuery, z.strictObject({ v: z.enum(["1", "2"]) }));
  expect(await ask(named, "/cats?v=2")).toEqual([200, { version: "2", query: { v: "2" } }]);
  const open = appOf(byQuery, z.looseObject({}));
  expect(await ask(open, "/cats?v=2&w=7")).toEqual([200, { version: "2", query: { v: "2", w: "7" } }]);
});

it("holds for each version's own schema, and for a query that the host has parsed", async () => {
  const V = DefineVersions("1", "2");
  const Paging = Versioned(Page).Before(
    V.Change("2", "`offset` is `page`."),
    z.strictObject({ offset: z.string().optional() }),
    Rename("offset", "page"),
  );
  const host = express().set("query parser", "extended");
  const server = await serve(host.use(appOf(byQuery, Paging).Build()));
  const answer = await server.ask("GET /cats?v=1&offset=7");
  expect([answer.status, answer.json]).toEqual([200, { version: "1", query: { page: "7" } }]);
});
