import Ajv from "ajv/dist/2020";
import addFormats from "ajv-formats";
import express from "express";
import * as fc from "fast-check";
import {
  App,
  Before,
  Deprecated,
  DefineVersions,
  Description,
  FromCookie,
  FromHeader,
  FromQuery,
  Hidden,
  HTTPError,
  OperationID,
  Put,
  Rename,
  Status,
  Summary,
  Versioned,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithBody,
  WithHeaders,
  WithOperation,
  WithParams,
  WithQuery,
  WithResponse,
  WithCookies,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateFetch } from "versioned-controllers/server";
import { ToolsOf } from "versioned-controllers/tools";
import { z } from "zod";
import { runs } from "../../support/runs";
import { takeMessages } from "../../support/warnings";

const V = DefineVersions("1", "2");
const Cat2 = z.object({ name: z.string(), birthday: z.iso.date() }).meta({ id: "Cat" });
const Cat1 = z.object({ name: z.string(), born: z.iso.date() }).meta({ id: "Cat" });
const Renamed = V.Change("2", "`born` is `birthday`");
const Cat = Versioned(Cat2).Before(Renamed, Cat1, Rename("born", "birthday"));

function catsApp(
  versioning: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" },
  now = "2026-01-01",
) {
  const app = new App({
    Versioning: { Versions: V.List, ...versioning },
    Now: () => new Date(now),
  });
  app.Put(
    "/cats/{id}",
    (req) => {
      if (req.get("Authorization") === "none") throw new HTTPError(401);
      return {
        ...req.body,
        name: `${req.body.name} ${String(req.params.id)} ${String(req.query.limit ?? "")} ${req.get("X-Note") ?? ""}`,
      };
    },
    V.Since("1"),
    OperationID("put_cat"),
    Summary("Write a cat"),
    Description("Writes it whole."),
    WithParams(z.object({ id: z.coerce.number().int() })),
    WithQuery(z.object({ limit: z.coerce.number().max(9).optional(), tags: z.array(z.string()).optional() })),
    WithHeaders(z.object({ "x-note": z.string().max(5).optional() })),
    WithBody(Cat),
    WithResponse(200, Cat),
  );
  return app;
}

const input1 = { id: "7", limit: "3", body: { name: "Tom", born: "2020-05-01" } };
const input2 = { id: "7", limit: "3", body: { name: "Tom", birthday: "2020-05-01" } };

it.each<[what: string, options: object, message: string]>([
  ["Base", { Base: "cats" }, 'Base must be an http or https URL without a query, got "cats"'],
  [
    "Base",
    { Base: "http://a.com?b" },
    'Base must be an http or https URL without a query, got "http://a.com?b"',
  ],
  ["Fetch", { Fetch: 5 }, "Fetch must be a function, got 5"],
  ["Operations", { Operations: ["put_cat"] }, "Operations must be a function, got a list"],
])("another kind of value as %s is refused: %j", (_what, options, message) => {
  expect(() => ToolsOf(catsApp(), { Version: "1", ...options })).toThrow(
    new TypeError(`ToolsOf: ${message}`),
  );
});

it("a promise of Operations, which would select every operation, is refused", () => {
  const Operations = (() => Promise.reject(new Error("no"))) as unknown as () => boolean;
  expect(() => ToolsOf(catsApp(), { Version: "1", Operations })).toThrow(
    new TypeError("ToolsOf: Operations must return a boolean, got a promise"),
  );
});

describe("a tool", () => {
  it("has the facts of its operation", () => {
    const [tool, ...others] = ToolsOf(catsApp(), { Version: "1" });
    expect(others).toEqual([]);
    expect(tool).toMatchObject({
      Name: "put_cat",
      Title: "Write a cat",
      Description: "Writes it whole.",
      Annotations: { ReadOnly: false, Destructive: true, Idempotent: true },
    });
    expect(tool?.Deprecated).toBeUndefined();
    expect(tool?.InputSchema).toMatchObject({
      type: "object",
      required: ["id", "body"],
      additionalProperties: false,
      properties: { body: { $ref: "#/$defs/Cat" } },
      $defs: { Cat: { required: ["name", "born"] } },
    });
    expect(Object.keys(tool?.InputSchema.properties as object)).toEqual([
      "id",
      "limit",
      "tags",
      "x-note",
      "body",
    ]);
    expect(tool?.OutputSchema).toMatchObject({ type: "object", required: ["name", "born"] });
  });

  it.each<[name: string, versioning: VersioningOptions]>([
    ["header", { Type: VersioningHeader, Header: "X-API-Version" }],
    ["path", { Type: VersioningURI }],
    ["media type", { Type: VersioningMediaType, Key: "v" }],
    ["query", { Type: VersioningCustom, Extractor: FromQuery("v") }],
    ["cookie", { Type: VersioningCustom, Extractor: FromCookie("v") }],
    ["FromHeader", { Type: VersioningCustom, Extractor: FromHeader("X-V") }],
  ])("sends its version: %s", async (_name, versioning) => {
    for (const [version, input] of [
      ["1", input1],
      ["2", input2],
    ] as const) {
      const [tool] = ToolsOf(catsApp(versioning), { Version: version });
      const result = await tool?.Call(input);
      expect([result?.Status, result?.Body]).toEqual([200, { ...input.body, name: "Tom 7 3 " }]);
      expect(JSON.parse(result?.Text ?? "")).toEqual(result?.Body);
      expect(result?.Notices).toEqual([]);
    }
  });

  it("is called below Base, by Fetch, with the caller's own headers", async () => {
    const app = catsApp();
    const fetchMounted = CreateFetch(express().use("/api", app.Build()));
    const urls: string[] = [];
    const Fetch = (request: Request) => {
      urls.push(request.url);
      return fetchMounted(request);
    };
    const [tool] = ToolsOf(app, { Version: "2", Base: "http://cats.example/api/", Fetch });
    expect((await tool?.Call(input2))?.Status).toBe(200);
    expect((await tool?.Call(input2, { Headers: { Authorization: "none" } }))?.Status).toBe(401);
    expect(urls).toEqual(Array(2).fill("http://cats.example/api/cats/7?limit=3"));
  });

  it("a signal ends its call", async () => {
    const [tool] = ToolsOf(catsApp(), { Version: "2" });
    await expect(tool?.Call(input2, { Signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow(
      "enough",
    );
  });

  it.each<[what: string, input: unknown, message: string]>([
    ["no object", 1, "put_cat: input: must be an object, got 1"],
    ["a list", [], "put_cat: input: must be an object, got a list"],
    ["a member missing", { body: input2.body }, "put_cat: params/id: is required"],
    ["a member that there is not", { ...input2, a: 1 }, "input/a: is not a member of the tool's input"],
    ["a body that does not fit", { id: "1", body: { name: 1 } }, "body/name: "],
    ["a query that does not fit", { ...input2, limit: 10 }, "query/limit: "],
    ["a header that does not fit", { ...input2, "x-note": "too long" }, "headers/x-note: "],
    ["a parameter that does not fit", { ...input2, id: "a" }, "params/id: "],
    ["a path out of the operation", { ...input2, id: ".." }, "params/id: must be a segment of a path"],
    ["an empty segment", { ...input2, id: "" }, "params/id: must be a segment of a path"],
  ])("rejects before anything is called: %s", async (_what, input, message) => {
    let calls = 0;
    const Fetch = () => {
      calls += 1;
      return Promise.resolve(new Response());
    };
    const [tool] = ToolsOf(catsApp(), { Version: "2", Fetch });
    const rejected = await tool?.Call(input as never).then(
      () => undefined,
      (error: unknown) => error,
    );
    expect(rejected).toBeInstanceOf(TypeError);
    expect((rejected as Error).message).toContain(message);
    expect(calls).toBe(0);
  });

  it("tells all that is wrong at once, at the places that a 400 names, each once", async () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "X-V", Versions: ["1"] } }).Post(
      "/{shelf}/{place}",
      (_req, res) => res.json(true),
      WithVersion("1"),
      WithParams(z.object({ place: z.string().max(1) })),
      WithQuery(z.object({ limit: z.coerce.number(), skip: z.coerce.number().optional() })),
      WithHeaders(z.object({ "x-note": z.string() })),
      WithCookies(z.object({ sid: z.string() })),
      WithBody(z.object({ name: z.string() })),
    );
    const [tool] = ToolsOf(app, { Version: "1" });
    const placesOf = async (input: Record<string, unknown>) => {
      const error = await tool?.Call(input).catch((thrown: unknown) => thrown);
      const faults = (error as Error).cause as { in: string; path: (string | number)[] }[];
      return faults.map(({ in: place, path }) => [place, ...path].join("/")).sort();
    };
    const rest = { shelf: "a", place: "b", limit: 1, "x-note": "a", sid: "a", body: { name: "a" } };
    expect(await placesOf({ other: 1 })).toEqual([
      "body",
      "cookies/sid",
      "headers/x-note",
      "input/other",
      "params/place",
      "params/shelf",
      "query/limit",
    ]);
    expect(
      await placesOf({ ...rest, "x-note": undefined, place: "long", skip: "a", body: { name: 1 } }),
    ).toEqual(["body/name", "headers/x-note", "params/place", "query/skip"]);
    expect(await placesOf({ ...rest, shelf: "..", other: 1, body: {} })).toEqual([
      "body/name",
      "input/other",
      "params/shelf",
    ]);
  });

  it("rejects so of an operation that the application's own words rename, too", async () => {
    const OpenAPI = { paths: { "/cats": { get: { operationId: "list" } } } };
    const app = new App({ OpenAPI }).Get("/cats", () => 1, WithQuery(z.object({ limit: z.coerce.number() })));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(tool?.Name).toBe("list");
    await expect(tool?.Call({ limit: "many" })).rejects.toThrow("list: query/limit: ");
  });
});

describe("the application's own words", () => {
  it("parameters by reference, and those of the path item, are members of the input", async () => {
    const tenant = { name: "X-Tenant", in: "header", required: true, schema: { type: "string" } } as const;
    const shared = { name: "shared", in: "query", schema: { type: "string" } } as const;
    const reference = { $ref: "#/components/parameters/Tenant" } as never;
    const app = new App({
      OpenAPI: {
        components: { parameters: { Tenant: tenant } },
        paths: { "/cats": { parameters: [shared], get: { parameters: [reference] } } },
      },
    });
    app.Get("/cats", ({ query, headers }) => ({ tenant: headers["x-tenant"], ...(query as object) }));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(tool?.InputSchema).toEqual({
      type: "object",
      properties: { shared: { type: "string" }, "X-Tenant": { type: "string" } },
      required: ["X-Tenant"],
      additionalProperties: false,
    });
    const result = await tool?.Call({ "X-Tenant": "a", shared: "b" });
    expect(result?.Body).toEqual({ tenant: "a", shared: "b" });
  });

  it("bodies and responses by reference are those that they lead to", () => {
    const content = { "application/json": { schema: { type: "object", title: "Own" } } };
    const app = new App({
      OpenAPI: {
        components: {
          requestBodies: { Own: { required: true, content } },
          responses: { Own: { description: "own", content } },
        },
      },
    });
    const words = {
      requestBody: { $ref: "#/components/requestBodies/Own" },
      responses: { 200: { $ref: "#/components/responses/Own" } as never },
    };
    app.Post("/cats", (_req, res) => res.json({}), WithOperation(words));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(tool?.InputSchema.properties).toEqual({ body: { type: "object", title: "Own" } });
    expect(tool?.InputSchema.required).toEqual(["body"]);
    expect(tool?.OutputSchema).toEqual({ type: "object", title: "Own" });
  });

  it("path parameters in another order are judged by their names", async () => {
    const id = { in: "path", required: true, schema: {} } as const;
    const parameters = ["cat", "house"].map((name) => ({ ...id, name }));
    const app = new App();
    const schema = z.object({ house: z.coerce.number(), cat: z.string() });
    app.Get(
      "/{house}/{cat}",
      (req) => ({ ...req.params }),
      WithParams(schema),
      WithOperation({ parameters }),
    );
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(await tool?.Call({ house: 7, cat: "Tom" })).toMatchObject({ Body: { house: 7, cat: "Tom" } });
  });
});

describe("the tools of a version", () => {
  it("leave out hidden operations, bytes, multipart, streams, and a GET with a body", () => {
    const app = new App();
    app.Get("/shown", () => "a");
    app.Get("/hidden", () => "a", Hidden());
    app.Post("/bytes", () => "a", WithBody(z.instanceof(Uint8Array), { Type: "bytes" } as never));
    app.Get("/body", () => "a", WithBody(z.object({ q: z.string() })));
    app.Get("/events", async function* () {
      yield await Promise.resolve(1);
    });
    expect(ToolsOf(app, { Version: undefined as never }).map(({ Name }) => Name)).toEqual(["get_shown"]);
    expect(takeMessages()).toEqual([
      "POST /bytes: the schema of WithBody cannot be converted to JSON Schema (Custom types cannot be represented in JSON Schema), so the document shows {}: use a schema that can be converted",
    ]);
  });

  it("are those of redirects too", async () => {
    const app = new App().Get(
      "/old",
      (_req, res) => {
        res.redirect("/new");
      },
      Status(302),
    );
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(await tool?.Call({})).toMatchObject({ Status: 302 });
  });

  it("have the schema of a success that has a 304 beside it", () => {
    const tom = { name: "Tom", birthday: "2020-05-01" };
    const app = new App().Get("/cat", () => tom, WithResponse(200, Cat2), WithResponse(304));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(tool?.OutputSchema).toMatchObject({ type: "object", required: ["name", "birthday"] });
  });

  it("have no reference out of their schemas in a discriminator", () => {
    const kind = (name: string) => ({
      title: name,
      type: "object",
      properties: { kind: { const: name } },
      required: ["kind"],
    });
    const mapping = { Cat: "#/components/schemas/Cat", Dog: "Dog" };
    const schema = {
      title: "Pet",
      oneOf: [kind("Cat"), kind("Dog")],
      discriminator: { propertyName: "kind", mapping },
    };
    const app = new App().Post("/pets", () => 1, WithBody(schema));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    const { Pet } = tool?.InputSchema.$defs as Record<string, { discriminator: object }>;
    expect(Pet?.discriminator).toEqual({
      propertyName: "kind",
      mapping: { Cat: "#/$defs/Cat", Dog: "#/$defs/Dog" },
    });
  });

  it("send no text for an empty list, and judge an empty text as no body, as routes do", async () => {
    const app = new App();
    const query = z.object({ tags: z.array(z.string()).default(["none"]) });
    app.Get("/cats", (req) => req.query, WithQuery(query, { Separator: { tags: "," } }));
    app.Post("/notes", (req) => req.body, WithBody(z.string(), { Type: "text" }));
    const [get, post] = ToolsOf(app, { Version: undefined as never });
    expect((await get?.Call({ tags: [] }))?.Body).toEqual({ tags: ["none"] });
    await expect(post?.Call({ body: "" })).rejects.toThrow(TypeError);
  });

  it("refuse an item that the route would split", async () => {
    const app = new App();
    const query = z.object({ tags: z.array(z.string()) });
    app.Get("/cats", (req) => req.query, WithQuery(query, { Separator: { tags: "," } }));
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect((await tool?.Call({ tags: ["a", "b|c"] }))?.Body).toEqual({ tags: ["a", "b|c"] });
    await expect(tool?.Call({ tags: ["a", "b,c"] })).rejects.toThrow(
      'query/tags: an item cannot contain ",", which separates items',
    );
  });

  it("are chosen by Operations", () => {
    const app = catsApp();
    const seen: unknown[] = [];
    const Operations = ({
      OperationID: id,
      Method,
      Path,
    }: {
      OperationID: string;
      Method: string;
      Path: string;
    }) => {
      seen.push([id, Method, Path]);
      return false;
    };
    expect(ToolsOf(app, { Version: "1", Operations })).toEqual([]);
    expect(seen).toEqual([["put_cat", "PUT", "/cats/{id}"]]);
  });

  it("have names that every model takes, each its own", () => {
    const app = new App();
    const long = "a".repeat(70);
    for (const [path, id] of [
      ["/a", `${long}1`],
      ["/b", `${long}2`],
      ["/c", "get cats!"],
      ["/d", "get_cats_"],
    ] as const) {
      app.Get(path, () => 1, OperationID(id));
    }
    const names = ToolsOf(app, { Version: undefined as never }).map(({ Name }) => Name);
    expect(new Set(names).size).toBe(4);
    for (const name of names) expect(name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
  });

  it("a name of two parts is told apart by them", async () => {
    const app = new App();
    app.Get(
      "/cats/{id}",
      (req) => ({ ...req.params, ...req.query, cookie: req.cookies }),
      WithParams(z.object({ id: z.string() })),
      WithQuery(z.object({ id: z.string().optional() })),
      WithCookies(z.object({ token: z.string().optional() })),
    );
    const [tool] = ToolsOf(app, { Version: undefined as never });
    expect(Object.keys(tool?.InputSchema.properties as object)).toEqual([
      "id_in_path",
      "id_in_query",
      "token",
    ]);
    const result = await tool?.Call({ id_in_path: "a/ä", id_in_query: "b&c", token: "d;e" });
    expect(result?.Body).toEqual({ id: "b&c", cookie: { token: "d;e" } });
  });

  it("a name that is told apart is not another parameter's name", async () => {
    const app = new App();
    app.Get(
      "/cats/{id}",
      (req) => ({ params: req.params, query: req.query }),
      WithQuery(z.object({ id: z.string(), id_in_path: z.string() })),
    );
    const [tool] = ToolsOf(app, { Version: undefined as never });
    const input = { id_in_path: "a", id_in_query: "b", id_in_path_in_query: "c" };
    expect(Object.keys(tool?.InputSchema.properties as object)).toEqual(Object.keys(input));
    const result = await tool?.Call(input);
    expect(result?.Body).toEqual({ params: { id: "a" }, query: { id: "b", id_in_path: "c" } });
  });

  it("need a version where there are some", () => {
    expect(() => ToolsOf(catsApp(), {} as never)).toThrow(TypeError);
  });

  it("tell of a deprecation, in the description and in the answer", async () => {
    const life = { Deprecated: "2025-06-01", Sunset: "2026-06-01", AfterSunset: "gone" } as const;
    const versioning = { Type: VersioningHeader, Header: "X-API-Version", Lifecycle: { "1": life } } as const;
    const [tool] = ToolsOf(catsApp(versioning), { Version: "1" });
    expect(tool?.Deprecated).toEqual({ Since: new Date("2025-06-01"), Sunset: new Date("2026-06-01") });
    expect(tool?.Description).toMatch(/^Writes it whole\.\n\n.*2026/s);
    const { Notices = [] } = (await tool?.Call(input1)) ?? {};
    expect(Notices).toEqual([
      "This operation is deprecated since 2025-06-01T00:00:00.000Z.",
      "This operation ends on Mon, 01 Jun 2026 00:00:00 GMT.",
    ]);
    expect(ToolsOf(catsApp(versioning, "2026-07-01"), { Version: "1" })).toEqual([]);
    expect(ToolsOf(catsApp(versioning, "2026-07-01"), { Version: "2" })).toHaveLength(1);
    const passed =
      'version "1" (1 route) has passed its sunset, Mon, 01 Jun 2026 00:00:00 GMT, so its requests are answered with 410';
    expect(takeMessages()).toEqual([passed, passed]);
  });

  it("do not exist for a retired version", () => {
    const versioning = { Type: VersioningHeader, Header: "X-API-Version", Retired: ["0"] } as const;
    expect(ToolsOf(catsApp(versioning), { Version: "0" })).toEqual([]);
    expect(() => ToolsOf(catsApp(versioning), { Version: "9" })).toThrow(RangeError);
  });

  it("keep the summary of an operation that has no description of its own", () => {
    const app = new App({
      Versioning: { Type: VersioningURI, Lifecycle: { "1": { Sunset: "2099-06-01" } } },
    });
    app.Get("/cats", () => 1, Summary("All cats"), WithVersion("1"));
    app.Get("/dogs", () => 1, WithVersion("1"));
    expect(ToolsOf(app, { Version: "1" }).map(({ Description }) => Description)).toEqual([
      "All cats\n\nServed until 2099-06-01.",
      "GET /v1/dogs\n\nServed until 2099-06-01.",
    ]);
  });

  it("of a deprecation without dates it is in the description", () => {
    const app = new App();
    app.Get("/cats", () => 1, Deprecated(), Summary("Cats"));
    expect(ToolsOf(app, { Version: undefined as never })[0]).toMatchObject({
      Description: "Cats\n\nDeprecated.",
      Deprecated: {},
    });
  });

  it("a version that nothing answers is a RangeError, and another value no App", () => {
    expect(() => ToolsOf(catsApp(), { Version: "9" })).toThrow(RangeError);
    expect(() => ToolsOf({} as never, { Version: "9" })).toThrow("ToolsOf");
  });

  it("the extractor of an application's own cannot send one", () => {
    const app = catsApp({ Type: VersioningCustom, Extractor: () => "1" });
    expect(() => ToolsOf(app, { Version: "1" })).toThrow("ToolsOf cannot send a version");
  });

  it("an operation that moved is called where its version has it", async () => {
    const app = new App({
      Versioning: { Type: VersioningHeader, Header: "X-API-Version", Versions: V.List },
    });
    app.Put(
      "/new/{id}",
      (req) => req.params,
      V.Since("1"),
      OperationID("move"),
      Before(Renamed, Put("/old/{id}")),
    );
    const [tool] = ToolsOf(app, { Version: "1" });
    expect(await tool?.Call({ id: "7" })).toMatchObject({ Status: 200, Body: { id: "7" } });
  });
});

const ajv = addFormats(new Ajv({ strict: false }));

it.each(["1", "2"] as const)(
  "the schemas of version %s are JSON Schema, and take what is called",
  async (version) => {
    const [tool] = ToolsOf(catsApp(), { Version: version });
    const input = version === "1" ? input1 : input2;
    const takes = ajv.compile(tool?.InputSchema ?? false);
    expect(takes({ ...input, limit: 3, id: 7 })).toBe(true);
    const result = await tool?.Call({ ...input, limit: 3, id: 7 });
    expect(ajv.compile(tool?.OutputSchema ?? false)(result?.Body)).toBe(true);
  },
);

it("calls of random inputs agree with the same calls over HTTP", async () => {
  const app = catsApp();
  const ask = CreateFetch(app);
  const [tool] = ToolsOf(app, { Version: "2", Fetch: ask });
  const inputs = fc.record({
    id: fc
      .oneof(fc.nat(20).map(String), fc.string({ minLength: 1, unit: "grapheme" }))
      .filter((text) => !/^\.{1,2}$|\//.test(text)),
    limit: fc.option(fc.oneof(fc.integer({ min: -20, max: 20 }), fc.string()), { nil: undefined }),
    tags: fc.option(fc.array(fc.string(), { minLength: 1 }), { nil: undefined }),
    body: fc.oneof(
      fc.record({ name: fc.string(), birthday: fc.constantFrom("2020-05-01", "soon") }),
      fc.jsonValue(),
    ),
  });
  await fc.assert(
    fc.asyncProperty(inputs, async (input) => {
      const query = new URLSearchParams();
      if (input.limit !== undefined) query.append("limit", String(input.limit));
      for (const tag of input.tags ?? []) query.append("tags", tag);
      const init = {
        method: "PUT",
        body: JSON.stringify(input.body),
        headers: { "X-API-Version": "2", "Content-Type": "application/json" },
      };
      const answer = await ask(
        new Request(`http://localhost/cats/${encodeURIComponent(input.id)}?${String(query)}`, init),
      );
      const got = await tool?.Call(input).then(
        ({ Status, Text }) => [Status, Text],
        (error: unknown) => (error instanceof TypeError ? "refused" : error),
      );
      expect(got).toEqual(answer.status === 400 ? "refused" : [answer.status, await answer.text()]);
    }),
    runs(),
  );
});
