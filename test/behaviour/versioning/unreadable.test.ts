import { subscribe, unsubscribe } from "node:diagnostics_channel";
import express from "express";
import {
  App,
  AtOrBefore,
  ByPrincipal,
  Described,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
  type AppOptions,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { serve } from "../../support/serve";

type Headers = Record<string, string | readonly string[]>;
/** `named` is the version that answers; `absent` is answered by the assumed version. */
type Expected = { readonly unreadable: readonly string[] } | { readonly named: string } | "absent";
type Row = readonly [what: string, line: string, headers: Headers, expected: Expected];

const unreadable = (...texts: readonly string[]): Expected => ({ unreadable: texts });
const named = (version: string): Expected => ({ named: version });

const dates = ["2024-01-01", "2024-06-01"];
const listOf = (versioning: VersioningOptions): readonly string[] => versioning.Versions ?? ["1", "2"];
const oldestOf = (versioning: VersioningOptions): string => String(listOf(versioning)[0]);

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  const versions = listOf(Versioning);
  return new App({
    ...options,
    Versioning: { Explain: true, AssumeVersion: oldestOf(Versioning), ...Versioning },
  })
    .Get("/cats", (req) => VersionOf(req), WithVersion(...versions))
    .Get("/health", () => "well", WithVersion(VersionNeutral));
}

async function expectRead(versioning: VersioningOptions, [, query, headers, expected]: Row): Promise<void> {
  const told: unknown[] = [];
  const app = appOf(versioning, { OnRefused: (_req, record) => told.push(record) });
  const { ask } = await serve(app);
  const answer = await ask(`GET /cats${query}`, headers);
  if (typeof expected === "object" && "unreadable" in expected) {
    expect(answer.status).toBe(404);
    expect(answer.json).toMatchObject({
      error: { version: { requested: [], unreadable: expected.unreadable, served: listOf(versioning) } },
    });
    expect(told).toEqual([{ Requested: [], Unreadable: expected.unreadable, Reason: "unmatched" }]);
  } else {
    const version = expected === "absent" ? oldestOf(versioning) : expected.named;
    expect([answer.status, answer.text]).toEqual([200, version]);
    expect(told).toEqual([]);
  }
  expect((await ask(`GET /health${query}`, headers)).text).toBe("well");
}

const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });

const header: readonly Row[] = [
  ["one line", "", { "X-V": "2" }, named("2")],
  ["no line", "", {}, "absent"],
  ["an empty line", "", { "X-V": "" }, "absent"],
  ["two lines", "", { "X-V": ["1", "2"] }, unreadable("header X-V: sent on 2 lines")],
  ["two lines alike", "", { "X-V": ["2", "2"] }, unreadable("header X-V: sent on 2 lines")],
  ["three lines", "", { "X-V": ["2", "2", "2"] }, unreadable("header X-V: sent on 3 lines")],
];
const accept: readonly Row[] = [
  ["a version", "", { Accept: "a/b;v=2" }, named("2")],
  ["no range with the key", "", { Accept: "a/b;w=2;q=9" }, "absent"],
  ["an empty value", "", { Accept: "a/b;v=" }, "absent"],
  ["an empty value in quotes", "", { Accept: 'a/b;v=""' }, "absent"],
  ["a refusal", "", { Accept: "a/b;v=2;q=0" }, "absent"],
  ["a refusal of two", "", { Accept: "a/b;v=2;v=1;q=0" }, "absent"],
  ["the key in quotes alone", "", { Accept: 'a/b;w=";v=2";q=9' }, "absent"],
  [
    "the key twice",
    "",
    { Accept: "application/json;v=2;v=2" },
    unreadable('Accept: "application/json;v=2;v=2" cannot be read'),
  ],
  ["a malformed weight", "", { Accept: "a/b;v=2;q=.5" }, unreadable('Accept: "a/b;v=2;q=.5" cannot be read')],
  [
    "a quoted weight",
    "",
    { Accept: 'a/b;V=2;q="1"' },
    unreadable('Accept: "a/b;V=2;q=\\"1\\"" cannot be read'),
  ],
  ["a blank before =", "", { Accept: "a/b;v =2" }, unreadable('Accept: "a/b;v =2" cannot be read')],
  ["a malformed type", "", { Accept: "json;v=2" }, unreadable('Accept: "json;v=2" cannot be read')],
  ["a quote without an end", "", { Accept: 'a/b;v="2' }, unreadable('Accept: "a/b;v=\\"2" cannot be read')],
  [
    "the first of two",
    "",
    { Accept: ["a/b, c/d;v=1;v=1", "e/f;v=2;v=2"] },
    unreadable('Accept: "c/d;v=1;v=1" cannot be read'),
  ],
  ["beside another range", "", { Accept: "a/b;v=1;v=1, c/d;v=2;q=0.1" }, named("2")],
  [
    "beside a refusal",
    "",
    { Accept: "a/b;v=1;v=1, c/d;v=2;q=0" },
    unreadable('Accept: "a/b;v=1;v=1" cannot be read'),
  ],
  ["a browser's", "", { Accept: "text/html,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7" }, "absent"],
  ["a browser's, in capitals", "", { Accept: "Application/Signed-Exchange ; v=b3" }, "absent"],
  ["a browser's, malformed", "", { Accept: "application/signed-exchange;v=b3;q=9" }, "absent"],
  [
    "a browser's beside a version",
    "",
    { Accept: "application/signed-exchange;v=b3, a/b;v=2;q=0.1" },
    named("2"),
  ],
  ["a type that begins so", "", { Accept: "application/signed-exchanges;v=2" }, named("2")],
];
const query: readonly Row[] = [
  ["once", "?v=2", {}, named("2")],
  ["absent", "?w=1&w=2&w[]=3", {}, "absent"],
  ["empty", "?v=", {}, "absent"],
  ["twice", "?v=2&v=2", {}, unreadable("query v: sent 2 times")],
  ["three times", "?v=1&w=1&v=2&v=2", {}, unreadable("query v: sent 3 times")],
  ["a list", "?v[]=2", {}, unreadable("query v[]: no single value")],
  ["an escaped list", "?v%5B%5D=2", {}, unreadable("query v[]: no single value")],
  ["an object", "?v[a]=2", {}, unreadable("query v[]: no single value")],
  [
    "the text that marks neutral routes",
    "?v=%00neutral",
    {},
    unreadable('query v: "\\u0000neutral" is no version'),
  ],
];
const cookie: readonly Row[] = [
  ["once", "", { Cookie: "v=2" }, named("2")],
  ["absent", "", { Cookie: "w=2; w=2" }, "absent"],
  ["empty", "", { Cookie: "v=" }, "absent"],
  ["twice", "", { Cookie: "v=2; v=2" }, unreadable("cookie v: sent 2 times")],
  ["on three lines", "", { Cookie: ["v=2", "v=1", "v=2"] }, unreadable("cookie v: sent 3 times")],
];
const sources: readonly (readonly [name: string, versioning: VersioningOptions, rows: readonly Row[]])[] = [
  ["VersioningHeader", { Type: VersioningHeader, Header: "X-V" }, header],
  ["FromHeader", custom(FromHeader("X-V")), header],
  ["VersioningMediaType", { Type: VersioningMediaType, Key: "v" }, accept],
  ["FromMediaType", custom(FromMediaType("v")), accept],
  ["FromQuery", custom(FromQuery("v")), query],
  ["FromCookie", custom(FromCookie("v")), cookie],
];

describe.each(sources)(
  "%s: what is there, but names no version, is not absent",
  (_name, versioning, rows) => {
    it.each(rows)("%s", async (...row) => {
      await expectRead(versioning, row);
    });

    it.each(rows)("with UnknownVersion: assume, too: %s", async (...row) => {
      await expectRead({ ...versioning, UnknownVersion: "assume" }, row);
    });
  },
);

it.each(["simple", "extended", false] as const)(
  "FromQuery beside Express's query parser %s",
  async (parser) => {
    for (const [, search, headers, expected] of query) {
      const host = express().set("query parser", parser);
      const { ask } = await serve(host.use(appOf(custom(FromQuery("v"))).Build()));
      const { status, text } = await ask(`GET /cats${search}`, headers);
      if (expected === "absent") expect([status, text]).toEqual([200, "1"]);
      else if ("named" in expected) expect([status, text]).toEqual([200, expected.named]);
      else {
        expect(JSON.parse(text)).toMatchObject({ error: { version: { unreadable: expected.unreadable } } });
      }
    }
  },
);

describe("AtOrBefore: a text that cannot be compared", () => {
  const byDate = (extractor: VersionExtractor): VersioningOptions => ({
    ...custom(AtOrBefore(extractor)),
    Versions: dates,
  });
  const fromHeader = byDate(FromHeader("X"));

  it.each<Row>([
    ["a date", "", { X: "2024-07-01" }, named("2024-06-01")],
    ["an empty text", "", { X: "" }, "absent"],
    ["a word", "", { X: "soon" }, unreadable('header X: "soon" is no date')],
    ["a day that does not exist", "", { X: "2025-02-30" }, unreadable('header X: "2025-02-30" is no date')],
    ["a time", "", { X: "2025-01-01T00:00:00Z" }, unreadable('header X: "2025-01-01T00:00:00Z" is no date')],
    ["without zeros", "", { X: "2025-1-1" }, unreadable('header X: "2025-1-1" is no date')],
    ["on two lines", "", { X: ["2024-07-01", "2024-07-01"] }, unreadable("header X: sent on 2 lines")],
    // A date before all versions is readable, so it names no version, as ever.
    ["a date before all", "", { X: "2020-01-01" }, "absent"],
  ])("in a header: %s", async (...row) => {
    await expectRead(fromHeader, row);
  });

  it.each<readonly [string, VersioningOptions, Row]>([
    ["in a query", byDate(FromQuery("v")), ["", "?v=soon", {}, unreadable('query v: "soon" is no date')]],
    [
      "in a cookie",
      byDate(FromCookie("v")),
      ["", "", { Cookie: "v=soon" }, unreadable('cookie v: "soon" is no date')],
    ],
    [
      "in Accept",
      byDate(FromMediaType("v")),
      ["", "", { Accept: "a/b;v=soon" }, unreadable('Accept: "soon" is no date')],
    ],
    [
      "of a function",
      byDate((req) => req.get("X")),
      ["", "", { X: "soon" }, unreadable('custom: "soon" is no date')],
    ],
    [
      "of a function's promise",
      byDate((req) => Promise.resolve(["soon", req.get("X") ?? ""])),
      ["", "", { X: "2024-07-01" }, named("2024-06-01")],
    ],
    [
      "of a function that says what it reads",
      byDate(Described((req) => req.get("X"), { Header: "X", Query: "x" })),
      ["", "", { X: "soon" }, unreadable('header X, query x: "soon" is no date')],
    ],
    [
      "that Compare refuses",
      {
        ...custom(AtOrBefore(FromHeader("X"), { Compare: (a, b) => Number(a) - Number(b) })),
        Versions: ["1", "2"],
      },
      ["", "", { X: "soon" }, unreadable('header X: "soon" is no version')],
    ],
  ])("%s", async (_what, versioning, row) => {
    await expectRead(versioning, row);
  });

  it.each<readonly [string, VersionExtractor]>([
    ["around AtOrBefore", FirstOf(AtOrBefore(FromHeader("X")), AtOrBefore(FromQuery("v")))],
    ["inside AtOrBefore", AtOrBefore(FirstOf(FromHeader("X"), FromQuery("v")))],
  ])("FirstOf %s: another place may name a date", async (_what, extractor) => {
    const versioning = { ...custom(extractor), Versions: dates };
    await expectRead(versioning, ["", "?v=2024-07-01", { X: "soon" }, named("2024-06-01")]);
    await expectRead(versioning, [
      "",
      "?v=2024-07-01&v=1",
      { X: "soon" },
      unreadable('header X: "soon" is no date', "query v: sent 2 times"),
    ]);
  });
});

describe("FirstOf behind an unreadable place", () => {
  const asked = jest.fn(() => "2");
  const scheme = new SecurityScheme("key", { type: "apiKey", in: "header", name: "K" }, asked as never);

  it.each<readonly [string, VersionExtractor]>([
    ["a function", asked],
    ["a function that says what it reads", Described(asked, { Header: "X-Account" })],
    ["a pinned account", ByPrincipal(scheme, asked)],
    ["a function in FirstOf", FirstOf(asked, FromQuery("w"))],
  ])("%s is not asked, and another place is", async (_what, extractor) => {
    asked.mockClear();
    const versioning = custom(FirstOf(FromHeader("X-V"), extractor, FromQuery("v")));
    await expectRead(versioning, ["", "", { "X-V": ["2", "2"] }, unreadable("header X-V: sent on 2 lines")]);
    await expectRead(versioning, ["", "?v=2", { "X-V": ["1", "1"] }, named("2")]);
    expect(asked).not.toHaveBeenCalled();
    await expectRead(versioning, ["", "", {}, named("2")]);
    expect(asked).toHaveBeenCalled();
  });

  it("a call by the application's own function keeps the rule", async () => {
    asked.mockClear();
    const inner = FirstOf(FromHeader("X-V"), asked);
    const versioning = custom((req) => inner(req));
    await expectRead(versioning, ["", "", { "X-V": ["2", "2"] }, "absent"]);
    expect(asked).not.toHaveBeenCalled();
    await expectRead(versioning, ["", "", { "X-V": "2" }, named("2")]);
  });
});

describe("AssumeVersion", () => {
  it("is not asked behind an unreadable place", async () => {
    const AssumeVersion = jest.fn(() => "1");
    for (const UnknownVersion of [undefined, "assume"] as const) {
      const versioning: VersioningOptions = {
        Type: VersioningHeader,
        Header: "X-V",
        AssumeVersion,
        ...(UnknownVersion && { UnknownVersion }),
      };
      await expectRead(versioning, [
        "",
        "",
        { "X-V": ["2", "2"] },
        unreadable("header X-V: sent on 2 lines"),
      ]);
      expect(AssumeVersion).not.toHaveBeenCalled();
    }
  });

  it("may be a place that is unreadable", async () => {
    const app = appOf({ Type: VersioningURI, AssumeVersion: FromQuery("v") });
    const { ask } = await serve(app);
    expect((await ask("GET /cats?v=2&v=2")).json).toMatchObject({
      error: {
        version: {
          requested: [],
          unreadable: ["query v: sent 2 times"],
          source: "query parameter v",
          served: ["1", "2"],
        },
      },
    });
    expect((await ask("GET /v2/cats?v=1&v=1")).text).toBe("2");
  });
});

it("the texts of clients are short, and escaped", async () => {
  const versioning = { ...custom(AtOrBefore(FromQuery("v"))), Versions: dates };
  const escaped = String.raw`query v: "a\u0000\u001b\"\\\u007f\u0085\u202e\u2028" is no date`;
  await expectRead(versioning, [
    "",
    `?v=${encodeURIComponent('a\0\x1b"\\\x7f\x85\u202e\u2028')}`,
    {},
    unreadable(escaped),
  ]);
  const long = `query v: "${"x".repeat(100)}…" is no date`;
  await expectRead(versioning, ["", `?v=${"x".repeat(5_000)}`, {}, unreadable(long)]);
  const range = `a/b;v=1;v=1;w=${"x".repeat(86)}`;
  await expectRead(custom(FromMediaType("v")), [
    "",
    "",
    { Accept: `${range}${"y".repeat(5_000)}` },
    unreadable(`Accept: "${range}…" cannot be read`),
  ]);
});

it("the channel has the same texts, and a refusal without them has no such member", async () => {
  const told: unknown[] = [];
  const listen = (message: unknown): void => {
    told.push({ ...(message as object), Request: undefined });
  };
  subscribe("versioned-controllers:refused", listen);
  const { ask } = await serve(appOf({ Type: VersioningHeader, Header: "X-V" }));
  await ask("GET /cats", { "X-V": ["1", "1"] });
  await ask("GET /cats", { "X-V": "9" });
  unsubscribe("versioned-controllers:refused", listen);
  const Request = undefined;
  expect(told).toStrictEqual([
    { Request, Requested: [], Unreadable: ["header X-V: sent on 2 lines"], Reason: "unmatched" },
    { Request, Requested: ["9"], Reason: "unmatched" },
  ]);
});
