import {
  App,
  Deprecated,
  Description,
  Get,
  Hidden,
  Router,
  Status,
  Summary,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithGuards,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, OpenAPIDocument, RouteOption } from "versioned-controllers";
import { judgedDocuments } from "../../support/documents/judging";
import { takeMessages } from "../../support/warnings";

const documentOf = judgedDocuments("operations");

const handler = () => 1;
const error = (description: string) => ({
  description,
  headers: { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } },
  content: {
    "application/json": {
      schema: { $ref: "#/components/schemas/Error" },
      example: expect.anything() as unknown,
    },
  },
});

function operation(path: string, ...options: RouteOption[]) {
  return documentOf(new App().Get(path, handler, ...options)).paths;
}

describe("an operation", () => {
  it("has its id, the response of its Status, and 404, and nothing that was not declared", () => {
    expect(operation("/cats")).toEqual({
      "/cats": {
        get: { operationId: "get_cats", responses: { 200: { description: "OK" }, 404: error("Not Found") } },
      },
    });
  });

  it("has its description, summary and tags", () => {
    expect(
      operation("/cats", Summary("All cats"), Description("**All** of them"), WithTags("b", "a")),
    ).toMatchObject({
      "/cats": { get: { summary: "All cats", description: "**All** of them", tags: ["b", "a"] } },
    });
  });

  it("has no tags of a WithTags() without names", () => {
    expect(operation("/cats", WithTags())["/cats"]?.get).not.toHaveProperty("tags");
  });

  it("is deprecated where Deprecated() applies", () => {
    expect(operation("/cats", Deprecated())["/cats"]?.get?.deprecated).toBe(true);
    expect(operation("/cats")["/cats"]?.get).not.toHaveProperty("deprecated");
    const outer = new App({}, Deprecated()).Get("/cats", handler);
    expect(documentOf(outer).paths["/cats"]?.get?.deprecated).toBe(true);
  });

  it.each<[path: string, documented: string, names: string[]]>([
    ["/cats/{id}", "/cats/{id}", ["id"]],
    ["/{owner}/cats/{id}", "/{owner}/cats/{id}", ["owner", "id"]],
    ["/files/{path...}", "/files/{path}", ["path"]],
    ["/{a}/{b...}", "/{a}/{b}", ["a", "b"]],
  ])("has the path parameters of %s, required strings", (path, documented, names) => {
    expect(operation(path)[documented]?.get?.parameters).toEqual(
      names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    );
  });

  it("has the parameters of its prefixes, and under URI none for the version", () => {
    const app = new App({ Versioning: { Type: VersioningURI } }, WithPrefix("/{tenant}"), WithVersion("1"));
    app.Include(new Router("/cats").Get("/{id}", handler));
    const { parameters } = documentOf(app).paths["/v1/{tenant}/cats/{id}"]?.get ?? {};
    expect(parameters?.map(({ name }) => name)).toEqual(["tenant", "id"]);
  });

  it.each<[status: number, responses: object]>([
    [201, { 201: { description: "Created" }, 404: error("Not Found") }],
    [204, { 204: { description: "No Content" }, 404: error("Not Found") }],
    [299, { 299: { description: "HTTP 299" }, 404: error("Not Found") }],
    [599, { 599: { description: "HTTP 599", headers: error("").headers }, 404: error("Not Found") }],
  ])("of Status(%i) has that response", (status, responses) => {
    expect(operation("/cats", Status(status))["/cats"]?.get?.responses).toEqual(responses);
  });

  it("has 403 where guards are, at whatever place", () => {
    const guarded = { 200: { description: "OK" }, 403: error("Forbidden"), 404: error("Not Found") };
    expect(
      operation(
        "/cats",
        WithGuards(() => true),
      )["/cats"]?.get?.responses,
    ).toEqual(guarded);
    const outer = new App(
      {},
      WithGuards(() => true),
    ).Get("/cats", handler);
    expect(documentOf(outer).paths["/cats"]?.get?.responses).toEqual(guarded);
    expect(operation("/cats", WithGuards())["/cats"]?.get?.responses).not.toHaveProperty("403");
  });

  it("refers to the error body as a shared component", () => {
    const { components } = documentOf(new App().Get("/cats", handler));
    expect(components?.schemas?.Error).toMatchObject({
      type: "object",
      required: ["error", "request_id"],
      properties: {
        error: {
          type: "object",
          required: ["code", "message", "status"],
          properties: {
            code: { type: "string" },
            message: { type: "string" },
            status: { type: "integer" },
            details: {},
          },
        },
        request_id: { type: "string", format: "uuid" },
      },
    });
  });

  it("is not there for a hidden route", () => {
    const app = new App()
      .Get("/seen", handler)
      .Get("/hidden", handler, Hidden())
      .Post("/seen", handler, Hidden());
    expect(Object.keys(documentOf(app).paths)).toEqual(["/seen"]);
    expect(Object.keys(documentOf(app).paths["/seen"] ?? {})).toEqual(["get"]);
  });

  it("is the last registration's, whole", () => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } })
      .Get(
        "/cats/{id}",
        handler,
        WithVersion("1"),
        Summary("one"),
        Status(201),
        WithGuards(() => true),
        Deprecated(),
      )
      .Get("/cats/{name}", handler, WithVersion("2"), Summary("two"), WithTags("t"));
    expect(documentOf(app).paths).toEqual({
      "/cats/{name}": {
        get: {
          operationId: "get_cats_by_name_2",
          summary: "two",
          tags: ["t"],
          parameters: [
            { name: "name", in: "path", required: true, schema: { type: "string" } },
            {
              name: "V",
              in: "header",
              required: true,
              description: "The version of the API",
              schema: { type: "string", enum: ["2"] },
              example: "2",
            },
          ],
          responses: { 200: { description: "OK" }, 404: error("Not Found") },
        },
      },
    });
  });

  it("is a class's too", () => {
    @Router("/cats", WithTags("cats"))
    class Cats {
      @Summary("All cats")
      @Get()
      list() {
        return 1;
      }
    }
    expect(documentOf(new App().Include(Cats)).paths).toMatchObject({
      "/cats": { get: { summary: "All cats", tags: ["cats"] } },
    });
  });

  const cut = (segment: string) =>
    `segment "${segment}" is literal text, but the path of a request ends at "?" or "#": declare query parameters with WithQuery`;

  it.each<[path: string, ...warnings: string[]]>([
    ["/a%20b"],
    ["/a?b", cut("a?b")],
    ["/a#b", cut("a#b")],
    [
      "/:id/*",
      'segment ":id" is literal text; a parameter is written {id}',
      'segment "*" is literal text; a parameter is written {rest...}',
    ],
    ["/a b/ü"],
    ["/__proto__"],
    ["/constructor"],
  ])("of the odd path %s is in a valid document", (path, ...warnings) => {
    expect(Object.keys(operation(path))).toHaveLength(1);
    expect(takeMessages()).toEqual(warnings.map((warning) => `GET ${path}: ${warning}`));
  });
});

describe("the document's info", () => {
  it.each<[AppOptions | undefined, OpenAPIDocument["info"]]>([
    [undefined, { title: "API", version: "0.0.0" }],
    [{}, { title: "API", version: "0.0.0" }],
    [{ Title: "Cats" }, { title: "Cats", version: "0.0.0" }],
    [{ Version: "1.2.3" }, { title: "API", version: "1.2.3" }],
    [
      { Title: "Cats", Version: "2", Description: "All about cats" },
      { title: "Cats", version: "2", description: "All about cats" },
    ],
  ])("%j", (options, info) => {
    const document = documentOf(new App(options).Get("/", handler, Hidden()));
    expect(document.info).toEqual(info);
    expect(document.openapi).toMatch(/^3\.1\.\d+$/);
    expect(document.paths).toEqual({});
  });
});

describe("AppOptions.OpenAPI is merged into the document", () => {
  const merged = (OpenAPI: Partial<OpenAPIDocument>, options: AppOptions = {}) =>
    documentOf(new App({ ...options, OpenAPI }).Get("/cats", handler));

  it("servers, security, tags and what else is not generated", () => {
    const OpenAPI: Partial<OpenAPIDocument> = {
      servers: [{ url: "/api" }],
      security: [{ bearer: [] }],
      tags: [{ name: "cats", description: "All about cats" }],
      externalDocs: { url: "https://example.org" },
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
      "x-own": { a: [1] },
    };
    const document = merged(OpenAPI);
    const { components, ...others } = OpenAPI;
    expect(document).toMatchObject(others);
    expect(document.components?.securitySchemes).toEqual(components?.securitySchemes);
  });

  it("info beside Title, Version and Description", () => {
    const info = { license: { name: "MIT", identifier: "MIT" } } as OpenAPIDocument["info"];
    expect(merged({ info }, { Title: "Cats", Version: "1", Description: "d" }).info).toEqual({
      title: "Cats",
      version: "1",
      description: "d",
      license: { name: "MIT", identifier: "MIT" },
    });
  });

  it("components beside the error body", () => {
    const schemas = { Cat: { type: "object" } };
    expect(Object.keys(merged({ components: { schemas } }).components?.schemas ?? {}).toSorted()).toEqual([
      "Cat",
      "Error",
    ]);
  });

  it("paths beside those generated, and methods beside others of one path", () => {
    const get = { operationId: "health", responses: { 200: { description: "fine" } } };
    const put = { operationId: "put_cats_elsewhere", responses: { 200: { description: "fine" } } };
    const { paths } = merged({ paths: { "/health": { get }, "/cats": { put } } });
    expect(paths["/health"]).toEqual({ get });
    expect(Object.keys(paths["/cats"] ?? {}).toSorted()).toEqual(["get", "put"]);
    expect(paths["/cats"]?.get?.operationId).toBe("get_cats");
  });
});

describe("Document() returns a fresh object", () => {
  const OpenAPI: Partial<OpenAPIDocument> = {
    servers: [{ url: "/api" }],
    tags: [{ name: "t" }],
    components: { schemas: { Cat: { type: "object", properties: { name: { type: "string" } } } } },
    paths: { "/health": { get: { operationId: "health", responses: { 200: { description: "fine" } } } } },
  };
  const declare = () =>
    new App({ OpenAPI, Versioning: { Type: VersioningMediaType, Key: "v" } }).Get(
      "/cats/{id}",
      handler,
      WithVersion("1"),
      WithTags("t"),
      WithGuards(() => true),
    );

  /** Every object in a value. */
  function objectsIn(value: unknown): readonly object[] {
    if (typeof value !== "object" || value === null) return [];
    return [value, ...Object.values(value).flatMap(objectsIn)];
  }

  it("on every call, down to its last part", () => {
    const app = declare();
    const [one, other] = [documentOf(app), documentOf(app)];
    expect(other).toEqual(one);
    const shared = new Set(objectsIn(one));
    expect(objectsIn(other).filter((object) => shared.has(object))).toEqual([]);
  });

  it("in which no part occurs twice, so that a change shows in one place", () => {
    const objects = objectsIn(declare().Document());
    expect(new Set(objects).size).toBe(objects.length);
  });

  it("that shares nothing with the options", () => {
    const given = new Set(objectsIn(OpenAPI));
    expect(objectsIn(declare().Document()).filter((object) => given.has(object))).toEqual([]);
  });

  it("that may be changed without a trace", () => {
    const app = declare();
    const before = JSON.stringify(app.Document());
    for (const object of objectsIn(app.Document())) {
      for (const key of Object.keys(object)) Reflect.set(object, key, "changed");
      Reflect.set(object, "added", true);
    }
    expect(JSON.stringify(app.Document())).toBe(before);
    expect(app.Inspect()).toMatchObject([{ Tags: ["t"], Path: "/cats/{id}" }]);
    expect(OpenAPI.servers).toEqual([{ url: "/api" }]);
  });

  it("that JSON holds as it is", () => {
    const document = declare().Document();
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
  });
});
