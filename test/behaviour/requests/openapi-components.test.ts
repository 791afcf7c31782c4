import { Ajv2020 } from "ajv/dist/2020";
import { App, WithBody, WithResponse, type AjvFactory } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

/* Plain JSON Schema whose parts other schemas of the application hold: by key, by $id, and as OpenAPI 3.0 names them. */

const json = { "Content-Type": "application/json" };

const name = { type: "object", additionalProperties: false, properties: { name: { type: "string" } } };
const code = { type: "object", additionalProperties: false, properties: { code: { type: "string" } } };

const adding =
  (schemas: Readonly<Record<string, object | boolean>>): AjvFactory =>
  (defaults) => {
    const ajv = new Ajv2020(defaults);
    for (const [key, schema] of Object.entries(schemas)) ajv.addSchema(schema, key);
    return ajv;
  };

function appOf(schemas: Readonly<Record<string, object | boolean>>): App {
  return new App({ Logger: recordingLogger(), Ajv: adding(schemas) });
}

const whole = { a: { name: "a", code: "b" }, b: { name: "c", code: "d" } };

describe("a response keeps what each of its schemas names", () => {
  it.each<[what: string, schema: object, added: Readonly<Record<string, object | boolean>>, sent: unknown]>([
    [
      "one that is referred to twice",
      { properties: { a: { $ref: "tag" }, b: { $ref: "tag" } } },
      { tag: name },
      { a: { name: "a" }, b: { name: "c" } },
    ],
    [
      "one beside a definition of the same name",
      { $defs: { tag: code }, properties: { a: { $ref: "tag" }, b: { $ref: "#/$defs/tag" } } },
      { tag: name },
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "one whose address is relative to the schema's own",
      {
        $id: "https://example.com/schemas/whole",
        properties: { a: { $ref: "tag" }, b: { $ref: "../codes/tag" } },
      },
      { "https://example.com/schemas/tag": name, "https://example.com/codes/tag": code },
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "one that allows everything",
      { properties: { a: { $ref: "tag" }, b: name }, additionalProperties: false },
      { tag: true },
      { a: whole.a, b: { name: "c" } },
    ],
    [
      "a component that the ajv holds",
      {
        properties: {
          a: { $ref: "#/components/schemas/tag" },
          b: { $ref: "#/components/schemas/other" },
        },
        components: { schemas: { other: code } },
      },
      { "#/components/schemas/tag": name },
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "components that lie within one of the ajv's",
      {
        properties: { a: { $ref: "#/components/schemas/tag" }, b: { $ref: "#/components/schemas/tag" } },
      },
      {
        "#/components/schemas/tag": {
          ...name,
          properties: { ...name.properties, code: { $ref: "#/components/schemas/text" } },
          components: { schemas: { text: { type: "string" } } },
        },
      },
      whole,
    ],
    [
      "a component beside a definition of the same name",
      {
        $defs: { tag: code },
        properties: { a: { $ref: "#/components/schemas/tag" }, b: { $ref: "#/$defs/tag" } },
        components: { schemas: { tag: name } },
      },
      {},
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "the first of two components of one name",
      {
        properties: { a: { $ref: "#/components/schemas/tag" }, b: { $ref: "#/components/schemas/other" } },
        components: {
          schemas: { tag: name, other: { ...code, components: { schemas: { tag: code } } } },
        },
      },
      {},
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "a place within a component",
      {
        properties: { a: { $ref: "#/components/schemas/pair/properties/first" }, b: code },
        components: { schemas: { pair: { properties: { first: name } } } },
      },
      {},
      { a: { name: "a" }, b: { code: "d" } },
    ],
    [
      "a place within itself, by its name as a component",
      {
        $id: "#/components/schemas/pair",
        properties: { a: name, b: { $ref: "#/components/schemas/pair/properties/a" } },
      },
      {},
      { a: { name: "a" }, b: { name: "c" } },
    ],
    [
      "a definition, in a schema with an example",
      { $defs: { tag: name }, example: {}, properties: { a: { $ref: "#/$defs/tag" }, b: code } },
      {},
      { a: { name: "a" }, b: { code: "d" } },
    ],
  ])("%s", async (_what, schema, added, sent) => {
    const app = appOf(added).Get("/", () => whole as never, WithResponse(200, { type: "object", ...schema }));
    expect((await (await serve(app)).ask("GET /")).json).toEqual(sent);
  });
});

it("a component that nobody has is a problem of Build", () => {
  const app = appOf({}).Post("/", () => 1, WithBody({ $ref: "#/components/schemas/none" }));
  expect(problemsOf(app)).toEqual([expect.stringContaining("#/components/schemas/none")]);
});

it("a body may itself have to be JSON Schema", async () => {
  const app = appOf({ other: name }).Post(
    "/",
    () => 1,
    WithBody({ $ref: "https://json-schema.org/draft/2020-12/schema" }),
  );
  const server = await serve(app);
  expect((await server.ask("POST /", json, '{"type":"text"}')).status).toBe(400);
  expect((await server.ask("POST /", json, '{"type":"string"}')).status).toBe(200);
  expect(JSON.stringify(app.Document().paths["/"])).toContain("https://json-schema.org/draft/2020-12/schema");
});

describe("beside words of OpenAPI 3.0, a document keeps", () => {
  const documentWith = (schema: object): ReturnType<App["Document"]> =>
    new App({ Logger: recordingLogger() })
      .Get("/", () => "", WithResponse(200, undefined, { Headers: { "X-A": schema } }))
      .Document();

  it.each<[what: string, schema: object, documented: object]>([
    [
      "examples of its own",
      { type: "string", nullable: true, examples: ["a"] },
      { type: ["string", "null"], examples: ["a"] },
    ],
    [
      "components that hold no schemas",
      { type: "object", components: { headers: {} } },
      { type: "object", components: { headers: {} } },
    ],
  ])("%s", (_what, schema, documented) => {
    const { paths } = documentWith(schema);
    const response = paths["/"]?.get?.responses["200"] as { headers: Record<string, { schema: object }> };
    expect(response.headers["X-A"]?.schema).toEqual(documented);
  });

  it.each<[what: string, schema: object, components: object]>([
    [
      "a definition beside components",
      {
        $ref: "#/components/schemas/tag",
        $defs: { text: { type: "string" } },
        components: { schemas: { tag: { type: "object", properties: { a: { $ref: "#/$defs/text" } } } } },
      },
      {
        tag: { type: "object", properties: { a: { $ref: "#/components/schemas/text" } } },
        text: { type: "string" },
      },
    ],
    [
      "the name of an $id that names no component",
      { $id: "https://example.com/tag", type: "object", example: {} },
      { "https___example.com_tag": { type: "object", examples: [{}] } },
    ],
  ])("%s, among its components", (_what, schema, components) => {
    expect(documentWith(schema).components?.schemas).toMatchObject(components);
  });
});
