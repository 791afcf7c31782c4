import { subscribe, unsubscribe } from "node:diagnostics_channel";
import {
  App,
  RouteOf,
  Router,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithGuards,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, OnMatch, Route, VersioningOptions } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { header, versioned } from "../../support/schemes";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Match = Parameters<OnMatch>[1];

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options, Versioning })
    .Get("/cats/{id}", () => "Tom", WithVersion("1", "2"))
    .Get("/health", () => "well", WithVersion(VersionNeutral))
    .Get("/old", () => "Tom", WithVersion("1"));
}

/** `GET /cats/{id} 1 <- 1`: the route, the version it was resolved to, and those asked for. */
function inWords({ Route, Version, Requested }: Match): string {
  return `${Route.Method} ${Route.Path} ${Version ?? "neutral"} <- ${Requested.join(" ")}`;
}

describe.each(versioned)("under $name", ({ options, ask }) => {
  it.each<readonly [string, string, readonly string[], readonly string[]]>([
    ["a version's route", "GET /cats/7", ["1"], ["GET /cats/{id} 1 <- 1"]],
    ["another version's", "GET /cats/7", ["2"], ["GET /cats/{id} 2 <- 2"]],
    ["HEAD, by the route that answers it", "HEAD /cats/7", ["2"], ["GET /cats/{id} 2 <- 2"]],
    ["a neutral route", "GET /health", [], ["GET /health neutral <- "]],
    ["a path that no route has", "GET /nowhere", ["1"], []],
    ["a version that no route has", "GET /cats/7", ["9"], []],
    ["a version that has no such route", "GET /old", ["2"], []],
  ])("it is called for %s", async (_what, line, versions, expected) => {
    const told: string[] = [];
    const app = appOf(options, { OnMatch: (_req, match) => told.push(inWords(match)) });
    const [method = "", path = ""] = line.split(" ");
    const asking = ask(path, versions);
    await (await serve(app)).ask(`${method} ${asking?.path ?? ""}`, asking?.headers);
    expect(told).toEqual(expected);
  });
});

it.each<readonly [string, readonly string[], string]>([
  ["a list: all that was asked for", ["9", "2", "1"], "GET /cats/{id} 2 <- 9 2 1"],
  ["what a function would name, where only a neutral route is", ["9"], "GET /health neutral <- "],
])("Requested is %s", async (_what, Requested, expected) => {
  const told: string[] = [];
  const app = appOf(
    { Type: VersioningCustom, Extractor: () => Requested },
    { OnMatch: (_req, match) => told.push(inWords(match)) },
  );
  await (await serve(app)).ask(expected.includes("cats") ? "GET /cats/7" : "GET /health");
  expect(told).toEqual([expected]);
});

it("a listener that changes its record does not change the message of the channel", async () => {
  const messages: unknown[] = [];
  const listen = (message: unknown): void => {
    messages.push((message as Match).Version);
  };
  const app = appOf(header.options, {
    OnMatch: (_req, match) => {
      Object.assign(match, { Version: "changed" });
    },
  });
  subscribe("versioned-controllers:match", listen);
  try {
    await (await serve(app)).ask("GET /cats/7", { "X-API-Version": "2" });
  } finally {
    unsubscribe("versioned-controllers:match", listen);
  }
  expect(messages).toEqual(["2"]);
});

it("while versioning is off there is no version", async () => {
  const told: Match[] = [];
  const app = new App({ OnMatch: (_req, match) => told.push(match) }).Get("/cats", () => 1);
  await (await serve(app)).ask("GET /cats");
  expect(told.map(({ Version, Requested }) => [Version, Requested])).toStrictEqual([[undefined, []]]);
});

it("Route and Version are what RouteOf and VersionOf say, and the request is the handler's", async () => {
  const seen: (readonly [unknown, Route | undefined, string | undefined])[] = [];
  const app = new App({
    Versioning: header.options,
    OnMatch: (req, { Route, Version }) => {
      expect([RouteOf(req), VersionOf(req)]).toEqual([Route, Version]);
      expect(req.params).toEqual({ id: "7" });
      seen.push([req, Route, Version]);
    },
  }).Include(
    new Router("/cats").Get(
      "/{id}",
      (req) => {
        seen.push([req, RouteOf(req), VersionOf(req)]);
        return 1;
      },
      WithVersion("1"),
    ),
  );
  await (await serve(app)).ask("GET /cats/7", { "X-API-Version": "1" });
  expect(seen).toHaveLength(2);
  expect(seen[0]?.[0]).toBe(seen[1]?.[0]);
  expect(seen[0]?.[1]).toEqual(seen[1]?.[1]);
  expect(seen[0]?.[1]).toMatchObject({ Method: "GET", Path: "/cats/{id}", Versions: ["1"] });
  expect(Object.isFrozen(seen[0]?.[1])).toBe(true);
});

it("it is called once, after App.Use, before middleware, guards and handler, and for a denial too", async () => {
  const ran: string[] = [];
  const app = new App({ OnMatch: () => ran.push("OnMatch") })
    .Use((_req, _res, next) => {
      ran.push("Use");
      next();
    })
    .Get(
      "/cats",
      () => 1,
      WithMiddleware((_req, _res, next) => {
        ran.push("middleware");
        next();
      }),
      WithGuards(() => {
        ran.push("guard");
        return false;
      }),
    );
  const answer = await (await serve(app)).ask("GET /cats");
  expect([answer.status, ran]).toEqual([403, ["Use", "OnMatch", "middleware", "guard"]]);
});

it("it is not called for what App.Use answers", async () => {
  const OnMatch = jest.fn();
  const app = new App({ OnMatch }).Use((_req, res) => void res.end()).Get("/cats", () => 1);
  await (await serve(app)).ask("GET /cats");
  expect(OnMatch).not.toHaveBeenCalled();
});

it("what it throws is logged, and the request goes on", async () => {
  const Logger = recordingLogger();
  const failure = new Error("no metrics");
  const app = new App({
    Logger,
    OnMatch: () => {
      throw failure;
    },
  }).Get("/cats", () => ["Tom"]);
  const answer = await (await serve(app)).ask("GET /cats");
  expect([answer.status, answer.json]).toEqual([200, ["Tom"]]);
  expect(Logger.error).toHaveBeenCalledTimes(1);
  expect(Logger.error).toHaveBeenCalledWith(
    expect.objectContaining({ component: "Router", err: failure }),
    "GET /cats failed",
  );
});

it("what its promise rejects with is logged, and nothing waits for it", async () => {
  const Logger = recordingLogger();
  const failure = new Error("no metrics");
  const app = new App({ Logger, OnMatch: (() => Promise.reject(failure)) as () => void }).Get("/cats", () => [
    "Tom",
  ]);
  const answer = await (await serve(app)).ask("GET /cats");
  expect([answer.status, answer.json]).toEqual([200, ["Tom"]]);
  expect(Logger.error.mock.calls).toEqual([
    [expect.objectContaining({ component: "Router", err: failure }), "GET /cats failed"],
  ]);
});

it("an application can count who still calls version 1 by it", async () => {
  const counts = new Map<string, number>();
  const app = new App({
    Versioning: { Type: VersioningURI },
    OnMatch: (_req, { Route, Version }) => {
      const key = `${Version ?? "neutral"} ${Route.Path}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    },
  }).Get("/cats/{id}", () => 1, WithVersion("1", "2"));
  const server = await serve(app);
  for (const path of ["/v1/cats/7", "/v1/cats/8", "/v2/cats/7", "/v3/cats/7"]) {
    await server.ask(`GET ${path}`);
  }
  expect([...counts]).toEqual([
    ["1 /cats/{id}", 2],
    ["2 /cats/{id}", 1],
  ]);
});

describe("a version that was assumed was not requested", () => {
  it.each<[string, VersioningOptions, string]>([
    ["a header", { Type: VersioningHeader, Header: "X-V", AssumeVersion: "1" }, "/cats"],
    ["the path", { Type: VersioningURI, AssumeVersion: "1" }, "/cats"],
  ])("%s", async (_scheme, Versioning, path) => {
    const told: unknown[] = [];
    const app = new App({
      Versioning,
      OnMatch: (_req, { Version, Requested }) => told.push([Version, Requested]),
    }).Get("/cats", () => 1, WithVersion("1"));
    await TestClient(app).get(path).expect(200);
    expect(told).toEqual([["1", []]]);
  });
});
