import {
  App,
  AtOrBefore,
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
import type { VersioningOptions } from "versioned-controllers";
import { internalError, unmatched } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Headers = Record<string, string | readonly string[]>;
type Row = readonly [what: string, line: string, headers: Headers, expected: string];

const Logger = recordingLogger();

/** Every route says its name and the version that it was resolved to. */
function appOf(Versioning: VersioningOptions): App {
  const app = new App({ Versioning, Logger });
  const route = (name: string, method: string, path: string, ...versions: readonly string[]): void => {
    app.Handle(
      method,
      path,
      (req, res) => {
        res.set("X-By", `${name} ${VersionOf(req) ?? "neutral"}`);
        return null;
      },
      WithVersion(...versions),
    );
  };
  route("cats", "GET", "/cats", "1", "2");
  route("cats", "GET", "/cats", VersionNeutral);
  route("dogs", "GET", "/dogs", "2");
  route("birds", "GET", "/birds", "1");
  route("health", "GET", "/health", VersionNeutral);
  return app;
}

async function by(Versioning: VersioningOptions, line: string, headers: Headers): Promise<string> {
  const answer = await (await serve(appOf(Versioning))).ask(line, headers);
  return answer.status === 200 ? String(answer.headers["x-by"]) : String(answer.status);
}

describe("AssumeVersion applies where a request names no version, and only there", () => {
  describe("under VersioningHeader", () => {
    const options: VersioningOptions = { Type: VersioningHeader, Header: "V", AssumeVersion: "1" };

    it.each<Row>([
      ["none is named", "GET /cats", {}, "cats 1"],
      ["an empty value names none", "GET /cats", { V: "" }, "cats 1"],
      ["several lines are unreadable: the neutral route", "GET /cats", { V: ["2", "2"] }, "cats neutral"],
      ["several lines are unreadable: 404", "GET /birds", { V: ["1", "1"] }, "404"],
      ["one is named", "GET /cats", { V: "2" }, "cats 2"],
      ["one that no route has is named: the neutral route", "GET /cats", { V: "9" }, "cats neutral"],
      ["one that no route has is named: 404", "GET /birds", { V: "9" }, "404"],
      ["one is named that has no such route", "GET /birds", { V: "2" }, "404"],
      ["the assumed one has no such route: 404", "GET /dogs", {}, "404"],
      ["the assumed one has no such route: the neutral route", "GET /health", {}, "health neutral"],
    ])("%s", async (_what, line, headers, expected) => {
      expect(await by(options, line, headers)).toBe(expected);
    });
  });

  describe("under VersioningMediaType", () => {
    const options: VersioningOptions = { Type: VersioningMediaType, Key: "v", AssumeVersion: "1" };

    it.each<Row>([
      ["no Accept", "GET /cats", {}, "cats 1"],
      ["no range carries the key", "GET /cats", { Accept: "application/json, */*" }, "cats 1"],
      ["it is refused", "GET /cats", { Accept: "application/json;v=2;q=0" }, "cats 1"],
      ["it is empty", "GET /cats", { Accept: 'application/json;v=""' }, "cats 1"],
      ["one is named", "GET /cats", { Accept: "application/json;v=2" }, "cats 2"],
      ["one is named that no route has", "GET /birds", { Accept: "application/json;v=9" }, "404"],
      ["then the neutral route", "GET /health", {}, "health neutral"],
    ])("%s", async (_what, line, headers, expected) => {
      expect(await by(options, line, headers)).toBe(expected);
    });
  });

  describe("under VersioningCustom", () => {
    const lists = (header: string): VersioningOptions => ({
      Type: VersioningCustom,
      Extractor: (req) => JSON.parse(req.get(header) ?? "null") as string[] | null,
      AssumeVersion: "1",
    });

    it.each<Row>([
      ["null", "GET /cats", {}, "cats 1"],
      ["an empty list", "GET /cats", { W: "[]" }, "cats 1"],
      ["nothing but what is no version", "GET /cats", { W: '["", 7, "\\u0000neutral"]' }, "cats 1"],
      ["one is named", "GET /cats", { W: '"2"' }, "cats 2"],
      ["none of a list has the route", "GET /birds", { W: '["9", "2"]' }, "404"],
      ["then the neutral route", "GET /health", {}, "health neutral"],
    ])("%s", async (_what, line, headers, expected) => {
      expect(await by(lists("W"), line, headers)).toBe(expected);
    });

    it("a promise is awaited first", async () => {
      const options = (named: string | undefined): VersioningOptions => ({
        Type: VersioningCustom,
        Extractor: () => Promise.resolve(named),
        AssumeVersion: () => Promise.resolve("1"),
      });
      expect(await by(options(undefined), "GET /cats", {})).toBe("cats 1");
      expect(await by(options("2"), "GET /cats", {})).toBe("cats 2");
    });
  });

  describe("under VersioningURI, at the plain path", () => {
    const options: VersioningOptions = { Type: VersioningURI, AssumeVersion: "1" };

    it.each<Row>([
      ["a plain path", "GET /cats", {}, "cats 1"],
      ["a plain path whose version has no such route: 404", "GET /dogs", {}, "404"],
      ["a plain path that is a neutral route's alone", "GET /health", {}, "health neutral"],
      ["a path that names a version", "GET /v2/cats", {}, "cats 2"],
      ["a path that names the assumed version", "GET /v1/cats", {}, "cats 1"],
      ["a path whose version has no such route", "GET /v2/birds", {}, "404"],
      ["a version that is not declared is a plain path", "GET /v9/cats", {}, "404"],
      ["HEAD", "HEAD /cats", {}, "cats 1"],
      ["a malformed escape: 404", "GET /%zz/cats", {}, "404"],
    ])("%s", async (_what, line, headers, expected) => {
      expect(await by(options, line, headers)).toBe(expected);
    });

    it("a first segment that only looks like a version's is part of a plain path", async () => {
      const app = new App({ Versioning: options, Logger })
        .Get("/{a}/cats", (req) => `${req.params.a} ${String(VersionOf(req))}`, WithVersion("1"))
        .Get("/cats", () => "two", WithVersion("2"));
      const server = await serve(app);
      expect((await server.ask("GET /v9/cats")).text).toBe("v9 1");
      expect((await server.ask("GET /V2/cats")).text).toBe("V2 1");
      expect((await server.ask("GET /v2/cats")).text).toBe("two");
      expect((await server.ask("GET /%762/cats")).text).toBe("v2 1");
      expect((await server.ask("GET /v1/v9/cats")).text).toBe("v9 1");
    });

    it("an empty Prefix: only a declared version is one", async () => {
      const app = new App({ Versioning: { ...options, Prefix: "" }, Logger }).Get(
        "/cats",
        (req) => VersionOf(req),
        WithVersion("1", "2"),
      );
      const server = await serve(app);
      expect((await server.ask("GET /2/cats")).text).toBe("2");
      expect((await server.ask("GET /cats")).text).toBe("1");
      expect((await server.ask("GET /9/cats")).status).toBe(404);
    });
  });
});

describe("as an extractor", () => {
  describe("under VersioningURI it lets an API move from paths to a header while both work", () => {
    const options: VersioningOptions = { Type: VersioningURI, AssumeVersion: FromHeader("V") };

    it.each<Row>([
      ["the header at a plain path", "GET /cats", { V: "2" }, "cats 2"],
      ["another value of it", "GET /cats", { V: "1" }, "cats 1"],
      ["no header: the neutral route", "GET /cats", {}, "cats neutral"],
      ["no header and no neutral route", "GET /dogs", {}, "404"],
      ["a version that no route has: the neutral route", "GET /cats", { V: "9" }, "cats neutral"],
      ["a version that has no such route", "GET /dogs", { V: "1" }, "404"],
      ["a path names a version: the header is not asked", "GET /v1/cats", { V: "2" }, "cats 1"],
      [
        "a path names a version without the route, whatever the header says",
        "GET /v1/dogs",
        { V: "2" },
        "404",
      ],
      ["the neutral route, whatever the header says", "GET /health", { V: "2" }, "health neutral"],
      ["a path of a version that is not declared", "GET /v9/cats", { V: "2" }, "404"],
    ])("%s", async (_what, line, headers, expected) => {
      expect(await by(options, line, headers)).toBe(expected);
    });

    it("then a fixed version, by FirstOf", async () => {
      const both = { ...options, AssumeVersion: FirstOf(FromHeader("V"), () => "1") };
      expect(await by(both, "GET /cats", {})).toBe("cats 1");
      expect(await by(both, "GET /cats", { V: "2" })).toBe("cats 2");
      expect(await by(both, "GET /v2/cats", { V: "1" })).toBe("cats 2");
    });

    it("a list is tried in order", async () => {
      const list = { ...options, AssumeVersion: () => ["9", "1", "2"] };
      expect(await by(list, "GET /cats", {})).toBe("cats 1");
      expect(await by(list, "GET /dogs", {})).toBe("dogs 2");
    });

    it("it is not asked where the path names a version", async () => {
      const extractor = jest.fn(() => "1");
      expect(await by({ ...options, AssumeVersion: extractor }, "GET /v2/cats", {})).toBe("cats 2");
      expect(extractor).not.toHaveBeenCalled();
      expect(await by({ ...options, AssumeVersion: extractor }, "GET /cats", {})).toBe("cats 1");
      expect(extractor).toHaveBeenCalledTimes(1);
    });

    it("nor where it names a listed version whose routes are gone, and whose successor answers", async () => {
      const extractor = jest.fn(() => "1");
      const succeeded: VersioningOptions = {
        Type: VersioningURI,
        Versions: ["0", "1", "2"],
        AssumeVersion: extractor,
        Lifecycle: { "0": { Sunset: "2020-01-01", AfterSunset: "successor", Successor: "2" } },
      };
      expect(await by(succeeded, "GET /v0/dogs", {})).toBe("dogs 2");
      expect(extractor).not.toHaveBeenCalled();
    });
  });

  it("under VersioningHeader it is asked where the header names none, and only there", async () => {
    const extractor = jest.fn(() => Promise.resolve("2"));
    const options: VersioningOptions = { Type: VersioningHeader, Header: "V", AssumeVersion: extractor };
    expect(await by(options, "GET /cats", { V: "1" })).toBe("cats 1");
    expect(extractor).not.toHaveBeenCalled();
    expect(await by(options, "GET /cats", {})).toBe("cats 2");
  });

  it("AtOrBefore: of the versions in the list", async () => {
    const options: VersioningOptions = {
      Type: VersioningHeader,
      Header: "V",
      Versions: ["2024-01-01", "2024-06-01"],
      AssumeVersion: AtOrBefore(FromHeader("X-Date")),
    };
    const app = new App({ Versioning: options, Logger }).Get(
      "/cats",
      (req) => VersionOf(req),
      WithVersion("2024-01-01", "2024-06-01"),
    );
    const server = await serve(app);
    expect((await server.ask("GET /cats", { "X-Date": "2024-05-31" })).text).toBe("2024-01-01");
    expect((await server.ask("GET /cats", { "X-Date": "2023-05-31" })).status).toBe(404);
    expect((await server.ask("GET /cats", { "X-Date": "2024-05-31", V: "2024-06-01" })).text).toBe(
      "2024-06-01",
    );
  });

  it.each<readonly [string, VersioningOptions]>([
    ["VersioningURI", { Type: VersioningURI }],
    ["VersioningHeader", { Type: VersioningHeader, Header: "V" }],
    ["AtOrBefore", { Type: VersioningCustom, Extractor: AtOrBefore(FromHeader("V")) }],
  ])(
    "AtOrBefore: under %s, Requested is what the client sent, also where it selects none",
    async (_, options) => {
      const told: unknown[] = [];
      const Versioning: VersioningOptions = {
        ...options,
        Versions: ["2024-01-01"],
        AssumeVersion: AtOrBefore(FromHeader("X-Date")),
        Explain: true,
      };
      const app = new App({
        Versioning,
        Logger,
        OnMatch: (_req, { Requested }) => told.push(Requested),
        OnRefused: (_req, { Requested }) => told.push(Requested),
      })
        .Get("/cats", () => "cats", WithVersion("2024-01-01"))
        .Get("/health", () => "ok", WithVersion(VersionNeutral));
      const server = await serve(app);
      await server.ask("GET /health", { "X-Date": "2023-05-31" });
      const { json } = await server.ask("GET /cats", { "X-Date": "2023-05-31" });
      await server.ask("GET /health");
      expect(told).toEqual([["2023-05-31"], ["2023-05-31"], []]);
      expect(json).toMatchObject({ error: { version: { requested: ["2023-05-31"] } } });
    },
  );

  it.each<readonly [string, VersioningOptions]>([
    ["VersioningURI", { Type: VersioningURI }],
    ["VersioningHeader", { Type: VersioningHeader, Header: "V" }],
  ])("one that throws or rejects is a 500 under %s, never the neutral route", async (_scheme, options) => {
    for (const AssumeVersion of [
      () => {
        throw new Error("no idea");
      },
      () => Promise.reject(new Error("no idea")),
    ]) {
      const answer = await (await serve(appOf({ ...options, AssumeVersion }))).ask("GET /cats");
      expect(answer.json).toEqual(internalError);
    }
  });
});

it("nothing that is assumed changes the 404", async () => {
  const options: VersioningOptions = { Type: VersioningURI, AssumeVersion: "1" };
  const answer = await (await serve(appOf(options))).ask("GET /dogs");
  expect(answer.json).toEqual(unmatched("GET /dogs"));
});

describe("Vary names what is read", () => {
  const own = () => "1";
  it.each<readonly [string, VersioningOptions, string | undefined]>([
    ["URI with a fixed version: nothing is", { Type: VersioningURI, AssumeVersion: "1" }, undefined],
    ["URI with FromHeader", { Type: VersioningURI, AssumeVersion: FromHeader("V") }, "V"],
    ["URI with FromMediaType", { Type: VersioningURI, AssumeVersion: FromMediaType("v") }, "Accept"],
    ["URI with FromCookie", { Type: VersioningURI, AssumeVersion: FromCookie("v") }, "Cookie"],
    [
      "URI with FromQuery: it is part of the address",
      { Type: VersioningURI, AssumeVersion: FromQuery("v") },
      undefined,
    ],
    [
      "URI with FirstOf",
      { Type: VersioningURI, AssumeVersion: FirstOf(FromHeader("V"), FromQuery("v"), FromCookie("v")) },
      "V, Cookie",
    ],
    [
      "URI with an application's own function, which does not say",
      { Type: VersioningURI, AssumeVersion: own },
      undefined,
    ],
    ["header with a fixed version", { Type: VersioningHeader, Header: "V", AssumeVersion: "1" }, "V"],
    [
      "header with FromCookie",
      { Type: VersioningHeader, Header: "V", AssumeVersion: FromCookie("v") },
      "V, Cookie",
    ],
    [
      "header with the same header",
      { Type: VersioningHeader, Header: "V", AssumeVersion: FromHeader("V") },
      "V",
    ],
    [
      "media type with FromHeader",
      { Type: VersioningMediaType, Key: "v", AssumeVersion: FromHeader("V") },
      "Accept, V",
    ],
    [
      "custom with FromHeader",
      { Type: VersioningCustom, Extractor: own, AssumeVersion: FromHeader("V") },
      "V",
    ],
  ])("%s", async (_what, options, vary) => {
    const server = await serve(appOf(options));
    for (const line of ["GET /cats", "GET /v1/cats", "GET /health", "GET /nowhere", "POST /cats"]) {
      const { headers } = await server.ask(line);
      expect([line, headers.vary]).toEqual([line, vary]);
    }
  });
});
