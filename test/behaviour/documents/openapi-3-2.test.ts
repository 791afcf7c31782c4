import { METHODS } from "node:http";
import {
  App,
  Before,
  Change,
  Deprecated,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  Query,
  Router,
  Since,
  VersioningHeader,
  VersioningMediaType,
  WithBody,
  WithResponse,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, OpenAPIDocument, OpenAPIMediaType, RouteOption } from "versioned-controllers";
import { z } from "zod";
import { judgedDocuments } from "../../support/documents/judging";
import { recordingLogger } from "../../support/logger";

const documentOf = judgedDocuments("openapi-3-2");

const handler = () => 1;
const Cat = z.object({ name: z.string() });
const newer: AppOptions = { OpenAPI: { openapi: "3.2.0" } };

function appOf(options: AppOptions = newer): App {
  return new App({ Logger: recordingLogger(), ...options });
}

function warningsOf(app: App, logger: ReturnType<typeof recordingLogger>): readonly string[] {
  app.Build();
  return logger.warn.mock.calls.map((call: unknown[]) => String(call[1]));
}

describe("methods", () => {
  const declared = (app: App): App =>
    app
      .Get("/cats", handler)
      .Query("/cats", handler, WithBody(Cat))
      .Handle("report", "/cats", handler, WithTags("reports"))
      .Handle("PURGE", "/cats", handler);

  it("OpenAPI 3.2 has QUERY as query, and all others under additionalOperations", () => {
    const { openapi, paths, tags } = documentOf(declared(appOf()));
    expect(openapi).toBe("3.2.0");
    expect(tags).toEqual([{ name: "reports" }]);
    const item = paths["/cats"];
    expect(Object.keys(item ?? {})).toEqual(["get", "query", "additionalOperations"]);
    expect(item?.query).toMatchObject({
      operationId: "query_cats",
      requestBody: { content: { "application/json": {} } },
    });
    expect(item?.additionalOperations).toMatchObject({
      REPORT: { operationId: "report_cats", tags: ["reports"] },
      PURGE: { operationId: "purge_cats" },
    });
  });

  it("OpenAPI 3.1 has neither, and Build warns of each", () => {
    const logger = recordingLogger();
    const app = declared(appOf({ Logger: logger })).Query("/hidden", handler, Hidden());
    expect(Object.keys(documentOf(app).paths["/cats"] ?? {})).toEqual(["get"]);
    expect(warningsOf(app, logger)).toEqual(
      ["QUERY", "REPORT", "PURGE"].map(
        (method) =>
          `${method} /cats: the route stands in no document, because OpenAPI 3.1 cannot describe ${method} operations: ` +
          'set AppOptions.OpenAPI to { openapi: "3.2.0" }, or hide the route with Hidden()',
      ),
    );
  });

  it("in 3.2 there is nothing to warn of", () => {
    const logger = recordingLogger();
    expect(warningsOf(declared(appOf({ ...newer, Logger: logger })), logger)).toEqual([]);
  });

  it("decorators declare them too", () => {
    @Router("/cats")
    class Cats {
      @Query(WithBody(Cat), OperationID("search"))
      search() {
        return [];
      }

      @Query("/names")
      @Handle("REPORT")
      @Get("/names")
      names() {
        return [];
      }
    }
    const { paths } = documentOf(appOf().Include(Cats));
    expect(paths["/cats"]).toMatchObject({
      query: { operationId: "search" },
      additionalOperations: { REPORT: {} },
    });
    expect(Object.keys(paths["/cats/names"] ?? {})).toEqual(["query", "get"]);
  });

  it("a version before the change has the method that it had", () => {
    const Asked = Change("2", "Cats are searched by QUERY.");
    const app = appOf({
      ...newer,
      Versioning: { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] },
    }).Query("/cats", handler, Since("1"), WithBody(Cat), Before(Asked, Post("/cats/search")));
    expect(Object.keys(documentOf(app, "2").paths["/cats"] ?? {})).toEqual(["query"]);
    expect(documentOf(app, "1").paths).toMatchObject({ "/cats/search": { post: {} } });
  });

  it("an application's own words reach them, in the documents that have them only", () => {
    const app = appOf({
      OpenAPI: {
        openapi: "3.2.0",
        paths: {
          "/cats": {
            query: { summary: "Ask" },
            additionalOperations: {
              REPORT: { summary: "Report" },
              OWN: { responses: { 200: { description: "Own" } } },
            },
          },
        },
      },
      Versioning: { Type: VersioningHeader, Header: "V" },
    })
      .Get("/cats", handler, WithVersion("1", "2"))
      .Query("/cats", handler, WithVersion("2"))
      .Handle("REPORT", "/cats", handler, WithVersion("2"), Deprecated());
    const own = { OWN: { responses: { 200: { description: "Own" } } } };
    expect(documentOf(app, "2").paths["/cats"]).toMatchObject({
      query: { summary: "Ask", operationId: "query_cats" },
      additionalOperations: { REPORT: { summary: "Report", deprecated: true }, ...own },
    });
    const first = documentOf(app, "1").paths["/cats"];
    expect(Object.keys(first ?? {})).toEqual(["get", "additionalOperations"]);
    expect(first?.additionalOperations).toEqual(own);
  });
});

it("words about other methods that only other documents have are left out with their place", () => {
  const app = appOf({
    OpenAPI: {
      openapi: "3.2.0",
      paths: { "/cats": { additionalOperations: { REPORT: { summary: "Report" } } } },
    },
    Versioning: { Type: VersioningHeader, Header: "V" },
  })
    .Get("/cats", handler, WithVersion("1"))
    .Handle("REPORT", "/cats", handler, WithVersion("2"));
  expect(Object.keys(documentOf(app, "1").paths["/cats"] ?? {})).toEqual(["get"]);
  expect(documentOf(app, "2").paths["/cats"]?.additionalOperations).toMatchObject({
    REPORT: { summary: "Report" },
  });
});

describe("streams", () => {
  const cat = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

  async function* cats() {
    await Promise.resolve();
    yield { name: "Tom" };
  }

  function contentOf(document: OpenAPIDocument, status = "200"): Record<string, OpenAPIMediaType> {
    return document.paths["/cats"]?.get?.responses[status]?.content ?? {};
  }

  const event = (data: object): object => ({
    type: "object",
    required: ["data"],
    properties: {
      data: { type: "string", ...data },
      event: { type: "string" },
      id: { type: "string" },
      retry: { type: "integer", minimum: 0 },
    },
  });

  it.each<readonly [string, () => unknown, RouteOption, Record<string, object>]>([
    [
      "server-sent events",
      handler,
      WithResponse(200, Cat, { Type: "text/event-stream" }),
      {
        "text/event-stream": {
          itemSchema: event({ contentMediaType: "application/json", contentSchema: cat }),
        },
      },
    ],
    [
      "server-sent events without a schema",
      handler,
      WithResponse(200, undefined, { Type: "text/event-stream" }),
      { "text/event-stream": { itemSchema: event({}) } },
    ],
    [
      "JSON lines",
      handler,
      WithResponse(200, Cat, { Type: "application/x-ndjson" }),
      { "application/x-ndjson": { itemSchema: cat } },
    ],
    [
      "an async generator: JSON lines",
      cats,
      WithResponse(200, Cat),
      { "application/x-ndjson": { itemSchema: cat } },
    ],
    ["no stream", handler, WithResponse(200, Cat), { "application/json": { schema: cat } }],
    [
      "another type",
      handler,
      WithResponse(200, Cat, { Type: "application/hal+json" }),
      { "application/hal+json": { schema: cat } },
    ],
  ])("%s", (_what, handle, option, content) => {
    expect(contentOf(documentOf(appOf().Get("/cats", handle, option)))).toEqual(content);
    const older = contentOf(documentOf(appOf({}).Get("/cats", handle, option)));
    expect(Object.values(older).some((one) => "itemSchema" in one)).toBe(false);
  });

  it("a range of successes", () => {
    const app = appOf().Get("/cats", cats, WithResponse("2XX", Cat, { Type: "application/x-ndjson" }));
    expect(contentOf(documentOf(app), "2XX")).toEqual({ "application/x-ndjson": { itemSchema: cat } });
  });

  it("no schema of what has none, but for its type", () => {
    const app = appOf().Get("/cats", handler, WithResponse(200, undefined, { Type: "image/png" }));
    expect(contentOf(documentOf(app))).toStrictEqual({ "image/png": {} });
  });

  it("an error is not a stream, whatever its type", () => {
    const app = appOf().Get("/cats", handler, WithResponse(409, Cat, { Type: "text/event-stream" }));
    expect(contentOf(documentOf(app), "409")).toEqual({ "text/event-stream": { schema: cat } });
  });

  it("a type with the version's parameter", () => {
    const app = appOf({ ...newer, Versioning: { Type: VersioningMediaType, Key: "v" } }).Get(
      "/cats",
      cats,
      WithVersion("1"),
      WithResponse(200, Cat),
    );
    expect(contentOf(documentOf(app, "1"))).toMatchObject({
      "application/x-ndjson;v=1": { itemSchema: cat },
    });
  });

  it("a named schema is a reference to its component", () => {
    const Named = Cat.meta({ id: "Cat" });
    const app = appOf().Get("/cats", cats, WithResponse(200, Named, { Type: "text/event-stream" }));
    expect(contentOf(documentOf(app))).toMatchObject({
      "text/event-stream": {
        itemSchema: event({
          contentMediaType: "application/json",
          contentSchema: { $ref: "#/components/schemas/Cat" },
        }),
      },
    });
  });
});

describe("a Node that does not know QUERY", () => {
  const known = [...METHODS];

  afterEach(() => {
    METHODS.splice(0, METHODS.length, ...known);
  });

  it("builds, and warns", () => {
    METHODS.splice(METHODS.indexOf("QUERY"), 1);
    const logger = recordingLogger();
    const app = appOf({ ...newer, Logger: logger })
      .Query("/cats", handler)
      .Handle("query", "/dogs", handler);
    expect(warningsOf(app, logger)).toEqual(
      ["/cats", "/dogs"].map(
        (path) =>
          `QUERY ${path}: QUERY is no method of this Node, ${process.version}, ` +
          "which answers such requests with 400 before any route runs: use a newer version of Node.js",
      ),
    );
  });
});
