import type { Request } from "express";
import {
  App,
  FromCookie,
  FromQuery,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionOf,
  WithMiddleware,
  WithVersion,
  type VersioningOptions,
} from "versioned-controllers";
import { serve } from "../../support/serve";

const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const mediaType: VersioningOptions = { Type: VersioningMediaType, Key: "v" };
const uri: VersioningOptions = { Type: VersioningURI };
const query: VersioningOptions = { Type: VersioningCustom, Extractor: FromQuery("v") };
const cookie: VersioningOptions = { Type: VersioningCustom, Extractor: FromCookie("v") };

/** Gives a line that the client sent another value, where Node keeps them. */
function rewriteLine(req: Request, name: string, value: string): void {
  req.rawHeaders.forEach((field, i) => {
    if (i % 2 === 0 && field.toLowerCase() === name) req.rawHeaders[i + 1] = value;
  });
}

type Row = readonly [
  what: string,
  versioning: VersioningOptions,
  sent: readonly [line: string, headers: Record<string, string>],
  change: (req: Request) => void,
  version: string,
];

// The client asks for version 1 or for none, the middleware for version 2: docs/reference/versions.md has the same rows.
const rows: readonly Row[] = [
  [
    "a header that was not sent, in req.headers",
    header,
    ["GET /cats", {}],
    (req) => {
      req.headers["x-api-version"] = "2";
    },
    "2",
  ],
  [
    "a header that was sent, in req.headers alone",
    header,
    ["GET /cats", { "X-API-Version": "1" }],
    (req) => {
      req.headers["x-api-version"] = "2";
    },
    "1",
  ],
  [
    "a header that was sent, in req.rawHeaders",
    header,
    ["GET /cats", { "X-API-Version": "1" }],
    (req) => {
      rewriteLine(req, "x-api-version", "2");
    },
    "2",
  ],
  [
    "Accept in req.headers alone",
    mediaType,
    ["GET /cats", { Accept: "a/b;v=1" }],
    (req) => {
      req.headers.accept = "a/b;v=2";
    },
    "1",
  ],
  [
    "Accept in req.rawHeaders",
    mediaType,
    ["GET /cats", { Accept: "a/b;v=1" }],
    (req) => {
      rewriteLine(req, "accept", "a/b;v=2");
    },
    "2",
  ],
  [
    "the path in req.url",
    uri,
    ["GET /v1/cats", {}],
    (req) => {
      req.url = "/v2/cats";
    },
    "2",
  ],
  [
    "the query in req.url",
    query,
    ["GET /cats?v=1", {}],
    (req) => {
      req.url = "/cats?v=2";
    },
    "2",
  ],
  [
    "the query in an own req.query",
    query,
    ["GET /cats?v=1", {}],
    (req) => {
      Object.defineProperty(req, "query", { value: { v: "2" } });
    },
    "2",
  ],
  [
    "a cookie in req.cookies",
    cookie,
    ["GET /cats", { Cookie: "v=1" }],
    (req) => {
      req.cookies = { v: "2" };
    },
    "1",
  ],
  [
    "a cookie in req.rawHeaders",
    cookie,
    ["GET /cats", { Cookie: "v=1" }],
    (req) => {
      rewriteLine(req, "cookie", "v=2");
    },
    "2",
  ],
];

function appOf(Versioning: VersioningOptions): App {
  return new App({ Versioning });
}

describe.each(rows)("%s", (_, versioning, [line, headers], change, version) => {
  it(`by App.Use, is version ${version}`, async () => {
    const app = appOf(versioning).Use((req, _res, next) => {
      change(req);
      next();
    });
    app.Get("/cats", (req) => [VersionOf(req)], WithVersion("1", "2"));
    expect((await (await serve(app)).ask(line, headers)).json).toEqual([version]);
  });

  it(`by middleware of the host, is version ${version}`, async () => {
    const app = appOf(versioning).Get("/cats", (req) => [VersionOf(req)], WithVersion("1", "2"));
    const { ask } = await serve((req, _res, next) => {
      change(req);
      next();
    }, app);
    expect((await ask(line, headers)).json).toEqual([version]);
  });
});

it("the method counts as it is once Use has run", async () => {
  const app = new App({ Versioning: header }).Use((req, _res, next) => {
    req.method = "PUT";
    next();
  });
  app.Put("/cats", () => ["put"], WithVersion("1"));
  expect((await (await serve(app)).ask("POST /cats", { "X-API-Version": "1" })).json).toEqual(["put"]);
});

it("middleware of a route comes too late", async () => {
  const late = WithMiddleware((req, _res, next) => {
    rewriteLine(req, "x-api-version", "2");
    next();
  });
  const app = new App({ Versioning: header }).Get(
    "/cats",
    (req) => [VersionOf(req)],
    late,
    WithVersion("1", "2"),
  );
  expect((await (await serve(app)).ask("GET /cats", { "X-API-Version": "1" })).json).toEqual(["1"]);
});
