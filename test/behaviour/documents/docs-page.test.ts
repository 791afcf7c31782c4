import { createHash } from "node:crypto";
import { Script } from "node:vm";
import express, { type NextFunction, type Request, type RequestHandler, type Response } from "express";
import helmet from "helmet";
import { agent } from "supertest";
import {
  App,
  Deprecated,
  Router,
  FromQuery,
  Since,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, OpenAPIDocument, Version, VersioningOptions } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

function host(mountedAt: string) {
  const app = new App({ Title: "Cats", Versioning: { Type: VersioningURI } });
  app.Get("/cats", () => ["Tom"], WithVersion("1"));
  return agent(express().use(mountedAt, Docs(app)).use(app.Build()));
}

describe("the documentation page", () => {
  it.each([
    ["/docs", "./docs/"],
    ["/docs?a=1", "./docs/?a=1"],
    ["/docs?/", "./docs/?/"],
  ])("asked for as %s, is found by a relative redirect to %s", async (path, location) => {
    await host("/docs").get(path).expect(308).expect("Location", location);
  });

  it("redirects relative to its own folder, however deep it is mounted", async () => {
    await host("/a/b:c").get("/a/b:c").expect("Location", "./b:c/");
  });

  it("is Swagger UI, with relative links only", async () => {
    const { text } = await host("/docs").get("/docs/").expect(200).expect("Content-Type", /html/);
    const links = [...text.matchAll(/(?:src|href)="([^"#]*)"/g)].map(([, link]) => link);
    expect(links).toContain("./swagger-ui-bundle.js");
    expect(links.filter((link) => !link?.startsWith("./"))).toEqual([]);
  });

  it("reads the document beside it, and asks no validator", async () => {
    const { text } = await host("/docs").get("/docs/swagger-ui-init.js").expect(200);
    expect(text).toContain('"url": "./openapi.json"');
    expect(text).toContain('"validatorUrl": null');
  });

  it("where there are no versions, has one document to read and none to choose", async () => {
    const server = agent(express().use("/docs", Docs(new App().Get("/cats", () => 1))));
    const { text } = await server.get("/docs/swagger-ui-init.js").expect(200);
    expect(text).toContain('"swaggerUrl": "./openapi.json"');
    expect(text).not.toContain('"urls"');
  });

  it("answers HEAD, and nothing but GET and HEAD", async () => {
    const server = host("/docs");
    await server.head("/docs/").expect(200);
    await server.post("/docs/").expect(404, /no route matches POST \/docs\//);
    await server.post("/docs/openapi.json").expect(404);
  });

  it("serves its assets, and leaves what it has not to the application", async () => {
    const server = host("/docs");
    await server.get("/docs/swagger-ui.css").expect(200).expect("Content-Type", /css/);
    await server.get("/docs/no-such-file").expect(404, /no route matches GET \/docs\/no-such-file/);
  });

  it("at the root leaves the API's paths to the App", async () => {
    const server = host("/");
    await server.get("/").expect(200).expect("Content-Type", /html/);
    await server.get("/v1/cats").expect(200, ["Tom"]);
  });

  it("keeps the documents of two Apps apart", async () => {
    const one = new App({ Title: "One" }).Get("/", () => 1);
    const two = new App({ Title: "Two" }).Get("/", () => 2);
    const server = agent(express().use("/one", Docs(one)).use("/two", Docs(two)));
    expect((await server.get("/one/openapi.json")).body).toMatchObject({ info: { title: "One" } });
    expect((await server.get("/two/openapi.json")).body).toMatchObject({ info: { title: "Two" } });
  });

  it("is made from what is registered before the first request", async () => {
    const app = new App();
    const server = agent(express().use("/docs", Docs(app)));
    app.Get("/late", () => 1);
    expect((await server.get("/docs/openapi.json")).body).toMatchObject({ paths: { "/late": {} } });
  });
});

describe("the head of the page", () => {
  const headOf = async (options: AppOptions) => {
    const server = agent(express().use("/docs", Docs(new App(options).Get("/cats", () => 1))));
    return (await server.get("/docs/").expect(200)).text;
  };

  it.each<readonly [string, AppOptions, string]>([
    ["the App's", { Title: "Cats" }, "Cats"],
    ["that of AppOptions.OpenAPI", { Title: "Cats", OpenAPI: { info: { title: "Dogs" } } }, "Dogs"],
    ["the default", {}, "API"],
    [
      "text, whatever it holds",
      { Title: '</title><b>$& & "' },
      "&#60;/title&#62;&#60;b&#62;$&#38; &#38; &#34;",
    ],
  ])("has a title: %s", async (_what, options, title) => {
    const text = await headOf(options);
    expect(/<title>(.*?)<\/title>/.exec(text)?.[1]).toBe(title);
  });

  it("has an icon of its own, not that of Swagger", async () => {
    const icons = [...(await headOf({})).matchAll(/<link rel="icon"[^>]*href="([^"]*)"/g)].map(
      ([, href]) => href,
    );
    expect(icons).toEqual(["./icon.svg"]);
    const server = agent(express().use("/docs", Docs(new App().Get("/cats", () => 1))));
    const answer = await server.get("/docs/icon.svg").expect(200);
    expect([answer.type, String(answer.body)]).toEqual([
      "image/svg+xml",
      expect.stringMatching(/^<svg [^]*<\/svg>\n$/),
    ]);
  });

  it("has a viewport, so that a phone shows the page in its own width", async () => {
    expect(await headOf({})).toContain(
      '<meta name="viewport" content="width=device-width, initial-scale=1" />',
    );
  });
});

describe("a relative URL of a server is meant from the page's address, in each document", () => {
  type Served = Pick<OpenAPIDocument, "servers" | "paths">;
  const documents = [
    ["/docs/openapi.json", "/cats"],
    ["/docs/openapi/1.json", "/cats"],
    ["/docs/openapi/2.json", "/cats"],
  ] as const;
  const served = async (OpenAPI: AppOptions["OpenAPI"], address: string) => {
    const app = new App({ Versioning: header, ...(OpenAPI && { OpenAPI }) })
      .Get("/cats", () => 1, WithVersion("1"))
      .Get("/cats", () => 1, WithVersion("2"));
    const server = agent(express().use("/docs", Docs(app)));
    return (await server.get(address).expect(200)).body as Served;
  };
  /** As clients do: from the address of the document, here behind a prefix that a proxy strips. */
  const resolved = (url: unknown, address: string) =>
    new URL(String(url), `https://a.example/some/path${address}`).href;

  it.each([
    ["..", "https://a.example/some/path/"],
    ["../", "https://a.example/some/path/"],
    ["../api", "https://a.example/some/path/api"],
    ["./api", "https://a.example/some/path/docs/api"],
    ["api/v1", "https://a.example/some/path/docs/api/v1"],
    [".", "https://a.example/some/path/docs/"],
    ["", "https://a.example/some/path/docs/"],
    ["?a=1", "https://a.example/some/path/docs/?a=1"],
    ["../../..", "https://a.example/"],
    ["/", "https://a.example/"],
    ["/api", "https://a.example/api"],
    ["//b.example/api", "https://b.example/api"],
    ["https://b.example/api", "https://b.example/api"],
  ])("%j leads to %s", async (url, target) => {
    for (const [address, path] of documents) {
      const document = await served(
        { servers: [{ url }], paths: { "/cats": { servers: [{ url }], get: { servers: [{ url }] } } } },
        address,
      );
      const item = document.paths[path];
      const all = [document.servers, item?.servers, item?.get?.servers] as { url: string }[][];
      expect(all.map((servers) => servers.map((one) => resolved(one.url, address)))).toEqual([
        [target],
        [target],
        [target],
      ]);
    }
  });

  it.each([
    ["{base}/v1", "{base}/v1", "{base}/v1"],
    ["{scheme}://a.example", "{scheme}://a.example", "{scheme}://a.example"],
    ["http{s}://a.example", "http{s}://a.example", "http{s}://a.example"],
    ["../{tenant}/v1", "../{tenant}/v1", "../../{tenant}/v1"],
  ])("one with a variable, %j, is %j for all versions, and %j for one", async (url, ofAll, ofOne) => {
    const servers = [{ url, variables: { tenant: { default: "a" } }, description: "ours" }];
    expect((await served({ servers }, "/docs/openapi.json")).servers).toEqual([
      { ...servers[0], url: ofAll },
    ]);
    expect((await served({ servers }, "/docs/openapi/1.json")).servers).toEqual([
      { ...servers[0], url: ofOne },
    ]);
  });

  it("of a callback and of a link too, but not what schemas and examples hold", async () => {
    const servers = [{ url: ".." }];
    const schema = { default: { servers } };
    const get = {
      callbacks: { done: { "{$url}": { post: { servers } } } },
      responses: {
        200: {
          links: { next: { operationId: "next", server: { url: ".." } } },
          content: { "application/json": { schema, example: { servers } } },
        },
      },
      "x-own": { servers },
    };
    const document = await served({ paths: { "/cats": { get } } }, "/docs/openapi/1.json");
    const up = [{ url: "../.." }];
    expect(document.paths["/cats"]?.get).toMatchObject({
      callbacks: { done: { "{$url}": { post: { servers: up } } } },
      responses: {
        200: {
          links: { next: { server: { url: "../.." } } },
          content: { "application/json": { schema, example: { servers } } },
        },
      },
      "x-own": { servers },
    });
  });
});

/** The documents that the page is told to offer, as its script has them. */
async function offered(server: ReturnType<typeof agent>): Promise<readonly { url: string; name: string }[]> {
  const { text } = await server.get("/docs/swagger-ui-init.js").expect(200);
  const list = /"urls": (\[[^\]]*\])/.exec(text)?.[1];
  return list === undefined ? [] : (JSON.parse(list) as { url: string; name: string }[]);
}

function documented(Versioning: VersioningOptions, ...versions: readonly Version[]) {
  const app = new App({ Versioning });
  for (const version of versions) {
    app.Get(`/of-${encodeURIComponent(version)}`, () => 1, WithVersion(version));
  }
  app.Get("/health", () => "well", WithVersion(VersionNeutral));
  return { app, server: agent(express().use("/docs", Docs(app)).use(app.Build())) };
}

const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };

describe("the drop-down", () => {
  const all = { url: "./openapi.json", name: "all versions" };
  const one = (version: Version) => ({ url: `./openapi/${version}.json`, name: `version ${version}` });

  it.each<readonly [string, VersioningOptions, readonly Version[], readonly object[]]>([
    ["each version, newest first, then all", header, ["1", "2", "3"], [one("3"), one("2"), one("1"), all]],
    [
      "newest by the order of Versions, where it is set",
      { ...header, Versions: ["b", "c", "a"] },
      ["a", "b", "c"],
      [one("a"), one("c"), one("b"), all],
    ],
    [
      "without what Versions lists and no route answers",
      { ...header, Versions: ["1", "2"] },
      ["1"],
      [one("1"), all],
    ],
    ["under URI", { Type: VersioningURI }, ["1", "2"], [one("2"), one("1"), all]],
    ["under media type", { Type: VersioningMediaType, Key: "v" }, ["1", "2"], [one("2"), one("1"), all]],
    ["neutral routes alone are no version", header, [], []],
  ])("%s", async (_what, Versioning, versions, expected) => {
    expect(await offered(documented(Versioning, ...versions).server)).toEqual(expected);
  });

  it("says of a version whether it is deprecated, gone or a preview, at the time it is asked", async () => {
    let now = new Date("2026-01-01");
    const app = new App({
      Now: () => now,
      Logger: { warn: () => undefined, error: () => undefined },
      Versioning: {
        ...header,
        Versions: ["1", "2", "3", "4", "5", "6"],
        Lifecycle: {
          "1": { Sunset: "2025-12-01", AfterSunset: "gone" },
          "2": { Sunset: "2025-12-01", AfterSunset: "successor", Successor: "5" },
          "3": { Deprecated: "2025-12-01", Brownouts: [{ From: "2025-12-31", To: "2026-01-02" }] },
          "4": { Deprecated: "2026-02-01", Sunset: "2026-03-01", AfterSunset: "gone" },
          "6": { Preview: true },
        },
      },
    }).Get("/cats", () => 1, Since("1"));
    const server = agent(express().use("/docs", Docs(app)));
    const names = async () => (await offered(server)).map(({ name }) => name);
    const [fifth, fourth, others] = [
      "version 5",
      "version 4",
      [
        "version 3 (deprecated)",
        "version 2 (gone)",
        "version 1 (gone)",
        "version 6 (preview)",
        "all versions",
      ],
    ];
    expect(await names()).toEqual([fifth, fourth, ...others]);
    now = new Date("2026-02-01");
    expect(await names()).toEqual([fifth, `${fourth} (deprecated)`, ...others]);
    now = new Date("2026-03-01");
    expect(await names()).toEqual([fifth, `${fourth} (gone)`, ...others]);
  });

  it("says of a version whose routes are all deprecated that it is deprecated", async () => {
    const app = new App({ Versioning: header })
      .Get("/cats", () => 1, WithVersion("1"), Deprecated())
      .Get("/cats", () => 1, WithVersion("2"))
      .Get("/dogs", () => 1, WithVersion("2"), Deprecated())
      .Get("/health", () => 1, WithVersion(VersionNeutral));
    const names = await offered(agent(express().use("/docs", Docs(app))));
    expect(names.map(({ name }) => name)).toEqual(["version 2", "version 1 (deprecated)", "all versions"]);
  });

  it("each of its links leads to the document of what it names", async () => {
    const { app, server } = documented(header, "1", "2");
    const [newest, oldest] = (await offered(server)).map(({ url }) => url.replace(".", "/docs"));
    expect((await server.get(String(newest)).expect(200)).body).toEqual(app.Document("2"));
    expect((await server.get(String(oldest)).expect(200)).body).toEqual(app.Document("1"));
    expect((await server.get("/docs/openapi.json").expect(200)).body).toEqual(app.Document());
  });
});

describe("/docs/openapi/<version>.json", () => {
  it("is the document of the version", async () => {
    const { server } = documented(header, "1", "2");
    const answer = await server.get("/docs/openapi/2.json").expect(200).expect("Content-Type", /json/);
    expect(Object.keys((answer.body as OpenAPIDocument).paths)).toEqual(["/of-2", "/health"]);
  });

  it.each([
    "/docs/openapi/9.json",
    "/docs/openapi/.json",
    "/docs/openapi/1",
    "/docs/openapi/1.JSON",
    "/docs/openapi/1.json/",
    "/docs/openapi/__proto__.json",
    "/docs/openapi/constructor.json",
    "/docs/openapi/../openapi/9.json",
    "/docs/openapi/%zz.json",
  ])("of an unknown one is left to the application: %s", async (path) => {
    const { server } = documented(header, "1", "2");
    const answer = await server.get(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
  });

  it("answers HEAD, and nothing but GET and HEAD", async () => {
    const { server } = documented(header, "1");
    await server.head("/docs/openapi/1.json").expect(200);
    await server.post("/docs/openapi/1.json").expect(404);
  });

  it.each([
    "2024-05-01",
    "1.0",
    "a b",
    "a/b",
    "é",
    "100%",
    "a?b#c",
    "a\\b",
    "<b>",
    "'quoted'",
    '"quoted"',
    "a+b&c=d",
    "..",
    "__proto__",
    "</script>",
  ])("of a version with special characters: %s", async (version) => {
    const { app, server } = documented(header, "1", version);
    const [newest] = await offered(server);
    expect(newest?.name).toBe(`version ${version}`);
    // As a browser resolves it against the page.
    const { pathname } = new URL(String(newest?.url), "http://test/docs/");
    expect((await server.get(pathname).expect(200)).body).toEqual(app.Document(version));
  });

  it.each(["</script><script>alert(1)</script>", "\u2028", "`${alert(1)}`", "*/", "$'", "$&$`", "NOTES"])(
    "whatever a version is called, the page's script stays what it is: %j",
    async (version) => {
      const { server } = documented({ Type: VersioningCustom, Extractor: FromQuery("v") }, version);
      const [newest] = await offered(server);
      expect(newest?.name).toBe(`version ${version}`);
      const script = await server.get("/docs/swagger-ui-init.js").expect(200);
      expect(() => new Script(script.text)).not.toThrow();
      const { text } = await server.get("/docs/").expect(200);
      expect(text).not.toContain("alert(1)");
    },
  );
});

describe("under helmet's default policy", () => {
  const app = new App({ Versioning: header }).Get("/cats", () => 1, WithVersion("1"));
  const server = () => agent(express().use(helmet()).use("/docs", Docs(app)).use(app.Build()));

  it("the page has no script but those of its own origin, and no handler among its attributes", async () => {
    const { text, headers } = await server().get("/docs/").expect(200);
    expect(headers["content-security-policy"]).toContain("script-src 'self'");
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)];
    expect(scripts.length).toBeGreaterThan(0);
    for (const [, attributes = "", content = ""] of scripts) {
      expect(attributes).toMatch(/src="\.\//);
      expect(content.trim()).toBe("");
    }
    expect(text).not.toMatch(/<[^>]+\son\w+=/);
    expect(text).not.toMatch(/(?:src|href)="(?:https?:|\/\/|javascript:)/);
  });

  it("its documents and its scripts keep the policy", async () => {
    for (const path of ["/docs/openapi.json", "/docs/openapi/1.json", "/docs/swagger-ui-init.js"]) {
      const { headers } = await server().get(path).expect(200);
      expect(headers["x-content-type-options"]).toBe("nosniff");
    }
  });
});

it.each(["Get", "Include", "Routes"] as const)("%s, called on what is not a Router, says so", (method) => {
  const call = () => (Router.prototype[method] as (this: unknown) => unknown).call({});
  expect(call).toThrow(/must be called on a Router/);
});

describe("the Content-Security-Policy of the page", () => {
  const policyOf = async (options: AppOptions, path = "/docs/", ...before: RequestHandler[]) => {
    const app = new App(options).Get("/cats", () => 1);
    const server = express();
    for (const middleware of before) server.use(middleware);
    const answer = await agent(server.use("/docs", Docs(app)))
      .get(path)
      .expect(200);
    return String(answer.headers["content-security-policy"]).split("; ");
  };
  const connections = async (options: AppOptions) =>
    (await policyOf(options)).find((directive) => directive.startsWith("connect-src"));

  it("lets scripts come from beside the page only", async () => {
    expect(await policyOf({})).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self' 'unsafe-inline'",
      "img-src * data: blob:",
      "media-src * data: blob:",
      "font-src 'self' data:",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
    ]);
    const { text } = await host("/docs").get("/docs/");
    const scripts = [...text.matchAll(/<script([^>]*)>([^<]*)/g)].map(([, about, code]) => [
      about,
      code?.trim(),
    ]);
    expect(scripts.length).toBeGreaterThan(0);
    for (const [about, code] of scripts) {
      expect([about, code]).toEqual([expect.stringContaining(' src="./'), ""]);
    }
    expect(text).not.toMatch(/\son\w+=/);
  });

  it("of the page of versions lets nothing but its own style", async () => {
    const app = new App({ Versioning: header }).Get("/cats", () => 1, WithVersion("1"));
    const { text, headers } = await agent(express().use("/docs", Docs(app))).get("/docs/versions");
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? "";
    const hash = createHash("sha256").update(style).digest("base64");
    expect(headers["content-security-policy"]).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'`,
    );
  });

  it("is the application's own where it has set one", async () => {
    const own = (_req: Request, res: Response, next: NextFunction): void => {
      res.set("Content-Security-Policy", "script-src 'self'");
      next();
    };
    expect(await policyOf({}, "/docs/", own)).toEqual(["script-src 'self'"]);
    expect(await policyOf({}, "/docs/versions", own)).toEqual(["script-src 'self'"]);
  });

  const flows = (flow: object): AppOptions => ({
    OpenAPI: {
      components: { securitySchemes: { a: { type: "oauth2", flows: { clientCredentials: flow } } } },
    },
  });
  it.each<readonly [string, AppOptions, string]>([
    ["no server", {}, ""],
    ["a path of its own origin", { OpenAPI: { servers: [{ url: "/api" }, { url: "api" }] } }, ""],
    [
      "other origins, each once",
      {
        OpenAPI: {
          servers: [
            { url: "https://a.example.com/v1" },
            { url: "HTTP://localhost:3000" },
            { url: "https://a.example.com" },
          ],
        },
      },
      " https://a.example.com HTTP://localhost:3000",
    ],
    [
      "one with a variable",
      { OpenAPI: { servers: [{ url: "https://{tenant}.example.com" }] } },
      " https: http:",
    ],
    [
      "one with a variable in its path",
      { OpenAPI: { servers: [{ url: "https://a.example.com/{x}" }] } },
      " https://a.example.com",
    ],
    [
      "one that a policy cannot name",
      { OpenAPI: { servers: [{ url: "http://[::1]:3000" }] } },
      " https: http:",
    ],
    ["one of another scheme's", { OpenAPI: { servers: [{ url: "//a.example.com" }] } }, " https: http:"],
    [
      "one that would end the directive",
      { OpenAPI: { servers: [{ url: "https://a; script-src *" }] } },
      " https: http:",
    ],
    [
      "a path's own",
      { OpenAPI: { paths: { "/cats": { servers: [{ url: "https://p.example.com" }] } } } },
      " https://p.example.com",
    ],
    [
      "an operation's own",
      {
        OpenAPI: { paths: { "/cats": { get: { servers: [{ url: "https://o.example.com" }] } } } },
      },
      " https://o.example.com",
    ],
    [
      "tokens",
      flows({ tokenUrl: "https://t.example.com/token", refreshUrl: "https://r.example.com", scopes: {} }),
      " https://t.example.com https://r.example.com",
    ],
    [
      "an OpenID provider",
      {
        OpenAPI: {
          components: {
            securitySchemes: { a: { type: "openIdConnect", openIdConnectUrl: "https://id.example.com" } },
          },
        },
      },
      " https: http:",
    ],
  ])("lets it call %s", async (_what, options, origins) => {
    expect(await connections(options)).toBe(`connect-src 'self'${origins}`);
  });
});
