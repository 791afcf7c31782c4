import express from "express";
import { App, Catalog, Since, VersioningHeader, VersioningURI, VersionOf } from "versioned-controllers";
import type { Lifecycle, VersioningOptions } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { listen, serve } from "../../support/serve";

type Lives = Record<string, Lifecycle>;

const past = "2020-01-01";
const future = "2999-01-01";
const header: VersioningOptions = {
  Type: VersioningHeader,
  Header: "V",
  Versions: ["1", "2", "3"],
  Report: true,
};

/** An App whose lives are `state.lives`, and how often it has asked for them. */
function living(lives: unknown, Versioning: VersioningOptions = header) {
  const state = { lives, asked: 0 };
  const Logger = recordingLogger();
  const app = new App({
    Logger,
    Versioning: {
      ...Versioning,
      Lifecycle: () => {
        state.asked++;
        if (state.lives instanceof Error) throw state.lives;
        return state.lives as Lives;
      },
    },
  }).Get("/cats", (req) => `cats ${String(VersionOf(req))}`, Since("1"));
  return { app, state, Logger };
}

let time = 0;
beforeEach(() => {
  time = 10_000;
  jest.spyOn(performance, "now").mockImplementation(() => time);
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The function is asked again. */
const later = () => (time += 1000);

it("a brownout is called off, and a sunset put off, without another Build", async () => {
  const { app, state } = living({ "1": { Sunset: past, AfterSunset: "gone" } });
  const server = await serve(app);
  const one = () => server.ask("GET /cats", { V: "1" });
  expect((await one()).status).toBe(410);
  state.lives = { "1": { Sunset: future, AfterSunset: "gone" } };
  expect((await one()).status).toBe(410);
  later();
  const putOff = await one();
  expect([putOff.status, putOff.headers.sunset]).toEqual([200, new Date(future).toUTCString()]);
  state.lives = { "1": { Brownouts: [{ From: past, To: future }] } };
  later();
  expect((await one()).json).toMatchObject({ error: { code: "brownout" } });
  state.lives = {};
  later();
  const calledOff = await one();
  expect(calledOff.status).toBe(200);
  expect(calledOff.headers).not.toHaveProperty("sunset");
});

it("it is asked at Build, and then at most once a second of the process's time", async () => {
  const { app, state } = living({});
  const server = await serve(app);
  expect(state.asked).toBe(1);
  for (let i = 0; i < 3; i++) await server.ask("GET /cats", { V: "1" });
  app.Document();
  expect(state.asked).toBe(1);
  time += 999;
  await server.ask("GET /cats", { V: "1" });
  expect(state.asked).toBe(1);
  time += 1;
  app.Lifecycles();
  app.Document("1");
  expect(state.asked).toBe(2);
});

it("headers of Report, documents, pages and the catalogue follow", async () => {
  const { app, state } = living({});
  const server = await serve(
    express()
      .use("/docs", Docs(app))
      .get("/catalog", Catalog(app, { Base: "https://api.example.com" })),
    app,
  );
  const seen = async () => ({
    deprecated: (await server.ask("GET /cats", { V: "1" })).headers["api-deprecated-versions"],
    inDocument: app.Document("1").paths["/cats"]?.get?.deprecated,
    inDocs: (await server.ask("GET /docs/openapi/1.json")).text.includes('"deprecated":true'),
    onPage: (await server.ask("GET /docs/versions")).text.includes("2999"),
    inCatalog: (await server.ask("GET /catalog")).text.includes("2999"),
    lives: [...app.Lifecycles()],
  });
  const alive = {
    deprecated: undefined,
    inDocument: undefined,
    inDocs: false,
    onPage: false,
    inCatalog: false,
    lives: [],
  };
  expect(await seen()).toEqual(alive);
  const life = { Deprecated: past, Sunset: future };
  state.lives = { "1": life };
  later();
  expect(await seen()).toEqual({
    deprecated: "1",
    inDocument: true,
    inDocs: true,
    onPage: true,
    inCatalog: true,
    lives: [["1", life]],
  });
  state.lives = {};
  later();
  expect(await seen()).toEqual(alive);
});

it("a successor takes over, and gives back", async () => {
  const { app, state } = living({ "1": { Successor: "2" } });
  const server = await serve(app);
  const one = async () => (await server.ask("GET /cats", { V: "1" })).text;
  expect(await one()).toBe("cats 1");
  state.lives = { "1": { Successor: "2", Sunset: past, AfterSunset: "successor" } };
  later();
  expect(await one()).toBe("cats 2");
  state.lives = { "1": { Successor: "2" } };
  later();
  expect(await one()).toBe("cats 1");
});

it.each<[what: string, Versioning: VersioningOptions, path: string]>([
  ["VersioningHeader", header, "/cats"],
  ["VersioningURI", { ...header, Type: VersioningURI }, "/v1/cats"],
])("CreateServer(app) follows: %s", async (_what, Versioning, path) => {
  const { app, state } = living({}, Versioning);
  const server = await listen(CreateServer(app));
  expect((await server.ask(`GET ${path}`, { V: "1" })).status).toBe(200);
  state.lives = { "1": { Sunset: past, AfterSunset: "gone" } };
  later();
  expect((await server.ask(`GET ${path}`, { V: "1" })).status).toBe(410);
});

describe("what is wrong", () => {
  const good = { "1": { Sunset: past, AfterSunset: "gone" } };
  it.each<[what: string, wrong: unknown, text: string]>([
    [
      "a date",
      { "2": { Sunset: past, AfterSunset: "gone" }, "1": { Sunset: "soon" } },
      "Sunset must be a date",
    ],
    ["a version", { "9": {} }, 'no route answers version "9"'],
    ["an order", { "1": { Deprecated: future, Sunset: past } }, "Sunset must not be earlier than Deprecated"],
    ["a field", { "1": { Sunsets: past } }, 'there is no option named "Sunsets"'],
    ["a bigint", { "1": { Sunset: 1n } }, "Sunset must be a date"],
    ["an error", new Error("the store is down"), "the store is down"],
    ["a promise", Promise.reject(new Error("late")), "a lifecycle for each version, got a promise"],
    ["nothing", undefined, "must be a plain object with a lifecycle for each version, got undefined"],
    [
      "a Map",
      new Map([["1", {}]]),
      "must be a plain object with a lifecycle for each version, got an object",
    ],
    ["a life that is none", { "1": null }, "a lifecycle must be an object"],
  ])("%s: is logged once, and the last good lives stay", async (_what, wrong, text) => {
    if (wrong instanceof Promise) wrong.catch(() => undefined);
    const { app, state, Logger } = living(good);
    const server = await serve(app);
    const statuses = async () => [
      (await server.ask("GET /cats", { V: "1" })).status,
      (await server.ask("GET /cats", { V: "2" })).status,
    ];
    const messages = () => Logger.error.mock.calls.map(([, message]): unknown => message);
    Logger.warn.mockClear();
    for (let i = 0; i < 3; i++) {
      state.lives = wrong;
      later();
      expect(await statuses()).toEqual([410, 200]);
    }
    expect(messages()).toEqual([expect.stringContaining(text)]);
    state.lives = {};
    later();
    expect(await statuses()).toEqual([200, 200]);
    state.lives = wrong;
    later();
    expect(await statuses()).toEqual([200, 200]);
    expect(messages()).toHaveLength(2);
  });

  it.each<[what: string, wrong: unknown, text: string]>([
    ["a date", { "1": { Sunset: "soon" } }, "Sunset must be a date"],
    ["a version", { "9": {} }, 'no route answers version "9"'],
    ["an error", new Error("the store is down"), "got an error: the store is down"],
    ["a promise", Promise.resolve({}), "a lifecycle for each version, got a promise"],
    ["nothing", undefined, "must be a plain object with a lifecycle for each version, got undefined"],
    ["a list", [], "must be a plain object with a lifecycle for each version, got a list"],
  ])("%s: is a Build problem at Build", (_what, wrong, text) => {
    expect(problemsOf(living(wrong).app)).toEqual([expect.stringContaining(text)]);
  });
});

it("Preview and Successor change at Build only; the rest of that life holds", async () => {
  const { app, state, Logger } = living({ "1": { Successor: "2" }, "3": { Preview: true } });
  const server = await serve(app);
  const messages = () => Logger.error.mock.calls.map(([, message]): unknown => message);
  state.lives = { "1": { Successor: "3", Sunset: future }, "2": { Preview: true, Deprecated: past } };
  later();
  const one = await server.ask("GET /cats", { V: "1" });
  expect(one.headers.sunset).toBe(new Date(future).toUTCString());
  expect([...app.Lifecycles()]).toEqual([
    ["1", { Successor: "2", Sunset: future }],
    ["2", { Deprecated: past }],
    ["3", { Preview: true }],
  ]);
  later();
  await server.ask("GET /cats", { V: "1" });
  expect(messages()).toEqual([
    'Versioning.Lifecycle: Successor of version "1" changes at Build alone; Preview of version "2" changes at Build alone; Preview of version "3" changes at Build alone; the values of Build stay in force',
  ]);
  state.lives = { "3": { Preview: true } };
  later();
  await server.ask("GET /cats", { V: "1" });
  expect([...app.Lifecycles()]).toEqual([["3", { Preview: true }]]);
  expect(messages()).toHaveLength(1);
});

it("a Successor that comes too late is reported, where the lives are wrong without it", async () => {
  const { app, state, Logger } = living({});
  const server = await serve(app);
  state.lives = { "1": { Sunset: past, AfterSunset: "successor", Successor: "2" } };
  later();
  expect((await server.ask("GET /cats", { V: "1" })).headers.sunset).toBeUndefined();
  expect(Logger.error.mock.calls.map(([, message]): unknown => message)).toEqual([
    expect.stringContaining('Successor of version "1" changes at Build alone'),
    expect.stringContaining("no Successor is set"),
  ]);
});

it("what the application changes in its own objects holds from the next second on", async () => {
  const life: Lifecycle = { Sunset: new Date(past), AfterSunset: "gone" };
  const { app } = living({ "1": life });
  const server = await serve(app);
  life.AfterSunset = "serve";
  expect((await server.ask("GET /cats", { V: "1" })).status).toBe(410);
  later();
  expect((await server.ask("GET /cats", { V: "1" })).status).toBe(200);
});

it("Lifecycles() gives those of an object too, as copies", () => {
  const life: Lifecycle = { Sunset: future };
  const app = new App({ Versioning: { ...header, Lifecycle: { "1": life } }, Logger: recordingLogger() });
  app.Get("/cats", () => 1, Since("1"));
  expect([...app.Lifecycles()]).toEqual([["1", life]]);
  expect(app.Lifecycles().get("1")).not.toBe(life);
  expect(new App({ Logger: recordingLogger() }).Lifecycles().size).toBe(0);
});
