import { createServer } from "node:http";
import express from "express";
import {
  AnyOf,
  Anonymous,
  App,
  AtOrBefore,
  ByPrincipal,
  FirstOf,
  FromCookie,
  FromHeader,
  HTTPError,
  RouteOf,
  SecurityScheme,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  VersionOf,
  WithMiddleware,
  WithSecurity,
  WithVersion,
  type AppOptions,
  type OpenAPISecurityScheme,
  type VersioningOptions,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { listen, serve } from "../../support/serve";

interface Account {
  readonly name: string;
  readonly version: string | null;
}

const accounts = new Map<string, Account>([
  ["one", { name: "One", version: "1" }],
  ["two", { name: "Two", version: "2" }],
  ["three", { name: "Three", version: "3" }],
  ["new", { name: "New", version: null }],
]);

const http = { type: "http", scheme: "bearer" } as const;

/** A scheme of accounts, and the scopes of each time that it was asked. */
function bearer(description: OpenAPISecurityScheme = http, name = "bearer") {
  const asked: (readonly string[])[] = [];
  const scheme = new SecurityScheme(name, description, (req, scopes) => {
    asked.push(scopes);
    return Promise.resolve(accounts.get(req.get("authorization") ?? ""));
  });
  return { asked, scheme, assume: ByPrincipal(scheme, ({ version }) => Promise.resolve(version)) };
}

const byHeader = { Type: VersioningHeader, Header: "V" } as const;

const as = (account: string, headers: Record<string, string> = {}) => ({
  Authorization: account,
  ...headers,
});

describe.each<[string, VersioningOptions, (version: string) => [string, Record<string, string>]]>([
  ["VersioningHeader", byHeader, (version) => ["/cats", { V: version }]],
  [
    "VersioningMediaType",
    { Type: VersioningMediaType, Key: "v" },
    (version) => ["/cats", { Accept: `application/json;v=${version}` }],
  ],
  [
    "VersioningCustom",
    { Type: VersioningCustom, Extractor: FromHeader("V") },
    (version) => ["/cats", { V: version }],
  ],
  ["VersioningURI", { Type: VersioningURI }, (version) => [`/v${version}/cats`, {}]],
])("under %s", (_, versioning, naming) => {
  async function served() {
    const { asked, scheme, assume } = bearer();
    const requested: unknown[] = [];
    const app = new App({
      Versioning: {
        ...versioning,
        Versions: ["1", "2", "3"],
        Lifecycle: { "3": { Preview: true } },
        AssumeVersion: assume,
      },
      OnMatch: (_req, { Version, Requested }) => requested.push([Version, Requested]),
    })
      .Get("/cats", (req) => [VersionOf(req), scheme.Find(req)?.name], WithVersion("1", "2", "3"))
      .Get(
        "/mine",
        (req) => [VersionOf(req), scheme.Of(req).name],
        WithVersion("1", "2"),
        WithSecurity(scheme),
      )
      .Get("/shared", (req) => [VersionOf(req) ?? "neutral"], WithVersion(VersionNeutral));
    return { asked, requested, ...(await serve(app)) };
  }

  it.each([
    ["one", "/cats", 200, ["1", null]],
    ["two", "/cats", 200, ["2", null]],
    ["three", "/cats", 200, ["3", null]],
    ["new", "/cats", 404, undefined],
    ["a stranger", "/cats", 404, undefined],
    ["new", "/shared", 200, ["neutral"]],
    ["a stranger", "/shared", 200, ["neutral"]],
    ["one", "/shared", 200, ["neutral"]],
    ["two", "/mine", 200, ["2", "Two"]],
    ["three", "/mine", 404, undefined],
  ])("the account of %s gets at %s a %i", async (account, path, status, body) => {
    const { ask, asked } = await served();
    const answer = await ask(`GET ${path}`, as(account));
    expect(answer.status).toBe(status);
    if (body) expect(answer.json).toEqual(body);
    // No version has a route at `/shared`, so nobody needs to know the account's version.
    expect(asked).toEqual(path === "/shared" ? [] : [[]]);
    expect(answer.headers.vary).toMatch(/\bAuthorization$/);
  });

  it("a request that names a version is not asked for its account", async () => {
    const { ask, asked, requested } = await served();
    const [path, headers] = naming("1");
    expect((await ask(`GET ${path}`, as("two", headers))).json).toEqual(["1", null]);
    expect([asked, requested]).toEqual([[], [["1", ["1"]]]]);
  });

  it("Requested has the account's version, as of any extractor", async () => {
    const { ask, requested } = await served();
    await ask("GET /cats", as("two"));
    await ask("GET /shared", as("new"));
    expect(requested).toEqual([
      ["2", ["2"]],
      [undefined, []],
    ]);
  });

  it("a HEAD is answered in the account's version", async () => {
    const { ask, asked } = await served();
    expect((await ask("HEAD /mine", as("one"))).status).toBe(200);
    expect(asked).toEqual([[]]);
  });
});

describe("the principal", () => {
  async function served(options: AppOptions = {}) {
    const { asked, scheme, assume } = bearer();
    const found: unknown[] = [];
    const app = new App({ ...options, Versioning: { ...byHeader, AssumeVersion: assume } });
    app.Use((req, _res, next) => {
      found.push(["Use", asked.length, scheme.Find(req)]);
      next();
    });
    const look = WithMiddleware((req, _res, next) => {
      found.push(["middleware", asked.length, scheme.Find(req)]);
      next();
    });
    const name = (req: Parameters<typeof scheme.Find>[0]) => ({ name: scheme.Find(req)?.name ?? null });
    app.Get("/open", name, WithVersion("1"));
    app.Get("/mine", name, WithVersion("1"), look, WithSecurity(scheme));
    app.Get("/scoped", name, WithVersion("1"), WithSecurity(scheme.With("read")));
    app.Get("/both", name, WithVersion("1"), WithSecurity(scheme, scheme.With("read")));
    app.Get("/either", name, WithVersion("1"), WithSecurity(AnyOf(scheme, Anonymous)));
    app.Get("/neutral", name, WithVersion(VersionNeutral), WithSecurity(scheme));
    app.Get("/neutral", name, WithVersion("9"));
    app.Get("/lenient", name, WithVersion(VersionNeutral), WithSecurity(AnyOf(scheme, Anonymous)));
    app.Get("/lenient", name, WithVersion("9"));
    app.Get("/alone", name, WithVersion(VersionNeutral), WithSecurity(scheme));
    return { asked, found, ...(await serve(app)) };
  }

  it.each<[string, string, string, number, string | null | undefined, readonly (readonly string[])[]]>([
    ["without scopes stands for the match", "/mine", "one", 200, "One", [[]]],
    ["as one of several too", "/either", "one", 200, "One", [[]]],
    ["of a neutral route too", "/neutral", "one", 200, "One", [[]]],
    ["of a neutral route that no version shares is asked for once", "/alone", "one", 200, "One", [[]]],
    ["that is refused there is asked for once", "/alone", "nobody", 401, undefined, [[]]],
    ["is not had where the route names no scheme", "/open", "one", 200, null, [[]]],
    ["with scopes is asked for again", "/scoped", "one", 200, "One", [[], ["read"]]],
    ["with and without scopes is asked for with them", "/both", "one", 200, "One", [[], ["read"]]],
    ["that is pinned to nothing stands for the match", "/neutral", "new", 200, "New", [[]]],
    ["after a refusal is asked for again", "/neutral", "nobody", 401, undefined, [[], []]],
    ["after a refusal, as one of several, too", "/lenient", "nobody", 200, null, [[], []]],
  ])("%s: %s", async (_, path, account, status, name, asked) => {
    const server = await served();
    const answer = await server.ask(`GET ${path}`, as(account));
    expect(answer.status).toBe(status);
    if (name !== undefined) expect(answer.json).toEqual({ name });
    expect(server.asked).toEqual(asked);
  });

  it("is asked for after Use, and is not had before security", async () => {
    const { ask, found } = await served();
    await ask("GET /mine", as("one"));
    expect(found).toEqual([
      ["Use", 0, undefined],
      ["middleware", 1, undefined],
    ]);
  });

  it("is asked for where the route needs it when the request names its version", async () => {
    const { ask, asked } = await served();
    expect((await ask("GET /mine", as("two", { V: "1" }))).json).toEqual({ name: "Two" });
    expect(asked).toEqual([[]]);
  });

  it("of one request is not that of another", async () => {
    const { ask } = await served();
    const names = ["one", "two", "one", "new"].map(
      async (account) => (await ask("GET /lenient", as(account))).json,
    );
    expect(await Promise.all(names)).toEqual([
      { name: "One" },
      { name: "Two" },
      { name: "One" },
      { name: "New" },
    ]);
  });
});

describe("what is thrown", () => {
  const limit = new HTTPError(429, "too many tokens", { headers: { "Retry-After": "9" } });

  it.each<[string, () => never, () => never]>([
    [
      "by authenticate",
      () => {
        throw limit;
      },
      () => {
        throw new Error("unreached");
      },
    ],
    [
      "by the function",
      () => ({ name: "Tom" }) as never,
      () => {
        throw limit;
      },
    ],
  ])("%s is answered as what authenticate throws", async (_, authenticate, versionOf) => {
    const scheme = new SecurityScheme("bearer", http, authenticate);
    const app = new App({ Versioning: { ...byHeader, AssumeVersion: ByPrincipal(scheme, versionOf) } });
    app.Get("/cats", () => 1, WithVersion("1"));
    app.Get("/cats", () => 1, WithVersion(VersionNeutral));
    const answer = await (await serve(app)).ask("GET /cats");
    expect([answer.status, answer.headers["retry-after"]]).toEqual([429, "9"]);
  });

  it("is asked of MapError, else a 500 that is logged", async () => {
    class Expired extends Error {}
    const scheme = new SecurityScheme("bearer", http, (req): Account => {
      throw req.get("authorization") === "old" ? new Expired() : new Error("secret");
    });
    const logger = recordingLogger();
    const app = new App({
      Logger: logger,
      MapError: (error) => (error instanceof Expired ? new HTTPError(403, "expired") : undefined),
      Versioning: { ...byHeader, AssumeVersion: ByPrincipal(scheme, () => "1") },
    }).Get("/cats", () => 1, WithVersion("1"));
    const { ask } = await serve(app);
    expect((await ask("GET /cats", as("old"))).status).toBe(403);
    const failed = await ask("GET /cats", as("x"));
    expect([failed.status, failed.text.includes("secret")]).toEqual([500, false]);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

it.each<[string, OpenAPISecurityScheme, string | undefined]>([
  ["http", http, "V, Authorization"],
  ["oauth2", { type: "oauth2", flows: {} }, "V, Authorization"],
  ["openIdConnect", { type: "openIdConnect", openIdConnectUrl: "https://a.test/" }, "V, Authorization"],
  ["apiKey in a header", { type: "apiKey", in: "header", name: "X-Key" }, "V, X-Key"],
  ["apiKey in a cookie", { type: "apiKey", in: "cookie", name: "sid" }, "V, Cookie"],
  ["apiKey in the query", { type: "apiKey", in: "query", name: "key" }, "V"],
  ["mutualTLS", { type: "mutualTLS" }, "V"],
])("a scheme of %s is named in Vary, and in documents as what it is", async (_, description, vary) => {
  const { scheme, assume } = bearer(description);
  const app = new App({ Versioning: { ...byHeader, AssumeVersion: assume } });
  app.Get("/cats", () => 1, WithVersion("1"));
  app.Get("/mine", () => 1, WithVersion("1"), WithSecurity(scheme));
  expect((await (await serve(app)).ask("GET /nothing", { V: "1" })).headers.vary).toBe(vary);
  for (const [{ paths, components }, required] of [
    [app.Document(), false],
    [app.Document("1"), true],
  ] as const) {
    expect(components?.securitySchemes).toEqual({ bearer: description });
    // The only parameter is that of the header: an account has none.
    const parameters = paths["/cats"]?.get?.parameters ?? [];
    expect(parameters.map((one) => [one.name, one.required])).toEqual([["V", required]]);
    expect(paths["/cats"]?.get?.security).toBeUndefined();
  }
});

it("an unknown version is taken as none under UnknownVersion, and Requested stays", async () => {
  const { asked, scheme, assume } = bearer();
  const requested: unknown[] = [];
  const app = new App({
    Versioning: { ...byHeader, UnknownVersion: "assume", AssumeVersion: assume },
    OnMatch: (_, { Requested }) => requested.push(Requested),
  }).Get(
    "/mine",
    (req) => [VersionOf(req), scheme.Of(req).name],
    WithVersion("1", "2"),
    WithSecurity(scheme),
  );
  const { ask } = await serve(app);
  expect((await ask("GET /mine", as("two", { V: "9" }))).json).toEqual(["2", "Two"]);
  expect([asked, requested]).toEqual([[[]], [["9"]]]);
});

it("behind another extractor, and by dates, it is asked once too", async () => {
  const { asked, scheme } = bearer();
  const dated = new App({
    Versioning: {
      Type: VersioningCustom,
      Versions: ["2024-01-01", "2025-01-01"],
      Extractor: FirstOf(
        FromHeader("V"),
        AtOrBefore(ByPrincipal(scheme, () => "2024-06-01")),
        FromCookie("v"),
      ),
    },
  }).Get(
    "/mine",
    (req) => [VersionOf(req), scheme.Of(req).name],
    WithVersion("2024-01-01", "2025-01-01"),
    WithSecurity(scheme),
  );
  const { ask } = await serve(dated);
  const answer = await ask("GET /mine", as("one"));
  expect([answer.json, answer.headers.vary]).toEqual([["2024-01-01", "One"], "V, Authorization, Cookie"]);
  expect(asked).toEqual([[]]);
});

it("an account without a version falls to the next extractor, and is not asked again", async () => {
  const { asked, scheme, assume } = bearer();
  const app = new App({
    Versioning: { ...byHeader, AssumeVersion: FirstOf(assume, () => "2") },
  }).Get(
    "/mine",
    (req) => [VersionOf(req), scheme.Of(req).name],
    WithVersion("1", "2"),
    WithSecurity(scheme),
  );
  const { ask } = await serve(app);
  expect((await ask("GET /mine", as("new"))).json).toEqual(["2", "New"]);
  expect(asked).toEqual([[]]);
});

describe("two Apps on one host", () => {
  it("an App that passes a request on leaves nobody admitted to the next one", async () => {
    const { asked, scheme, assume } = bearer();
    const first = new App({ PassUnmatched: true, Versioning: { ...byHeader, AssumeVersion: assume } });
    // Only an App with a route at the path asks for the version.
    first.Get("/second", () => 1, WithVersion("2"));
    const second = new App().Get("/second", (req) => [scheme.Of(req).name], WithSecurity(scheme));
    const { ask } = await serve(
      first,
      (req, _res, next) => {
        expect([scheme.Find(req), RouteOf(req)]).toEqual([undefined, undefined]);
        next();
      },
      second,
    );
    expect((await ask("GET /second", as("one"))).json).toEqual(["One"]);
    expect(asked).toEqual([[], []]);
  });

  it("an App within a route's middleware takes nothing from the route's match", async () => {
    const { asked, scheme, assume } = bearer();
    const inner = new App({ PassUnmatched: true, Versioning: { ...byHeader, AssumeVersion: assume } });
    inner.Get("/mine", () => 1, WithVersion("2"));
    const outer = new App({ Versioning: { ...byHeader, AssumeVersion: assume } });
    outer.Get(
      "/mine",
      (req) => [scheme.Of(req).name],
      WithVersion("1"),
      WithMiddleware(inner.Build()),
      WithSecurity(scheme),
    );
    const { ask } = await serve(outer);
    expect((await ask("GET /mine", as("one"))).json).toEqual(["One"]);
    expect(asked).toEqual([[], []]);
  });
});

it("is the same on every kind of server", async () => {
  const { asked, scheme, assume } = bearer();
  const app = new App({ Versioning: { ...byHeader, AssumeVersion: assume } });
  app.Get(
    "/mine",
    (req) => [VersionOf(req), scheme.Of(req).name],
    WithVersion("1", "2"),
    WithSecurity(scheme),
  );
  for (const server of [
    CreateServer(app),
    CreateServer(express().use(app.Build())),
    createServer(express().use(app.Build())),
  ]) {
    const { ask } = await listen(server);
    const answer = await ask("GET /mine", as("two"));
    expect([answer.json, answer.headers.vary]).toEqual([["2", "Two"], "V, Authorization"]);
  }
  expect(asked).toEqual([[], [], []]);
});

it("Explain tells of the scheme where the account's version has no such route", async () => {
  const { assume } = bearer();
  const app = new App({ Versioning: { ...byHeader, Explain: true, AssumeVersion: assume } });
  app.Get("/cats", () => 1, WithVersion("1"));
  const { ask } = await serve(app);
  expect((await ask("GET /cats", as("two"))).json).toMatchObject({
    error: { version: { requested: ["2"], source: "security scheme bearer", served: ["1"] } },
  });
});

it.each<[string, () => VersioningOptions, string]>([
  [
    "no scheme",
    () => ({ ...byHeader, AssumeVersion: ByPrincipal({} as never, () => "1") }),
    "AppOptions.Versioning.AssumeVersion: the first argument of ByPrincipal must be a SecurityScheme, got an object",
  ],
  [
    "no function",
    () => ({ ...byHeader, AssumeVersion: ByPrincipal(bearer().scheme, "1" as never) }),
    'AppOptions.Versioning.AssumeVersion: the second argument of ByPrincipal must be a function, got "1"',
  ],
  [
    "a scheme that is unusable",
    () => ({ ...byHeader, AssumeVersion: bearer({ type: "x" } as never).assume }),
    'AppOptions.Versioning: the second argument of security scheme "bearer" must be an OpenAPI Security Scheme Object, got an object',
  ],
  [
    "no Type",
    () => ({ AssumeVersion: bearer().assume }),
    "AssumeVersion is set but Type is not: set Versioning.Type",
  ],
  [
    "a name that another scheme has",
    () => ({ ...byHeader, AssumeVersion: bearer().assume }),
    'GET /mine: two security schemes have the same name, "bearer", one here and one in AppOptions.Versioning',
  ],
])("Build refuses %s", (_, versioning, text) => {
  const app = new App({ Versioning: versioning() });
  app.Get("/mine", () => 1, WithVersion("1"), WithSecurity(bearer().scheme));
  expect(problemsOf(app)).toEqual(expect.arrayContaining([expect.stringContaining(text)]));
});

it("asked by a function of the application's own it gives its versions", async () => {
  const { assume } = bearer();
  const app = new App({
    Versioning: { ...byHeader, AssumeVersion: async (req) => [(await assume(req)) ?? [], "1"].flat() },
  }).Get("/cats", (req) => [VersionOf(req)], WithVersion("1", "2"));
  const { ask } = await serve(app);
  expect((await ask("GET /cats", as("two"))).json).toEqual(["2"]);
  expect((await ask("GET /cats", as("nobody"))).json).toEqual(["1"]);
});
