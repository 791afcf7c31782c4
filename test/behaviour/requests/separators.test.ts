import {
  App,
  DefineVersions,
  Versioned,
  VersioningHeader,
  WithQuery,
  type QueryOptions,
  type RouteOption,
  type Schema,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { listen, serve } from "../../support/serve";

const query = (req: { readonly query: object }): unknown => ({ ...req.query });

const Lists = z.object({
  status: z.array(z.string()).optional(),
  tags: z.array(z.string()).optional(),
  ids: z.array(z.coerce.number()).optional(),
  name: z.string().optional(),
});
const all: QueryOptions = { Separator: { status: ",", tags: "|", ids: " " } };

describe("a parameter with a separator", () => {
  it.each<[string, object]>([
    ["?status=new", { status: ["new"] }],
    ["?status=new,old", { status: ["new", "old"] }],
    ["?status=new%2Cold", { status: ["new", "old"] }],
    ["?status=a,b&status=c&status=d,e", { status: ["a", "b", "c", "d", "e"] }],
    ["?status=", { status: [""] }],
    ["?status", { status: [""] }],
    ["?status=,", { status: ["", ""] }],
    ["?status=a,&status=", { status: ["a", "", ""] }],
    ["?status=a%20b", { status: ["a b"] }],
    ["?tags=a|b", { tags: ["a", "b"] }],
    ["?tags=a%7Cb,c", { tags: ["a", "b,c"] }],
    ["?ids=1+2%203", { ids: [1, 2, 3] }],
    ["?name=a,b", { name: "a,b" }],
    ["", {}],
  ])("%s", async (search, expected) => {
    const app = new App().Get("/cats", query, WithQuery(Lists, all));
    for (const server of [await serve(app), await listen(CreateServer(app))]) {
      expect((await server.ask(`GET /cats${search}`)).json).toEqual(expected);
    }
  });

  it("that holds what the schema refuses is reported by the place of its piece", async () => {
    const app = new App().Get("/cats", query, WithQuery(Lists, all));
    const { ask } = await serve(app);
    expect((await ask("GET /cats?ids=1+x")).json).toMatchObject({
      error: { code: "invalid_request", details: [{ in: "query", path: ["ids", 1] }] },
    });
  });

  it("of a HEAD request is split too", async () => {
    const app = new App().Get(
      "/cats",
      (req) => [req.query.status].flat().length === 2,
      WithQuery(Lists, all),
    );
    expect((await (await serve(app)).ask("HEAD /cats?status=a,b")).headers["content-length"]).toBe("4");
  });

  it.each<[string, Schema]>([
    ["zod's preprocess", z.object({ status: z.preprocess((value) => value, z.array(z.string())) })],
    ["a list or a text", z.object({ status: z.union([z.string(), z.array(z.string())]) })],
    ["valibot", toStandardJsonSchema(v.object({ status: v.array(v.string()) }))],
    [
      "plain JSON Schema",
      { type: "object", properties: { status: { type: "array", items: { type: "string" } } } },
    ],
    ["a record of lists", z.record(z.string(), z.array(z.string()))],
    ["a schema that says nothing", z.any()],
  ])("of %s", async (_, schema) => {
    const app = new App().Get("/cats", query, WithQuery(schema, { Separator: { status: "," } }));
    expect((await (await serve(app)).ask("GET /cats?status=a,b")).json).toEqual({ status: ["a", "b"] });
  });

  it("named constructor is a member like any other", async () => {
    const schema = { type: "object", properties: { constructor: { type: "array" } } };
    const app = new App().Get(
      "/cats",
      query,
      WithQuery(schema, { Separator: { ["constructor" as string]: "," } }),
    );
    expect((await (await serve(app)).ask("GET /cats?constructor=a,b")).json).toEqual({
      constructor: ["a", "b"],
    });
  });
});

it("the document describes how each list is written", () => {
  const { paths } = new App().Get("/cats", query, WithQuery(Lists, all)).Document();
  const parameters = new Map(paths["/cats"]?.get?.parameters?.map(({ name, ...one }) => [name, one]));
  expect(parameters.get("status")).toMatchObject({ in: "query", style: "form", explode: false });
  expect(parameters.get("ids")).toMatchObject({ style: "spaceDelimited", explode: false });
  expect(parameters.get("tags")).toMatchObject({ style: "pipeDelimited", explode: false });
  expect(Object.keys(parameters.get("name") ?? {})).toEqual(["in", "schema"]);
});

describe("in a history", () => {
  const V = DefineVersions("1", "2");
  const Listed = V.Change("2", "`state` is `status`, a list.");
  const Now = z.object({ status: z.array(z.string()), sort: z.array(z.string()).optional() });
  const Query = Versioned(Now).Before(Listed, z.object({ state: z.string(), sort: z.string().optional() }), {
    Up: ({ state, sort }) => ({ status: [state], ...(sort !== undefined && { sort: sort.split(";") }) }),
  });
  const app = () =>
    new App({ Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }).Get(
      "/cats",
      query,
      V.Since("1"),
      WithQuery(Query, { Separator: { status: ",", sort: "," } }),
    );

  it("a version splits what is a list in its own schema", async () => {
    const { ask } = await serve(app());
    expect((await ask("GET /cats?status=a,b&sort=x,y", { V: "2" })).json).toEqual({
      status: ["a", "b"],
      sort: ["x", "y"],
    });
    expect((await ask("GET /cats?state=a,b&sort=x,y;z", { V: "1" })).json).toEqual({
      status: ["a,b"],
      sort: ["x,y", "z"],
    });
  });

  it("its document says so", () => {
    const explodes = (version: string) =>
      app()
        .Document(version)
        .paths["/cats"]?.get?.parameters?.filter(({ in: place }) => place === "query")
        .map(({ name, explode }) => [name, explode]);
    expect(explodes("2")).toEqual([
      ["status", false],
      ["sort", false],
    ]);
    expect(explodes("1")).toEqual([
      ["state", undefined],
      ["sort", undefined],
    ]);
  });

  it("an older version's own list is split by its own name", async () => {
    const Renamed = Versioned(z.object({ status: z.array(z.string()) })).Before(
      Listed,
      z.object({ state: z.array(z.string()) }),
      { Up: ({ state }) => ({ status: state }) },
    );
    const renamed = new App({ Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }).Get(
      "/cats",
      query,
      V.Since("1"),
      WithQuery(Renamed, { Separator: { status: ",", state: "|" } }),
    );
    const { ask } = await serve(renamed);
    expect((await ask("GET /cats?state=a|b,c", { V: "1" })).json).toEqual({ status: ["a", "b,c"] });
    expect((await ask("GET /cats?status=a|b,c", { V: "2" })).json).toEqual({ status: ["a|b", "c"] });
  });
});

it.each<[string, unknown, string]>([
  [
    "another sign",
    { Separator: { status: ";" } },
    'GET /cats: Separator of "status" must be ",", " " or "|", got ";", which is no separator [argument-invalid]',
  ],
  ["no text", { Separator: { status: 1 } }, "1, which is no separator"],
  ["an empty text", { Separator: { status: "" } }, '"", which is no separator'],
  ["two signs", { Separator: { status: ", " } }, '", ", which is no separator'],
  [
    "a name that every object answers to",
    { Separator: { status: "toString" } },
    '"toString", which is no separator',
  ],
  [
    "a text for the table",
    { Separator: "," },
    "Separator of WithQuery must be an object with separators by parameter, got",
  ],
  [
    "a list for the table",
    { Separator: [","] },
    "Separator of WithQuery must be an object with separators by parameter, got",
  ],
  ["no object", ",", "the second argument of WithQuery must be an object, got"],
  ["an unknown option", { Separators: {} }, 'there is no option named "Separators"'],
  [
    "a name that the schema has not",
    { Separator: { states: "," } },
    'GET /cats: WithQuery has a Separator for "states", which the schema does not have: correct the name [separator-without-list]',
  ],
  [
    "a name that takes no list",
    { Separator: { name: "," } },
    'GET /cats: WithQuery has a Separator for "name", for which the schema accepts no list: correct the schema, or remove the Separator [separator-without-list]',
  ],
])("%s is a Build problem", (_, options, text) => {
  const option = WithQuery(Lists, options as QueryOptions) as RouteOption;
  expect(problemsOf(new App().Get("/cats", query, option))).toEqual([expect.stringContaining(text)]);
});
