import { Server } from "node:http";
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

test("the door is CreateServer", () => {
  expect(Object.keys(everything)).toEqual(["CreateServer"]);
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
  const app = new App();
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
    "CreateServer: Host and Settings are for an App; an Express application has its own",
  );
});
