import Ajv, { type Options } from "ajv";
import { Ajv2020 } from "ajv/dist/2020";
import {
  App,
  DefineVersions,
  JSONSchemaOf,
  OneOf,
  Versioned,
  VersioningURI,
  WithBody,
  WithQuery,
  WithResponse,
  type AjvFactory,
  type AppOptions,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

/* Plain JSON Schema, as a team writes it that has no library: one ajv with all schemas, and words of OpenAPI 3.0. */

const json = { "Content-Type": "application/json" };

const Tag = {
  $id: "tagSchema",
  type: "object",
  additionalProperties: false,
  properties: { type: { type: "string", minLength: 1 }, owner: { $ref: "ownerSchema" } },
};
const Owner = {
  $id: "ownerSchema",
  type: "object",
  additionalProperties: false,
  properties: { id: { type: "integer" } },
};
const Keyed = { type: "object", additionalProperties: false, properties: { key: { type: "string" } } };

const holding: AjvFactory = (defaults) => {
  const ajv = new Ajv2020({ ...defaults, schemas: [Tag] });
  ajv.addSchema(Owner);
  ajv.addSchema(Keyed, "keyed");
  return ajv;
};

function appWith(options: AppOptions = {}): { app: App; logger: ReturnType<typeof recordingLogger> } {
  const logger = recordingLogger();
  return { app: new App({ Logger: logger, ...options }), logger };
}

const Out = (tags: object): object => ({
  title: "Out",
  type: "object",
  properties: { tags: { type: "array", items: tags } },
});

describe("a reference to a schema of the application's own ajv", () => {
  it.each<[what: string, items: object, sent: object, answer: object]>([
    ["its $id", { $ref: "tagSchema" }, { type: "a", secret: 1 }, { type: "a" }],
    [
      "through another one",
      { $ref: "tagSchema" },
      { type: "a", owner: { id: 1, secret: 1 } },
      { type: "a", owner: { id: 1 } },
    ],
    ["a key of addSchema", { $ref: "keyed" }, { key: "a", secret: 1 }, { key: "a" }],
    [
      "a place within it",
      { type: "object", properties: { owner: { $ref: "tagSchema#/properties/owner" } } },
      { owner: { id: 1, secret: 1 } },
      { owner: { id: 1 } },
    ],
  ])("is followed: %s", async (_what, items, sent, answer) => {
    const { app } = appWith({ Ajv: holding });
    app.Get("/", () => ({ tags: [sent] }), WithResponse(200, Out(items)));
    expect((await (await serve(app)).ask("GET /")).json).toEqual({ tags: [answer] });
  });

  it("validates what clients send", async () => {
    const { app } = appWith({ Ajv: holding });
    app.Post("/", (req): unknown => req.body, WithBody(Out({ $ref: "tagSchema" })));
    const server = await serve(app);
    expect((await server.ask("POST /", json, '{"tags":[{"type":""}]}')).status).toBe(400);
    expect((await server.ask("POST /", json, '{"tags":[{"type":"a"}]}')).status).toBe(200);
  });

  it("is one component, wherever it is used", () => {
    const { app, logger } = appWith({ Ajv: holding });
    app
      .Get("/a", () => ({}) as never, WithResponse(200, Out({ $ref: "tagSchema" })))
      .Post("/b", () => 1, WithBody({ type: "array", items: { $ref: "tagSchema" } }))
      .Get("/c", () => ({}) as never, WithResponse(200, Tag))
      .Get("/d", () => ({}) as never, WithResponse(200, { $ref: "keyed" }));
    const { paths, components = {} } = app.Document();
    expect(components.schemas).toMatchObject({
      Out: { properties: { tags: { type: "array", items: { $ref: "#/components/schemas/tagSchema" } } } },
      tagSchema: {
        type: "object",
        additionalProperties: false,
        properties: { owner: { $ref: "#/components/schemas/ownerSchema" } },
      },
      ownerSchema: { properties: { id: { type: "integer" } } },
      keyed: { properties: { key: { type: "string" } } },
    });
    expect(Object.keys(components.schemas ?? {}).toSorted()).toEqual(
      ["Error", "InvalidRequest", "Out", "keyed", "ownerSchema", "tagSchema"].filter(
        (name) => name !== "InvalidRequest" || name in (components.schemas ?? {}),
      ),
    );
    expect(JSON.stringify(paths)).toContain('{"$ref":"#/components/schemas/tagSchema"}');
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each<[what: string, Ajv: AjvFactory | undefined, option: RouteOption]>([
    ["of a response", holding, WithResponse(200, { $ref: "nowhere" })],
    ["without an ajv of its own", undefined, WithResponse(200, { $ref: "tagSchema" })],
    [
      "of a header, which nothing validates",
      holding,
      WithResponse(200, undefined, { Headers: { "X-A": { $ref: "nowhere" } } }),
    ],
    [
      "because it is no address",
      holding,
      WithResponse(200, undefined, { Headers: { "X-A": { $ref: "http://[" } } }),
    ],
    [
      "in an alternative of a OneOf that nothing validates by",
      holding,
      WithResponse(200, undefined, { Headers: { "X-A": OneOf(() => undefined, [{ $ref: "nowhere" }]) } }),
    ],
    ["within a definition", holding, WithBody({ $defs: { A: { $ref: "#/$defs/B" } }, $ref: "#/$defs/A" })],
  ])("that leads nowhere is a problem: %s", (_what, own, option) => {
    const { app } = appWith(own ? { Ajv: own } : {});
    app.Post("/", () => 1 as never, option);
    expect(problemsOf(app)).toEqual([expect.stringContaining("can't resolve reference")]);
  });
});

describe("a keyword that nothing knows", () => {
  it.each<[what: string, option: RouteOption, words: readonly string[]]>([
    [
      "misspelt, of a body",
      WithBody({ type: "object", propertys: {}, requird: ["a"] }),
      ["propertys", "requird"],
    ],
    ["of a response", WithResponse(200, { type: "object", properties: { a: { typ: "string" } } }), ["typ"]],
    [
      "of an alternative of OneOf",
      WithResponse(
        200,
        OneOf(() => undefined, [{ propertys: {} }, z.object({}), OneOf(() => undefined, [{ typ: "a" }])]),
      ),
      ["propertys", "typ"],
    ],
    ["of the ajv's own", WithBody({ type: "number", even: true }), []],
    ["that the ajv allows without a definition", WithBody({ type: "object", texts: {} }), []],
    ["with x-", WithBody({ type: "object", "x-internal": true }), []],
    ["of OpenAPI", WithBody({ type: "object", xml: {}, example: {}, nullable: true, discriminator: {} }), []],
    ["as a member's name", WithBody({ type: "object", properties: { propertys: { type: "string" } } }), []],
  ])("is a warning, once: %s", (_what, option, words) => {
    const { app, logger } = appWith({
      Ajv: (defaults) =>
        new Ajv2020(defaults).addKeyword({ keyword: "even", type: "number" }).addVocabulary(["texts"]),
    });
    app.Post("/", () => 1 as never, option).Post("/again", () => 1 as never, option);
    app.Build();
    expect(logger.warn.mock.calls.map(([, message]) => /keyword "(\w+)"/.exec(String(message))?.[1])).toEqual(
      words,
    );
  });
});

it("a keyword of Errors.Schema that nothing knows is a warning", () => {
  const { app, logger } = appWith({ Errors: { Schema: { type: "object", propertys: {} } } });
  app.Get("/", () => 1).Build();
  expect(logger.warn.mock.calls.map(([, message]) => String(message))).toEqual([
    expect.stringContaining('AppOptions: keyword "propertys" of Errors.Schema has no effect'),
  ]);
});

describe("AppOptions.Ajv", () => {
  it("is asked for each use, and again for values that are large", async () => {
    const asked: unknown[] = [];
    const own: AjvFactory = (defaults, use) => {
      const { coerceTypes, allErrors } = defaults as Options;
      asked.push([use, coerceTypes, allErrors]);
      return new Ajv2020(defaults);
    };
    const { app } = appWith({ Ajv: own, CheckResponses: true });
    const List = { type: "array", items: { type: "integer" } };
    app
      .Post("/", (req): unknown => req.body, WithBody(List), WithQuery({ type: "object" }))
      .Post("/out", (): unknown => Array<number>(6000).fill(1), WithResponse(200, List));
    app.Build();
    expect(asked.toSorted()).toEqual([
      ["body", false, true],
      ["response", false, true],
      ["text", true, true],
    ]);
    const server = await serve(app);
    const large = JSON.stringify(Array(6000).fill(1));
    expect((await server.ask("POST /", json, large)).status).toBe(200);
    expect((await server.ask("POST /out")).status).toBe(200);
    expect(asked.slice(3)).toEqual([
      ["body", false, false],
      ["response", false, false],
    ]);
  });

  it("that coerces bodies leaves responses to be judged as they are", async () => {
    const { app } = appWith({
      CheckResponses: true,
      Ajv: (defaults, use) => new Ajv2020({ ...defaults, ...(use === "body" ? { coerceTypes: true } : {}) }),
    });
    const Named = { type: "object", properties: { name: { type: "string" } } };
    app
      .Post("/", (req): unknown => req.body, WithBody(Named))
      .Get("/", (): unknown => ({ name: 5 }), WithResponse(200, Named));
    const server = await serve(app);
    expect((await server.ask("POST /", json, '{"name":5}')).json).toEqual({ name: "5" });
    expect((await server.ask("GET /")).status).toBe(500);
  });

  it("is that of stored values too", async () => {
    const V = DefineVersions("1");
    const own: AjvFactory = (defaults, use) => {
      expect(use).toBe("body");
      return new Ajv2020(defaults).addSchema(Tag).addSchema(Owner).addFormat("colour", /^#/);
    };
    const Row = V.Stored(
      {
        type: "object",
        properties: { colour: { type: "string", format: "colour" }, tag: { $ref: "tagSchema" } },
      },
      { Ajv: own },
    );
    expect(Row.Write({ colour: "#f", tag: { type: "a", secret: 1 } })).toBe(
      '{"v":"1","data":{"colour":"#f","tag":{"type":"a"}}}',
    );
    expect(() => Row.Write({ colour: "f" })).toThrow("format");
    await expect(Row.Read('{"v":"1","data":{"colour":"f"}}')).rejects.toThrow("format");
    expect(() => V.Stored({}, { Ajv: 1 as never })).toThrow("V.Stored: Ajv must be a function, got 1");
    expect(() => V.Stored({}, { Ajv: () => 1 as never }).Write({})).toThrow(
      "the schema cannot be compiled: Ajv returned 1",
    );
  });
});

describe("JSONSchemaOf", () => {
  it("returns the schema itself", () => {
    const schema = { type: "object" };
    expect(JSONSchemaOf<object>(schema)).toBe(schema);
  });

  it.each<[what: string, schema: unknown, written: string]>([
    ["a Standard Schema", z.string(), "a Standard Schema"],
    ["a list", [], "a list"],
    ["nothing", undefined, "undefined"],
    ["text", "string", '"string"'],
  ])("takes plain JSON Schema, and not %s", (_what, schema, written) => {
    expect(() => JSONSchemaOf(schema as object)).toThrow(
      new TypeError(`JSONSchemaOf: the argument must be a plain JSON Schema, got ${written}`),
    );
  });

  it("changes nothing else: links of members, validation, documents", async () => {
    const V = DefineVersions("1", "2");
    const Coloured = V.Change("2", "A tag has a `colour`.");
    const Tag = JSONSchemaOf<{ name: string; colour: string }>({
      title: "Tag",
      type: "object",
      additionalProperties: false,
      required: ["name", "colour"],
      properties: { name: { type: "string" }, colour: { type: "string" } },
    });
    const Tags = Versioned(Tag).Added(Coloured, { colour: "red" });
    const { app } = appWith({ Versioning: { Type: VersioningURI, Versions: V.List } });
    app.Post("/", (req) => req.body, V.Since("1"), WithBody(Tags), WithResponse(200, Tags));
    const server = await serve(app);
    expect((await server.ask("POST /v2", json, '{"name":"a","colour":"b"}')).json).toEqual({
      name: "a",
      colour: "b",
    });
    expect((await server.ask("POST /v1", json, '{"name":"a"}')).json).toEqual({ name: "a" });
    expect((await server.ask("POST /v2", json, '{"name":"a"}')).status).toBe(400);
    expect(app.Document("2").components?.schemas).toHaveProperty("Tag");
  });
});

describe("words of OpenAPI 3.0", () => {
  const nullable = { type: "object", properties: { c: { type: "string", nullable: true } } };

  it.each<[what: string, schema: object, described: object]>([
    ["nullable is one more type", nullable, { properties: { c: { type: ["string", "null"] } } }],
    [
      "beside several types",
      { type: ["string", "integer"], nullable: true },
      { type: ["string", "integer", "null"] },
    ],
    [
      "an enum keeps its values",
      { type: "string", enum: ["a"], nullable: true },
      { type: ["string", "null"], enum: ["a"] },
    ],
    ["not nullable is nothing", { type: "string", nullable: false }, { type: "string" }],
    ["example is one of examples", { type: "string", example: "a" }, { type: "string", examples: ["a"] }],
    [
      "with others",
      { type: "string", examples: ["b"], example: "a" },
      { type: "string", examples: ["b", "a"] },
    ],
  ])("are read as meant: %s", (_what, schema, described) => {
    const { app, logger } = appWith();
    app.Post("/", () => 1, WithBody(schema));
    const body = app.Document().paths["/"]?.post?.requestBody as {
      content: Record<string, { schema: object }>;
    };
    expect(body.content["application/json"]?.schema).toMatchObject(described);
    expect(JSON.stringify(body)).not.toMatch(/"nullable"|"example"/);
    expect(logger.warn).not.toHaveBeenCalled();
  });

  it.each<[what: string, schema: object, value: unknown, status: number]>([
    ["null", { type: "string", nullable: true }, null, 200],
    ["null, of no such type", { type: "string" }, null, 400],
    ["null, which an enum does not have", { type: "string", enum: ["a"], nullable: true }, null, 400],
  ])("validate %s", async (_what, schema, value, status) => {
    const { app } = appWith();
    app.Post("/", () => 1, WithBody({ type: "object", properties: { a: schema } }));
    expect((await (await serve(app)).ask("POST /", json, JSON.stringify({ a: value }))).status).toBe(status);
  });

  const Named = {
    $id: "#/components/schemas/tags",
    type: "object",
    additionalProperties: false,
    properties: { tags: { type: "array", items: { $ref: "#/components/schemas/tag" } } },
    components: {
      schemas: {
        tag: {
          $id: "#/components/schemas/tag",
          type: "object",
          additionalProperties: false,
          properties: { name: { type: "string" }, within: { $ref: "#/components/schemas/tags" } },
        },
      },
    },
  };

  it.each<[what: string, Ajv: AjvFactory | undefined]>([
    ["the installed ajv", undefined],
    ["an own one of draft-07", (defaults) => new Ajv(defaults)],
  ])("name components by $id and components.schemas, with %s", async (_what, own) => {
    const { app, logger } = appWith(own ? { Ajv: own } : {});
    app
      .Post("/", () => ({}) as never, WithBody(Named), WithResponse(200, Named))
      .Get("/tag", () => ({}) as never, WithResponse(200, Named.components.schemas.tag.properties.name));
    const { components = {} } = app.Document();
    expect(components.schemas).toMatchObject({
      tags: { properties: { tags: { items: { $ref: "#/components/schemas/tag" } } } },
      tag: { properties: { within: { $ref: "#/components/schemas/tags" } } },
    });
    expect(components.schemas?.tag).not.toHaveProperty("$id");
    const server = await serve(app);
    expect((await server.ask("POST /", json, '{"tags":[{"name":1}]}')).status).toBe(400);
    expect((await server.ask("POST /", json, '{"tags":[{"name":"a","within":{"tags":[]}}]}')).status).toBe(
      200,
    );
    expect(logger.warn).not.toHaveBeenCalled();
  });
});

describe("a misfit's detail says which", () => {
  const closed = { type: "object", properties: { name: { type: "string" } }, additionalProperties: false };
  it.each<[what: string, schema: object, value: unknown, details: readonly (readonly unknown[])[]]>([
    [
      "an unknown property, by path",
      closed,
      { more: 1 },
      [[["more"], "must NOT have additional properties"]],
    ],
    [
      "an unevaluated one, by path",
      { type: "object", properties: { a: { type: "object", unevaluatedProperties: false } } },
      { a: { more: 1 } },
      [[["a", "more"], "must NOT have unevaluated properties"]],
    ],
    [
      "the allowed values",
      { type: "object", properties: { kind: { enum: ["a", 2, null] } } },
      { kind: "c" },
      [[["kind"], 'must be equal to one of the allowed values: "a", 2, null']],
    ],
    [
      "the constant",
      { type: "object", properties: { fix: { const: 7 } } },
      { fix: 8 },
      [[["fix"], "must be equal to constant: 7"]],
    ],
    [
      "the constant, of an alternative",
      {
        anyOf: [
          { type: "object", properties: { fix: { const: 7 } } },
          { type: "string", minLength: 1, const: "" },
        ],
      },
      { fix: 8 },
      [[["fix"], "must be equal to constant: 7 (alternative 1 of 2)"]],
    ],
    [
      "the name of a property",
      { type: "object", propertyNames: { pattern: "^a" } },
      { b: 1 },
      [
        [[], 'property name "b" must match pattern "^a"'],
        [[], 'property name "b" must be valid'],
      ],
    ],
  ])("%s", async (_what, schema, value, details) => {
    const { app } = appWith();
    app.Post("/", () => 1, WithBody(schema));
    const answer = await (await serve(app)).ask("POST /", json, JSON.stringify(value));
    expect(answer).toMatchObject({
      status: 400,
      json: { error: { details: details.map(([path, message]) => ({ in: "body", path, message })) } },
    });
  });

  it("of which an enum of thousands of values is cut", async () => {
    const { app } = appWith();
    const values = Array.from({ length: 5000 }, (_, i) => `value ${i}`);
    app.Post("/", () => 1, WithBody({ type: "array", items: { enum: values } }));
    const { text } = await (await serve(app)).ask("POST /", json, JSON.stringify(Array(900).fill("no")));
    expect(text.length).toBeLessThan(70_000);
  });
});

describe("a document", () => {
  it("marks the parameter of a deprecated member", () => {
    const { app } = appWith();
    app.Get(
      "/",
      () => 1,
      WithQuery({
        type: "object",
        properties: {
          old: { type: "string", deprecated: true, description: "Old." },
          now: { type: "string" },
        },
      }),
    );
    expect(app.Document().paths["/"]?.get?.parameters).toEqual([
      {
        name: "old",
        in: "query",
        description: "Old.",
        deprecated: true,
        schema: expect.anything() as object,
      },
      { name: "now", in: "query", schema: { type: "string" } },
    ]);
  });

  it.each<[openapi: unknown, isWritten: boolean]>([
    ["3.1.0", true],
    ["3.1.1", true],
    ["3.2.0", true],
    ["3.0.3", false],
    ["3.3.0", false],
    ["2.0", false],
    ["3.1", false],
    [3.1, false],
  ])("of OpenAPI %j: %j", (openapi, isWritten) => {
    const { app } = appWith({ OpenAPI: { openapi: openapi as string } });
    app.Get("/", () => 1);
    expect(problemsOf(app)).toEqual(
      isWritten ? [] : [expect.stringContaining("is no version of OpenAPI that is written here")],
    );
  });
});

it("a schema of thousands of properties is compiled and asked", async () => {
  const names = Array.from({ length: 3000 }, (_, n) => `p${n}`);
  const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
  const { app } = appWith();
  const server = await serve(
    app.Post("/", (req): unknown => req.body, WithBody({ type: "object", properties })),
  );
  expect((await server.ask("POST /", json, '{"p1":"x"}')).status).toBe(200);
  expect((await server.ask("POST /", json, '{"p2999":1}')).status).toBe(400);
});

it("misfits are those of the value that was sent, and not of defaults that were filled in", async () => {
  const text = { type: "string" };
  const { app } = appWith();
  app.Post(
    "/",
    () => 1,
    WithBody({
      type: "object",
      required: ["z"],
      properties: { kind: { type: "string", default: "x" }, z: text, y: text },
      if: { properties: { kind: { const: "x" } }, required: ["kind"] },
      then: { required: ["y"] },
    }),
  );
  const server = await serve(app);
  expect((await server.ask("POST /", json, "{}")).json).toMatchObject({
    error: { details: [{ in: "body", path: ["z"] }] },
  });
});
