import express, { Router as ExpressRouter, type ErrorRequestHandler, type RequestHandler } from "express";
import { createServer } from "node:http";
import { App, VersioningHeader, VersioningURI, WithVersion, type AppOptions } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";

const logger = recordingLogger();
const cats = (options: AppOptions = {}): RequestHandler =>
  new App({ Logger: logger, ...options }).Get("/cats", () => 1).Build();
const dogs = (options: AppOptions = {}): RequestHandler =>
  new App({ Logger: logger, ...options }).Get("/dogs", () => 1).Build();
const versioned = (Versioning: AppOptions["Versioning"]): RequestHandler =>
  new App({ Logger: logger, Versioning: Versioning ?? {} }).Get("/dogs", () => 1, WithVersion("2")).Build();
// eslint-disable-next-line @typescript-eslint/no-unused-vars -- Express counts the parameters
const takesErrors: ErrorRequestHandler = (_error, _req, res, _next) => void res.json(1);
const fields = { component: "Router", method: "GET" };
const message =
  "App: this App answered a GET request with 404, but another App mounted after it has a route for the request: set PassUnmatched: true on every App but the last";

beforeEach(() => {
  logger.warn.mockClear();
});

type Row = readonly [what: string, host: () => express.Express, path: string];

it.each<Row>([
  ["one after the other", () => express().use(cats()).use(dogs()), "/dogs"],
  [
    "with others between them",
    () =>
      express()
        .use(cats())
        .use((_q, _s, next) => {
          next();
        })
        .use(dogs()),
    "/dogs?a=1",
  ],
  ["at one mount", () => express().use("/api", cats()).use("/api", dogs()), "/api/dogs"],
  ["the second at a mount", () => express().use(cats()).use("/api", dogs()), "/api/dogs"],
  [
    "the first at a mount",
    () =>
      express()
        .use("/api", cats())
        .use(new App({ Logger: logger }).Get("/api/dogs", () => 1).Build()),
    "/api/dogs",
  ],
  [
    "with a version in a header",
    () =>
      express()
        .use(cats())
        .use(versioned({ Type: VersioningHeader, Header: "V" })),
    "/dogs",
  ],
  [
    "with a version in the path",
    () =>
      express()
        .use(cats())
        .use(versioned({ Type: VersioningURI })),
    "/v2/dogs",
  ],
])("an App whose 404 hides another one's route is reported, once: %s", async (_, host, path) => {
  for (const server of [createServer(host()), CreateServer(host())]) {
    logger.warn.mockClear();
    const { ask } = await listen(server);
    expect((await ask(`GET ${path}`)).status).toBe(404);
    await ask(`GET ${path}`);
    expect(logger.warn.mock.calls).toEqual([[fields, message]]);
  }
});

it.each<Row>([
  [
    "the page of the documentation",
    () => {
      const app = new App({ Logger: logger }).Get("/cats", () => 1);
      return express().use(app.Build()).use("/docs", Docs(app));
    },
    "/docs",
  ],
  [
    "a route",
    () =>
      express()
        .use(cats())
        .get("/health/{:name}", (_req, res) => void res.json(1)),
    "/health/db?full",
  ],
  [
    "an express.Router, and the App at a mount",
    () => express().use("/api", cats()).use("/api/old", ExpressRouter()),
    "/api/old/dogs",
  ],
])(
  "a middleware or route after an App that would get the 404's request is reported, once: %s",
  async (_, host, path) => {
    for (const server of [createServer(host()), CreateServer(host())]) {
      logger.warn.mockClear();
      const { ask } = await listen(server);
      expect((await ask(`GET ${path}`)).status).toBe(404);
      await ask(`GET ${path}`);
      expect(logger.warn.mock.calls).toEqual([
        [
          fields,
          "App: this App answered a GET request with 404, but a middleware or route mounted after it has the request's path: mount it before the App, or set PassUnmatched: true",
        ],
      ]);
    }
  },
);

it.each<Row>([
  ["no App has the path", () => express().use(cats()).use(dogs()), "/birds"],
  [
    "the other one has another method",
    () =>
      express()
        .use(cats())
        .use(new App().Post("/dogs", () => 1).Build()),
    "/dogs",
  ],
  [
    "the first passes on",
    () =>
      express()
        .use(cats({ PassUnmatched: true }))
        .use(dogs()),
    "/birds",
  ],
  [
    "the other one stands before it",
    () =>
      express()
        .use(dogs({ PassUnmatched: true }))
        .use(cats()),
    "/birds",
  ],
  ["the other one is at another mount", () => express().use(cats()).use("/api", dogs()), "/dogs"],
  [
    "what is behind is for every request of the mount, as a 404 is",
    () =>
      express()
        .use("/api", cats())
        .use("/api", (_req, res) => void res.sendStatus(404))
        .use((_req, res) => void res.sendStatus(404)),
    "/api/dogs",
  ],
  [
    "what is behind is for another method, or another path",
    () =>
      express()
        .use(cats())
        .post("/dogs", (_req, res) => void res.json(1))
        .use("/birds", (_req, res) => void res.json(1)),
    "/dogs",
  ],
  ["what is behind takes errors", () => express().use(cats()).use("/dogs", takesErrors), "/dogs"],
  ["the Apps are within a router", () => express().use(ExpressRouter().use(cats()).use(dogs())), "/dogs"],
  [
    "the Apps are within a mounted application",
    () => express().use("/sub", express().use("/api", cats()).use(dogs())),
    "/sub/api/dogs",
  ],
])("nothing is reported where %s", async (_, host, path) => {
  const { ask } = await listen(createServer(host()));
  expect((await ask(`GET ${path}`)).status).toBe(404);
  expect(logger.warn).not.toHaveBeenCalled();
});

it("an App without an Express application has nobody behind it", async () => {
  const { ask } = await listen(CreateServer(new App({ Logger: logger }).Get("/cats", () => 1)));
  expect((await ask("GET /dogs")).status).toBe(404);
  expect(logger.warn).not.toHaveBeenCalled();
});
