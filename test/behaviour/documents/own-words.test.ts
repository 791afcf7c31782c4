import {
  App,
  OperationID,
  Router,
  VersioningHeader,
  VersioningURI,
  WithGuards,
  WithOperation,
  WithQuery,
  WithResponse,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, OpenAPIWords, RouteOption } from "versioned-controllers";
import { judgedDocuments } from "../../support/documents/judging";
import { problemsOf } from "../../support/problems";

const documentOf = judgedDocuments("own-words");
const handler = () => 1;

function appWith(OpenAPI: OpenAPIWords, options: AppOptions = {}, ...own: RouteOption[]): App {
  return new App({ ...options, OpenAPI }).Get("/cats", handler, ...own);
}

const bearer = { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } };

it.each<[what: string, OpenAPI: OpenAPIWords, servers: unknown, security: unknown]>([
  ["what their absence means", {}, [{ url: "/" }], []],
  ["an application's own servers", { servers: [{ url: "/api" }] }, [{ url: "/api" }], []],
  [
    "an application's own security",
    { components: bearer, security: [{ bearer: [] }] },
    [{ url: "/" }],
    [{ bearer: [] }],
  ],
])("every document says its servers and its security: %s", (_what, OpenAPI, servers, security) => {
  expect(documentOf(appWith(OpenAPI))).toMatchObject({ servers, security });
});

describe("AppOptions.OpenAPI.paths is merged into the operations", () => {
  const generated = documentOf(new App().Get("/cats", handler, WithTags("a"))).paths["/cats"]?.get;

  it("adds to an operation, which keeps all that it has", () => {
    const document = documentOf(
      appWith(
        { components: bearer, paths: { "/cats": { get: { security: [{ bearer: [] }] } } } },
        {},
        WithTags("a"),
      ),
    );
    expect(document.paths["/cats"]?.get).toEqual({ ...generated, security: [{ bearer: [] }] });
  });

  it.each<[what: string, words: NonNullable<OpenAPIWords["paths"]>[string], shown: object]>([
    ["what both say is the application's", { get: { operationId: "mine" } }, { operationId: "mine" }],
    ["a list is replaced", { get: { tags: ["b"] } }, { tags: ["b"] }],
    [
      "a response gets a member",
      { get: { responses: { 404: { description: "No cats" } } } },
      { responses: { 404: { ...generated?.responses["404"], description: "No cats" } } },
    ],
    [
      "a response is another one",
      { get: { responses: { 418: { description: "Tea" } } } },
      { responses: { ...generated?.responses, 418: { description: "Tea" } } },
    ],
    [
      "a schema is replaced as a whole",
      { get: { responses: { 404: { content: { "application/json": { schema: { type: "null" } } } } } } },
      { responses: { 404: { content: { "application/json": { schema: { type: "null" } } } } } },
    ],
    [
      "a header is replaced where it was a reference",
      { get: { responses: { 404: { headers: { "X-Request-Id": { schema: { type: "string" } } } } } } },
      { responses: { 404: { headers: { "X-Request-Id": { schema: { type: "string" } } } } } },
    ],
  ])("%s", (_what, words, shown) => {
    const document = documentOf(appWith({ paths: { "/cats": words } }, {}, WithTags("a")));
    expect(document.paths["/cats"]?.get).toMatchObject(shown);
  });

  it("finds a path whatever its parameters are called", () => {
    const app = new App({ OpenAPI: { paths: { "/cats/{name}": { get: { "x-own": 1 } } } } });
    const { paths } = documentOf(app.Get("/cats/{id}", handler));
    expect(Object.keys(paths)).toEqual(["/cats/{id}"]);
    expect(paths["/cats/{id}"]?.get).toMatchObject({ operationId: "get_cats_by_id", "x-own": 1 });
  });

  it("overrides WithOperation, which overrides what is generated", () => {
    const words = { paths: { "/cats": { get: { "x-one": "OpenAPI" } } } };
    const own = WithOperation({ "x-one": "WithOperation", "x-two": "WithOperation", summary: "All" });
    expect(documentOf(appWith(words, {}, own)).paths["/cats"]?.get).toMatchObject({
      operationId: "get_cats",
      summary: "All",
      "x-one": "OpenAPI",
      "x-two": "WithOperation",
    });
  });
});

describe("words of an application are in the documents that have what they are about", () => {
  const health = { operationId: "health", responses: { 200: { description: "fine" } } };
  const OpenAPI: OpenAPIWords = {
    paths: {
      "/health": { get: health },
      "/cats": { summary: "Cats", get: { "x-own": 1 }, delete: { "x-own": 2 } },
      "/v2/cats": { get: { "x-own": 3 } },
    },
  };

  it.each([
    [
      "header, version 1",
      { Type: VersioningHeader, Header: "V" } as const,
      "1",
      ["/cats: get", "/health: get"],
    ],
    [
      "header, version 2",
      { Type: VersioningHeader, Header: "V" } as const,
      "2",
      ["/cats: delete", "/cats: get", "/health: get"],
    ],
    ["URI, version 1", { Type: VersioningURI } as const, "1", ["/health: get", "/v1/cats: get"]],
    [
      "URI, version 2",
      { Type: VersioningURI } as const,
      "2",
      ["/health: get", "/v2/cats: get", "/v2/cats: delete"],
    ],
  ])("%s", (scheme, Versioning, version, operations) => {
    const isURI = scheme.startsWith("URI");
    const { "/cats": cats, "/v2/cats": inPath, ...others } = OpenAPI.paths ?? {};
    const paths = { ...others, ...(isURI ? { "/v2/cats": inPath ?? {} } : { "/cats": cats ?? {} }) };
    const app = new App({ Versioning, OpenAPI: { paths } })
      .Get("/cats", handler, WithVersion("1", "2"))
      .Delete("/cats", handler, WithVersion("2"));
    const document = documentOf(app, version);
    const shown = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((member) => member !== "summary")
        .map((method) => `${path}: ${method}`),
    );
    expect(shown.toSorted()).toEqual(operations.toSorted());
    expect(document.paths["/health"]?.get).toEqual(health);
  });
});

describe("components and tags", () => {
  it("an own Error replaces the shared one, and errors refer to it", () => {
    const own = { type: "object", title: "mine" };
    const document = documentOf(appWith({ components: { schemas: { Error: own } } }));
    expect(document.components?.schemas).toEqual({ Error: own });
    expect(document.paths["/cats"]?.get?.responses["404"]?.content).toEqual({
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: expect.anything() as unknown,
      },
    });
  });

  it.each([
    ["example", { example: { mine: 1 } }],
    ["examples", { examples: { mine: { value: 1 } } }],
  ])("an own %s replaces the example of an error", (_what, own) => {
    const content = { "application/json": own };
    const paths = { "/cats": { get: { responses: { 404: { content } } } } };
    expect(documentOf(appWith({ paths })).paths["/cats"]?.get?.responses["404"]?.content).toEqual({
      "application/json": { schema: { $ref: "#/components/schemas/Error" }, ...own },
    });
  });

  it("a route's schema of the name Error is beside the shared one", () => {
    const Own = { title: "Error", type: "object", properties: { a: {} } };
    const document = documentOf(new App().Get("/cats", handler, WithResponse(409, Own)));
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(["Error", "Error_2"]);
  });

  it("every tag in use is declared, in the order of the application, then of the operations", () => {
    const named = { name: "b", description: "All about b" };
    const paths = {
      "/own": { get: { operationId: "own", tags: ["d"], responses: { 200: { description: "fine" } } } },
    };
    const app = appWith({ tags: [named], paths }, {}, WithTags("c", "b", "a"));
    expect(documentOf(app).tags).toEqual([named, { name: "c" }, { name: "a" }, { name: "d" }]);
    expect(documentOf(new App().Get("/", handler))).not.toHaveProperty("tags");
  });
});

it("tags that are not a list, which only callers without types can write, declare no tags", () => {
  const tags = (written: unknown) => WithOperation({ tags: written as string[] });
  const app = new App().Get("/cats", handler, tags("cats")).Get("/dogs", handler, tags(5));
  expect(app.Document()).not.toHaveProperty("tags");
});

describe("WithOperation", () => {
  it("is merged from the outside in, the nearest last", () => {
    const app = new App(
      {},
      WithOperation({ "x-a": "app", "x-b": "app", externalDocs: { url: "https://a.example" } }),
    ).Include(
      new Router("/cats", WithOperation({ "x-b": "router", "x-c": { one: 1, two: [1] } })).Get(
        "/",
        handler,
        WithOperation({ "x-c": { two: [2] } }),
        WithOperation({ externalDocs: { description: "More" } }),
      ),
    );
    expect(documentOf(app).paths["/cats"]?.get).toMatchObject({
      "x-a": "app",
      "x-b": "router",
      "x-c": { one: 1, two: [2] },
      externalDocs: { url: "https://a.example", description: "More" },
    });
  });

  it("says examples, links and callbacks of what is generated", () => {
    const Cat = { title: "Cat", type: "object", properties: { name: { type: "string" } } };
    const words = {
      responses: {
        200: {
          content: { "application/json": { examples: { tom: { value: { name: "Tom" } } } } },
          links: { self: { operationId: "list" } },
        },
      },
      callbacks: {
        born: { "{$request.query.url}": { post: { responses: { 200: { description: "OK" } } } } },
      },
    };
    const app = new App().Get(
      "/cats",
      handler,
      OperationID("list"),
      WithResponse(200, Cat),
      WithQuery({ type: "object", properties: { url: { type: "string" } } }),
      WithGuards(() => true),
      WithOperation(words),
    );
    expect(documentOf(app).paths["/cats"]?.get).toMatchObject({
      ...words,
      responses: {
        200: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Cat" } } },
          links: { self: { operationId: "list" } },
        },
      },
    });
  });

  it("is copied: what is done to a document shows in no other", () => {
    const words = { "x-own": { list: [1] } };
    const app = new App().Get("/cats", handler, WithOperation(words));
    const own = documentOf(app).paths["/cats"]?.get?.["x-own"] as (typeof words)["x-own"];
    own.list.push(2);
    expect([words["x-own"].list, documentOf(app).paths["/cats"]?.get?.["x-own"]]).toEqual([
      [1],
      { list: [1] },
    ]);
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;
  it.each<[unknown]>([["docs"], [undefined], [null], [[1]], [circular], [{ n: 1n }]])(
    "takes no %p",
    (value) => {
      expect(problemsOf(new App().Get("/cats", handler, WithOperation(value as never)))).toEqual([
        expect.stringMatching(/^GET \/cats: the argument of WithOperation must be .*\[argument-invalid\]$/),
      ]);
    },
  );
});
