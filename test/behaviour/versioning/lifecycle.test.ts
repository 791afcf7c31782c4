import { createServer } from "node:http";
import express, { type Response } from "express";
import {
  App,
  HTTPError,
  Router,
  Since,
  VersioningCustom,
  VersioningHeader,
  VersioningURI,
  VersionNeutral,
  WithBody,
  WithGuards,
  WithLifecycle,
  WithMiddleware,
  WithVersion,
} from "versioned-controllers";
import type { AppOptions, Lifecycle, Option, VersioningOptions } from "versioned-controllers";
import { header, uri, versioned } from "../../support/schemes";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { resolvedLink } from "../../support/links";
import { listen, serve, type Answer } from "../../support/serve";

const link = "https://example.com/moving";
const fields = ["deprecation", "sunset", "link"] as const;

/** The fields that tell of an end. */
function told({ headers }: Answer): readonly unknown[] {
  return fields.map((field) => headers[field]);
}

function appOf(versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    Now: () => new Date("2026-03-01T00:00:00Z"),
    ...options,
    Versioning: versioning,
  });
}

describe("what is said of an end, field by field", () => {
  const rows: readonly (readonly [string, Lifecycle, readonly (string | undefined)[]])[] = [
    [
      "Deprecated: the seconds since 1970 (RFC 9745, 2.1)",
      { Deprecated: "2026-01-01T00:00:00Z" },
      ["@1767225600", undefined, undefined],
    ],
    ["a date alone is midnight in UTC", { Deprecated: "2026-01-01" }, ["@1767225600", undefined, undefined]],
    [
      "a date with an offset",
      { Deprecated: "2026-01-01T01:00:00+01:00" },
      ["@1767225600", undefined, undefined],
    ],
    ["a Date", { Deprecated: new Date(1688169599000) }, ["@1688169599", undefined, undefined]],
    [
      "parts of a second are dropped",
      { Deprecated: new Date(1688169599999) },
      ["@1688169599", undefined, undefined],
    ],
    ["one that is to come", { Deprecated: "2030-01-01" }, ["@1893456000", undefined, undefined]],
    [
      "Sunset: an HTTP date (RFC 8594, 3)",
      { Sunset: "2026-07-01" },
      [undefined, "Wed, 01 Jul 2026 00:00:00 GMT", undefined],
    ],
    [
      "Sunset with a time",
      { Sunset: "2018-12-31T23:59:59Z" },
      [undefined, "Mon, 31 Dec 2018 23:59:59 GMT", undefined],
    ],
    [
      "both",
      { Deprecated: "2026-01-01", Sunset: "2026-07-01" },
      ["@1767225600", "Wed, 01 Jul 2026 00:00:00 GMT", undefined],
    ],
    [
      "a Link with Deprecated",
      { Deprecated: "2026-01-01", Link: link },
      ["@1767225600", undefined, `<${link}>; rel="deprecation"`],
    ],
    [
      "a Link with Sunset",
      { Sunset: "2026-07-01", Link: link },
      [undefined, "Wed, 01 Jul 2026 00:00:00 GMT", `<${link}>; rel="sunset"`],
    ],
    [
      "a Link with both",
      { Deprecated: "2026-01-01", Sunset: "2026-07-01", Link: link },
      [
        "@1767225600",
        "Wed, 01 Jul 2026 00:00:00 GMT",
        `<${link}>; rel="deprecation", <${link}>; rel="sunset"`,
      ],
    ],
    ["a Link alone tells nothing", { Link: link }, [undefined, undefined, undefined]],
    ["AfterSunset alone tells nothing", { AfterSunset: "gone" }, [undefined, undefined, undefined]],
    ["nothing", {}, [undefined, undefined, undefined]],
  ];

  it.each(rows)("%s", async (_what, lifecycle, expected) => {
    const app = new App({ Logger: recordingLogger() }).Get("/cats", () => ["Tom"], WithLifecycle(lifecycle));
    const answer = await (await serve(app)).ask("GET /cats");
    expect(answer.status).toBe(200);
    expect(told(answer)).toEqual(expected);
  });
});

describe.each(versioned)("per version under $name", ({ options, ask }) => {
  const Lifecycle = {
    "1": { Deprecated: "2026-01-01", Sunset: "2026-07-01", Link: link, Successor: "2" },
  };
  const successor = options.Type === VersioningURI ? ', <../v2/cats>; rel="successor-version"' : "";
  const links = `<${link}>; rel="deprecation", <${link}>; rel="sunset"${successor}`;
  const ended = ["@1767225600", "Wed, 01 Jul 2026 00:00:00 GMT", links];
  const nothing = [undefined, undefined, undefined];

  it.each<readonly [string, readonly string[], readonly unknown[]]>([
    ["the version that ends", ["1"], ended],
    ["another version of the same route", ["2"], nothing],
    ["the neutral route", [], nothing],
  ])("%s", async (_what, versions, expected) => {
    const app = appOf({ ...options, Lifecycle })
      .Get("/cats", () => ["Tom"], WithVersion("1", "2"))
      .Get("/cats", () => ["Tom"], WithVersion(VersionNeutral));
    const asking = ask("/cats", versions);
    if (!asking) throw new Error("this can be asked for everywhere");
    const answer = await (await serve(app)).ask(`GET ${asking.path}`, asking.headers);
    expect(answer.status).toBe(200);
    expect(told(answer)).toEqual(expected);
  });

  it("what no route matches tells nothing", async () => {
    const app = appOf({ ...options, Lifecycle }).Get("/cats", () => ["Tom"], WithVersion("1", "2"));
    const asking = ask("/dogs", ["1"]);
    const answer = await (await serve(app)).ask(`GET ${asking?.path ?? ""}`, asking?.headers);
    expect([answer.status, ...told(answer)]).toEqual([404, ...nothing]);
  });

  it("410 after the sunset", async () => {
    const app = appOf({
      ...options,
      Lifecycle: { "1": { Sunset: "2026-02-01", AfterSunset: "gone" } },
    }).Get("/cats", () => ["Tom"], WithVersion("1", "2"));
    const server = await serve(app);
    const statuses = await Promise.all(
      ["1", "2"].map(async (version) => {
        const asking = ask("/cats", [version]);
        return (await server.ask(`GET ${asking?.path ?? ""}`, asking?.headers)).status;
      }),
    );
    expect(statuses).toEqual([410, 200]);
  });
});

describe("the nearest place wins, field by field", () => {
  const outermost: Lifecycle = { Deprecated: "2026-01-01", Sunset: "2026-07-01", Link: "https://a.example/" };

  it.each<readonly [string, readonly Option[], readonly Option[], readonly Option[], readonly unknown[]]>([
    [
      "the version's, where no other is written",
      [],
      [],
      [],
      [
        "@1767225600",
        "Wed, 01 Jul 2026 00:00:00 GMT",
        '<https://a.example/>; rel="deprecation", <https://a.example/>; rel="sunset"',
      ],
    ],
    [
      "an Include's over the version's",
      [WithLifecycle({ Sunset: "2026-08-01" })],
      [],
      [],
      [
        "@1767225600",
        "Sat, 01 Aug 2026 00:00:00 GMT",
        '<https://a.example/>; rel="deprecation", <https://a.example/>; rel="sunset"',
      ],
    ],
    [
      "a router's own over its Include's",
      [WithLifecycle({ Sunset: "2026-08-01" })],
      [WithLifecycle({ Sunset: "2026-09-01" })],
      [],
      [
        "@1767225600",
        "Tue, 01 Sep 2026 00:00:00 GMT",
        '<https://a.example/>; rel="deprecation", <https://a.example/>; rel="sunset"',
      ],
    ],
    [
      "a route's own over all",
      [WithLifecycle({ Sunset: "2026-08-01" })],
      [WithLifecycle({ Sunset: "2026-09-01" })],
      [WithLifecycle({ Sunset: "2026-10-01" })],
      [
        "@1767225600",
        "Thu, 01 Oct 2026 00:00:00 GMT",
        '<https://a.example/>; rel="deprecation", <https://a.example/>; rel="sunset"',
      ],
    ],
    [
      "each field by itself",
      [WithLifecycle({ Deprecated: "2026-02-01" })],
      [WithLifecycle({ Sunset: "2026-09-01" })],
      [WithLifecycle({ Link: "https://b.example/" })],
      [
        "@1769904000",
        "Tue, 01 Sep 2026 00:00:00 GMT",
        '<https://b.example/>; rel="deprecation", <https://b.example/>; rel="sunset"',
      ],
    ],
  ])("%s", async (_what, onInclude, onRouter, own, expected) => {
    const app = appOf({ ...header.options, Lifecycle: { "1": outermost } }).Include(
      new Router("/cats", ...onRouter).Get("/", () => ["Tom"], WithVersion("1"), ...own),
      ...onInclude,
    );
    const answer = await (await serve(app)).ask("GET /cats", { "X-API-Version": "1" });
    expect(told(answer)).toEqual(expected);
  });

  it("a route can be kept in service while its version is gone", async () => {
    const app = appOf({
      ...header.options,
      Lifecycle: { "1": { Sunset: "2026-02-01", AfterSunset: "gone" } },
    })
      .Get("/cats", () => ["Tom"], WithVersion("1"))
      .Get("/export", () => ["Tom"], WithVersion("1"), WithLifecycle({ AfterSunset: "serve" }));
    const server = await serve(app);
    expect((await server.ask("GET /cats", { "X-API-Version": "1" })).status).toBe(410);
    expect((await server.ask("GET /export", { "X-API-Version": "1" })).status).toBe(200);
  });
});

describe("every response of the route tells it", () => {
  const lifecycle: Lifecycle = { Deprecated: "2026-01-01", Sunset: "2026-07-01", Link: link };
  const expected = [
    "@1767225600",
    "Wed, 01 Jul 2026 00:00:00 GMT",
    `<${link}>; rel="deprecation", <${link}>; rel="sunset"`,
  ];
  const app = () =>
    new App({ Logger: recordingLogger() }, WithLifecycle(lifecycle))
      .Get("/value", () => ["Tom"])
      .Get("/nothing", () => undefined)
      .Get("/missing", () => {
        throw new HTTPError(404);
      })
      .Get("/conflict", () => Promise.reject(new HTTPError(409)))
      .Get("/failed", () => Promise.reject(new Error()))
      .Get(
        "/denied",
        () => 1,
        WithGuards(() => false),
      )
      .Get(
        "/stopped",
        () => 1,
        WithMiddleware((_req, res) => void res.status(429).end()),
      )
      .Get("/redirect", (_req, res) => {
        res.redirect("/value");
      })
      .Get("/own", (_req, res) => {
        res.writeHead(200).end("Tom");
      })
      .Get("/passed", (_req, _res, next) => {
        next();
      })
      .Post("/body", () => 1, WithBody({ type: "object" }));

  it.each<readonly [string, string, number]>([
    ["a value", "GET /value", 200],
    ["HEAD", "HEAD /value", 200],
    ["204", "GET /nothing", 204],
    ["a 404 of the route's own", "GET /missing", 404],
    ["an HTTPError", "GET /conflict", 409],
    ["a 500", "GET /failed", 500],
    ["a denial", "GET /denied", 403],
    ["what a middleware answers", "GET /stopped", 429],
    ["a redirect", "GET /redirect", 302],
    ["an answer of the handler's own", "GET /own", 200],
    ["what it passes on to the host", "GET /passed", 404],
    ["input that does not fit", "POST /body", 400],
  ])("%s", async (_what, line, status) => {
    const body = line.startsWith("POST") ? "[]" : undefined;
    const answer = await (await serve(app())).ask(line, { "Content-Type": "application/json" }, body);
    expect([answer.status, ...told(answer)]).toEqual([status, ...expected]);
  });

  it("304", async () => {
    const server = await serve(app());
    const { headers } = await server.ask("GET /value");
    const answer = await server.ask("GET /value", { "If-None-Match": String(headers.etag) });
    expect([answer.status, ...told(answer)]).toEqual([304, ...expected]);
  });

  it("but for those of a path, or a method, that it does not have", async () => {
    const server = await serve(app());
    for (const line of ["GET /nowhere", "POST /value"]) {
      const answer = await server.ask(line);
      expect([answer.status, ...told(answer)]).toEqual([404, undefined, undefined, undefined]);
    }
  });
});

describe("Link is appended to what the application has set", () => {
  const own = '<https://example.com/2>; rel="next"';
  const last = '<https://example.com/9>; rel="last"';
  const added = `<${link}>; rel="deprecation"`;
  const rows: readonly (readonly [string, (res: Response) => unknown, string])[] = [
    ["nothing", (res) => res.end(), added],
    ["setHeader", (res) => res.setHeader("Link", own).end(), `${own}, ${added}`],
    ["setHeader in another case", (res) => res.setHeader("LINK", own).end(), `${own}, ${added}`],
    ["setHeader of a list", (res) => res.setHeader("Link", [own, last]).end(), `${own}, ${last}, ${added}`],
    [
      "appendHeader",
      (res) => res.appendHeader("Link", own).appendHeader("Link", last).end(),
      `${own}, ${last}, ${added}`,
    ],
    ["setHeaders", (res) => res.setHeaders(new Headers({ Link: own })).end(), `${own}, ${added}`],
    ["removeHeader", (res) => (res.removeHeader("Link"), res.end()), added],
    ["res.set", (res) => res.set("Link", own).end(), `${own}, ${added}`],
    ["res.set of an object", (res) => res.set({ Link: own }).end(), `${own}, ${added}`],
    ["res.header", (res) => res.header("Link", own).end(), `${own}, ${added}`],
    ["res.append", (res) => res.append("Link", own).append("Link", last).end(), `${own}, ${last}, ${added}`],
    ["res.links", (res) => res.links({ next: "https://example.com/2" }).end(), `${own}, ${added}`],
    ["res.json", (res) => res.set("Link", own).json(["Tom"]), `${own}, ${added}`],
    ["res.send", (res) => res.set("Link", own).send("Tom"), `${own}, ${added}`],
    ["res.write", (res) => (res.set("Link", own).write("Tom"), res.end()), `${own}, ${added}`],
    ["flushHeaders", (res) => (res.set("Link", own).flushHeaders(), res.end()), `${own}, ${added}`],
    ["writeHead", (res) => res.writeHead(200, { Link: own }).end(), `${own}, ${added}`],
    ["writeHead in another case", (res) => res.writeHead(200, { link: own }).end(), `${own}, ${added}`],
    [
      "writeHead of a list",
      (res) => res.writeHead(200, { Link: [own, last] }).end(),
      `${own}, ${last}, ${added}`,
    ],
    ["writeHead with a reason", (res) => res.writeHead(200, "Fine", { Link: own }).end(), `${own}, ${added}`],
    [
      "writeHead with a flat array",
      (res) => res.writeHead(200, ["X-A", "1", "Link", own]).end(),
      `${own}, ${added}`,
    ],
    [
      "writeHead with a reason and a flat array",
      (res) => res.writeHead(200, "Fine", ["Link", own]).end(),
      `${own}, ${added}`,
    ],
    [
      "writeHead of a list of pairs",
      (res) => res.writeHead(200, [["Link", own]] as never).end(),
      `${own}, ${added}`,
    ],
    ["writeHead of other headers", (res) => res.writeHead(200, { "X-A": "1" }).end(), added],
    [
      "writeHead of other headers after setHeader",
      (res) => res.setHeader("Link", own).writeHead(200, { "X-A": "1" }).end(),
      `${own}, ${added}`,
    ],
    [
      "writeHead over setHeader",
      (res) => res.setHeader("Link", own).writeHead(200, { Link: last }).end(),
      `${last}, ${added}`,
    ],
    [
      "writeHead of a status alone",
      (res) => res.setHeader("Link", own).writeHead(200).end(),
      `${own}, ${added}`,
    ],
    [
      "writeHead with a reason alone",
      (res) => res.setHeader("Link", own).writeHead(200, "Fine").end(),
      `${own}, ${added}`,
    ],
  ];

  it.each(rows)("%s", async (_what, answer, expected) => {
    const app = new App().Get(
      "/",
      (_req, res) => void answer(res),
      WithLifecycle({ Deprecated: "2026-01-01", Link: link }),
    );
    const { status, headers } = await (await serve(app)).ask("GET /");
    expect([status, headers.link]).toEqual([200, expected]);
  });

  it("by a host before the App, by App.Use, by a middleware, and by an error's headers", async () => {
    const app = new App()
      .Use((_req, res, next) => {
        res.append("Link", "<b>; rel=b");
        next();
      })
      .Get(
        "/",
        () => 1,
        WithLifecycle({ Deprecated: "2026-01-01", Link: link }),
        WithMiddleware((_req, res, next) => {
          res.append("Link", "<c>; rel=c");
          next();
        }),
      )
      .Get(
        "/error",
        () => {
          throw new HTTPError(409, "", { headers: { Link: "<d>; rel=d" } });
        },
        WithLifecycle({ Deprecated: "2026-01-01", Link: link }),
      );
    const server = await serve((_req, res, next) => {
      res.append("Link", "<a>; rel=a");
      next();
    }, app);
    expect((await server.ask("GET /")).headers.link).toBe(`<a>; rel=a, <b>; rel=b, <c>; rel=c, ${added}`);
    expect((await server.ask("GET /error")).headers.link).toBe(`<d>; rel=d, ${added}`);
  });

  it.each<readonly [string, unknown]>([
    ["a flat array", ["Link", own, "X-A", "1", "Link", last]],
    [
      "a list of pairs",
      [
        ["Link", own],
        ["Link", last],
      ],
    ],
  ])("once, where writeHead has it on two lines: %s", async (_what, headers) => {
    const app = appOf({ ...uri.options, Lifecycle: { "1": { Successor: "2" } } }).Get(
      "/",
      (_req, res) => {
        res.writeHead(200, headers as string[]).end();
      },
      WithVersion("1", "2"),
    );
    // Node takes each of two lines where no header was set before.
    const host = express().disable("x-powered-by").use(app.Build());
    const answer = await (await listen(createServer(host))).ask("GET /v1");
    expect(answer.headers.link).toBe(`${own}, ${last}, <v2>; rel="successor-version"`);
  });

  it("beside Vary, which is kept in the same way", async () => {
    const app = appOf(header.options).Get(
      "/",
      (_req, res) => {
        res.writeHead(200, { Vary: "Origin", Link: own }).end();
      },
      WithVersion("1"),
      WithLifecycle({ Deprecated: "2026-01-01", Link: link }),
    );
    const { headers } = await (await serve(app)).ask("GET /", { "X-API-Version": "1" });
    expect([headers.vary, headers.link]).toEqual(["Origin, X-API-Version", `${own}, ${added}`]);
  });
});

describe("successor-version (RFC 5829, 3.5)", () => {
  const Lifecycle = { "1": { Deprecated: "2026-01-01", Successor: "2" } };

  function app(options: VersioningOptions = {}): App {
    return appOf({ ...uri.options, Lifecycle, ...options })
      .Get("/", () => 1, WithVersion("1", "2"))
      .Get("/cats", () => 1, WithVersion("1", "2"))
      .Get("/cats/{id}", () => 1, WithVersion("1"))
      .Get("/cats/{name}", () => 1, WithVersion("2"))
      .Get("/files/{path...}", () => 1, WithVersion("1", "2"))
      .Get("/dogs", () => 1, WithVersion("1"))
      .Post("/dogs", () => 1, WithVersion("2"))
      .Get("/birds/{id}", () => 1, WithVersion("1"))
      .Get("/birds/{id...}", () => 1, WithVersion("2"));
  }

  it.each<readonly [string, string, string | undefined]>([
    ["where the successor has the same route", "/v1/cats", "/v2/cats"],
    ["the root of a version", "/v1", "/v2"],
    ["a trailing slash is kept", "/v1/cats/", "/v2/cats/"],
    ["with the query", "/v1/cats?a=1&b=%20", "/v2/cats?a=1&b=%20"],
    ["what would end the reference in the query", '/v1/cats?a=<">', "/v2/cats?a=%3C%22%3E"],
    ["whatever its parameters are called there", "/v1/cats/7", "/v2/cats/7"],
    ["an escaped parameter stays escaped", "/v1/cats/a%20b%2Fc%3Fd%23e", "/v2/cats/a%20b%2Fc%3Fd%23e"],
    ["what would end the reference is escaped", '/v1/cats/<a>"b"', "/v2/cats/%3Ca%3E%22b%22"],
    ["a comma and a semicolon stand inside of it", "/v1/cats/a,b;c", "/v2/cats/a,b;c"],
    ["a rest", "/v1/files/a/b%2Fc/d", "/v2/files/a/b%2Fc/d"],
    ["not where the successor has another method alone", "/v1/dogs", undefined],
    ["not where its route is another one", "/v1/birds/7", undefined],
    ["not from the successor itself", "/v2/cats", undefined],
  ])("%s", async (_what, path, successor) => {
    const answer = await (await serve(app())).ask(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(resolvedLink(answer.headers.link, path)).toBe(
      successor && `<${successor}>; rel="successor-version"`,
    );
  });

  it.each<readonly [string, string, string]>([
    ["behind a mount path", "/api/v1/cats/a%20b", "/api/v2/cats/a%20b"],
    ["in the case that the client wrote it", "/API/v1/cats", "/API/v2/cats"],
    ["whatever the mount path is called", "/v1/v1/cats", "/v1/v2/cats"],
    ["of the root", "/api/v1", "/api/v2"],
    ["of the root with a trailing slash", "/api/v1/", "/api/v2/"],
  ])("%s", async (_what, path, successor) => {
    const host = express().use(["/api", "/v1"], app().Build());
    const answer = await (await serve(host)).ask(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(resolvedLink(answer.headers.link, path)).toBe(`<${successor}>; rel="successor-version"`);
  });

  it.each<readonly [string, VersioningOptions, string, string]>([
    ["a Prefix of its own", { Prefix: "version-" }, "/version-1/cats", "/version-2/cats"],
    ["no Prefix", { Prefix: "" }, "/1/cats", "/2/cats"],
    [
      "a version that a path escapes",
      { Lifecycle: { "1": { Deprecated: "2026-01-01", Successor: "2 é" } } },
      "/v1/new",
      "/v2%20%C3%A9/new",
    ],
    [
      "a request whose first segment is another spelling of the version",
      { AssumeVersion: "1" },
      "/%761/new",
      "/v2/%761/new",
    ],
    ["a request that names no version, at the plain path", { AssumeVersion: "1" }, "/cats", "/v2/cats"],
    ["the root at the plain path", { AssumeVersion: "1" }, "/", "/v2/"],
    [
      "a version whose segment has a colon",
      { Prefix: "", Lifecycle: { "1": { Deprecated: "2026-01-01", Successor: "a:b" } } },
      "/1",
      "/a:b",
    ],
  ])("%s", async (_what, options, path, successor) => {
    const built = app(options)
      .Get("/", () => 1, WithVersion("a:b"))
      .Get("/new", () => 1, WithVersion("1", "2 é"))
      .Get("/{any}/new", () => 1, WithVersion("1", "2"));
    const answer = await (await serve(built)).ask(`GET ${path}`);
    expect(answer.status).toBe(200);
    expect(resolvedLink(answer.headers.link, path)).toBe(`<${successor}>; rel="successor-version"`);
  });

  it("is a relative reference, also at the mount path itself", async () => {
    const built = app({ AssumeVersion: "1" });
    const { ask } = await serve(express().use("/api\\:1", built.Build()), built);
    const references = {
      "/v1/cats?page=1": "../v2/cats?page=1",
      "/v1": "v2",
      "/api:1/v1/cats": "../v2/cats",
      "/api:1": "./api:1/v2",
    };
    for (const [path, reference] of Object.entries(references)) {
      expect((await ask(`GET ${path}`)).headers.link).toBe(`<${reference}>; rel="successor-version"`);
    }
  });

  it("after the links to the page that says what to do", async () => {
    const lives = { "1": { Deprecated: "2026-01-01", Successor: "2", Link: link } };
    const answer = await (await serve(app({ Lifecycle: lives }))).ask("GET /v1/cats");
    expect(answer.headers.link).toBe(`<${link}>; rel="deprecation", <../v2/cats>; rel="successor-version"`);
  });

  it("a route of several versions names the last from the others only", async () => {
    const app = new App({ Versioning: { Type: VersioningURI }, Logger: recordingLogger() }).Get(
      "/cats",
      () => 1,
      WithVersion("1", "2"),
      WithLifecycle({ Successor: "2" }),
    );
    const server = await serve(app);
    expect((await server.ask("GET /v1/cats")).headers.link).toBe('<../v2/cats>; rel="successor-version"');
    expect((await server.ask("GET /v2/cats")).headers.link).toBeUndefined();
  });

  it("by a range, too: the successor has what it inherits", async () => {
    const built = appOf({ ...uri.options, Lifecycle, Versions: ["1", "2"] })
      .Get("/cats", () => 1, Since("1"))
      .Get("/dogs", () => 1, WithVersion("1"));
    const server = await serve(built);
    expect((await server.ask("GET /v1/cats")).headers.link).toBe('<../v2/cats>; rel="successor-version"');
    expect((await server.ask("GET /v1/dogs")).headers.link).toBeUndefined();
  });

  it("not from a version that names none, beside one that does", async () => {
    const lives = { ...Lifecycle, "2": { Deprecated: "2026-02-01" } };
    const server = await serve(app({ Lifecycle: lives }));
    expect(told(await server.ask("GET /v2/cats"))).toEqual(["@1769904000", undefined, undefined]);
    expect((await server.ask("GET /v1/cats")).headers.link).toBe('<../v2/cats>; rel="successor-version"');
  });

  it.each<readonly [string, Lifecycle, string | undefined]>([
    ["not to what is itself over", { Sunset: "2026-03-01" }, undefined],
    ["nor to what is gone", { Sunset: "2026-02-01", AfterSunset: "gone" }, undefined],
    [
      "to what has an end that is to come",
      { Sunset: "2026-03-02", AfterSunset: "gone" },
      '<../v2/cats>; rel="successor-version"',
    ],
  ])("%s", async (_what, life, expected) => {
    const built = app({ Lifecycle: { ...Lifecycle, "2": life } });
    const answer = await (await serve(built)).ask("GET /v1/cats");
    expect([answer.status, answer.headers.link]).toEqual([200, expected]);
    const document = built.Document("1").paths["/v1/cats"]?.get?.responses["200"]?.headers;
    expect(Object.hasOwn(document ?? {}, "Link")).toBe(expected !== undefined);
  });

  it("not from a neutral route, whose address names no version", async () => {
    const built = appOf(uri.options)
      .Get("/cats", () => 1, WithVersion(VersionNeutral), WithLifecycle({ Successor: "2" }))
      .Get("/cats", () => 2, WithVersion("2"));
    const answer = await (await serve(built)).ask("GET /cats");
    expect([answer.text, answer.headers.link]).toEqual(["1", undefined]);
  });

  it.each(versioned.filter(({ options }) => options.Type !== VersioningURI))(
    "never under $name, where it is not another address",
    async ({ options, ask }) => {
      const built = appOf({ ...options, Lifecycle }).Get("/cats", () => 1, WithVersion("1", "2"));
      const asking = ask("/cats", ["1"]);
      const answer = await (await serve(built)).ask("GET /cats", asking?.headers);
      expect([answer.status, answer.headers.deprecation, answer.headers.link]).toEqual([
        200,
        "@1767225600",
        undefined,
      ]);
    },
  );
});

describe("after the sunset, AfterSunset: gone", () => {
  const sunset = "2026-07-01T12:00:00Z";
  let now = new Date(0);
  const ran: string[] = [];
  const onMatch = jest.fn();

  function app(lifecycle: Lifecycle, options: AppOptions = {}): App {
    ran.length = 0;
    return new App({ Logger: recordingLogger(), Now: () => now, OnMatch: onMatch, ...options })
      .Use((_req, _res, next) => {
        ran.push("Use");
        next();
      })
      .Get(
        "/cats",
        () => {
          ran.push("handler");
          return ["Tom"];
        },
        WithMiddleware((_req, _res, next) => {
          ran.push("middleware");
          next();
        }),
        WithGuards(() => {
          ran.push("guard");
          return true;
        }),
        WithLifecycle(lifecycle),
      );
  }

  it.each<readonly [string, string, Lifecycle["AfterSunset"], number]>([
    ["long before", "2026-01-01T00:00:00Z", "gone", 200],
    ["a moment before", "2026-07-01T11:59:59.999Z", "gone", 200],
    ["at that very moment", "2026-07-01T12:00:00Z", "gone", 410],
    ["long after", "2030-01-01T00:00:00Z", "gone", 410],
    ["long after, served all the same", "2030-01-01T00:00:00Z", "serve", 200],
    ["long after, unless said otherwise", "2030-01-01T00:00:00Z", undefined, 200],
  ])("%s", async (_what, at, AfterSunset, status) => {
    now = new Date(at);
    const lifecycle = AfterSunset ? { Sunset: sunset, AfterSunset } : { Sunset: sunset };
    const answer = await (await serve(app(lifecycle))).ask("GET /cats");
    expect(answer.status).toBe(status);
    expect(answer.headers.sunset).toBe("Wed, 01 Jul 2026 12:00:00 GMT");
    expect(ran).toEqual(status === 410 ? ["Use"] : ["Use", "middleware", "guard", "handler"]);
  });

  it("the clock is asked on each request: a server needs no restart", async () => {
    now = new Date("2026-07-01T11:00:00Z");
    const server = await serve(app({ Sunset: sunset, AfterSunset: "gone" }));
    expect((await server.ask("GET /cats")).status).toBe(200);
    now = new Date("2026-07-01T13:00:00Z");
    expect((await server.ask("GET /cats")).status).toBe(410);
  });

  it("410 is the uniform error body with code gone, and tells of the end like any other", async () => {
    now = new Date("2026-08-01");
    const lifecycle: Lifecycle = {
      Deprecated: "2026-01-01",
      Sunset: sunset,
      Link: link,
      AfterSunset: "gone",
    };
    const answer = await (await serve(app(lifecycle))).ask("GET /cats");
    expect(answer.json).toEqual(
      errorBody(410, "gone", "this version was served until Wed, 01 Jul 2026 12:00:00 GMT"),
    );
    expect(told(answer)).toEqual([
      "@1767225600",
      "Wed, 01 Jul 2026 12:00:00 GMT",
      `<${link}>; rel="deprecation", <${link}>; rel="sunset"`,
    ]);
  });

  it("HEAD gets it, too, and no other method or path does", async () => {
    now = new Date("2026-08-01");
    const server = await serve(app({ Sunset: sunset, AfterSunset: "gone" }));
    expect((await server.ask("HEAD /cats")).status).toBe(410);
    expect((await server.ask("POST /cats")).status).toBe(404);
  });

  it("OnMatch is called for it: somebody still calls", async () => {
    now = new Date("2026-08-01");
    onMatch.mockClear();
    await (await serve(app({ Sunset: sunset, AfterSunset: "gone" }))).ask("GET /cats");
    expect(onMatch).toHaveBeenCalledTimes(1);
  });

  it("a clock that fails keeps the route in service, and is logged", async () => {
    let fails = false;
    const Logger = recordingLogger();
    const Now = () => {
      if (fails) throw new Error("no clock");
      return new Date("2026-08-01");
    };
    const server = await serve(app({ Sunset: sunset, AfterSunset: "gone" }, { Now, Logger }));
    fails = true;
    expect((await server.ask("GET /cats")).status).toBe(200);
    expect(Logger.error).toHaveBeenCalledTimes(1);
    fails = false;
    expect((await server.ask("GET /cats")).status).toBe(410);
  });

  it("without AppOptions.Now the clock is the system's", async () => {
    const built = new App({ Logger: recordingLogger() })
      .Get("/past", () => 1, WithLifecycle({ Sunset: "2020-01-01", AfterSunset: "gone" }))
      .Get("/future", () => 1, WithLifecycle({ Sunset: "9999-01-01", AfterSunset: "gone" }));
    const server = await serve(built);
    expect((await server.ask("GET /past")).status).toBe(410);
    expect((await server.ask("GET /future")).status).toBe(200);
  });

  it("no other version is fallen back to", async () => {
    const Lifecycle = { "2": { Sunset: "2026-02-01", AfterSunset: "gone" } } as const;
    const built = appOf({ Type: VersioningCustom, Extractor: () => ["2", "1"], Lifecycle }).Get(
      "/cats",
      () => ["Tom"],
      WithVersion("1", "2"),
    );
    expect((await (await serve(built)).ask("GET /cats")).status).toBe(410);
  });
});

it("what a route that has no end answers carries nothing of it", async () => {
  const app = appOf({ Type: VersioningHeader, Header: "V", Lifecycle: { "1": { Sunset: "2026-07-01" } } })
    .Get("/cats", () => 1, WithVersion("1"))
    .Get("/failed", () => Promise.reject(new Error()), WithVersion("2"));
  const server = await serve(app);
  const answer = await server.ask("GET /failed", { V: "2" });
  expect(answer.json).toEqual(internalError);
  expect(told(answer)).toEqual([undefined, undefined, undefined]);
});
