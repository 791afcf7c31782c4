import {
  App,
  AtOrBefore,
  Described,
  Description,
  FirstOf,
  FromHeader,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithVersion,
} from "versioned-controllers";
import type {
  OpenAPIParameter,
  ReadPlaces,
  VersionExtractor,
  VersioningOptions,
} from "versioned-controllers";
import { TestClient } from "versioned-controllers/testing";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

const accounts = new Map([
  ["a", "1"],
  ["b", "2"],
]);
const pinned: VersionExtractor = (req) => Promise.resolve(accounts.get(req.get("X-Account") ?? "") ?? null);

function appOf(versioning: VersioningOptions): App {
  return new App({ Versioning: versioning })
    .Get("/cats", (req) => [VersionOf(req)], WithVersion("1", "2"))
    .Get("/shared", () => ["neutral"], WithVersion(VersionNeutral));
}

const custom = (Extractor: VersionExtractor): VersioningOptions => ({ Type: VersioningCustom, Extractor });

describe("a version that is looked up by an account", () => {
  const app = () => appOf(custom(Described(pinned, { Header: "X-Account" })));

  it.each([
    ["a", "/cats", 200, ["1"]],
    ["b", "/cats", 200, ["2"]],
    ["one that nobody knows names no version", "/cats", 404, undefined],
    ["so it gets neutral routes", "/shared", 200, ["neutral"]],
  ])("%s %s", async (account, path, status, body) => {
    const answer = await (await serve(app())).ask(`GET ${path}`, { "X-Account": account });
    expect([answer.status, answer.headers.vary]).toEqual([status, "X-Account"]);
    if (body) expect(answer.json).toEqual(body);
  });

  it("documents show what is read, and claim no value for it", () => {
    expect(app().Document("1").paths["/cats"]?.get?.parameters).toEqual([
      {
        name: "X-Account",
        in: "header",
        required: true,
        description: "Selects the version of the API",
        schema: { type: "string" },
      },
    ]);
  });

  it("TestClient cannot send it", () => {
    expect(() => TestClient(app(), { Version: "1" })).toThrow("TestClient cannot send a version");
  });

  it("as AssumeVersion, under what requests may name themselves", async () => {
    const built = appOf({
      Type: VersioningURI,
      AssumeVersion: FirstOf(FromHeader("X-API-Version"), Described(pinned, { Header: "X-Account" })),
    });
    const server = await serve(built);
    const ask = (path: string, headers: Record<string, string>) => server.ask(`GET ${path}`, headers);
    expect((await ask("/cats", { "X-Account": "a" })).json).toEqual(["1"]);
    expect((await ask("/cats", { "X-Account": "a", "X-API-Version": "2" })).json).toEqual(["2"]);
    expect((await ask("/v2/cats", { "X-Account": "a" })).json).toEqual(["2"]);
    expect((await ask("/v2/cats", {})).headers.vary).toBe("X-API-Version, X-Account");
  });
});

it.each<readonly [string, ReadPlaces, string | undefined, readonly Partial<OpenAPIParameter>[]]>([
  ["a header", { Header: "X-Key" }, "X-Key", [{ name: "X-Key", in: "header" }]],
  [
    "a query parameter, which no answer varies by",
    { Query: "key" },
    undefined,
    [{ name: "key", in: "query" }],
  ],
  ["a cookie", { Cookie: "session" }, "Cookie", [{ name: "session", in: "cookie" }]],
  ["Authorization, which documents have elsewhere", { Header: "Authorization" }, "Authorization", []],
  [
    "several",
    { Header: "X-Key", Query: "key", Cookie: "session" },
    "X-Key, Cookie",
    [
      { name: "X-Key", in: "header", required: false },
      { name: "key", in: "query", required: false },
      { name: "session", in: "cookie", required: false },
    ],
  ],
])("it reads %s", async (_what, reads, vary, parameters) => {
  const app = appOf(custom(Described(() => "1", reads)));
  const answer = await (await serve(app)).ask("GET /cats");
  expect([answer.json, answer.headers.vary]).toEqual([["1"], vary]);
  expect(app.Document("1").paths["/cats"]?.get?.parameters ?? []).toMatchObject(parameters);
});

describe("a header that OpenAPI does not allow as a parameter is reported in the description", () => {
  const told = (header: string): string => `The header \`${header}\` selects the version of the API.`;

  it.each<readonly [string, VersioningOptions, string | undefined]>([
    ["Accept", custom(Described(pinned, { Header: "Accept" })), told("Accept")],
    ["authorization", custom(Described(pinned, { Header: "authorization" })), told("authorization")],
    ["Content-Type", custom(Described(pinned, { Header: "Content-Type" })), told("Content-Type")],
    [
      "two of them",
      custom(
        FirstOf(Described(pinned, { Header: "Accept" }), Described(pinned, { Header: "Authorization" })),
      ),
      `${told("Accept")}\n\n${told("Authorization")}`,
    ],
    [
      "in AssumeVersion",
      {
        Type: VersioningHeader,
        Header: "X-V",
        AssumeVersion: Described(pinned, { Header: "Authorization" }),
      },
      told("Authorization"),
    ],
    ["an own source", { Type: VersioningHeader, Header: "Content-Type" }, told("Content-Type")],
    ["another header", custom(Described(pinned, { Header: "X-Account" })), undefined],
    ["a query parameter of the name", custom(Described(pinned, { Query: "accept" })), undefined],
    ["a function that says nothing", custom(pinned), undefined],
  ])("%s", (_what, versioning, description) => {
    const app = appOf(versioning).Get("/told", () => 1, WithVersion("2"), Description("All cats."));
    for (const { paths } of [app.Document(), app.Document("2")]) {
      expect(paths["/cats"]?.get?.description).toBe(description);
      expect(paths["/told"]?.get?.description).toBe(
        description === undefined ? "All cats." : `All cats.\n\n${description}`,
      );
      expect(paths["/shared"]?.get?.description).toBeUndefined();
    }
  });

  it("not in documents whose paths name the version", () => {
    const AssumeVersion = Described(pinned, { Header: "Authorization" });
    const app = appOf({ Type: VersioningURI, AssumeVersion });
    for (const { paths } of [app.Document(), app.Document("2")]) {
      expect(paths["/v2/cats"]?.get?.description).toBeUndefined();
    }
  });
});

it("around AtOrBefore, which keeps its list", async () => {
  const extractor = Described(
    AtOrBefore((req) => req.get("X-Day")),
    { Header: "X-Day" },
  );
  const app = new App({
    Versioning: { ...custom(extractor), Versions: ["2024-01-01", "2025-01-01"] },
  }).Get("/cats", (req) => [VersionOf(req)], WithVersion("2024-01-01"));
  const answer = await (await serve(app)).ask("GET /cats", { "X-Day": "2024-05-05" });
  expect([answer.json, answer.headers.vary]).toEqual([["2024-01-01"], "X-Day"]);
});

describe("what it does not take is a problem", () => {
  const takes =
    "an argument of Described must be { Header, Query, Cookie }, at least one of them with a name, got";
  it.each<readonly [string, unknown, unknown, string]>([
    ["no function", "1", { Header: "X" }, 'an argument of Described must be a function, got "1"'],
    ["nothing that it reads", pinned, {}, `${takes} nothing`],
    ["no object", pinned, "X-Account", `${takes} "X-Account"`],
    ["another place", pinned, { header: "X-Account" }, `${takes} header: "X-Account"`],
    ["a number", pinned, { Header: 1 }, `${takes} Header: 1`],
    [
      "no field name",
      pinned,
      { Header: "a b" },
      'an argument of Described must be a field name (RFC 9110, 5.1), got "a b"',
    ],
    ["an empty name", pinned, { Query: "" }, 'an argument of Described must be a parameter\'s name, got ""'],
  ])("%s", (_what, extractor, reads, text) => {
    const app = appOf(custom(Described(extractor as VersionExtractor, reads as ReadPlaces)));
    expect(problemsOf(app)).toEqual([`AppOptions.Versioning.Extractor: ${text} [argument-invalid]`]);
  });
});
