import { createServer } from "node:http";
import { createRequire } from "node:module";
import express, { type RequestHandler } from "express";
import { App, VersioningURI, WithGuards, WithVersion, type AppOptions } from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";

const express4 = createRequire(__filename)("express4") as typeof express;

const tell: RequestHandler = (req, res) => {
  const { url, baseUrl, originalUrl, params } = req;
  res.json({ passed: { url, baseUrl, originalUrl, params } });
};

function appOf(options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), Versioning: { Type: VersioningURI }, PassUnmatched: true, ...options })
    .Use((req, res, next) => {
      res.setHeader("X-Url", req.url);
      next();
    })
    .Get("/orders", (req) => ({ orders: req.url, mount: req.baseUrl, query: { ...(req.query as object) } }), WithVersion("1"))
    .Get("/orders/{id}", (req) => ({ params: req.params }), WithVersion("1"))
    .Get("/denied", () => "no", WithVersion("1"), WithGuards(() => false));
} // prettier-ignore

// NestJS mounts a middleware of `forRoutes("*")` at "/{*path}", below a global prefix at "/api/{*path}".
describe.each([
  ["/{*path}", ""],
  ["/*path", ""],
  ["/api/{*path}", "/api"],
  ["/:tenant/{*path}", "/acme"],
])("an App mounted at %s", (at, prefix) => {
  it.each<[path: string, status: number, body: unknown]>([
    ["/v1/orders", 200, { orders: `/v1/orders`, mount: prefix, query: {} }],
    ["/v1/orders?a=1", 200, { orders: "/v1/orders?a=1", mount: prefix, query: { a: "1" } }],
    ["/v1/orders/?a=1", 200, { orders: "/v1/orders/?a=1", mount: prefix, query: { a: "1" } }],
    ["/v1/orders/a%20b", 200, { params: { id: "a b" } }],
    ["/v1/orders/x%2Fy", 200, { params: { id: "x/y" } }],
    ["/v1/denied", 403, { error: { code: "forbidden", message: "Forbidden", status: 403 } }],
  ])("answers %s", async (path, status, body) => {
    const { ask } = await listen(createServer(express().use(at, appOf().Build(), tell)));
    const { json, ...answer } = await ask(`GET ${prefix}${path}`);
    expect(answer.status).toBe(status);
    expect(json).toMatchObject(body as object);
  });

  it("passes on the request as it came", async () => {
    const { ask } = await listen(createServer(express().use(at, appOf().Build(), tell)));
    const plain = await listen(createServer(express().use(at, tell)));
    const target = `GET ${prefix}/v1/cats/7/?a=1`;
    const passed = await ask(target);
    expect(passed.json).toEqual((await plain.ask(target)).json);
    expect(passed.headers["x-url"]).toBe("/v1/cats/7/?a=1");
  });
});

it("gives handlers no parameter of the wildcard, with MergeParams", async () => {
  const host = express().use("/:tenant/{*path}", appOf({ MergeParams: true }).Build());
  const { ask } = await listen(createServer(host));
  expect((await ask("GET /acme/v1/orders/7")).json).toEqual({ params: { tenant: "acme", id: "7" } });
});

it.each([
  ["/*rest/orders", "/v1/orders", "the wildcard is not the end"],
  ["/v1/:any", "/v1/orders", "a parameter is no wildcard"],
])("leaves the mount %s as it is: %s", async (at, path) => {
  const { ask } = await listen(createServer(express().use(at, appOf().Build(), tell)));
  expect((await ask(`GET ${path}`)).json).toMatchObject({ passed: { url: "/", baseUrl: path } });
});

describe("a mount at the path of a route, which Express takes off", () => {
  const warning = (mount: string, route: string): string =>
    `App: no route matches GET /, because the App is mounted at ${mount}, and matches only the rest of the path; it has a route for GET ${route}: mount the App without this path`;

  it.each([
    ["Express 5", express, "/v1/orders", "/v1/orders", "/v1/orders"],
    ["Express 5", express, "/api/v1/orders", "/api/v1/orders", "/v1/orders"],
    ["Express 4", express4, "*", "/v1/orders", "/v1/orders"],
  ])("is a warning, once, whoever answers: %s, %#", async (_which, make, at, path, route) => {
    for (const PassUnmatched of [true, false]) {
      const Logger = recordingLogger();
      const { ask } = await listen(createServer(make().use(at, appOf({ Logger, PassUnmatched }).Build())));
      expect((await ask(`GET ${path}`)).status).toBe(404);
      expect((await ask(`GET ${path}`)).status).toBe(404);
      expect(Logger.warn.mock.calls.map(([, message]) => message as unknown)).toEqual([warning(path, route)]);
    }
  });

  it("is not given where a parameter takes any mount", async () => {
    const Logger = recordingLogger();
    const app = new App({ Logger, PassUnmatched: true }).Get("/{org}/{repo}", () => "any");
    const { ask } = await listen(createServer(express().use("/api", app.Build(), tell)));
    await ask("GET /api/cats");
    expect(Logger.warn).not.toHaveBeenCalled();
  });

  it("is not given where the whole path has no route either", async () => {
    const Logger = recordingLogger();
    const { ask } = await listen(createServer(express().use("/api", appOf({ Logger }).Build(), tell)));
    await ask("GET /api/v1/cats");
    await ask("GET /api");
    expect(Logger.warn).not.toHaveBeenCalled();
  });
});
