import {
  DefineVersions,
  HasChange,
  Versioned,
  VersioningHeader,
  VersionNeutral,
  App,
  Rename,
  WithChanges,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { UsageCounter, type Usage, type UsageCounterOptions } from "versioned-controllers/usage";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { until } from "../../support/wait";

const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Mailed = V.Change("2", "A mail is sent.");
const Cat = Versioned(z.object({ birthday: z.string() })).Before(
  Born,
  z.object({ born: z.string() }),
  Rename("born", "birthday"),
);
const start = "2026-06-01T00:00:00.000Z";
const noon = "2026-06-02T12:00:00.000Z";

/** An App that a counter counts, with a clock that the test sets. */
async function counted(options: UsageCounterOptions = {}) {
  const clock = { now: start };
  const usage = UsageCounter({ Now: () => new Date(clock.now), ...options });
  let answered = 0;
  const Logger = recordingLogger();
  const app = new App({
    Logger,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    ...usage.Options,
    OnAnswered: (...told) => {
      answered++;
      usage.Options.OnAnswered(...told);
    },
  })
    .Get(
      "/cats/{id}",
      (req) => {
        if (req.params.id === "none") return { birthday: "x", status: 1 };
        return { birthday: "x" };
      },
      V.Since("1"),
      WithResponse(200, Cat),
    )
    .Post("/cats", (req) => HasChange(req, Mailed), V.Since("1"), WithChanges(Mailed))
    .Get("/health", () => "well", WithVersion(VersionNeutral));
  const server = await serve(app);
  const call = async (line: string, headers: Record<string, string> = {}): Promise<void> => {
    const before = answered;
    const { status } = await server.ask(line, headers);
    if (status !== 404) await until(() => answered > before);
  };
  return { usage, clock, call, Logger, server };
}

const byClient = {
  Client: (req: { get(name: string): string | undefined }) => req.get("Client") ?? "nobody",
};

it("counts the calls that HasChange answered false, and 0 where it answered true", async () => {
  const { usage, call } = await counted();
  await call("POST /cats", { V: "1" });
  await call("POST /cats", { V: "1" });
  await call("POST /cats", { V: "2" });
  expect(usage.Read()).toMatchObject({
    "1 POST /cats": { calls: 2, changes: { [Mailed.Description]: 2 } },
    "2 POST /cats": { calls: 1, changes: { [Mailed.Description]: 0 } },
  });
  expect(usage.Merge(usage.Read())["2 POST /cats"]?.changes).toEqual({ [Mailed.Description]: 0 });
});

it("Read counts calls by version and route, with clients, changes and dates", async () => {
  const { usage, clock, call } = await counted(byClient);
  clock.now = noon;
  await call("GET /cats/1", { V: "1", Client: "acme" });
  await call("GET /cats/2", { V: "1", Client: "old-app" });
  await call("GET /cats/2", { V: "1", Client: "acme" });
  await call("GET /cats/2", { V: "2", Client: "acme" });
  await call("GET /health");
  expect(usage.Read()).toEqual({
    "1 GET /cats/{id}": {
      calls: 3,
      last: noon,
      since: start,
      clients: { acme: 2, "old-app": 1 },
      changes: { [Born.Description]: 3 },
    },
    "2 GET /cats/{id}": { calls: 1, last: noon, since: start, clients: { acme: 1 } },
    "* GET /health": { calls: 1, last: noon, since: start, clients: { nobody: 1 } },
  });
  expect(usage.Refused()).toEqual({});
});

it("without Client no client is counted", async () => {
  const { usage, call } = await counted();
  await call("GET /health", { Client: "acme" });
  expect(usage.Read()).toEqual({ "* GET /health": { calls: 1, last: start, since: start } });
});

it("Refused counts what no route answered, by reason, method and what was asked for", async () => {
  const { usage, call } = await counted(byClient);
  await call("GET /cats/1", { V: "9", Client: "acme" });
  await call("GET /dogs", { V: "1" });
  await call("POST /dogs");
  await call("POST /dogs");
  expect(usage.Read()).toEqual({});
  expect(usage.Refused()).toEqual({
    "unmatched GET 9": { calls: 1, last: start, since: start, clients: { acme: 1 } },
    "unmatched GET 1": { calls: 1, last: start, since: start, clients: { nobody: 1 } },
    "unmatched POST *": { calls: 2, last: start, since: start, clients: { nobody: 2 } },
  });
});

it("Refused tells retired and unknown versions from each other", async () => {
  const usage = UsageCounter({ Now: () => new Date(start) });
  const app = new App({
    Versioning: { Type: VersioningHeader, Header: "V", Retired: ["0"], UnknownVersion: "refuse" },
    ...usage.Options,
  }).Get("/cats", () => [], WithVersion("1"));
  const server = await serve(app);
  await server.ask("GET /cats", { V: "0" });
  await server.ask("POST /nowhere", { V: "0" });
  await server.ask("GET /cats", { V: "9" });
  expect(usage.Read()).toEqual({});
  expect(usage.Refused()).toEqual({
    "gone GET 0": { calls: 1, last: start, since: start },
    "gone POST 0": { calls: 1, last: start, since: start },
    "unknown GET 9": { calls: 1, last: start, since: start },
  });
});

describe("bounds", () => {
  it("beyond Most clients the others are *", async () => {
    const { usage, call } = await counted({ ...byClient, Most: 2 });
    for (const Client of ["a", "b", "c", "d", "a"]) await call("GET /health", { Client });
    await call("GET /cats/1", { V: "2", Client: "d" });
    await call("GET /cats/1", { V: "2", Client: "b" });
    expect(usage.Read()).toMatchObject({
      "* GET /health": { calls: 5, clients: { a: 2, b: 1, "*": 2 } },
      "2 GET /cats/{id}": { calls: 2, clients: { b: 1, "*": 1 } },
    });
  });

  it("1,000 clients are kept unless Most says another number", async () => {
    const usage = UsageCounter({ Client: (req) => req.url });
    for (let i = 0; i < 1200; i++) usage.Options.OnAnswered({ url: String(i) } as never, told("/cats"));
    const clients = usage.Read()["1 GET /cats"]?.clients ?? {};
    expect([Object.keys(clients).length, clients["*"]]).toEqual([1001, 200]);
  });

  it("refusals and their clients are bounded in all, whatever clients send", () => {
    const usage = UsageCounter({ Client: (req) => req.url, Most: 10 });
    for (let i = 0; i < 2000; i++) {
      usage.Options.OnRefused({ url: String(i), method: i % 2 ? "GET" : `M${String(i)}` } as never, {
        Requested: [String(i % 700)],
        Reason: "unmatched",
      });
    }
    const entries = Object.entries(usage.Refused());
    expect(entries.length).toBe(11);
    expect(entries.map(([key]) => key)).toContain("unmatched * *");
    expect(entries.reduce((sum, [, { calls }]) => sum + calls, 0)).toBe(2000);
    expect(entries.flatMap(([, { clients }]) => Object.keys(clients ?? {})).length).toBeLessThanOrEqual(21);
    // Those who are refused take none of the room of those who are answered.
    usage.Options.OnAnswered({ url: "acme" } as never, told("/cats"));
    expect(usage.Read()).toMatchObject({ "1 GET /cats": { clients: { acme: 1 } } });
  });

  it("of a long text the beginning is kept", () => {
    const usage = UsageCounter({ Client: () => "x".repeat(16_000) });
    usage.Options.OnAnswered({} as never, told("/cats"));
    expect(usage.Read()["1 GET /cats"]?.clients).toEqual({ ["x".repeat(200)]: 1 });
  });
});

/** What OnAnswered is told of one call. */
function told(
  Path: string,
  Version = "1",
): Parameters<ReturnType<typeof UsageCounter>["Options"]["OnAnswered"]>[1] {
  const Route = {
    Method: "GET",
    Path,
    Versions: [Version],
    OperationID: "x",
    Tags: [],
    Deprecated: false,
    Hidden: false,
    Status: 200,
    Earlier: [],
  };
  const answer = { Milliseconds: 1, Code: undefined, State: "served" } as const;
  return { Route, Address: Path, Version, Requested: [], Status: 200, Changes: [], Touched: [], ...answer };
}

it.each(["__proto__", "constructor", "toString", "hasOwnProperty"])(
  "a client or a version called %s is one like others",
  (name) => {
    const usage = UsageCounter({ Client: () => name });
    usage.Options.OnAnswered({} as never, told("/cats", name));
    usage.Options.OnRefused({ method: "GET" } as never, { Requested: [name], Reason: "gone" });
    const read = usage.Merge(JSON.parse(JSON.stringify(usage.Read())) as Usage);
    const [entry] = Object.entries(read);
    expect(entry?.[0]).toBe(`${name} GET /cats`);
    expect(Object.entries(entry?.[1].clients ?? {})).toEqual([[name, 2]]);
    expect(Object.entries(JSON.parse(JSON.stringify(usage.Refused())) as object)).toMatchObject([
      [`gone GET ${name}`, { calls: 1 }],
    ]);
  },
);

describe("Merge", () => {
  it("adds up calls, clients and changes, keeps the last call and the earliest beginning, and changes nothing", async () => {
    const { usage, clock, call } = await counted(byClient);
    clock.now = noon;
    await call("GET /cats/1", { V: "1", Client: "acme" });
    const own = usage.Read();
    const other: Usage = {
      "1 GET /cats/{id}": {
        calls: 10,
        last: "2026-06-30",
        since: "2026-01-01",
        clients: { acme: 4, "old-app": 6 },
        changes: { [Born.Description]: 1, Other: 2 },
      },
      "1 GET /dogs": { calls: 1 },
    };
    const before = structuredClone(other);
    expect(usage.Merge(other, { "1 GET /dogs": { calls: 2, last: "2026-02-01" } })).toEqual({
      "1 GET /cats/{id}": {
        calls: 11,
        last: "2026-06-30T00:00:00.000Z",
        since: "2026-01-01T00:00:00.000Z",
        clients: { acme: 5, "old-app": 6 },
        changes: { [Born.Description]: 2, Other: 2 },
      },
      "1 GET /dogs": { calls: 3, last: "2026-02-01T00:00:00.000Z" },
    });
    expect([usage.Read(), other]).toEqual([own, before]);
  });

  it("is by itself what was read", async () => {
    const { usage, call } = await counted(byClient);
    await call("GET /cats/1", { V: "1" });
    expect(usage.Merge()).toEqual(usage.Read());
  });

  it.each([
    [[]],
    [null],
    [{ "1 GET /": { calls: -1 } }],
    [{ "1 GET /": { calls: 1, clients: { a: "1" } } }],
    [{ "1 GET /": { calls: 1, since: "yesterday" } }],
  ])("throws for %j", (other) => {
    expect(() => UsageCounter().Merge(other as never)).toThrow(TypeError);
  });
});

describe("a Client that fails", () => {
  it.each<readonly [string, () => unknown, string | undefined]>([
    [
      "throws",
      () => {
        throw new Error("no key");
      },
      "no key",
    ],
    ["gives a number", () => 7, "UsageCounter: Client must return a string, got 7"],
    [
      "gives a promise",
      () => Promise.reject(new Error("late")),
      "UsageCounter: Client must return a string, got a promise",
    ],
    ["gives undefined", () => undefined, undefined],
  ])("%s: the call is counted as *, and what is wrong is logged", async (_what, Client, message) => {
    const { usage, call, Logger } = await counted({ Client: Client as () => string });
    await call("GET /health");
    expect(usage.Read()).toEqual({
      "* GET /health": { calls: 1, last: start, since: start, clients: { "*": 1 } },
    });
    expect(Logger.error.mock.calls.map(([{ err }]) => (err as Error).message)).toEqual(
      message === undefined ? [] : [message],
    );
  });
});

it.each<readonly [unknown, string]>([
  [null, "UsageCounter: the options must be an object, got null"],
  [{ Client: "acme" }, 'UsageCounter: Client must be a function, got "acme"'],
  [{ Most: 1.5 }, "UsageCounter: Most must be a whole number, got 1.5"],
  [{ Most: -1 }, "UsageCounter: Most must be a whole number, got -1"],
  [{ Now: 5 }, "UsageCounter: Now must be a function, got 5"],
  [{ Now: () => 5 }, "UsageCounter: Now must return a Date, got 5"],
  [{ Now: () => new Date(Number.NaN) }, "UsageCounter: Now must return a Date, got an invalid Date"],
])("UsageCounter(%j) throws", (options, message) => {
  expect(() => UsageCounter(options as never)).toThrow(new TypeError(message));
});

it("two changes of one description are one call", () => {
  const usage = UsageCounter();
  const one = V.Change("2", "The same.");
  usage.Options.OnAnswered({} as never, { ...told("/cats"), Touched: [one, V.Change("2", "The same.")] });
  expect(usage.Read()["1 GET /cats"]?.changes).toEqual({ "The same.": 1 });
});
