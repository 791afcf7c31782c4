import { createServer, type RequestListener } from "node:http";
import express from "express";
import request from "supertest";
import { App, Catalog, Router, WithGuards, WithMiddleware } from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { Docs } from "versioned-controllers/docs";
import { CreateServer } from "versioned-controllers/server";
import { TestClient } from "versioned-controllers/testing";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { listen } from "../../support/serve";

const handler = () => "answered";
const appError = new TypeError(
  "an App is not middleware: pass app.Build() to server.use, or start CreateServer(app) [app-not-built]",
);
const routerError = new TypeError(
  "a Router is not middleware: include it in an App, and pass app.Build() to server.use [router-not-built]",
);

/** A value as it comes from JavaScript: in TypeScript none of these calls compiles. */
function untyped(value: unknown): never {
  return value as never;
}

/** An Express application that says what went wrong, and logs nothing. */
function host(): express.Express {
  return express().set("env", "test");
}

const collectors: readonly (readonly [string, () => object, TypeError])[] = [
  ["an App", () => new App({ Logger: recordingLogger() }).Get("/cats", handler), appError],
  ["a Router", () => new Router("/cats").Get("/", handler), routerError],
];

describe.each(collectors)("%s in the place of a middleware", (_what, make, error) => {
  it.each<[string, () => unknown]>([
    ["server.use(app)", () => express().use(untyped(make()))],
    ["server.use([app])", () => express().use(untyped([make()]))],
    ["server.use('/api', app)", () => express().use("/api", untyped(make()))],
    ["server.use(express.json(), app)", () => express().use(express.json(), untyped(make()))],
    ["app(req, res)", () => (make() as () => unknown)()],
  ])("is an error at once: %s", (_call, call) => {
    expect(call).toThrow(error);
  });

  it.each<[string, () => express.Express]>([
    ["router.use(app)", () => host().use(express.Router().use(untyped(make())))],
    ["server.get('/cats', app)", () => host().get("/cats", untyped(make()))],
  ])("is an error of the first request: %s", async (_call, mounted) => {
    const { status, text } = await request(mounted()).get("/cats");
    expect({ status, text: text.replaceAll("&#39;", "'") }).toEqual({
      status: 500,
      text: expect.stringContaining(error.message) as unknown,
    });
  });

  it("is an error of the first request of a server: http.createServer(app)", () => {
    const server = createServer(untyped(make()));
    expect(() => server.emit("request", {}, {})).toThrow(error);
  });
});

describe.each([
  ["an App", () => new App()],
  ["a Router", () => new Router()],
])("%s is a Build problem", (what, make) => {
  it.each<[string, (app: App) => App, string]>([
    ["of Use", (app) => app.Use(untyped(make())), `App.Use: a middleware must be a function, got ${what}`],
    [
      "of WithMiddleware",
      (app) => app.Get("/cats", handler, WithMiddleware(untyped(make()))),
      `GET /cats: a middleware must be a function, got ${what}`,
    ],
    [
      "of WithGuards",
      (app) => app.Get("/cats", handler, WithGuards(untyped(make()))),
      `GET /cats: a guard must be a function, got ${what}`,
    ],
    [
      "as a handler",
      (app) => app.Get("/cats", untyped(make())),
      `GET /cats: the handler must be a function, got ${what}`,
    ],
  ])("%s", (_place, build, problem) => {
    expect(problemsOf(build(new App()))).toEqual([expect.stringContaining(problem)]);
  });
});

it("an App and a Router show no members but those of their classes", () => {
  for (const one of [new App(), new Router()]) {
    expect(Reflect.ownKeys(one)).toEqual([]);
    expect(Reflect.get(Object.getPrototypeOf(one) as object, "handle")).toBeUndefined();
  }
});

it("Build without its brackets is an error of the first request", async () => {
  const app = new App().Get("/cats", handler);

  const { status, text } = await request(host().use(untyped(app.Build))).get("/cats");
  expect({ status, text }).toEqual({
    status: 500,
    text: expect.stringContaining(
      "TypeError: Build was passed without being called: write server.use(app.Build()) [build-not-called]",
    ) as unknown,
  });
});

it("what Build gives, called without Express, says so in the log", async () => {
  const Logger = recordingLogger();
  const app = new App({ Logger }).Get("/cats", () => ["Tom"]);
  const server = await listen(createServer(app.Build() as unknown as RequestListener));
  expect(await server.ask("GET /cats")).toMatchObject({ status: 500 });
  expect(Logger.error.mock.calls).toEqual([
    [
      expect.objectContaining({
        err: new TypeError(
          "the middleware from Build() must run inside an Express application: express().use(app.Build()), or CreateServer(app)",
          { cause: expect.any(TypeError) },
        ),
      }),
      "GET /cats failed",
    ],
  ]);
});

describe("a call that takes an App says what it was given instead", () => {
  const calls: Readonly<Record<string, (value: never) => unknown>> = {
    Docs: (value) => Docs(value),
    Catalog: (value) => Catalog(value, { Base: "https://api.example.com" }),
    CheckChanges: (value) => CheckChanges(value),
    TestClient: (value) => TestClient(value),
    CreateServer: (value) => CreateServer(value),
  };
  const orApplication: Readonly<Record<string, string>> = {
    TestClient: "an App, or an Express application",
    CreateServer: "an App or an Express application",
  };
  class Cats {}

  it.each(
    Object.keys(calls).flatMap((name) =>
      [
        ["a Router", new Router()] as const,
        ["the class Cats", Cats] as const,
        ["undefined", undefined] as const,
        ["an object", {}] as const,
      ].map(([words, value]) => [name, words, value] as const),
    ),
  )("%s of %s", async (name, words, value) => {
    const call = calls[name];
    await expect(async () => call?.(untyped(value))).rejects.toThrow(
      new TypeError(`${name}: the first argument must be ${orApplication[name] ?? "an App"}, got ${words}`),
    );
  });
});
