import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import {
  App,
  Get,
  Handle,
  Hidden,
  Post,
  Router,
  Status,
  VersioningHeader,
  VersioningURI,
  WithBody,
  WithGuards,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type OpenAPIDocument,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import * as mini from "zod/mini";
import { z as zod3 } from "zod/v3";
import { recordingLogger } from "../../support/logger";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("schemas");

// Only its declaration is looked at: of `unknown` the compiler has nothing to hold against a response.
const handler = (): unknown => 1;
const text = { type: "string" };
const number = { type: "number" };

function ref(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}

const requestID = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
function content(schema: object, type = "application/json"): object {
  return { [type]: { schema } };
}

function errorContent(name: string): object {
  return { "application/json": { schema: ref(name), example: expect.anything() as unknown } };
}

/** JSON Schema, whose type says nothing. */
function plain(schema: object): object {
  return schema;
}

/** Of a schema that takes everything but nothing, and says no more. */
const standard = {
  version: 1 as const,
  vendor: "test",
  validate: (value: unknown) => (value === undefined ? { issues: [{ message: "missing" }] } : { value }),
};

/** A schema whose library gives other JSON Schema for what it takes than for what it puts out. */
function twoSided(input: () => object, output: () => object = input): object {
  return { "~standard": { ...standard, jsonSchema: { input, output } } };
}

function appOf(options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options });
}

/** The document's POST /cats/{id} with some options. */
function operation(...options: RouteOption[]) {
  return documentOf(appOf().Post("/cats/{id}", handler, ...options)).paths["/cats/{id}"]?.post;
}

/** The components but for the error's. */
function schemasOf(document: OpenAPIDocument): object {
  const schemas = Object.entries(document.components?.schemas ?? {});
  return Object.fromEntries(schemas.filter(([name]) => name !== "Error" && name !== "InvalidRequest"));
}

describe("the parameters", () => {
  it.each<[what: string, option: RouteOption, parameters: readonly object[]]>([
    [
      "of the path are as WithParams has them, always required",
      WithParams(plain({ properties: { id: { type: "integer", minimum: 1 } } })) as RouteOption,
      [{ name: "id", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
    ],
    [
      "of the query are the schema's properties",
      WithQuery(
        z.object({
          page: z.number().default(1),
          sort: z.enum(["name", "age"]),
          tags: z.array(z.string()).optional(),
        }),
      ) as RouteOption,
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "page", in: "query", schema: { type: "number", default: 1 } },
        { name: "sort", in: "query", required: true, schema: { type: "string", enum: ["name", "age"] } },
        { name: "tags", in: "query", schema: { type: "array", items: text } },
      ],
    ],
    [
      "have their descriptions",
      WithQuery(z.object({ page: z.string().describe("Which page") })) as RouteOption,
      [
        { name: "id", in: "path", required: true, schema: text },
        {
          name: "page",
          in: "query",
          required: true,
          description: "Which page",
          schema: { type: "string", description: "Which page" },
        },
      ],
    ],
    [
      "of the headers are the schema's properties",
      WithHeaders(z.object({ "x-tenant": z.string(), "x-trace": z.string().optional() })) as RouteOption,
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "x-tenant", in: "header", required: true, schema: text },
        { name: "x-trace", in: "header", schema: text },
      ],
    ],
    [
      "of the headers leave out those that OpenAPI has other places for",
      WithHeaders(
        z.object({ authorization: z.string(), accept: z.string(), "content-type": z.string() }),
      ) as RouteOption,
      [{ name: "id", in: "path", required: true, schema: text }],
    ],
    [
      "of alternatives are those of each, required where all require them",
      WithQuery(
        z.union([z.object({ a: z.string(), b: z.string() }), z.object({ a: z.string(), c: z.string() })]),
      ) as RouteOption,
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "a", in: "query", required: true, schema: text },
        { name: "b", in: "query", schema: text },
        { name: "c", in: "query", schema: text },
      ],
    ],
    [
      "in several alternatives take what each of them takes",
      WithQuery({
        oneOf: [
          { properties: { kind: { const: "cat" }, age: { type: "integer", description: "Years" }, any: {} } },
          { properties: { kind: { enum: ["dog", "cat"] }, age: { const: "old" }, any: text } },
        ],
      }),
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "kind", in: "query", schema: { enum: ["cat", "dog"] } },
        {
          name: "age",
          in: "query",
          description: "Years",
          schema: {
            description: "Years",
            anyOf: [{ type: "integer", description: "Years" }, { const: "old" }],
          },
        },
        { name: "any", in: "query", schema: {} },
      ],
    ],
    [
      "in several parts take what all of them take",
      WithQuery({
        properties: { a: text, b: {} },
        allOf: [{ properties: { a: { maxLength: 5 }, b: text } }],
      }),
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "a", in: "query", schema: { allOf: [text, { maxLength: 5 }] } },
        { name: "b", in: "query", schema: text },
      ],
    ],
    [
      "of what is joined are those of both",
      WithQuery(z.object({ a: z.string() }).and(z.object({ b: z.string() }))) as RouteOption,
      [
        { name: "id", in: "path", required: true, schema: text },
        { name: "a", in: "query", required: true, schema: text },
        { name: "b", in: "query", required: true, schema: text },
      ],
    ],
    [
      "of what names no properties are none",
      WithQuery(z.record(z.string(), z.string())) as RouteOption,
      [{ name: "id", in: "path", required: true, schema: text }],
    ],
  ])("%s", (_what, option, parameters) => {
    expect(operation(option)?.parameters).toEqual(parameters);
  });

  it("are in their order: path, query, headers", () => {
    const one = (name: string) => z.object({ [name]: z.string() });
    const described = operation(WithHeaders(one("x-a")), WithQuery(one("q")), WithParams(one("id")));
    expect(described?.parameters?.map(({ in: place, name }) => `${place} ${name}`)).toEqual([
      "path id",
      "query q",
      "header x-a",
    ]);
  });

  it("of a rest parameter are as WithParams has them", () => {
    const app = appOf().Get("/files/{path...}", handler, WithParams(z.object({ path: z.string().min(2) })));
    expect(documentOf(app).paths["/files/{path}"]?.get?.parameters).toEqual([
      { name: "path", in: "path", required: true, schema: { type: "string", minLength: 2 } },
    ]);
  });

  it("a parameter that has a name is a component", () => {
    const Sort = z.enum(["name", "age"]).meta({ id: "Sort" });
    const document = documentOf(appOf().Get("/", handler, WithQuery(z.object({ sort: Sort }))));
    expect(document.paths["/"]?.get?.parameters).toEqual([
      { name: "sort", in: "query", required: true, schema: ref("Sort") },
    ]);
    expect(schemasOf(document)).toEqual({ Sort: { type: "string", enum: ["name", "age"] } });
  });
});

describe("the body", () => {
  const Cat = z.object({ name: z.string(), age: z.number().default(1) });
  it("is what the schema takes, as JSON", () => {
    expect(operation(WithBody(Cat))?.requestBody).toEqual({
      required: true,
      content: content({
        type: "object",
        properties: { name: text, age: { type: "number", default: 1 } },
        required: ["name"],
      }),
    });
  });

  it("is a form where a form is read", () => {
    expect(operation(WithBody(z.object({ name: z.string() }), { Type: "form" }))?.requestBody).toEqual({
      required: true,
      content: content(
        { type: "object", properties: { name: text }, required: ["name"] },
        "application/x-www-form-urlencoded",
      ),
    });
  });

  it.each<[what: string, schema: object, required: boolean]>([
    ["zod's", Cat, true],
    ["zod's that may be missing", Cat.optional(), false],
    ["valibot's that may be missing", toStandardJsonSchema(v.optional(v.object({}))), false],
    ["JSON Schema, which always asks for something", plain({ type: "object" }), true],
  ])("is required unless nothing fits too: %s", (_what, schema, required) => {
    expect(operation(WithBody(schema) as RouteOption)?.requestBody).toMatchObject({ required });
  });

  it("says of valibot's steps what JSON Schema has words for", () => {
    const cat = v.object({
      name: v.pipe(v.string(), v.regex(/^t/), v.minLength(2)),
      kind: v.pipe(v.string(), v.regex(/^t/i), v.maxLength(9)),
    });
    expect(operation(WithBody(toStandardJsonSchema(cat)))?.requestBody).toEqual({
      required: true,
      content: content({
        type: "object",
        properties: {
          name: { type: "string", pattern: "^t", minLength: 2 },
          kind: { type: "string", maxLength: 9 },
        },
        required: ["name", "kind"],
      }),
    });
  });

  it("is not there where none is declared", () => {
    expect(operation(WithQuery(Cat))).not.toHaveProperty("requestBody");
  });
});

describe("the errors that may be answered", () => {
  const none = z.object({});
  const id = z.object({ id: z.string() });
  it.each<[what: string, options: readonly RouteOption[], statuses: readonly string[]]>([
    ["nothing declared", [], ["200", "404"]],
    ["params", [WithParams(id) as RouteOption], ["200", "400", "404"]],
    ["query", [WithQuery(none) as RouteOption], ["200", "400", "404"]],
    ["headers", [WithHeaders(none) as RouteOption], ["200", "400", "404"]],
    ["body", [WithBody(none) as RouteOption], ["200", "400", "404", "413", "415"]],
    [
      "body and guards",
      [WithBody(none) as RouteOption, WithGuards(() => true)],
      ["200", "400", "403", "404", "413", "415"],
    ],
    ["a response alone", [WithResponse(200, none)], ["200", "404"]],
  ])("%s", (_what, options, statuses) => {
    const responses = operation(...options)?.responses ?? {};
    expect(Object.keys(responses)).toEqual(statuses);
    for (const status of statuses.slice(1)) {
      const error = status === "400" ? "InvalidRequest" : "Error";
      expect(responses[status]).toMatchObject({ content: content(ref(error)) });
    }
  });

  it.each<[status: string, description: string, error: string]>([
    ["400", "Bad Request", "InvalidRequest"],
    ["413", "Payload Too Large", "Error"],
    ["415", "Unsupported Media Type", "Error"],
  ])("%s has its reason", (status, description, error) => {
    expect(operation(WithBody(none))?.responses[status]).toEqual({
      description,
      headers: requestID,
      content: errorContent(error),
    });
  });

  it("are typed where input is declared, and the application writes no error schema", () => {
    const details = {
      type: "array",
      items: {
        type: "object",
        required: ["in", "path", "message"],
        properties: {
          in: { type: "string", enum: ["params", "query", "headers", "cookies", "body"] },
          path: { type: "array", items: { type: ["string", "integer"] } },
          message: { type: "string" },
        },
      },
    };
    const described = appOf()
      .Post("/", handler, WithBody(none) as RouteOption)
      .Document();
    expect(described.components?.schemas?.InvalidRequest).toMatchObject({
      required: ["error", "request_id"],
      properties: { error: { required: ["code", "message", "status"], properties: { details } } },
    });
    expect(appOf().Get("/", handler).Document().components?.schemas).not.toHaveProperty("InvalidRequest");
  });

  it.each<[what: string, options: AppOptions]>([
    ["Errors.Schema", { Errors: { Schema: { type: "object" } } }],
    ["Errors.Body", { Errors: { Body: () => 1 } }],
    ["components.schemas.Error", { OpenAPI: { components: { schemas: { Error: { type: "object" } } } } }],
  ])("are the application's own with %s", (_what, options) => {
    const described = new App(options).Post("/", handler, WithBody(none) as RouteOption).Document();
    expect(described.components?.schemas).not.toHaveProperty("InvalidRequest");
    expect(described.paths["/"]?.post?.responses["400"]).toMatchObject({ content: content(ref("Error")) });
  });

  it("may be said more of: a description, and a schema of the application's own", () => {
    expect(operation(WithBody(none), WithResponse(400, undefined, "Unfit"))?.responses[400]).toEqual({
      description: "Unfit",
      headers: requestID,
      content: errorContent("InvalidRequest"),
    });
    expect(operation(WithBody(none), WithResponse(400, plain({ type: "null" })))?.responses[400]).toEqual({
      description: "Bad Request",
      headers: requestID,
      content: content({ type: "null" }),
    });
  });
});

describe("the responses", () => {
  const Cat = z.object({ age: z.number().default(1) });
  it.each<[what: string, options: readonly RouteOption[], status: number, response: object]>([
    [
      "are what the schema puts out, as JSON",
      [WithResponse(200, Cat)],
      200,
      {
        description: "OK",
        content: content({
          type: "object",
          properties: { age: { type: "number", default: 1 } },
          required: ["age"],
        }),
      },
    ],
    [
      "have their description",
      [WithResponse(200, plain(number), "How many")],
      200,
      { description: "How many", content: content(number) },
    ],
    ["may have no schema", [WithResponse(202)], 202, { description: "Accepted" }],
    [
      "of errors have the error body",
      [WithResponse(409)],
      409,
      { description: "Conflict", headers: requestID, content: errorContent("Error") },
    ],
    ["may have a description alone", [WithResponse(202, undefined, "Later")], 202, { description: "Later" }],
    [
      "of text are text, as they are sent",
      [WithResponse(200, z.string())],
      200,
      { description: "OK", content: content(text, "text/plain") },
    ],
    ["of no content have none", [WithResponse(204, Cat)], 204, { description: "No Content" }],
    ["of an unknown status are called so", [WithResponse(299)], 299, { description: "HTTP 299" }],
    [
      "of the Status are described by it",
      [Status(201), WithResponse(201, plain(number))],
      201,
      { description: "Created", content: content(number) },
    ],
    [
      "of the Status are there without a word",
      [Status(201), WithResponse(409)],
      201,
      { description: "Created" },
    ],
  ])("%s", (_what, options, status, response) => {
    expect(operation(...options)?.responses[status]).toEqual(response);
  });

  it.each<[schema: object, type: string]>([
    [{ type: ["string"] }, "text/plain"],
    [{ enum: ["a", "b"] }, "text/plain"],
    [{ anyOf: [{ const: "a" }, { type: "string" }] }, "text/plain"],
    [{ allOf: [{ minLength: 1 }, { type: "string" }] }, "text/plain"],
    [{ enum: ["a", 1] }, "application/json"],
    [{ type: ["string", "null"] }, "application/json"],
    [{ anyOf: [{ const: "a" }, {}] }, "application/json"],
  ])("are text where a schema takes nothing else: %j is %s", (schema, type) => {
    const described = documentOf(new App().Get("/", handler, WithResponse(200, schema)));
    expect(described.paths["/"]?.get?.responses["200"]?.content).toEqual(content(schema, type));
  });

  it("add up from router, Include and route; for one status the nearest wins, whole", () => {
    @Router("/cats", WithResponse(401, undefined, "class"), WithResponse(402, undefined, "class"))
    class CatsController {
      @WithResponse(402, plain(number))
      @Get("/", WithResponse(200, plain(number), "method"))
      list() {
        return 1;
      }
      @Get("/plain")
      plain() {
        return 1;
      }
    }
    const app = new App(
      {},
      WithResponse(401, undefined, "root"),
      WithResponse(500, undefined, "root"),
    ).Include(
      new Router("/api", WithResponse(503, undefined, "router")).Include(
        CatsController,
        WithResponse(402, undefined, "include"),
        WithResponse(503, undefined, "include"),
      ),
    );
    const { paths } = documentOf(app);
    const told = (path: string) =>
      Object.fromEntries(
        Object.entries(paths[path]?.get?.responses ?? {}).map(([status, { description }]) => [
          status,
          description,
        ]),
      );
    expect(told("/api/cats")).toEqual({
      200: "method",
      401: "class",
      402: "Payment Required",
      404: "Not Found",
      500: "root",
      503: "include",
    });
    expect(told("/api/cats/plain")).toEqual({
      200: "OK",
      401: "class",
      402: "class",
      404: "Not Found",
      500: "root",
      503: "include",
    });
  });
});

describe("a schema that carries a name becomes one shared component", () => {
  const object = { type: "object", properties: { name: text }, required: ["name"] };
  const valibotCat = v.pipe(v.object({ name: v.string() }), v.title("Cat"));
  it.each<[what: string, schema: object, component: object]>([
    ["title", plain({ title: "Cat", ...object }), { title: "Cat", ...object }],
    ["id", plain({ id: "Cat", ...object }), object],
    ["$id", plain({ $id: "Cat", ...object }), object],
    ["zod's meta({ id })", z.object({ name: z.string() }).meta({ id: "Cat" }), object],
    [
      "zod's meta({ title })",
      z.object({ name: z.string() }).meta({ title: "Cat" }),
      { title: "Cat", ...object },
    ],
    ["valibot's title", toStandardJsonSchema(valibotCat), { title: "Cat", ...object }],
    ["a $id that is an address", plain({ $id: "https://example.com/cats/Cat", ...object }), object],
  ])("by %s", (_what, schema, component) => {
    const app = appOf()
      .Post("/", handler, WithBody(schema) as RouteOption)
      .Put("/", handler, WithBody(schema) as RouteOption);
    const document = documentOf(app);
    const [name = ""] = Object.keys(schemasOf(document));
    expect(name).toMatch(/Cat$/);
    expect(schemasOf(document)).toEqual({ [name]: component });
    for (const method of ["post", "put"] as const) {
      expect(document.paths["/"]?.[method]?.requestBody).toEqual({
        required: true,
        content: content(ref(name)),
      });
    }
  });

  it("although nothing describes what it makes of a value", () => {
    const length = z
      .string()
      .meta({ title: "Text" })
      .transform(({ length }) => length);
    const document = documentOf(appOf().Post("/", handler, WithBody(length)));
    expect(schemasOf(document)).toEqual({ Text: { title: "Text", type: "string" } });
  });

  it("what carries none is where it is used", () => {
    const document = documentOf(appOf().Post("/", handler, WithBody(object)));
    expect(schemasOf(document)).toEqual({});
  });

  it("wherever it is: in a list, in an object, in alternatives", () => {
    const Cat = z.object({ name: z.string() }).meta({ id: "Cat" });
    const app = appOf()
      .Get("/list", handler, WithResponse(200, z.array(Cat)))
      .Get("/object", handler, WithResponse(200, z.object({ cat: Cat, other: Cat.optional() })))
      .Get("/either", handler, WithResponse(200, z.union([Cat, z.null()])));
    const document = documentOf(app);
    expect(Object.keys(schemasOf(document))).toEqual(["Cat"]);
    const answered = (path: string) =>
      document.paths[path]?.get?.responses[200]?.content?.["application/json"];
    expect(answered("/list")).toEqual({ schema: { type: "array", items: ref("Cat") } });
    expect(answered("/object")).toMatchObject({
      schema: { properties: { cat: ref("Cat"), other: ref("Cat") } },
    });
    expect(answered("/either")).toEqual({ schema: { anyOf: [ref("Cat"), { type: "null" }] } });
  });

  it("two libraries' schemas of one name and meaning are one", () => {
    const app = appOf()
      .Post("/a", handler, WithBody({ $id: "Cat", ...object }))
      .Post("/b", handler, WithBody(z.object({ name: z.string() }).meta({ id: "Cat" })));
    expect(schemasOf(documentOf(app))).toEqual({ Cat: object });
  });

  it("one schema taken and put out alike is one, whichever side is closed", () => {
    const Cat = z.object({ name: z.string() }).meta({ id: "Cat" });
    const app = appOf().Post("/", handler, WithBody(Cat), WithResponse(200, Cat));
    expect(schemasOf(documentOf(app))).toEqual({ Cat: object });
  });

  it("one whose sides differ is two, the taken one called Input", () => {
    const Cat = z.object({ age: z.number().default(1) }).meta({ id: "Cat" });
    const document = documentOf(appOf().Post("/", handler, WithBody(Cat), WithResponse(200, z.array(Cat))));
    const age = { age: { type: "number", default: 1 } };
    expect(schemasOf(document)).toEqual({
      CatInput: { type: "object", properties: age },
      Cat: { type: "object", properties: age, required: ["age"] },
    });
    expect(document.paths["/"]?.post).toMatchObject({
      requestBody: { content: content(ref("CatInput")) },
      responses: { 200: { content: content({ type: "array", items: ref("Cat") }) } },
    });
  });

  it("one whose sides differ keeps its name where only one side is shown", () => {
    const Cat = z.object({ age: z.number().default(1) }).meta({ id: "Cat" });
    const taken = documentOf(appOf().Post("/", handler, WithBody(Cat)));
    expect(schemasOf(taken)).toEqual({
      Cat: { type: "object", properties: { age: { type: "number", default: 1 } } },
    });
    const put = documentOf(appOf().Get("/", handler, WithResponse(200, Cat)));
    expect(schemasOf(put)).toMatchObject({ Cat: { required: ["age"] } });
  });

  it("what holds another whose sides differ, differs too", () => {
    const Cat = z.object({ age: z.number().default(1) }).meta({ id: "Cat" });
    const Litter = z.object({ cats: z.array(Cat) }).meta({ id: "Litter" });
    const document = documentOf(appOf().Post("/", handler, WithBody(Litter), WithResponse(200, Litter)));
    expect(Object.keys(schemasOf(document)).toSorted()).toEqual(["Cat", "CatInput", "Litter", "LitterInput"]);
    expect(schemasOf(document)).toMatchObject({
      Litter: { properties: { cats: { items: ref("Cat") } } },
      LitterInput: { properties: { cats: { items: ref("CatInput") } } },
    });
  });

  it("the error's own component yields to an application's Error", () => {
    const Failure = z.object({ reason: z.string() }).meta({ id: "Error" });
    const document = documentOf(appOf().Get("/", handler, WithResponse(409, Failure)));
    expect(Object.keys(document.components?.schemas ?? {}).toSorted()).toEqual(["Error", "Error_2"]);
    expect(document.paths["/"]?.get?.responses).toMatchObject({
      404: { content: content(ref("Error_2")) },
      409: { content: content(ref("Error")) },
    });
  });

  it("a name that no component may have is made one", () => {
    const document = documentOf(appOf().Post("/", handler, WithBody({ title: "A cat (new)", ...object })));
    expect(Object.keys(schemasOf(document))).toEqual(["A_cat__new_"]);
  });

  it("a hidden route's schemas are not shown", () => {
    const app = appOf().Post("/", handler, Hidden(), WithBody({ title: "Cat", ...object }));
    expect(schemasOf(documentOf(app))).toEqual({});
  });
});

describe("schemas that refer to themselves and to others", () => {
  it("a schema that contains itself ($ref #)", () => {
    const Tree = z.object({
      name: z.string(),
      get branches() {
        return z.array(Tree);
      },
    });
    const document = documentOf(appOf().Post("/", handler, WithBody(Tree)));
    const schemas = schemasOf(document) as Record<string, object>;
    const [name = ""] = Object.keys(schemas);
    expect(schemas).toEqual({
      [name]: {
        type: "object",
        properties: { name: text, branches: { type: "array", items: ref(name) } },
        required: ["name", "branches"],
      },
    });
    expect(document.paths["/"]?.post?.requestBody).toEqual({ required: true, content: content(ref(name)) });
  });

  it("a schema of a name that contains itself", () => {
    const Tree = z
      .object({
        get left() {
          return Tree.optional();
        },
      })
      .meta({ id: "Tree" });
    const document = documentOf(
      appOf().Post("/", handler, WithBody(Tree), WithResponse(200, z.array(Tree)), WithResponse(201, Tree)),
    );
    expect(schemasOf(document)).toEqual({ Tree: { type: "object", properties: { left: ref("Tree") } } });
  });

  it("definitions become components by their names", () => {
    const schema = {
      type: "object",
      properties: { owner: { $ref: "#/$defs/Owner" }, cat: { $ref: "#/definitions/Cat" } },
      $defs: {
        Owner: {
          type: "object",
          properties: { cats: { type: "array", items: { $ref: "#/definitions/Cat" } } },
        },
      },
      definitions: { Cat: { type: "object", properties: { owner: { $ref: "#/$defs/Owner" } } }, Unused: {} },
    };
    const document = documentOf(appOf().Post("/", handler, WithBody(schema)));
    expect(schemasOf(document)).toEqual({
      Owner: { type: "object", properties: { cats: { type: "array", items: ref("Cat") } } },
      Cat: { type: "object", properties: { owner: ref("Owner") } },
    });
    expect(document.paths["/"]?.post?.requestBody).toEqual({
      required: true,
      content: content({ type: "object", properties: { owner: ref("Owner"), cat: ref("Cat") } }),
    });
  });

  it("the schema of a text's content leads to components, too", () => {
    const schema = {
      type: "object",
      properties: { token: { type: "string", contentSchema: { $ref: "#/$defs/Claims" } } },
      $defs: { Claims: { type: "object" } },
    };
    const document = documentOf(appOf().Post("/", handler, WithBody(schema)));
    expect(schemasOf(document)).toEqual({ Claims: { type: "object" } });
    expect(document.paths["/"]?.post?.requestBody).toEqual({
      required: true,
      content: content({
        type: "object",
        properties: { token: { type: "string", contentSchema: ref("Claims") } },
      }),
    });
  });

  it("two libraries' generated names are kept apart", () => {
    const tree = (name: string) => {
      const Tree: z.ZodType = z.object({ [name]: z.lazy(() => Tree.optional()) });
      return z.object({ a: Tree, b: Tree });
    };
    const document = documentOf(
      appOf()
        .Post("/a", handler, WithBody(tree("x")))
        .Post("/b", handler, WithBody(tree("y"))),
    );
    const schemas = Object.values(schemasOf(document)) as { properties: object }[];
    expect(schemas.map(({ properties }) => Object.keys(properties))).toEqual([["x"], ["y"]]);
  });
});

describe("what cannot be described", () => {
  const broken = () => {
    throw new Error("a Date has no JSON Schema");
  };
  it.each<[what: string, schema: object, reason: string]>([
    [
      "a library without JSON Schema",
      { "~standard": standard },
      "its library provides no JSON Schema in `~standard.jsonSchema`",
    ],
    [
      "zod 3",
      zod3.object({ name: zod3.string() }),
      "zod 3 provides no JSON Schema in `~standard.jsonSchema`: import zod 4.2 or newer",
    ],
    [
      "zod/mini",
      mini.object({ name: mini.string() }),
      "zod/mini, like zod before 4.2, provides no JSON Schema in `~standard.jsonSchema`: import zod 4.2 or newer",
    ],
    [
      "valibot without its converter",
      v.object({ name: v.string() }),
      "valibot provides no JSON Schema in `~standard.jsonSchema`: wrap the schema with toStandardJsonSchema of @valibot/to-json-schema",
    ],
    ["a converter that throws", twoSided(broken), "a Date has no JSON Schema"],
    ["a converter whose answer is none", twoSided(() => [] as object), "it is not an object"],
    [
      "a converter whose answer JSON cannot hold",
      twoSided(() => ({ default: 1n })),
      "Do not know how to serialize a BigInt",
    ],
    ["zod's dates", z.date(), "Date cannot be represented in JSON Schema"],
  ])("%s is a warning with its place, and {} in the document", (_what, schema, reason) => {
    const logger = recordingLogger();
    const app = new App({ Logger: logger }).Post(
      "/cats",
      handler,
      WithBody(schema) as RouteOption,
      WithResponse(200, schema),
    );
    const document = documentOf(app);
    expect(document.paths["/cats"]?.post).toMatchObject({
      requestBody: { required: true, content: content({}) },
      responses: { 200: { content: content({}) } },
    });
    const place = { component: "Router", method: "POST", path: "/cats" };
    expect(logger.warn.mock.calls).toEqual([
      [
        place,
        `POST /cats: the schema of WithBody cannot be converted to JSON Schema (${reason}), so the document shows {}: use a schema that can be converted`,
      ],
      [
        place,
        `POST /cats: the schema of WithResponse cannot be converted to JSON Schema (${reason}), so the document shows {}, ` +
          "and nothing is left out of responses, not even undeclared properties: use a schema that can be converted",
      ],
    ]);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("only on one side is reported where that side is used", () => {
    const logger = recordingLogger();
    const oneSided = twoSided(() => text, broken);
    const app = new App({ Logger: logger })
      .Post("/a", handler, WithBody(oneSided) as RouteOption)
      .Get("/b", handler, WithResponse(200, oneSided));
    expect(documentOf(app).paths["/a"]?.post?.requestBody).toEqual({
      required: true,
      content: content(text),
    });
    expect(logger.warn).toHaveBeenCalledTimes(1);
    expect(logger.warn).toHaveBeenCalledWith(expect.objectContaining({ path: "/b" }), expect.any(String));
  });

  it("a query that cannot be described has no parameters, and params are text", () => {
    const unknown = { "~standard": standard };
    const app = appOf().Get(
      "/{id}",
      handler,
      WithParams(unknown) as RouteOption,
      WithQuery(unknown) as RouteOption,
    );
    expect(documentOf(app).paths["/{id}"]?.get?.parameters).toEqual([
      { name: "id", in: "path", required: true, schema: text },
    ]);
  });

  it("draft 2020-12 is what libraries are asked for: input of requests, output of responses", () => {
    const input = jest.fn(() => text);
    const output = jest.fn(() => number);
    const schema = twoSided(input, output);
    const app = appOf().Post("/", handler, WithBody(schema) as RouteOption, WithResponse(200, schema));
    const described = documentOf(app).paths["/"]?.post;
    expect(described?.requestBody).toEqual({ required: true, content: content(text) });
    expect(described?.responses[200]).toEqual({ description: "OK", content: content(number) });
    expect(input).toHaveBeenCalledWith({ target: "draft-2020-12" });
    expect(output).toHaveBeenCalledWith({ target: "draft-2020-12" });
  });
});

describe("two versions of one route", () => {
  const One = z.object({ name: z.string() }).meta({ id: "CatV1" });
  const Two = z.object({ names: z.array(z.string()) }).meta({ id: "CatV2" });
  const cats = (options: AppOptions) =>
    appOf(options)
      .Post("/cats", handler, WithVersion("1"), WithBody(One), WithResponse(200, One))
      .Post("/cats", handler, WithVersion("2"), WithBody(Two), WithResponse(200, Two));

  it("each show their own under URI", () => {
    const document = documentOf(cats({ Versioning: { Type: VersioningURI } }));
    for (const [path, name] of [
      ["/v1/cats", "CatV1"],
      ["/v2/cats", "CatV2"],
    ] as const) {
      expect(document.paths[path]?.post).toMatchObject({
        requestBody: { content: content(ref(name)) },
        responses: { 200: { content: content(ref(name)) } },
      });
    }
    expect(Object.keys(schemasOf(document))).toEqual(["CatV1", "CatV2"]);
  });

  it("show the last registration's under a header", () => {
    const document = documentOf(cats({ Versioning: { Type: VersioningHeader, Header: "X-Version" } }));
    expect(document.paths["/cats"]?.post?.requestBody).toMatchObject({ content: content(ref("CatV2")) });
    expect(Object.keys(schemasOf(document))).toEqual(["CatV2"]);
  });
});

it("decorators and calls, stacked and listed, describe alike", () => {
  const Cat = z.object({ name: z.string() }).meta({ id: "Cat" });
  const Page = z.object({ page: z.string() });
  @Router("/stacked")
  class Stacked {
    @WithResponse(200, Cat)
    @WithBody(Cat)
    @WithQuery(Page)
    @Post()
    create() {
      return 1;
    }
  }
  @Router("/listed")
  class Listed {
    @Handle("POST", "/", WithQuery(Page), WithBody(Cat), WithResponse(200, Cat))
    create(): unknown {
      return 1;
    }
  }
  const { paths } = documentOf(
    appOf()
      .Include([Stacked, Listed])
      .Post("/called", handler, WithResponse(200, Cat), WithBody(Cat), WithQuery(Page)),
  );
  const [first, ...others] = ["/stacked", "/listed", "/called"].map((path): unknown =>
    // The id, and the example of the 404, have the path.
    JSON.parse(JSON.stringify(paths[path]?.post).replaceAll(path.slice(1), "path")),
  );
  expect(others).toEqual([first, first]);
});

it("a document's schemas are its own: changing one changes no other, nor the schema", () => {
  const Cat = { $id: "Cat", type: "object", properties: { name: { type: "string" } } };
  const app = appOf().Post("/", handler, WithBody(Cat));
  const first = JSON.stringify(documentOf(app));
  const changed = app.Document();
  Object.assign(changed.components?.schemas?.Cat ?? {}, { type: "changed" });
  expect(JSON.stringify(app.Document())).toBe(first);
  expect(Cat.type).toBe("object");
});

describe("Document() shares nothing with the next call, nor with what was declared", () => {
  const lists = {
    type: "object",
    required: ["name", "kind"],
    properties: {
      name: { type: ["string", "null"], examples: [["Tom"]] },
      kind: { enum: ["cat", { of: "dog" }], default: { of: ["cat"] } },
      pair: { prefixItems: [{ const: ["a"] }, true], items: false },
    },
    dependentRequired: { name: ["kind"] },
    allOf: [true, { title: "Shared", type: "object", required: ["name"] }],
    "x-own": { list: [{ deep: [1] }] },
  };
  const own = { tags: [{ name: "cats" }], components: { schemas: { Own: { enum: ["a"] } } } };
  const app = new App({ OpenAPI: own, Versioning: { Type: VersioningURI } })
    .Post("/cats", handler, WithBody(lists), WithResponse(200, lists), WithVersion("1"))
    .Get("/cats", handler, WithQuery(lists), WithResponse(200, z.enum(["a", "b"])), WithVersion("1"));

  /** Every object and list within a value. */
  function partsOf(value: unknown): readonly object[] {
    return typeof value === "object" && value !== null
      ? [value, ...Object.values(value).flatMap(partsOf)]
      : [];
  }

  it.each<readonly [what: string, other: () => unknown]>([
    ["the next call", () => app.Document()],
    ["the document of a version", () => app.Document("1")],
    ["a schema", () => lists],
    ["AppOptions.OpenAPI", () => own],
  ])("%s", (_what, other) => {
    const first = new Set(partsOf(app.Document()));
    expect(partsOf(other()).filter((part) => first.has(part))).toEqual([]);
  });
});
