import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import express from "express";
import {
  App,
  AtOrBefore,
  ByPrincipal,
  FromCookie,
  FromHeader,
  FromQuery,
  RequestID,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithVersion,
  type AppOptions,
  type MatchMessage,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer, VersionOfUpgrade, type UpgradeVersion } from "versioned-controllers/server";
import { UsageCounter } from "versioned-controllers/usage";
import { recordingLogger } from "../../support/logger";
import { listen } from "../../support/serve";
import { kinds } from "../../support/server-kinds";

const upgrade = { Connection: "upgrade", Upgrade: "echo" };

type Headers = Readonly<Record<string, string>>;

/** A server that reads the version of each upgrade, and sends what it has read as the connection's only message. */
async function upgradable(
  app: App,
  serverOf: (app: App) => Server = (one) => createServer(express().use(one.Build())),
  before: (req: IncomingMessage) => void = () => undefined,
): Promise<(target: string, headers?: Headers) => Promise<unknown>> {
  const server = serverOf(app);
  server.on("upgrade", (req, socket) => {
    before(req);
    VersionOfUpgrade(app, req).then(
      (read) => socket.end(`HTTP/1.1 101 Switching Protocols\r\n\r\n${JSON.stringify(read)}`),
      (error: unknown) => socket.end(`HTTP/1.1 500 Failed\r\n\r\n${JSON.stringify(String(error))}`),
    );
  });
  const { open } = await listen(server);
  return async (target, headers = {}) => {
    const socket = open(`GET ${target}`, { ...upgrade, ...headers });
    const chunks: Buffer[] = [];
    socket.on("data", (chunk: Buffer) => chunks.push(chunk));
    await once(socket, "close");
    const text = Buffer.concat(chunks).toString();
    return JSON.parse(text.slice(text.indexOf("\r\n\r\n") + 4)) as unknown;
  };
}

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), Versioning, ...options }).Get(
    "/cats",
    () => "Tom",
    WithVersion("1", "2"),
  );
}

const Versions = ["1", "2", "3"];
const uri: VersioningOptions = { Type: VersioningURI, Versions };
const header: VersioningOptions = { Type: VersioningHeader, Header: "V", Versions };

const accounts = new Map([["Bearer ann", { version: "1" }]]);
const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) =>
  accounts.get(req.get("Authorization") ?? ""),
);
const pinned = ByPrincipal(Bearer, ({ version }) => version);
const lives: VersioningOptions = {
  ...uri,
  Lifecycle: {
    "1": { Deprecated: "2026-01-01", Sunset: "2026-06-01", AfterSunset: "gone" },
    "2": { Deprecated: "2026-03-01", Sunset: "2026-09-01", AfterSunset: "successor", Successor: "3" },
  },
};
const at = (day: string): AppOptions => ({ Now: () => new Date(day) });

describe.each(Object.entries(kinds))("VersionOfUpgrade: %s", (_kind, serverOf) => {
  it.each<[what: string, Versioning: VersioningOptions, target: string, headers: Headers, read: UpgradeVersion]>([
    ["the path", uri, "/v1/chat", {}, { Version: "1", Requested: ["1"], State: "served" }],
    ["a path with a query", uri, "/v2/chat?room=7", {}, { Version: "2", Requested: ["2"], State: "served" }],
    ["a version that no route has", uri, "/v3/chat", {}, { Version: "3", Requested: ["3"], State: "served" }],
    ["a path without a version", uri, "/chat", {}, { Requested: [] }],
    ["an unknown version in the path", uri, "/v9/chat", {}, { Requested: ["9"] }],
    ["a header", header, "/chat", { V: "2" }, { Version: "2", Requested: ["2"], State: "served" }],
    ["an unknown version in a header", header, "/chat", { V: "9" }, { Requested: ["9"] }],
    ["Accept", { Type: VersioningMediaType, Key: "v", Versions }, "/chat", { Accept: "*/*;v=2" }, { Version: "2", Requested: ["2"], State: "served" }],
    ["the query", { Type: VersioningCustom, Extractor: FromQuery("v"), Versions }, "/chat?v=2", {}, { Version: "2", Requested: ["2"], State: "served" }],
    ["a cookie", { Type: VersioningCustom, Extractor: FromCookie("v"), Versions }, "/chat", { Cookie: "a=1; v=2" }, { Version: "2", Requested: ["2"], State: "served" }],
    ["a date", { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("V")), Versions: ["2026-01-01", "2026-06-01"], DefaultVersion: ["2026-01-01"] }, "/chat", { V: "2026-03-03" }, { Version: "2026-01-01", Requested: ["2026-03-03"], State: "served" }],
    ["a list of versions, some unknown", { Type: VersioningCustom, Extractor: () => ["9", "2"], Versions }, "/chat", {}, { Version: "2", Requested: ["9", "2"], State: "served" }],
    ["a function that asks Express's request", { Type: VersioningCustom, Extractor: (req) => Promise.resolve(req.get("v") ?? req.query.v as string), Versions }, "/chat?v=1", {}, { Version: "1", Requested: ["1"], State: "served" }],
    ["an account", { ...header, AssumeVersion: pinned }, "/chat", { Authorization: "Bearer ann" }, { Version: "1", Requested: ["1"], State: "served" }],
    ["a header before the account", { ...header, AssumeVersion: pinned }, "/chat", { Authorization: "Bearer ann", V: "2" }, { Version: "2", Requested: ["2"], State: "served" }],
    ["an account at a plain path", { ...uri, AssumeVersion: pinned }, "/chat", { Authorization: "Bearer ann" }, { Version: "1", Requested: ["1"], State: "served" }],
    ["an assumed version", { ...header, AssumeVersion: "2" }, "/chat", {}, { Version: "2", Requested: [], State: "served" }],
    ["an unknown version that is assumed away", { ...header, AssumeVersion: "2", UnknownVersion: "assume" }, "/chat", { V: "9" }, { Version: "2", Requested: ["9"], State: "served" }],
    ["a retired version in a header", { ...header, Retired: ["0"] }, "/chat", { V: "0" }, { Requested: ["0"], State: "gone" }],
    ["a retired version in the path", { ...uri, Retired: ["0"] }, "/v0/chat", {}, { Requested: ["0"], State: "gone" }],
    ["a preview", { ...uri, Lifecycle: { "3": { Preview: true } } }, "/v3/chat", {}, { Version: "3", Requested: ["3"], State: "preview" }],
    ["no versioning", {}, "/chat", {}, { Requested: [] }],
  ])("reads %s", async (_what, Versioning, target, headers, read) => {
    const app = new App({ Logger: recordingLogger(), Versioning });
    if (Versioning.Type === undefined) app.Get("/cats", () => "Tom");
    else app.Get("/cats", () => "Tom", ...(Versioning.DefaultVersion ? [] : [WithVersion("1", "2")]));
    const ask = await upgradable(app, serverOf);
    expect(await ask(target, headers)).toEqual(read);
  }); // prettier-ignore
});

it.each<[when: string, target: string, day: string, read: UpgradeVersion, told: readonly unknown[]]>([
  ["before a deprecation", "/v1/chat", "2025-12-01", { Version: "1", Requested: ["1"], State: "served" }, ["match", "1"]],
  ["after a deprecation", "/v1/chat", "2026-02-01", { Version: "1", Requested: ["1"], State: "deprecated" }, ["match", "1"]],
  ["after a sunset that ends in 410", "/v1/chat", "2026-07-01", { Version: "1", Requested: ["1"], State: "gone" }, ["refused", "gone"]],
  ["after a sunset that ends in the successor", "/v2/chat", "2026-10-01", { Version: "3", Requested: ["2"], State: "gone" }, ["match", "3"]],
])("has the state of the version %s", async (_when, target, day, read, told) => {
  const seen: unknown[][] = [];
  const app = appOf(lives, {
    ...at(day),
    OnMatch: (_req, { Version }) => seen.push(["match", Version]),
    OnRefused: (_req, { Reason }) => seen.push(["refused", Reason]),
  });
  const ask = await upgradable(app.Get("/dogs", () => "Rex", WithVersion("3")));
  expect(await ask(target)).toEqual(read);
  expect(seen).toEqual([told]);
}); // prettier-ignore

it("ends a version for upgrades during a brownout, as for other requests", async () => {
  const told: unknown[] = [];
  const Brownouts = [{ From: "2026-05-01T12:00:00Z", To: "2026-05-01T13:00:00Z" }];
  const app = appOf(
    { ...uri, Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2026-06-01", Brownouts } } },
    { ...at("2026-05-01T12:30:00Z"), OnRefused: (_req, { Reason, Address }) => told.push([Reason, Address]) },
  );
  const ask = await upgradable(app);
  expect(await ask("/v1/chat")).toEqual({ Version: "1", Requested: ["1"], State: "gone" });
  expect(told).toEqual([["brownout", "/v1/chat"]]);
});

it("tells OnMatch and its channel the upgrade as a route, once", async () => {
  const told: unknown[] = [];
  const published: unknown[] = [];
  const listener = (message: unknown): void => {
    const { Address, Version, Requested, Changes } = message as MatchMessage;
    published.push({ Address, Version, Requested, Changes });
  };
  const app = appOf(uri, { OnMatch: (_req, match) => told.push(match) });
  const ask = await upgradable(app);
  subscribe("versioned-controllers:match", listener);
  try {
    await ask("/v1/rooms/7/chat/?a=1");
  } finally {
    unsubscribe("versioned-controllers:match", listener);
  }
  const rest = { Address: "/v1/rooms/7/chat", Version: "1", Requested: ["1"], Changes: [] };
  expect(told).toEqual([
    {
      Route: {
        Method: "UPGRADE",
        Path: "/rooms/7/chat",
        Versions: ["1", "2", "3"],
        OperationID: "upgrade_rooms_7_chat",
        Tags: [],
        Deprecated: false,
        Hidden: true,
        Status: 101,
        Earlier: [],
      },
      ...rest,
    },
  ]);
  expect(published).toEqual([rest]);
});

it.each<[UnknownVersion: VersioningOptions["UnknownVersion"], version: string, told: readonly unknown[]]>([
  [undefined, "9", ["unmatched", ["9"]]],
  ["refuse", "9", ["unknown", ["9"]]],
  ["unavailable", "9", ["unavailable", ["9"]]],
  ["unavailable", "0", ["unmatched", ["0"]]],
])("tells OnRefused of a version that is not served: %s, %s", async (UnknownVersion, V, told) => {
  const seen: unknown[][] = [];
  const app = appOf(
    { ...header, ...(UnknownVersion && { UnknownVersion }) },
    {
      OnMatch: () => seen.push(["match"]),
      OnRefused: (_req, { Reason, Requested, Address }) =>
        seen.push([Reason, Requested, ...(Address === undefined ? [] : [Address])]),
    },
  );
  const ask = await upgradable(app);
  expect(await ask("/chat", { V })).toEqual({ Requested: [V] });
  expect(seen).toEqual([told]);
});

it("tells OnRefused which place of the upgrade was unreadable", async () => {
  const told: unknown[] = [];
  const app = appOf(
    { ...header, UnknownVersion: "refuse" },
    { OnRefused: (_req, { Reason, Unreadable }) => told.push([Reason, Unreadable]) },
  );
  const server = CreateServer(app).on("upgrade", (req, socket) => {
    void VersionOfUpgrade(app, req).then(() => socket.end());
  });
  const { open } = await listen(server);
  await once(open("GET /chat", { ...upgrade, V: ["1", "2"] }).resume(), "close");
  expect(told).toEqual([["unknown", ["header V: sent on 2 lines"]]]);
});

describe("UsageCounter", () => {
  it("counts upgrades beside requests, whatever OnMatch the App has", async () => {
    const usage = UsageCounter({
      Client: (req) => req.get("X-Client") ?? "unknown",
      Now: () => new Date("2026-07-01"),
    });
    const app = appOf(uri, { ...usage.Options, OnMatch: () => undefined });
    const ask = await upgradable(app);
    await ask("/v1/chat", { "X-Client": "ann" });
    await ask("/v1/chat/", { "X-Client": "ann" });
    await ask("/v2/chat");
    await ask("/v9/chat");
    const [calls, last, since] = [1, "2026-07-01T00:00:00.000Z", "2026-07-01T00:00:00.000Z"];
    expect(usage.Read()).toEqual({
      "1 UPGRADE /chat": { calls: 2, last, since, clients: { ann: 2 } },
      "2 UPGRADE /chat": { calls, last, since, clients: { unknown: 1 } },
    });
    expect(usage.Refused()).toEqual({
      "unmatched GET 9": { calls, last, since, clients: { unknown: 1 } },
    });
  });

  it("counts the paths of clients beyond a limit together", async () => {
    const usage = UsageCounter();
    const ask = await upgradable(appOf(uri, usage.Options));
    for (const version of ["1", "2"]) {
      await ask(`/v${version}/${"x".repeat(1000)}`);
      for (let i = 0; i < 120; i++) await ask(`/v${version}/chat/${i}`);
    }
    const counted = usage.Read();
    expect(Object.keys(counted)).toHaveLength(2 * 100);
    expect(counted["1 UPGRADE /chat/98"]?.calls).toBe(1);
    expect(counted["2 UPGRADE /{path...}"]?.calls).toBe(22);
  });
});

it("leaves Node's request as it is, and gives listeners one of Express with what the caller has set", async () => {
  const seen: unknown[] = [];
  const requests: IncomingMessage[] = [];
  const app = appOf(uri, {
    OnMatch: (req) => seen.push([req.get("Upgrade"), req.query, req.originalUrl, Reflect.get(req, "user"), RequestID(req)]),
  });
  const ask = await upgradable(app, undefined, (req) => {
    Object.assign(req, { user: "Ann" });
    requests.push(req);
  });
  await ask("/v1/chat?a=1&b=2");
  const [req] = requests;
  expect(seen).toEqual([["echo", { a: "1", b: "2" }, "/v1/chat?a=1&b=2", "Ann", req && RequestID(req)]]);
  expect(req && "query" in req).toBe(false);
  expect(req && "get" in req).toBe(false);
}); // prettier-ignore

it("names the mount that a caller has taken off, in Address", async () => {
  const told: unknown[] = [];
  const app = appOf(uri, { OnMatch: (_req, { Address, Route }) => told.push([Address, Route.Path]) });
  const ask = await upgradable(app, undefined, (req) => {
    Object.assign(req, { baseUrl: "/api", url: req.url?.slice("/api".length) });
  });
  expect(await ask("/api/v1")).toEqual({ Version: "1", Requested: ["1"], State: "served" });
  expect(told).toEqual([["/api/v1", "/"]]);
});

it("logs an error of OnMatch, and rejects with an error of the extractor", async () => {
  const Logger = recordingLogger();
  const app = appOf(
    {
      Type: VersioningCustom,
      Versions,
      Extractor: (req) => {
        if (req.get("V") === undefined) throw new Error("no account");
        return "1";
      },
    },
    {
      Logger,
      OnMatch: () => {
        throw new Error("no metrics");
      },
    },
  );
  const ask = await upgradable(app);
  expect(await ask("/chat")).toBe("Error: no account");
  expect(await ask("/chat", { V: "1" })).toEqual({ Version: "1", Requested: ["1"], State: "served" });
  expect(Logger.error.mock.calls).toEqual([
    [expect.objectContaining({ path: "/chat", err: new Error("no metrics") }), "GET /chat failed"],
  ]);
});

it("rejects with a TypeError for other arguments", async () => {
  const app = appOf(uri);
  await expect(VersionOfUpgrade({} as never, {} as never)).rejects.toThrow(
    new TypeError("VersionOfUpgrade: the first argument must be an App, got an object"),
  );
  await expect(VersionOfUpgrade(app, {} as never)).rejects.toThrow(
    new TypeError("VersionOfUpgrade: the second argument must be a request of Node's server, got an object"),
  );
});

it("follows the lives that a function gives", async () => {
  const clock = { ms: 0 };
  const performanceNow = jest.spyOn(performance, "now").mockImplementation(() => clock.ms);
  let Sunset = "2030-01-01";
  const app = appOf(
    { ...uri, Lifecycle: () => ({ "1": { Deprecated: "2026-01-01", Sunset, AfterSunset: "gone" } }) },
    at("2026-05-01"),
  );
  const ask = await upgradable(app);
  expect(await ask("/v1/chat")).toMatchObject({ State: "deprecated" });
  Sunset = "2026-04-01";
  clock.ms = 2000;
  expect(await ask("/v1/chat")).toMatchObject({ State: "gone" });
  performanceNow.mockRestore();
});
