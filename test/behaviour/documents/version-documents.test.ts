import type { Request, Response } from "express";
import {
  App,
  AtOrBefore,
  ByPrincipal,
  Deprecated,
  Described,
  Description,
  FirstOf,
  FromCookie,
  FromHeader,
  FromMediaType,
  FromQuery,
  Hidden,
  OperationID,
  SecurityScheme,
  Since,
  Status,
  VersioningCustom,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  VersionNeutral,
  WithGuards,
  WithHeaders,
  WithLifecycle,
  WithQuery,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import type {
  AppOptions,
  OpenAPIDocument,
  OpenAPIOperation,
  RouteOption,
  Version,
  VersionExtractor,
  VersioningOptions,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("versions");

const handler = () => 1;
const uri: VersioningOptions = { Type: VersioningURI };
const header: VersioningOptions = { Type: VersioningHeader, Header: "X-API-Version" };
const mediaType: VersioningOptions = { Type: VersioningMediaType, Key: "v=" };
const pinned = ByPrincipal(
  new SecurityScheme("account", { type: "http", scheme: "bearer" }, () => ({ version: "1" })),
  ({ version }) => version,
);
const custom = (Extractor: VersionExtractor): VersioningOptions => ({
  Type: VersioningCustom,
  Extractor,
});

function appOf(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return new App({ Logger: recordingLogger(), ...options, Versioning });
}

/** Declares a route by its line: `GET /cats`, or `hidden GET /cats`. */
function declare(app: App, line: string, version: Version): void {
  const [path = "", method = "", ...hidden] = line.split(" ").reverse();
  app.Handle(method, path, handler, WithVersion(version), ...hidden.map(() => Hidden()));
}

/** Two versions of an API, and what is neutral. */
function cats(Versioning: VersioningOptions, options: AppOptions = {}): App {
  return appOf(Versioning, options)
    .Get("/cats", handler, WithVersion("1"))
    .Get("/cats", handler, WithVersion("2"))
    .Get("/cats/{id}", handler, WithVersion("1", "2"))
    .Post("/cats", handler, Status(201), WithVersion("2"))
    .Get("/health", handler, WithVersion(VersionNeutral))
    .Get("/cats/{name}", handler, WithVersion(VersionNeutral))
    .Get("/secret", handler, Hidden(), WithVersion("1"));
}

/** `GET /cats`, in the order of the document. */
function operationsIn({ paths }: OpenAPIDocument): readonly string[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

function operation(
  { paths }: OpenAPIDocument,
  path: string,
  method: "get" | "post" | "delete" = "get",
): OpenAPIOperation {
  const found = paths[path]?.[method];
  if (!found) throw new Error(`no ${method} ${path}`);
  return found;
}

describe("Document(version) holds what a request of that version reaches, and nothing else", () => {
  const plain: readonly (readonly [Version, readonly string[]])[] = [
    ["1", ["GET /cats", "GET /cats/{id}", "GET /health"]],
    ["2", ["GET /cats", "POST /cats", "GET /cats/{id}", "GET /health"]],
  ];
  const schemes: readonly (readonly [string, VersioningOptions, typeof plain])[] = [
    [
      "URI",
      uri,
      [
        ["1", ["GET /v1/cats", "GET /v1/cats/{id}", "GET /health", "GET /cats/{name}"]],
        ["2", ["GET /v2/cats", "POST /v2/cats", "GET /v2/cats/{id}", "GET /health", "GET /cats/{name}"]],
      ],
    ],
    ["header", header, plain],
    ["media type", mediaType, plain],
    ["custom, an extractor that says what it reads", custom(FromQuery("v")), plain],
    ["custom, an application's own function", custom(() => "1"), plain],
  ];

  describe.each(schemes)("%s", (_scheme, Versioning, versions) => {
    it.each(versions)("version %s", (version, operations) => {
      expect([...operationsIn(documentOf(cats(Versioning), version))].sort()).toEqual([...operations].sort());
    });

    it("a fresh one on every call", () => {
      const app = cats(Versioning);
      const document = app.Document("1");
      document.paths = {};
      expect(Object.keys(app.Document("1").paths).length).toBeGreaterThan(0);
    });

    it.each(["3", "", "__proto__", "constructor", VersionNeutral])(
      "an unknown version (%j) is an error that lists the known ones",
      (version) => {
        const document = () => cats(Versioning).Document(version);
        expect(document).toThrow(RangeError);
        expect(document).toThrow(
          `no route answers version ${JSON.stringify(version)}; the versions are: "1", "2"`,
        );
      },
    );
  });

  it.each<readonly [string, Version | VersionExtractor, readonly string[]]>([
    ["a fixed one stands before the neutral routes of its paths", "2", ["/dogs"]],
    ["one that has not their paths does not", "1", ["/cats", "/dogs"]],
    ["one that depends on the request does not", FromHeader("V"), ["/cats", "/dogs"]],
  ])("under URI with AssumeVersion: %s", (_what, AssumeVersion, neutral) => {
    const app = appOf({ ...uri, AssumeVersion })
      .Get("/cats", handler, WithVersion(VersionNeutral))
      .Get("/dogs", handler, WithVersion(VersionNeutral))
      .Get("/birds", handler, WithVersion("1"))
      .Get("/cats", handler, WithVersion("2"));
    expect(Object.keys(documentOf(app, "1").paths).sort()).toEqual([...neutral, "/v1/birds"]);
    expect(Object.keys(documentOf(app, "2").paths).sort()).toEqual([...neutral, "/v2/cats"]);
    expect(Object.keys(documentOf(app).paths).sort()).toEqual([...neutral, "/v1/birds", "/v2/cats"]);
  });

  it.each([
    ["/r/{x}", "1", "/r/{y...}", "1", "/r/{x}"],
    ["/r/{y...}", "1", "/r/{x}", "1", "/r/{x}"],
    ["/r/{x}", "1", "/r/{y...}", VersionNeutral, "/r/{x}"],
    ["/r/{x}", VersionNeutral, "/r/{y...}", "1", "/r/{y}"],
  ])(
    "%s of %j beside %s of %j, which are one template: the one that answers",
    async (one, of, other, ofOther, path) => {
      const app = appOf(header)
        .Get(one, () => one, WithVersion(of))
        .Get(other, () => other, WithVersion(ofOther));
      expect(Object.keys(app.Document("1").paths)).toEqual([path]);
      const { text } = await (await serve(app)).ask("GET /r/a", { "X-API-Version": "1" });
      expect(text.replace("...", "")).toBe(path);
    },
  );

  it("a version that Versions lists and no route answers is unknown", () => {
    const app = appOf({ ...header, Versions: ["1", "2"] }).Get("/", handler, WithVersion("1"));
    expect(() => app.Document("2")).toThrow('no route answers version "2"; the versions are: "1"');
  });

  it("where there are no versions, that is said", () => {
    expect(() => new App().Get("/", handler).Document("1")).toThrow(
      'no route answers version "1"; the versions are: none',
    );
  });

  it("builds if needed, and throws what Build throws", () => {
    expect(() => appOf(header).Get("cats", handler, WithVersion("1")).Document("1")).toThrow(
      /path-without-slash/,
    );
  });

  it.each<
    readonly [what: string, neutral: readonly string[], own: readonly string[], shown: readonly string[]]
  >([
    [
      "a neutral route that the version's own stands before is left out",
      ["GET /{a}"],
      ["GET /{b}"],
      ["GET /{b}"],
    ],
    [
      "by another method it stands before nothing",
      ["GET /cats"],
      ["POST /cats"],
      ["GET /cats", "POST /cats"],
    ],
    [
      "a neutral static route behind the version's parameter",
      ["GET /cats/me"],
      ["GET /cats/{id}"],
      ["GET /cats/{id}"],
    ],
    [
      "a neutral parameter behind the version's static route is reached by other paths",
      ["GET /cats/{id}"],
      ["GET /cats/me"],
      ["GET /cats/{id}", "GET /cats/me"],
    ],
    [
      "a rest of the version stands before every neutral route below it",
      ["GET /files/a/b", "GET /files/{a}", "GET /files"],
      ["GET /files/{path...}"],
      ["GET /files", "GET /files/{path}"],
    ],
    [
      "a neutral rest behind the version's parameter is reached by longer paths; OpenAPI has one place for both",
      ["GET /files/{path...}"],
      ["GET /files/{id}"],
      ["GET /files/{id}"],
    ],
    [
      "a neutral rest behind the version's two parameters is reached by shorter paths",
      ["GET /files/{path...}"],
      ["GET /files/{a}/{b}"],
      ["GET /files/{a}/{b}", "GET /files/{path}"],
    ],
    [
      "a neutral rest behind a hidden parameter of the version is reached by longer paths",
      ["GET /api/files/{path...}"],
      ["hidden GET /api/files/{id}"],
      ["GET /api/files/{path}"],
    ],
    ["a neutral root beside the version's parameter", ["GET /"], ["GET /{id}"], ["GET /", "GET /{id}"]],
    [
      "a neutral HEAD behind the version's GET, which answers HEAD",
      ["HEAD /cats"],
      ["GET /cats"],
      ["GET /cats"],
    ],
    [
      "a hidden route of the version is not shown, and stands before a neutral one all the same",
      ["GET /cats"],
      ["hidden GET /cats", "GET /dogs"],
      ["GET /dogs"],
    ],
  ])("%s", (_what, neutral, own, shown) => {
    const app = appOf(header);
    for (const line of neutral) declare(app, line, VersionNeutral);
    for (const line of own) declare(app, line, "1");
    expect([...operationsIn(documentOf(app, "1"))].sort()).toEqual([...shown].sort());
  });

  it("what a range gives the version", () => {
    const app = appOf({ ...header, Versions: ["1", "2"] })
      .Get("/cats", handler, Since("1"))
      .Get("/dogs", handler, Since("2"));
    expect(operationsIn(documentOf(app, "1"))).toEqual(["GET /cats"]);
  });

  it("Document() stays the document of all", () => {
    expect(operationsIn(documentOf(cats(uri)))).toEqual([
      "GET /v1/cats",
      "GET /v2/cats",
      "POST /v2/cats",
      "GET /v1/cats/{id}",
      "GET /v2/cats/{id}",
      "GET /health",
      "GET /cats/{name}",
    ]);
  });

  it("the application's own OpenAPI is merged into each", () => {
    const app = cats(header, {
      Title: "Cats",
      Version: "7.0.0",
      OpenAPI: { servers: [{ url: "/api" }], tags: [{ name: "cats" }] },
    });
    const document = documentOf(app, "2");
    expect(document.info).toEqual({ title: "Cats", version: "7.0.0", "x-api-version": "2" });
    expect([document.servers, document.tags]).toEqual([[{ url: "/api" }], [{ name: "cats" }]]);
  });

  it("only the components that it uses are in it", () => {
    const cat = (title: string): object => ({
      title,
      type: "object",
      properties: { name: { type: "string" } },
    });
    const app = appOf(header)
      .Get("/cats", handler, WithVersion("1"), WithResponse(200, cat("OldCat")))
      .Get("/cats", handler, WithVersion("2"), WithResponse(200, cat("Cat")));
    expect(Object.keys(documentOf(app, "1").components?.schemas ?? {}).sort()).toEqual(["Error", "OldCat"]);
    expect(Object.keys(documentOf(app, "2").components?.schemas ?? {}).sort()).toEqual(["Cat", "Error"]);
  });
});

describe("every operation shows how the version is sent", () => {
  const sent = (place: string, name: string, version: Version): object => ({
    name,
    in: place,
    required: true,
    description: "The version of the API",
    schema: { type: "string", enum: [version] },
    example: version,
  });
  const optional = (place: string, name: string, version: Version): object => ({
    ...sent(place, name, version),
    required: false,
  });

  it.each<readonly [string, VersioningOptions, Version, object | readonly object[]]>([
    ["a header", header, "2", sent("header", "X-API-Version", "2")],
    ["FromHeader", custom(FromHeader("X-V")), "2", sent("header", "X-V", "2")],
    ["FromQuery", custom(FromQuery("v")), "2", sent("query", "v", "2")],
    ["FromCookie", custom(FromCookie("version")), "2", sent("cookie", "version", "2")],
    [
      "FirstOf: each place, none of them required",
      custom(FirstOf(FromQuery("v"), FromHeader("X-V"))),
      "1",
      [optional("query", "v", "1"), optional("header", "X-V", "1")],
    ],
    [
      "FirstOf a parameter of Accept and a header",
      custom(FirstOf(FromMediaType("v"), FromHeader("X-V"))),
      "1",
      optional("header", "X-V", "1"),
    ],
    [
      "FirstOf a header and an account's own version: the header, not required",
      custom(FirstOf(FromHeader("X-V"), pinned)),
      "1",
      optional("header", "X-V", "1"),
    ],
    [
      "FirstOf an application's own and another: the other",
      custom(FirstOf(() => null, FromHeader("X-V"))),
      "1",
      sent("header", "X-V", "1"),
    ],
    [
      "AtOrBefore: what it asks",
      { ...custom(AtOrBefore(FromHeader("X-Date"))), Versions: ["2024-05-01"] },
      "2024-05-01",
      {
        ...sent("header", "X-Date", "2024-05-01"),
        description: "The version of the API: any date from 2024-05-01 on",
        schema: { type: "string" },
      },
    ],
  ])("%s: a required parameter with that value", (_what, Versioning, version, expected) => {
    const parameters = [expected].flat();
    const app = appOf(Versioning)
      .Get("/cats/{id}", handler, WithVersion(version))
      .Post("/cats", handler, WithVersion(version))
      .Get("/health", handler, WithVersion(VersionNeutral));
    const document = documentOf(app, version);
    const id = { name: "id", in: "path", required: true, schema: { type: "string" } };
    expect(operation(document, "/cats/{id}").parameters).toEqual([id, ...parameters]);
    expect(operation(document, "/cats", "post").parameters).toEqual(parameters);
    expect(operation(document, "/health").parameters).toEqual(parameters);
  });

  it.each<readonly [string, Version | VersionExtractor]>([
    ["another fixed one", "2"],
    ["by a function", () => "1"],
    ["by a place of the request", FromQuery("v")],
    ["by an account", pinned],
    ["by an account, else by a function", FirstOf(pinned, () => "1")],
  ])("where a version is assumed %s: no client of this version relies on it", (_what, AssumeVersion) => {
    const document = documentOf(cats({ ...header, AssumeVersion }), "1");
    expect(operation(document, "/cats").parameters).toEqual([sent("header", "X-API-Version", "1")]);
  });

  it("where exactly this version is assumed: optional, with the version as default", () => {
    const document = documentOf(cats({ ...header, AssumeVersion: "1" }), "1");
    expect(operation(document, "/cats").parameters).toEqual([
      {
        ...optional("header", "X-API-Version", "1"),
        schema: { type: "string", enum: ["1"], default: "1" },
      },
    ]);
  });

  it("AtOrBefore with a fixed version: optional, with the version as default", () => {
    const Versions = ["2024-05-01"];
    const Versioning = { ...custom(AtOrBefore(FromHeader("X-Date"))), Versions, AssumeVersion: "2024-05-01" };
    const app = appOf(Versioning).Get("/cats", handler, WithVersion("2024-05-01"));
    expect(operation(documentOf(app, "2024-05-01"), "/cats").parameters).toEqual([
      {
        name: "X-Date",
        in: "header",
        required: false,
        description: "The version of the API: any date from 2024-05-01 on",
        schema: { type: "string", default: "2024-05-01" },
        example: "2024-05-01",
      },
    ]);
  });

  it("an account's version is its scheme, and no parameter", () => {
    const document = documentOf(cats(custom(pinned)), "1");
    expect(operation(document, "/cats").parameters).toBeUndefined();
    expect(document.components?.securitySchemes).toEqual({ account: { type: "http", scheme: "bearer" } });
  });

  it("under URI: the path, and no parameter", () => {
    const document = documentOf(cats(uri), "2");
    expect(operation(document, "/v2/cats").parameters).toBeUndefined();
    expect(operation(document, "/v2/cats/{id}").parameters).toEqual([
      { name: "id", in: "path", required: true, schema: { type: "string" } },
    ]);
  });

  it("an application's own extractor does not say: no parameter", () => {
    const app = appOf(custom(() => "1")).Get("/cats", handler, WithVersion("1"));
    expect(operation(documentOf(app, "1"), "/cats").parameters).toBeUndefined();
  });

  it.each<readonly [string, VersioningOptions]>([
    ["query", custom(FromQuery("V"))],
    ["headers", custom(FromHeader("v"))],
  ])("one that the route declares itself is not shown twice: %s", (part, Versioning) => {
    const schema = { type: "object", properties: { [part === "query" ? "V" : "v"]: { type: "string" } } };
    const input = part === "query" ? WithQuery(schema) : WithHeaders(schema);
    const app = appOf(Versioning).Get("/cats", handler, WithVersion("1"), input);
    expect(operation(documentOf(app, "1"), "/cats").parameters).toEqual([
      sent(part === "query" ? "query" : "header", part === "query" ? "V" : "v", "1"),
    ]);
  });

  it.each<readonly [string, VersioningOptions, Version, string]>([
    ["VersioningMediaType", mediaType, "2", "application/json;v=2"],
    ["a Key in another case", { ...mediaType, Key: "Ver" }, "2", "application/json;ver=2"],
    ["FromMediaType", custom(FromMediaType("v")), "2", "application/json;v=2"],
    ["a version that is no token is quoted", mediaType, "2 beta", 'application/json;v="2 beta"'],
    ["one with a quote", mediaType, '2"', 'application/json;v="2\\""'],
    ["a date", mediaType, "2024-05-01", "application/json;v=2024-05-01"],
  ])(
    "%s: response content keys, since OpenAPI ignores an Accept parameter",
    (_what, Versioning, version, key) => {
      const cat = { type: "object", properties: { name: { type: "string" } } };
      const app = appOf(Versioning)
        .Get("/cats", handler, WithVersion(version), WithResponse(200, cat))
        .Get("/plain", handler, WithVersion(version))
        .Get("/health", handler, WithVersion(VersionNeutral))
        .Post("/cats", handler, WithVersion(version), Status(201), WithResponse(201, cat))
        .Delete("/cats", handler, WithVersion(version), Status(204));
      for (const document of [documentOf(app, version), documentOf(app)]) {
        expect(operation(document, "/cats").parameters).toBeUndefined();
        expect(operation(document, "/cats").responses["200"]?.content).toEqual({ [key]: { schema: cat } });
        expect(operation(document, "/cats", "post").responses["201"]?.content).toEqual({
          [key]: { schema: cat },
        });
        expect(operation(document, "/plain").responses["200"]?.content).toEqual({ [key]: {} });
      }
      // A neutral route is asked for in a version, and answered in none. Among all versions, none is asked for.
      expect(operation(documentOf(app, version), "/health").responses["200"]?.content).toEqual({
        [key]: {},
        "application/json": {},
      });
      expect(operation(documentOf(app), "/health").responses["200"]?.content).toBeUndefined();
    },
  );

  it("among all versions, each operation has the key of its own version, the newest", () => {
    const Versioning = { ...mediaType, Versions: ["1", "2", "3"], Lifecycle: { 3: { Preview: true } } };
    const app = appOf(Versioning)
      .Get("/cats", handler, WithVersion("1", "2", "3"))
      .Get("/dogs", handler, WithVersion("2"))
      .Get("/dogs", handler, WithVersion("1"))
      .Get("/old", handler, WithVersion("1"))
      .Get("/next", handler, WithVersion("3"));
    const document = documentOf(app);
    const keys = ["/cats", "/dogs", "/old", "/next"].map((path) =>
      Object.keys(operation(document, path).responses["200"]?.content ?? {}),
    );
    expect(keys).toEqual([
      ["application/json;v=2"],
      ["application/json;v=2"],
      ["application/json;v=1"],
      ["application/json;v=3"],
    ]);
  });

  it.each<readonly [string, VersionExtractor, readonly string[] | undefined]>([
    [
      "first, the media types name it",
      FirstOf(FromMediaType("v"), FromHeader("X-V")),
      ["application/json;v=1"],
    ],
    ["second, as Content-Type does not either", FirstOf(FromHeader("X-V"), FromMediaType("v")), undefined],
  ])("a parameter of Accept beside a header: %s", (_what, Extractor, keys) => {
    const app = appOf(custom(Extractor)).Get("/cats", handler, WithVersion("1"));
    for (const document of [documentOf(app, "1"), documentOf(app)]) {
      const { content } = operation(document, "/cats").responses["200"] ?? {};
      expect(content && Object.keys(content)).toEqual(keys);
    }
  });

  it.each<readonly [string, RouteOption[], handler: (req: Request, res: Response) => unknown]>([
    ["204", [Status(204)], handler],
    ["205", [Status(205)], handler],
    ["302", [Status(302)], handler],
    ["204 beside a 200, none of which a schema is declared for", [WithResponse(204), Status(200)], handler],
    ["a handler that takes res, and may answer anything", [], (_req, res) => res.type("pdf").send("%PDF")],
  ])(
    "%s, where no success is said to have content: a range of successes has the key",
    (_what, options, serve) => {
      const app = appOf(mediaType).Delete("/cats", serve, WithVersion("1"), ...options);
      for (const document of [documentOf(app, "1"), documentOf(app)]) {
        const { responses } = operation(document, "/cats", "delete");
        expect(responses["2XX"]).toEqual({ description: "Any other success", content: { "*/*;v=1": {} } });
        const contents = ["200", "204", "205", "302"].map((status) => responses[status]?.content);
        expect(contents).toEqual([undefined, undefined, undefined, undefined]);
      }
    },
  );

  it("an error is answered as application/json, whatever Accept asks for", () => {
    const app = appOf(mediaType).Get(
      "/cats",
      handler,
      WithVersion("1"),
      WithGuards(() => true),
    );
    const { responses } = operation(documentOf(app, "1"), "/cats");
    const content = {
      "application/json": {
        schema: { $ref: "#/components/schemas/Error" },
        example: expect.anything() as unknown,
      },
    };
    expect([responses["403"]?.content, responses["404"]?.content]).toEqual([content, content]);
  });

  it("a text is asked for with the key, and answered without it", () => {
    const app = appOf(mediaType).Get(
      "/cats",
      handler,
      WithVersion("1"),
      WithResponse(200, { type: "string" }),
    );
    expect(operation(documentOf(app, "1"), "/cats").responses["200"]?.content).toEqual({
      "text/plain;v=1": { schema: { type: "string" } },
      "text/plain": { schema: { type: "string" } },
    });
  });
});

describe("the ids of a version's document carry no version", () => {
  type Declared = readonly [path: string, version: Version | readonly Version[], id?: string];
  const app = (Versioning: VersioningOptions, ...routes: readonly Declared[]): App => {
    const all = appOf(Versioning);
    for (const [path, versions, id] of routes) {
      all.Get(
        path,
        handler,
        WithVersion(...[versions].flat()),
        ...(id === undefined ? [] : [OperationID(id)]),
      );
    }
    return all;
  };
  const schemes: readonly (readonly [string, VersioningOptions])[] = [
    ["URI", uri],
    ["URI, without a prefix", { ...uri, Prefix: "" }],
    ["header", header],
    ["media type", mediaType],
    ["query", custom(FromQuery("v"))],
  ];

  describe.each(schemes)("%s", (_scheme, Versioning) => {
    it.each<readonly [string, readonly Declared[], readonly string[]]>([
      [
        "as if there were no others",
        [
          ["/cats", "1"],
          ["/cats/{id}", ["1", "2"], "one"],
          ["/health", VersionNeutral],
          ["/", "1"],
        ],
        ["get_cats", "one", "get_health", "get"],
      ],
      [
        "that is taken gets a number",
        [
          ["/a-b", "1"],
          ["/a_b", "1"],
          ["/c", "1", "get_a_b"],
        ],
        ["get_a_b_2", "get_a_b_3", "get_a_b"],
      ],
      [
        "of one version's own is taken before a neutral one",
        [
          ["/a-b", VersionNeutral],
          ["/a_b", "1"],
        ],
        ["get_a_b_2", "get_a_b"],
      ],
    ])("%s", (_what, routes, ids) => {
      const { paths } = documentOf(app(Versioning, ...routes), "1");
      expect(Object.values(paths).map((item) => item.get?.operationId)).toEqual(ids);
    });

    it("stay the same when a later version is added", () => {
      const ids = (...versions: Version[]) =>
        operation(
          documentOf(app(Versioning, ["/cats", versions, "list"], ["/dogs", versions]), "1"),
          (Versioning === uri ? "/v1" : Versioning.Type === VersioningURI ? "/1" : "") + "/dogs",
        ).operationId;
      expect([ids("1"), ids("1", "2"), ids("1", "2", "3")]).toEqual(["get_dogs", "get_dogs", "get_dogs"]);
    });
  });

  it("explicit ids that only Document() tells apart are told apart here too", () => {
    const all = app(uri, ["/cats", VersionNeutral, "list"], ["/dogs", "1", "list"]);
    expect(operation(documentOf(all), "/v1/dogs").operationId).toBe("list_1");
    const { paths } = documentOf(all, "1");
    expect([paths["/cats"]?.get?.operationId, paths["/v1/dogs"]?.get?.operationId]).toEqual([
      "list_2",
      "list",
    ]);
  });

  it("Document() keeps those of all", () => {
    const all = documentOf(app(header, ["/cats", ["1", "2"]], ["/dogs", "2", "list"]));
    expect(Object.values(all.paths).map((item) => item.get?.operationId)).toEqual(["get_cats_1_2", "list"]);
  });
});

describe("a lifecycle marks its operations deprecated and shows the dates", () => {
  const shown = ({ description, deprecated, ...others }: OpenAPIOperation): readonly unknown[] => [
    description,
    deprecated,
    (others as Record<string, unknown>)["x-deprecated"],
    (others as Record<string, unknown>)["x-sunset"],
  ];

  it.each<readonly [string, Parameters<typeof WithLifecycle>[0], readonly unknown[]]>([
    [
      "Deprecated",
      { Deprecated: "2026-01-01" },
      ["Deprecated from 2026-01-01.", true, "2026-01-01T00:00:00.000Z", undefined],
    ],
    [
      "a moment",
      { Deprecated: "2026-01-01T12:30:00Z" },
      ["Deprecated from 2026-01-01T12:30:00.000Z.", true, "2026-01-01T12:30:00.000Z", undefined],
    ],
    [
      "Sunset alone",
      { Sunset: "2026-07-01" },
      ["Served until 2026-07-01.", true, undefined, "2026-07-01T00:00:00.000Z"],
    ],
    [
      "all of it",
      { Deprecated: "2026-01-01", Sunset: "2026-07-01", Successor: "2", Link: "https://example.com/moving" },
      [
        "Deprecated from 2026-01-01. Served until 2026-07-01. Version 2 comes after it. " +
          "See <https://example.com/moving>.",
        true,
        "2026-01-01T00:00:00.000Z",
        "2026-07-01T00:00:00.000Z",
      ],
    ],
    ["nothing", {}, [undefined, undefined, undefined, undefined]],
  ])("%s", (_what, lifecycle, expected) => {
    const app = appOf(header)
      .Get("/cats", handler, WithVersion("1"), WithLifecycle(lifecycle))
      .Get("/cats", handler, WithVersion("2"));
    expect(shown(operation(documentOf(app, "1"), "/cats"))).toEqual(expected);
    expect(shown(operation(documentOf(app, "2"), "/cats"))).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("after the description of the route, beside Deprecated()", () => {
    const app = new App({ Logger: recordingLogger() })
      .Get("/cats", handler, Description("All cats."), WithLifecycle({ Deprecated: "2026-01-01" }))
      .Get("/dogs", handler, Description("All dogs."), Deprecated());
    const document = documentOf(app);
    expect(shown(operation(document, "/cats"))).toEqual([
      "All cats.\n\nDeprecated from 2026-01-01.",
      true,
      "2026-01-01T00:00:00.000Z",
      undefined,
    ]);
    expect(shown(operation(document, "/dogs"))).toEqual(["All dogs.", true, undefined, undefined]);
  });

  it("per version, where one route answers several", () => {
    const app = appOf({ ...uri, Lifecycle: { "1": { Deprecated: "2026-01-01" } } }).Get(
      "/cats",
      handler,
      WithVersion("1", "2"),
    );
    const all = documentOf(app);
    expect([operation(all, "/v1/cats").deprecated, operation(all, "/v2/cats").deprecated]).toEqual([
      true,
      undefined,
    ]);
    const inHeader = appOf({ ...header, Lifecycle: { "1": { Deprecated: "2026-01-01" } } }).Get(
      "/cats",
      handler,
      WithVersion("1", "2"),
    );
    expect(operation(documentOf(inHeader, "1"), "/cats").deprecated).toBe(true);
    expect(operation(documentOf(inHeader, "2"), "/cats").deprecated).toBeUndefined();
  });
});

describe("in the document of all versions", () => {
  const offered = (place: string, name: string, others: object = {}): object => ({
    name,
    in: place,
    required: true,
    description: "The version of the API",
    schema: { type: "string", enum: ["1", "2"] },
    example: "2",
    ...others,
  });
  const assumed = (version: Version): object => ({
    required: false,
    schema: { type: "string", enum: ["1", "2"], default: version },
  });

  it.each<readonly [string, VersioningOptions, readonly object[] | undefined]>([
    ["a header", header, [offered("header", "X-API-Version")]],
    ["FromQuery", custom(FromQuery("v")), [offered("query", "v")]],
    ["FromCookie", custom(FromCookie("version")), [offered("cookie", "version")]],
    [
      "several places: none is required",
      custom(FirstOf(FromQuery("v"), FromHeader("X-V"))),
      [offered("query", "v", { required: false }), offered("header", "X-V", { required: false })],
    ],
    [
      "a parameter of Accept beside a header",
      custom(FirstOf(FromMediaType("v"), FromHeader("X-V"))),
      [offered("header", "X-V", { required: false })],
    ],
    [
      "an assumed version is the default",
      { ...header, AssumeVersion: "1" },
      [offered("header", "X-API-Version", assumed("1"))],
    ],
    [
      "an assumed version that the operation does not have is no default",
      { ...header, AssumeVersion: "3" },
      [offered("header", "X-API-Version", { required: false })],
    ],
    [
      "a version that depends on the request is no default",
      { ...header, AssumeVersion: FromQuery("v") },
      [offered("header", "X-API-Version", { required: false })],
    ],
    [
      "the newest by the order of Versions",
      { ...header, Versions: ["3", "2", "1"] },
      [offered("header", "X-API-Version", { example: "1" })],
    ],
    [
      "a preview is a value, and no example",
      { ...header, Versions: ["1", "2", "3"], Lifecycle: { 2: { Preview: true } } },
      [offered("header", "X-API-Version", { example: "1" })],
    ],
    ["Accept", mediaType, undefined],
    ["an application's own extractor", custom(() => "1"), undefined],
    [
      "what an account has",
      custom(Described(() => "1", { Header: "X-Account" })),
      [
        {
          name: "X-Account",
          in: "header",
          required: true,
          description: "Selects the version of the API",
          schema: { type: "string" },
        },
      ],
    ],
  ])("an operation shows where its versions are sent: %s", (_what, Versioning, parameters) => {
    const app = appOf(Versioning)
      .Get("/cats", handler, WithVersion("1", "2"))
      .Get("/dogs", handler, WithVersion("3"))
      .Get("/health", handler, WithVersion(VersionNeutral));
    const document = documentOf(app);
    expect(operation(document, "/cats").parameters).toEqual(parameters);
    expect(operation(document, "/health").parameters).toBeUndefined();
  });

  it.each<readonly [version: string | undefined, example: string, range: string]>([
    [undefined, "2025-01-01", "any date from 2024-05-01, before 2025-06-01"],
    ["2024-05-01", "2024-05-01", "any date from 2024-05-01, before 2025-01-01"],
    ["2025-01-01", "2025-01-01", "any date from 2025-01-01, before 2025-06-01"],
    ["2025-06-01", "2025-06-01", "any date from 2025-06-01 on"],
    ["next", "next", "next"],
  ])("AtOrBefore takes any date: version %s has no list of versions", (version, example, range) => {
    const Versions = ["2024-05-01", "2025-01-01", "2025-06-01", "next"];
    const Lifecycle = { next: { Preview: true } };
    const app = appOf({ ...custom(AtOrBefore(FromHeader("X-Date"))), Versions, Lifecycle })
      .Get("/cats", handler, WithVersion("2024-05-01", "2025-01-01"))
      .Get("/dogs", handler, WithVersion("2025-06-01", "next"));
    const path = version === undefined || Versions.indexOf(version) < 2 ? "/cats" : "/dogs";
    const [parameter] = operation(documentOf(app, version), path).parameters ?? [];
    expect(parameter).toMatchObject({
      name: "X-Date",
      schema: { type: "string" },
      example,
      description: `The version of the API: ${range}`,
    });
    expect(parameter).not.toHaveProperty("schema.enum");
  });

  it("AtOrBefore with a Compare takes any version", () => {
    const Versions = ["1.9", "1.10"];
    const Extractor = AtOrBefore(FromHeader("X-V"), {
      Compare: (a, b) => Versions.indexOf(a) - Versions.indexOf(b),
    });
    const app = appOf({ ...custom(Extractor), Versions }).Get("/cats", handler, WithVersion(...Versions));
    expect(operation(documentOf(app, "1.9"), "/cats").parameters).toEqual([
      {
        name: "X-V",
        in: "header",
        required: true,
        description: "The version of the API: any version from 1.9, before 1.10",
        schema: { type: "string" },
        example: "1.9",
      },
    ]);
  });

  it("the versions of the operation that is shown, and no other's", () => {
    const app = appOf(header)
      .Get("/cats", handler, WithVersion("1"))
      .Get("/cats", handler, WithVersion("2", "3"));
    const [parameter] = operation(documentOf(app), "/cats").parameters ?? [];
    expect(parameter).toMatchObject({ schema: { enum: ["2", "3"] }, example: "3" });
  });

  it("one that the route declares itself is not shown twice", () => {
    const schema = { type: "object", properties: { "x-api-version": { type: "string" } } };
    const app = appOf(header).Get("/cats", handler, WithVersion("1", "2"), WithHeaders(schema));
    expect(operation(documentOf(app), "/cats").parameters).toEqual([offered("header", "X-API-Version")]);
  });
});
