import { IncomingMessage, Server } from "node:http";
import { Server as TLSServer } from "node:https";
import express, { type Application } from "express";
import { App, BuildError, WithVersion } from "versioned-controllers";
import { CreateServer, type ServerOptions } from "versioned-controllers/server";
import * as everything from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { selfSigned } from "../../support/self-signed";
import { get, wireOf } from "../../support/wire";

const kinds: readonly (readonly [string, () => App | Application])[] = [
  ["an Express application", () => express().get("/cats", (_req, res) => res.json(["Tom"]))],
  ["an App", () => new App().Get("/cats", () => ["Tom"])],
];

test("the door is CreateServer, CreateFetch and VersionOfUpgrade", () => {
  expect(Object.keys(everything)).toEqual(["CreateFetch", "CreateServer", "VersionOfUpgrade"]);
});

describe.each(kinds)("for %s", (_kind, make) => {
  it("it is an http.Server that does not listen yet", () => {
    const server = CreateServer(make());
    expect(server).toBeInstanceOf(Server);
    expect(server.listening).toBe(false);
  });

  it("with TLS it is an https.Server", async () => {
    const server = CreateServer(make(), { TLS: selfSigned });
    expect(server).toBeInstanceOf(TLSServer);
    expect(await (await wireOf(server)).send(get("/cats"))).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\["Tom"\]$/);
  });

  it("options of Node's own server go with TLS", () => {
    const TLS = { ...selfSigned, keepAliveTimeout: 1234, requestTimeout: 4321 };
    expect(CreateServer(make(), { TLS })).toMatchObject({ keepAliveTimeout: 1234, requestTimeout: 4321 });
  });

  it.each([
    ["http", {}],
    ["https", { TLS: selfSigned }],
  ])("HTTP is what http.createServer takes, %s", async (_protocol, TLS) => {
    const HTTP = { maxHeaderSize: 40_000, joinDuplicateHeaders: true, keepAliveTimeout: 1234 };
    const server = CreateServer(make(), { ...TLS, HTTP });
    expect(server).toMatchObject({ keepAliveTimeout: 1234, joinDuplicateHeaders: true });
    expect(await (await wireOf(server)).send(get("/cats", { "X-Long": "a".repeat(20_000) }))).toMatch(
      /^HTTP\/1\.1 200 OK\r\n/,
    );
  });

  it("TLS goes before HTTP where both say the same", () => {
    const TLS = { ...selfSigned, keepAliveTimeout: 1 };
    expect(CreateServer(make(), { TLS, HTTP: { keepAliveTimeout: 2 } })).toMatchObject({
      keepAliveTimeout: 1,
    });
  });

  it("messages of one's own are taken", async () => {
    class Own extends IncomingMessage {
      readonly own = "own";
    }
    const server = CreateServer(make(), { HTTP: { IncomingMessage: Own } });
    const seen: unknown[] = [];
    server.on("request", (req) => seen.push(Reflect.get(req, "own")));
    expect((await (await listen(server)).ask("GET /cats")).json).toEqual(["Tom"]);
    expect(seen).toEqual(["own"]);
  });

  it("it takes listeners like any other", async () => {
    const seen: unknown[] = [];
    const server = CreateServer(make()).on("request", (req) => seen.push(req.url));
    expect((await (await listen(server)).ask("GET /cats")).json).toEqual(["Tom"]);
    expect(seen).toEqual(["/cats"]);
  });

  it("several servers serve it", async () => {
    const app = make();
    const servers = [await listen(CreateServer(app)), await listen(CreateServer(app))];
    for (const server of servers) expect((await server.ask("GET /cats")).json).toEqual(["Tom"]);
  });
});

test("an App is served by its middleware and by servers at once, and nothing of the one reaches the other", async () => {
  const app = new App().Get("/cats", () => ["Tom"]);
  const fast = await listen(CreateServer(app, { Settings: { "json spaces": 1 } }));
  const mounted = await listen(CreateServer(express().set("json spaces", 2).use("/api", app.Build())));
  expect((await fast.ask("GET /cats")).text).toBe('[\n "Tom"\n]');
  expect((await mounted.ask("GET /api/cats")).text).toBe('[\n  "Tom"\n]');
  expect((await fast.ask("GET /api/cats")).status).toBe(404);
});

test("an App is built, and takes no more routes", () => {
  const app = new App().Get("/cats", () => "Tom");
  CreateServer(app);
  expect(() => app.Get("/late", () => "late")).toThrow();
});

test("an App that cannot be built is a BuildError", () => {
  const app = new App({ Logger: recordingLogger() }).Get("/cats", () => "Tom", WithVersion("1"));
  expect(() => CreateServer(app)).toThrow(BuildError);
});

test.each<[string, ServerOptions]>([
  ["Host", { Host: express() }],
  ["Settings", { Settings: { "trust proxy": 1 } }],
  ["Settings that are empty", { Settings: {} }],
])("an Express application has a %s of its own: a TypeError", (_what, options) => {
  expect(() => CreateServer(express(), options)).toThrow(TypeError);
  expect(() => CreateServer(express(), options)).toThrow(
    "CreateServer: Host and Settings apply only to an App, but the first argument is an Express application: remove Host and Settings, and change the settings of this application",
  );
});

test.each(["TLS", "HTTP", "Settings"])("a %s that is not an object is a TypeError", (name) => {
  const app = new App().Get("/cats", () => "Tom");
  expect(() => CreateServer(app, { [name]: "x" })).toThrow(
    new TypeError(`CreateServer: ${name} must be an object, got "x"`),
  );
  expect(() => CreateServer(app, { [name]: [] })).toThrow(`CreateServer: ${name} must be an object, got `);
});

describe("what is neither an App nor an Express application is a TypeError at the call:", () => {
  const others: readonly (readonly [string, unknown, string])[] = [
    ["an App's middleware", new App().Get("/cats", () => "Tom").Build(), "the function "],
    ["a router of Express", express.Router(), "the function router"],
    ["a listener", (): void => undefined, "the function "],
    ["an application's class", App, "the class App"],
    ["nothing", undefined, "undefined"],
    ["null", null, "null"],
    ["an object", {}, "an object"],
    ["text", "app", '"app"'],
  ];

  it.each(others)("%s", (_what, value, words) => {
    const call = (): unknown => CreateServer(value as App);
    expect(call).toThrow(TypeError);
    expect(call).toThrow(
      `CreateServer: the first argument must be an App or an Express application, got ${words}`,
    );
  });

  it.each(others.filter(([, value]) => value !== undefined))("%s as Host", (_what, value, words) => {
    const call = (): unknown => CreateServer(new App(), { Host: value as Application });
    expect(call).toThrow(TypeError);
    expect(call).toThrow(`CreateServer: Host must be an Express application, got ${words}`);
  });
});
