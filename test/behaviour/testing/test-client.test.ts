import express from "express";
import {
  App,
  AtOrBefore,
  Described,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type { VersionExtractor, VersioningOptions } from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { recordingLogger } from "../../support/logger";

const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });

const ways: readonly (readonly [string, VersioningOptions])[] = [
  ["URI", { Type: VersioningURI }],
  ["URI with a Prefix", { Type: VersioningURI, Prefix: "version-" }],
  ["URI without Prefix", { Type: VersioningURI, Prefix: "" }],
  ["header", { Type: VersioningHeader, Header: "X-API-Version" }],
  ["media type", { Type: VersioningMediaType, Key: "V=" }],
  ["FromHeader", custom(FromHeader("X-V"))],
  ["FromQuery", custom(FromQuery("v"))],
  ["FromCookie", custom(FromCookie("v"))],
  ["FromMediaType", custom(FromMediaType("v"))],
  ["FirstOf", custom(FirstOf(FromQuery("v"), FromHeader("X-V")))],
  ["FirstOf an application's own and another", custom(FirstOf(() => null, FromHeader("X-V")))],
  [
    "FirstOf what is described and another",
    custom(
      FirstOf(
        Described(() => null, { Header: "X-Account" }),
        FromHeader("X-V"),
      ),
    ),
  ],
];

const versions = ["1", "2", "2 beta", "é"];

function appOf(Versioning: VersioningOptions): App {
  return new App({ Versioning })
    .Get("/", (req) => `root ${String(VersionOf(req))}`, WithVersion(...versions))
    .Get(
      "/cats",
      (req) => ({ version: VersionOf(req), query: (req.query as { a?: string }).a }),
      WithVersion(...versions),
    )
    .Post("/cats", (req) => `posted ${String(VersionOf(req))}`, WithVersion(...versions))
    .Delete("/cats/{id}", (req) => `${req.params.id} ${String(VersionOf(req))}`, WithVersion(...versions))
    .Get("/health", () => "well", WithVersion(VersionNeutral));
}

describe.each(ways)("TestClient(app, { Version }) sends it as the App reads it: %s", (_way, Versioning) => {
  it.each(["1", "2", "2 beta"])("version %s", async (Version) => {
    const client = TestClient(appOf(Versioning), { Version });
    await client.get("/").expect(200, `root ${Version}`);
    await client.get("/cats?a=1").expect(200, { version: Version, query: "1" });
    await client.get("/cats").query({ a: "2" }).expect(200, { version: Version, query: "2" });
    await client.post("/cats").send({ name: "Tom" }).expect(200, `posted ${Version}`);
    await client.delete("/cats/7").expect(200, `7 ${Version}`);
    await client.head("/cats").expect(200);
  });

  it("on every request of the client, and of no other", async () => {
    const app = appOf(Versioning);
    const [one, two] = [TestClient(app, { Version: "1" }), TestClient(app, { Version: "2" })];
    await one.get("/").expect("root 1");
    await two.get("/").expect("root 2");
    await one.get("/").expect("root 1");
  });

  it("beside other headers and cookies that a test sets", async () => {
    const client = TestClient(appOf(Versioning), { Version: "2" });
    await client.get("/").set("X-Other", "1").expect("root 2");
  });

  it("a version that no route has is the API's 404", async () => {
    await TestClient(appOf(Versioning), { Version: "9", Unlisted: true }).get("/cats").expect(404);
  });

  it("without a Version nothing is sent", async () => {
    const client = TestClient(appOf(Versioning));
    await client.get("/cats").expect(404);
    await client.get("/health").expect(200, "well");
    await TestClient(appOf(Versioning), {}).get("/cats").expect(404);
  });
});

it("an agent's query sets parameters, and is not a verb", async () => {
  const app = new App({ Versioning: { Type: VersioningURI } }).Get(
    "/cats",
    (req) => ({ query: req.url, set: req.get("A") }),
    WithVersion("1"),
  );
  const client = TestClient(app, { Version: "1" });
  await client.query({ a: "1" }).set("A", "b").get("/cats").expect(200, { query: "/v1/cats?a=1", set: "b" });
});

it("a version that is not ASCII, where the way can carry it", async () => {
  const uri: VersioningOptions = { Type: VersioningURI };
  for (const options of [uri, custom(FromQuery("v")), custom(FromCookie("v"))]) {
    await TestClient(appOf(options), { Version: "é" }).get("/").expect("root é");
  }
});

it("AtOrBefore: the date that is sent", async () => {
  const Versioning = {
    ...custom(AtOrBefore(FromHeader("X-Date"))),
    Versions: ["2024-01-01", "2024-06-01"],
  };
  const app = new App({ Versioning }).Get(
    "/",
    (req) => VersionOf(req),
    WithVersion("2024-01-01", "2024-06-01"),
  );
  await TestClient(app, { Version: "2024-06-01" }).get("/").expect("2024-06-01");
  await TestClient(app, { Version: "2024-03-01" }).get("/").expect("2024-01-01");
});

describe.each(ways)("TestClient(host, { App, Version, Mount }): %s", (_way, Versioning) => {
  it.each([
    ["/api", "/api"],
    ["/api/", "/api"],
    ["/a/b", "/a/b"],
  ])("through a host that has it at %s", async (Mount, at) => {
    const app = appOf(Versioning);
    const host = express().use(at, app.Build());
    const client = TestClient(host, { App: app, Version: "2", Mount });
    await client.get(`${at}/cats?a=1`).expect(200, { version: "2", query: "1" });
    await client.post(`${at}/cats`).expect(200, "posted 2");
    await client.get(`${at}/`).expect(200, "root 2");
    await client.get(at).expect(200, "root 2");
  });

  it("at the top, where Mount is not set", async () => {
    const app = appOf(Versioning);
    const host = express().use(app.Build());
    await TestClient(host, { App: app, Version: "2" }).get("/cats").expect(200, { version: "2" });
  });

  it("without a Version it is a client of the host", async () => {
    const app = appOf(Versioning);
    const host = express()
      .get("/host", (_req, res) => void res.send("host"))
      .use(app.Build());
    await TestClient(host, { App: app }).get("/host").expect("host");
    await TestClient(host, { App: app }).get("/health").expect("well");
  });
});

describe("a clear error", () => {
  const own = /cannot send a version: versioning is off, or the App reads the version with its own function/;

  it.each<readonly [string, VersioningOptions]>([
    ["an application's own extractor", custom(() => "1")],
    ["one that is described", custom(Described(() => "1", { Header: "X-Account" }))],
    ["versioning is off", {}],
  ])("%s", (_what, Versioning) => {
    const app = new App({ Versioning, Logger: recordingLogger() });
    expect(() => TestClient(app, { Version: "1" })).toThrow(own);
    expect(() => TestClient(express(), { App: app, Version: "1" })).toThrow(own);
    expect(() => TestClient(app)).not.toThrow();
  });

  it("a host without its App", () => {
    const client = TestClient as (host: unknown, options: object) => unknown;
    expect(() => client(express(), { Version: "1" })).toThrow(/\{ App: app \}/);
  });

  it("an App that does not build", () => {
    const app = new App().Get("cats", () => 1);
    expect(() => TestClient(app, { Version: "1" })).toThrow(/path-without-slash/);
  });
});

it("under URI the agent is otherwise as it was: its top is the version's, and what is not a verb stays", async () => {
  const app = new App({ Versioning: { Type: VersioningURI } }).Get(
    "/",
    (req) => `top ${req.get("X-Asked") ?? ""}`,
    WithVersion("1"),
  );
  const client = TestClient(app, { Version: "1" });
  client.set("X-Asked", "yes");
  expect(client.jar).toBeDefined();
  await client.get("/").expect(200, "top yes");
});

it("under URI a path that is not under the mount is taken as one in it", async () => {
  const app = new App({ Versioning: { Type: VersioningURI } }).Get("/cats", () => "Tom", WithVersion("1"));
  const host = express().use("/api", app.Build());
  const client = TestClient(host, { App: app, Version: "1", Mount: "/api" });
  await client.get("/cats").expect(200, "Tom");
  await client.get("/api/cats").expect(200, "Tom");
});

describe("a version that is neither in Versions nor at any route", () => {
  const header = { Type: VersioningHeader, Header: "X-V" } as const;
  const dated = { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("X-V")) } as const;
  const app = (Versioning: VersioningOptions): App =>
    new App({ Versioning }).Get("/cats", () => "Tom", WithVersion("2026-01-01"));

  it.each<[what: string, options: VersioningOptions, message: string]>([
    [
      "without a list",
      header,
      'TestClient: Version must be one of "2026-01-01", got "3"; set Unlisted: true to send the version anyway',
    ],
    [
      "with one",
      { ...header, Versions: ["2026-01-01", "2026-02-01"] },
      'TestClient: Version must be one of "2026-01-01", "2026-02-01", got "3"; set Unlisted: true to send the version anyway',
    ],
  ])("is a RangeError %s", (_what, Versioning, message) => {
    expect(() => TestClient(app(Versioning), { Version: "3" })).toThrow(new RangeError(message));
    const host = app(Versioning);
    expect(() => TestClient(express().use(host.Build()), { App: host, Version: "3" })).toThrow(RangeError);
  });

  it("is sent by Unlisted", async () => {
    await TestClient(app(header), { Version: "3", Unlisted: true }).get("/cats").expect(404);
  });

  it.each<[what: string, options: VersioningOptions, status: number]>([
    ["AtOrBefore", { ...dated, Versions: ["2026-01-01"] }, 200],
    ["UnknownVersion: refuse", { ...header, UnknownVersion: "refuse" }, 400],
    ["UnknownVersion", { ...header, AssumeVersion: "2026-01-01", UnknownVersion: "assume" }, 200],
  ])("is sent under %s", async (_what, Versioning, status) => {
    await TestClient(app(Versioning), { Version: "2026-03-01" }).get("/cats").expect(status);
  });

  it("is sent where it is retired", async () => {
    await TestClient(app({ ...header, Retired: ["2025-01-01"] }), { Version: "2025-01-01" })
      .get("/cats")
      .expect(410);
    const uri = app({ Type: VersioningURI, Retired: { "1": {} } });
    await TestClient(uri, { Version: "1" }).get("/nowhere").expect(410);
  });

  it("that is only in the list, without a route, is sent", async () => {
    const listed = app({ ...header, Versions: ["2026-01-01", "2026-02-01"] });
    await TestClient(listed, { Version: "2026-02-01" }).get("/cats").expect(404);
  });
});
