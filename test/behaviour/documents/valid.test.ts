import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  App,
  Deprecated,
  Description,
  Get,
  Handle,
  Hidden,
  OperationID,
  Post,
  Router,
  Status,
  Summary,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithPrefix,
  WithTags,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, VersioningOptions } from "versioned-controllers";
import { judgedDocuments, judgeFolder } from "../../support/documents/judging";
import { takeMessages } from "../../support/warnings";

const documentOf = judgedDocuments("valid");

const schemes: readonly [string, VersioningOptions][] = [
  ["URI", { Type: VersioningURI }],
  ["URI without Prefix", { Type: VersioningURI, Prefix: "" }],
  ["header", { Type: VersioningHeader, Header: "X-Version" }],
  ["media type", { Type: VersioningMediaType, Key: "v" }],
  ["custom", { Type: VersioningCustom, Extractor: () => "1" }],
];

const handler = () => 1;
const options: AppOptions = {
  Title: "Cats",
  Version: "1.0.0",
  Description: "All about cats",
  OpenAPI: {
    servers: [{ url: "/api" }],
    tags: [{ name: "cats", description: "All about cats" }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  },
};

@Router("/cats", WithTags("cats"), WithGuards(() => true))
class CatsController {
  @Summary("All cats")
  @Description("In *alphabetical* order")
  @Get("/", OperationID("list"))
  list() {
    return 1;
  }
  @Get("/{id}")
  @Handle("OPTIONS", "/{id}")
  @Handle("REPORT", "/{id}")
  get() {
    return 1;
  }
  @Post("/", Status(201))
  add() {
    return 1;
  }
  @Deprecated()
  @Get("/{id}/files/{path...}")
  files() {
    return 1;
  }
  @Hidden()
  @Get("/secret")
  secret() {
    return 1;
  }
}

function undescribed(path: string): string {
  return `CatsController.get, REPORT ${path}: the route stands in no document, because OpenAPI 3.1 cannot describe REPORT operations: set AppOptions.OpenAPI to { openapi: "3.2.0" }, or hide the route with Hidden()`;
}

it.each(schemes)(
  "%s: a whole API in two versions and neutral routes is a valid document",
  (_scheme, Versioning) => {
    const app = new App({ ...options, Versioning })
      .Include(CatsController, WithVersion("1"), Deprecated())
      .Include(CatsController, WithVersion("2", "2024-05-01"))
      .Include(new Router("/{tenant}/dogs").Get("/{name}", handler).Put("/{id}", handler), WithVersion("2"))
      .Get("/health", handler, WithVersion(VersionNeutral))
      .Get("/", handler, WithVersion(VersionNeutral))
      .Head("/health", handler, WithVersion(VersionNeutral), Status(204));
    expect(Object.keys(documentOf(app).paths).length).toBeGreaterThan(5);
    expect(takeMessages()).toEqual([undescribed("/cats/{id}"), undescribed("/cats/{id}")]);
  },
);

it("none: so it is without versions, with prefixes", () => {
  const app = new App(options, WithPrefix("/api"))
    .Include(CatsController)
    .Get("/a/{x}", handler)
    .Put("/a/{y}", handler)
    .Delete("/a/{rest...}", handler)
    .Get("/b/{x}", handler)
    .Get("/b/{rest...}", handler)
    .Get("/a-b", handler)
    .Get("/a_b", handler);
  expect(Object.keys(documentOf(app).paths).length).toBeGreaterThan(5);
  expect(takeMessages()).toEqual([undescribed("/api/cats/{id}")]);
});

it("none: so it is with nothing in it", () => {
  expect(documentOf(new App()).paths).toEqual({});
  expect(takeMessages()).toEqual([
    "App: the App has no routes: register routes, or include a controller or Router",
  ]);
});

it("the judges find what is wrong", async () => {
  const get = { operationId: "x", responses: { 200: { description: "OK" } } };
  const described = { openapi: "3.1.1", info: { title: "t", version: "1" } };
  const wrong: Readonly<Record<string, object>> = {
    "no OpenAPI": { hello: 1 },
    "two operations of one id": { ...described, paths: { "/a": { get }, "/b": { get } } },
    "a path parameter that is not described": { ...described, paths: { "/{a}": { get } } },
  };
  const folder = mkdtempSync(join(tmpdir(), "documents-wrong-"));
  for (const [what, document] of Object.entries(wrong)) {
    writeFileSync(join(folder, `${what}.json`), JSON.stringify(document));
  }
  const { passed, said } = await judgeFolder(folder);
  rmSync(folder, { recursive: true });
  expect(passed).toBe(false);
  for (const what of Object.keys(wrong)) expect(said).toContain(`FAILED  ${join(folder, what)}.json`);
}, 60_000);
