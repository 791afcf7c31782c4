import express, { type Request, type RequestHandler } from "express";
import {
  App,
  VersionNeutral,
  VersioningURI,
  WithGuards,
  WithMiddleware,
  WithPrefix,
  WithVersion,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { listen, serve } from "../../support/serve";

const route = (req: Request): unknown => (req.route as unknown) ?? null;
const seen: unknown[] = [];
const see: RequestHandler = (req, _res, next) => {
  seen.push(route(req));
  next();
};

function appOf(): App {
  const pass: RequestHandler = (_req, _res, next) => {
    next();
  };
  return new App(
    { Versioning: { Type: VersioningURI }, PassUnmatched: true },
    WithVersion("1"),
    WithPrefix("/api"),
  )
    .Get(
      "/cats/{id}",
      route,
      WithMiddleware(see),
      WithGuards((req) => seen.push(route(req as Request)) > 0),
    )
    .Get("/files/{path...}", route)
    .Get("/a:b/(c)", route)
    .Post("/cats/{id}", route)
    .Get("/neutral", route, WithVersion(VersionNeutral))
    .Get("/passed", pass);
}

const rows: readonly (readonly [line: string, path: string, method: string])[] = [
  ["GET /v1/api/cats/7?a=1", "/v1/api/cats/:id", "get"],
  ["POST /v1/api/cats/7", "/v1/api/cats/:id", "post"],
  ["GET /v1/api/files/a/b", "/v1/api/files/*path", "get"],
  ["GET /v1/api/a:b/(c)", "/v1/api/a\\:b/\\(c\\)", "get"],
  ["GET /api/neutral", "/api/neutral", "get"],
];

it.each(rows)("req.route is the matched route in Express's notation: %s", async (line, path, method) => {
  const expected = { path, methods: { [method]: true }, stack: [] };
  const servers = [await serve(appOf()), await listen(CreateServer(appOf()))];
  for (const server of servers) {
    seen.length = 0;
    expect((await server.ask(line)).json).toEqual(expected);
    for (const one of seen) expect(one).toEqual(expected);
  }
});

it("it is taken back when the request is passed on", async () => {
  const host = express();
  host.use(see, appOf().Build(), see, (req, res) => {
    res.json([route(req), req.baseUrl]);
  });
  seen.length = 0;
  const { ask } = await serve(host);
  for (const path of ["/v1/api/passed", "/nowhere"]) {
    expect((await ask(`GET ${path}`)).json).toEqual([null, ""]);
  }
  expect(seen).toEqual([null, null, null, null]);
});

it("a route of the host that calls the App gets its own back", async () => {
  const host = express();
  host.get("/v1/api/:name", appOf().Build(), (req, res) => {
    res.json((req.route as { path: string }).path);
  });
  expect((await (await serve(host)).ask("GET /v1/api/passed")).json).toBe("/v1/api/:name");
});

it("the middleware has a name for traces", () => {
  expect(appOf().Build().name).toBe("versionedControllers");
});
