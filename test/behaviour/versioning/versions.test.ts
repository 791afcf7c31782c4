import { App, RouteOf, VersionNeutral, VersionOf, WithVersion } from "versioned-controllers";
import { unmatched } from "../../support/expected";
import { testRules, type Rules } from "../../support/rules";
import { serve } from "../../support/serve";
import { header, schemes, uri, versioned, type Scheme } from "../../support/schemes";

const neutral = VersionNeutral;

/** `[method, path, ...versions]`; without a version the route resolves none. */
type Declared = readonly [method: string, path: string, ...versions: string[]];

/** An answer names the method, path and version of its route. */
const rules: Rules<Declared> = {
  "the API of a version is exactly the routes declared for it": {
    routes: [
      ["GET", "/cats", "1"],
      ["GET", "/cats/{id}", "1", "2"],
      ["POST", "/cats", "2"],
    ],
    rows: [
      ["GET /cats", ["1"], "GET /cats 1"],
      ["GET /cats", ["2"], "404"],
      ["GET /cats/7", ["1"], "GET /cats/{id} 1"],
      ["GET /cats/7", ["2"], "GET /cats/{id} 2"],
      ["POST /cats", ["1"], "404"],
      ["POST /cats", ["2"], "POST /cats 2"],
      ["GET /cats", [], "404"],
      ["GET /cats", ["3"], "404"],
    ],
  },
  "a version whose own static route is missing still reaches its parameter route": {
    routes: [
      ["GET", "/cats/me", "1"],
      ["GET", "/cats/{id}", "2"],
    ],
    rows: [
      ["GET /cats/me", ["1"], "GET /cats/me 1"],
      ["GET /cats/me", ["2"], "GET /cats/{id} 2"],
      ["GET /cats/7", ["1"], "404"],
      ["GET /cats/7", ["2"], "GET /cats/{id} 2"],
    ],
  },
  "a version's rest route beats another version's static route": {
    routes: [
      ["GET", "/files/readme", "1"],
      ["GET", "/files/{path...}", "2"],
    ],
    rows: [
      ["GET /files/readme", ["2"], "GET /files/{path...} 2"],
      ["GET /files/a/b", ["1"], "404"],
    ],
  },
  "each version has its own names of parameters at one path": {
    routes: [
      ["GET", "/cats/{id}", "1"],
      ["GET", "/cats/{name}", "2", "3"],
    ],
    rows: [
      ["GET /cats/7", ["1"], "GET /cats/{id} 1"],
      ["GET /cats/7", ["3"], "GET /cats/{name} 3"],
      ["GET /cats/7", ["4"], "404"],
    ],
  },
  "a preference list beats specificity": {
    routes: [
      ["GET", "/cats/me", "1"],
      ["GET", "/cats/{id}", "2"],
      ["GET", "/cats/{path...}", "3"],
      ["GET", "/cats/me", neutral],
    ],
    rows: [
      ["GET /cats/me", ["1", "2"], "GET /cats/me 1"],
      ["GET /cats/me", ["2", "1"], "GET /cats/{id} 2"],
      ["GET /cats/me", ["3", "2", "1"], "GET /cats/{path...} 3"],
      ["GET /cats/me", ["9", "3", "1"], "GET /cats/{path...} 3"],
    ],
  },
  "the requested versions are tried in order, each against its own API": {
    routes: [
      ["GET", "/cats", "1"],
      ["GET", "/dogs", "2"],
      ["POST", "/cats", "2"],
    ],
    rows: [
      ["GET /cats", ["2", "1"], "GET /cats 1"],
      ["GET /dogs", ["2", "1"], "GET /dogs 2"],
      ["GET /cats", ["2", "3"], "404"],
      ["GET /cats", ["1", "1"], "GET /cats 1"],
      ["POST /cats", ["1", "2"], "POST /cats 2"],
    ],
  },
  "if none of them has a route, the neutral routes are tried": {
    routes: [
      ["GET", "/cats", "1"],
      ["GET", "/cats", neutral],
      ["GET", "/cats/me", neutral],
      ["GET", "/cats/{id}", "1"],
      ["POST", "/cats", neutral],
    ],
    rows: [
      ["GET /cats", ["1"], "GET /cats 1"],
      ["GET /cats", [], "GET /cats neutral"],
      ["GET /cats", ["2"], "GET /cats neutral", "404"],
      ["GET /cats", ["3", "2"], "GET /cats neutral"],
      // A version's own route beats a neutral one, though that is more specific.
      ["GET /cats/me", ["1"], "GET /cats/{id} 1"],
      ["GET /cats/me", [], "GET /cats/me neutral"],
      ["GET /cats/me", ["2"], "GET /cats/me neutral", "404"],
      ["GET /cats/7", ["2"], "404"],
      ["POST /cats", ["1"], "POST /cats neutral", "404"],
      ["DELETE /cats", ["1"], "404"],
    ],
  },
  "a route that resolves no version answers nothing, and shadows nothing": {
    routes: [
      ["GET", "/cats/me"],
      ["GET", "/cats/{id}", "1"],
      ["GET", "/dogs"],
      ["GET", "/cats/{id}", neutral],
    ],
    rows: [
      ["GET /dogs", [], "404"],
      ["GET /dogs", ["1"], "404"],
      ["GET /cats/me", ["1"], "GET /cats/{id} 1"],
      ["GET /cats/me", [], "GET /cats/{id} neutral"],
    ],
  },
  "HEAD is answered within one version by a Head route, else by a GET route": {
    routes: [
      ["GET", "/cats", "1"],
      ["HEAD", "/cats", "2"],
      ["GET", "/cats", "2"],
      ["HEAD", "/cats/{id}", "1"],
      ["GET", "/cats/me", "1"],
      ["HEAD", "/cats", neutral],
      ["GET", "/dogs", neutral],
    ],
    rows: [
      ["HEAD /cats", ["1"], "GET /cats 1"],
      ["HEAD /cats", ["2"], "HEAD /cats 2"],
      ["HEAD /cats", ["1", "2"], "GET /cats 1"],
      ["HEAD /cats", ["2", "1"], "HEAD /cats 2"],
      ["HEAD /cats", [], "HEAD /cats neutral"],
      ["HEAD /cats", ["3"], "HEAD /cats neutral", "404"],
      ["HEAD /cats/me", ["1"], "HEAD /cats/{id} 1"],
      ["HEAD /dogs", ["1"], "GET /dogs neutral", "404"],
      ["HEAD /dogs", [], "GET /dogs neutral"],
    ],
  },
  "OPTIONS is a method like any other": {
    routes: [
      ["GET", "/cats", "1"],
      ["OPTIONS", "/cats", "2"],
    ],
    rows: [
      ["OPTIONS /cats", ["1"], "404"],
      ["OPTIONS /cats", ["2"], "OPTIONS /cats 2"],
      ["OPTIONS /cats", ["1", "2"], "OPTIONS /cats 2"],
    ],
  },
  "names such as __proto__ and constructor are versions like any other": {
    routes: [
      ["GET", "/cats", "__proto__"],
      ["GET", "/cats", "constructor"],
      ["GET", "/dogs", "1"],
    ],
    rows: [
      ["GET /cats", ["__proto__"], "GET /cats __proto__"],
      ["GET /cats", ["constructor"], "GET /cats constructor"],
      ["GET /cats", ["toString"], "404"],
      ["GET /cats", ["hasOwnProperty", "__proto__"], "GET /cats __proto__"],
      ["GET /dogs", ["__proto__"], "404"],
      ["GET /dogs", ["valueOf"], "404"],
    ],
  },
  "versions are texts, compared exactly": {
    routes: [
      ["GET", "/cats", "1"],
      ["GET", "/cats", "1.0"],
      ["GET", "/cats", "2024-05-01"],
      ["GET", "/cats", "a"],
      ["GET", "/cats", "A"],
    ],
    rows: [
      ["GET /cats", ["1"], "GET /cats 1"],
      ["GET /cats", ["1.0"], "GET /cats 1.0"],
      ["GET /cats", ["01"], "404"],
      ["GET /cats", ["1.00"], "404"],
      ["GET /cats", ["2024-05-01"], "GET /cats 2024-05-01"],
      ["GET /cats", ["a"], "GET /cats a"],
      ["GET /cats", ["A"], "GET /cats A"],
    ],
  },
};

function appOf(scheme: Scheme, routes: readonly Declared[]): App {
  const app = new App({
    Versioning: scheme.options,
    Logger: { warn: () => undefined, error: () => undefined },
  });
  for (const [method, path, ...versions] of routes) {
    const options = versions.length === 0 ? [] : [WithVersion(...versions)];
    app.Handle(
      method,
      path,
      (req, res) => {
        const route = RouteOf(req);
        res.set("X-By", `${String(route?.Method)} ${String(route?.Path)} ${VersionOf(req) ?? "neutral"}`);
        return null;
      },
      ...options,
    );
  }
  return app;
}

testRules(rules, appOf);

describe.each(versioned)("$name", (scheme) => {
  it("an unserved version is the same 404 as an unmatched path, never 406", async () => {
    const server = await serve(appOf(scheme, [["GET", "/cats", "1"]]));
    for (const [path, versions] of [
      ["/cats", ["9"]],
      ["/dogs", ["1"]],
      ["/cats", []],
    ] as const) {
      const asking = scheme.ask(path, versions);
      if (!asking) throw new Error(scheme.cannot);
      const answer = await server.ask(`GET ${asking.path}`, asking.headers);
      expect(answer.status).toBe(404);
      expect(answer.json).toEqual(unmatched(`GET ${asking.path}`));
    }
  });
});

describe("which scheme can ask what", () => {
  it.each(schemes.map((scheme) => [scheme.name, scheme] as const))("%s", (_name, scheme) => {
    const list = scheme.ask("/cats", ["2", "1"]);
    // Every row that testRules passes over is one of a preference list.
    expect([list === undefined, scheme.cannot !== ""]).toEqual(
      scheme.name === "VersioningCustom" ? [false, false] : [true, true],
    );
    expect(scheme.ask("/cats", [])).toBeDefined();
  });
});

describe("under VersioningURI the path settles the version: one tree of the served paths", () => {
  const rows: readonly (readonly [string, string])[] = [
    ["GET /v1/cats/list", "GET /cats/list 1"],
    ["GET /cats/v1/list", "404"],
    ["GET /v1", "GET / 1"],
    ["GET /v1/", "GET / 1"],
    ["GET /v2/cats/7", "GET /cats/{id} 2"],
    ["GET /v3/cats/7", "GET /{any}/cats/{id} neutral"],
    ["GET /v1/cats/7", "GET /{any}/cats/{id} neutral"],
    ["GET /v1/dogs", "GET /{rest...} neutral"],
    ["GET /cats/list", "GET /{rest...} neutral"],
    ["GET /V1/cats/list", "GET /{any}/cats/{id} neutral"],
    ["GET /%761/cats/list", "GET /{any}/cats/{id} neutral"],
    ["GET /v1%2Fcats/list", "GET /{rest...} neutral"],
  ];

  it.each(rows)("%s: %s", async (request, expected) => {
    const app = appOf(uri, [
      ["GET", "/cats/list", "1"],
      ["GET", "/", "1"],
      ["GET", "/cats/{id}", "2"],
      ["GET", "/{any}/cats/{id}", neutral],
      ...(expected === "404" ? [] : ([["GET", "/{rest...}", neutral]] as const)),
    ]);
    const { status, headers } = await (await serve(app)).ask(request);
    expect(status === 200 ? headers["x-by"] : String(status)).toBe(expected);
  });

  it.each([
    ["GET /v1/cats/me", "GET /v1/cats/me neutral"],
    ["GET /v1/cats/me/", "GET /v1/cats/me neutral"],
    ["HEAD /v1/cats/me", "HEAD /cats/{id} 1"],
    ["GET /v2/cats/me", "GET /cats/{id} 2"],
    ["HEAD /v2/cats/me", "GET /cats/{id} 2"],
    ["GET /v2", "GET /v2 neutral"],
    ["GET /v1/dogs", "GET /v1/{rest...} neutral"],
    ["GET /v1/cats", "GET /v1/{rest...} neutral"],
    ["GET /v2/dogs", "404"],
    ["GET /v3/cats/me", "GET /v3/cats/{neutral} neutral"],
  ])("neutral paths may name a version, %s: %s", async (request, expected) => {
    const app = appOf(uri, [
      ["GET", "/cats/{id}", "1", "2"],
      ["HEAD", "/cats/{id}", "1"],
      ["GET", "/v1/cats/me", neutral],
      ["GET", "/v1/{rest...}", neutral],
      ["GET", "/v2", neutral],
      ["GET", "/v3/cats/{neutral}", neutral],
    ]);
    const { status, headers } = await (await serve(app)).ask(request);
    expect(status === 200 ? headers["x-by"] : String(status)).toBe(expected);
  });

  it("no header names a version", async () => {
    const server = await serve(appOf(uri, [["GET", "/cats", "1"]]));
    const headers = { "X-API-Version": "1", Accept: "application/json;v=1" };
    expect((await server.ask("GET /cats", headers)).status).toBe(404);
  });

  it.each([
    ["v", undefined, "/v1/cats"],
    ["none", "", "/1/cats"],
    ["version-", "version-", "/version-1/cats"],
    ["a literal :", ":", "/:1/cats"],
  ])("Prefix %s", async (_what, Prefix, path) => {
    const options = Prefix === undefined ? uri.options : { ...uri.options, Prefix };
    const server = await serve(appOf({ ...uri, options }, [["GET", "/cats", "1"]]));
    expect((await server.ask(`GET ${path}`)).headers["x-by"]).toBe("GET /cats 1");
  });

  it("several versions are several served paths", async () => {
    const server = await serve(appOf(uri, [["GET", "/cats", "1", "2"]]));
    expect((await server.ask("GET /v1/cats")).headers["x-by"]).toBe("GET /cats 1");
    expect((await server.ask("GET /v2/cats")).headers["x-by"]).toBe("GET /cats 2");
  });
});

it("a version's name in the path is nothing under another scheme", async () => {
  const server = await serve(appOf(header, [["GET", "/cats", "1"]]));
  expect((await server.ask("GET /v1/cats", { "X-API-Version": "1" })).status).toBe(404);
});
