import {
  AnyOf,
  App,
  Before,
  ByPrincipal,
  Change,
  DefineVersions,
  Described,
  FirstOf,
  FromQuery,
  Get,
  Restatus,
  Router,
  SecurityScheme,
  VersioningHeader,
  VersioningMediaType,
  VersionNeutral,
  WithBody,
  WithLifecycle,
  WithResponse,
  WithSecurity,
  WithVersion,
  type AppOptions,
  type OpenAPIDocument,
  type RouteOption,
  type VersionExtractor,
  type VersioningOptions,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import { judgedDocuments } from "../../support/documents/judging";

const documentOf = judgedDocuments("responses");

const handler = (): unknown => 1;
const Cat = z.object({ name: z.string() });
const headers = { "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" } };
const example: unknown = expect.anything();
const errors = { "application/json": { schema: { $ref: "#/components/schemas/Error" }, example } };
const versioning: AppOptions = {
  Versioning: { Type: VersioningHeader, Header: "X-Version", Report: true },
};

function appOf(options: AppOptions, ...declared: RouteOption[]): App {
  return new App({ ...options, Logger: recordingLogger() }).Get("/cats", handler, ...declared);
}

function responses({ paths }: OpenAPIDocument): Readonly<Record<string, object>> {
  return paths["/cats"]?.get?.responses ?? {};
}

describe("a response's description, where none is written", () => {
  it.each([
    ["2XX", "Success"],
    ["3XX", "Redirection"],
    ["4XX", "Client Error"],
    ["5XX", "Server Error"],
    ["default", "Any other response"],
    [201, "Created"],
  ] as const)("%s is %s", (status, description) => {
    expect(responses(documentOf(appOf({}, WithResponse(status))))[status]).toMatchObject({ description });
  });
});

describe("the 400 of UnknownVersion: refuse", () => {
  const refusing: AppOptions = {
    Versioning: { Type: VersioningHeader, Header: "X-Version", UnknownVersion: "refuse" },
  };
  const refused = {
    "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
    "API-Supported-Versions": { $ref: "#/components/headers/API-Supported-Versions" },
    "Version-Unknown": { $ref: "#/components/headers/Version-Unknown" },
  };
  const bad = { description: "Bad Request", headers: refused, content: errors };

  it("is described at each versioned route, in every document", () => {
    const app = appOf(refusing, WithVersion("1"));
    for (const document of [documentOf(app), app.Document("1")]) {
      expect(responses(document)).toEqual({
        200: { description: "OK" },
        400: bad,
        404: { description: "Not Found", headers, content: errors },
      });
      expect(document.components?.headers).toHaveProperty(["Version-Unknown", "description"]);
    }
  });

  it("is described nowhere else", () => {
    const app = appOf(refusing, WithVersion(VersionNeutral))
      .Get("/dogs", handler, WithVersion("1"))
      .Get("/dogs", handler, WithVersion(VersionNeutral))
      .Get("/dogs/{id}", handler, WithVersion("1"))
      .Get("/{kind}/{id}", handler, WithVersion(VersionNeutral));
    const { paths } = documentOf(app);
    expect(Object.values(paths).map((item) => Object.keys(item.get?.responses ?? {}))).toEqual(
      Array(4).fill(["200", "404"]),
    );
    expect(Object.keys(responses(documentOf(appOf(versioning, WithVersion("1")))))).toEqual(["200", "404"]);
  });

  it("is one of two where input may be refused too", () => {
    const body = WithBody(z.object({ name: z.string() }));
    const document = documentOf(appOf(refusing, WithVersion("1"), body));
    const either = [{ $ref: "#/components/schemas/InvalidRequest" }, { $ref: "#/components/schemas/Error" }];
    expect(responses(document)[400]).toEqual({
      ...bad,
      content: { "application/json": { schema: { anyOf: either }, example } },
    });
    // The frozen document of a version stays as it is: its clients do not name an unknown one.
    expect(responses(appOf(refusing, WithVersion("1"), body).Document("1"))[400]).toEqual({
      description: "Bad Request",
      headers,
      content: { "application/json": { schema: either[0], example } },
    });
    const other = documentOf(appOf({ ...refusing, Errors: { InvalidStatus: 422 } }, WithVersion("1"), body));
    expect(responses(other)[400]).toEqual(bad);
    expect(responses(other)[422]).toEqual({
      description: "Unprocessable Entity",
      headers,
      content: { "application/json": { schema: either[0], example } },
    });
  });

  it("is not moved by Restatus, which is an option of routes", () => {
    const V = DefineVersions("1", "2");
    const Moved = Change("2", "Refused input is a 422.");
    const app = new App({ Versioning: { ...refusing.Versioning, Versions: V.List } }).Post(
      "/cats",
      handler,
      V.Since("1"),
      WithBody(z.object({ name: z.string() })),
      Before(Moved, Restatus(409, 400)),
    );
    const statuses = app.Document("1").paths["/cats"]?.post?.responses ?? {};
    expect(Object.keys(statuses)).toEqual(["200", "400", "404", "409", "413", "415"]);
    expect(statuses[400]).toEqual(bad);
  });

  it("has Report's headers where Report is on", () => {
    const app = appOf({ Versioning: { ...refusing.Versioning, Report: true } }, WithVersion("1"));
    const described = responses(documentOf(app));
    const reported = ["X-Request-Id", "API-Version", "API-Supported-Versions", "API-Deprecated-Versions"];
    expect(described[404]).toHaveProperty("headers");
    expect(Object.keys((described[404] as { headers: object }).headers)).toEqual(reported);
    expect(Object.keys((described[400] as { headers: object }).headers)).toEqual([
      ...reported,
      "Version-Unknown",
    ]);
  });
});

describe("the 503 of UnknownVersion: unavailable", () => {
  const Versions = ["1", "2"];
  const unavailable: AppOptions = {
    Versioning: { Type: VersioningHeader, Header: "X-Version", Versions, UnknownVersion: "unavailable" },
  };

  it("has its headers where a versioned route describes a 503", () => {
    const document = appOf(unavailable, WithVersion("1"), WithResponse(503)).Document("1");
    expect(responses(document)[503]).toEqual({
      description: "Service Unavailable",
      headers: {
        "X-Request-Id": { $ref: "#/components/headers/X-Request-Id" },
        "Retry-After": { $ref: "#/components/headers/Retry-After-503" },
        "Cache-Control": { $ref: "#/components/headers/Cache-Control-503" },
        "Version-Unavailable": { $ref: "#/components/headers/Version-Unavailable" },
      },
      content: errors,
    });
    expect(document.components?.headers).toMatchObject({
      "Retry-After-503": { schema: { type: "integer" } },
      "Cache-Control-503": { schema: { type: "string" } },
      "Version-Unavailable": {
        description: "The newest version here, if the requested one is later",
        schema: { type: "string" },
      },
    });
  });

  it.each(["unavailable", "none"] as const)(
    "has them for ByPrincipal with Unknown: %s where it applies",
    (Unknown) => {
      const account = new SecurityScheme("Account", { type: "http", scheme: "bearer" }, () => "an account");
      const pinned = ByPrincipal(account, () => "3", { Unknown });
      const known = { Type: VersioningHeader, Header: "X-Version", Versions } as const;
      const headersOf = (AssumeVersion: VersionExtractor) => {
        const app = appOf({ Versioning: { ...known, AssumeVersion } }, WithVersion("1"), WithResponse(503));
        return Object.keys((responses(app.Document("1"))[503] as { headers: object }).headers);
      };
      const all = ["X-Request-Id", "Retry-After", "Cache-Control", "Version-Unavailable"];
      const expected = Unknown === "unavailable" ? all : ["X-Request-Id"];
      expect(headersOf(pinned)).toEqual(expected);
      expect(headersOf(FirstOf(FromQuery("v"), pinned))).toEqual(expected);
      expect(headersOf(Described(pinned, { Header: "Authorization" }))).toEqual(expected);
    },
  );

  it("changes no other response, and none of a neutral route or of another App", () => {
    const described = appOf(unavailable, WithVersion("1")).Document("1");
    expect(responses(described)).toEqual({
      200: { description: "OK" },
      404: { description: "Not Found", headers, content: errors },
    });
    const neutral = appOf(unavailable, WithVersion(VersionNeutral), WithResponse(503));
    const known = { Type: VersioningHeader, Header: "X-Version", Versions } as const;
    const other = appOf({ Versioning: known }, WithVersion("1"), WithResponse(503));
    for (const app of [neutral, other]) {
      expect(responses(documentOf(app))[503]).toHaveProperty("headers", headers);
    }
  });
});

describe("the items of an async generator", () => {
  const schema = { type: "object", properties: { name: { type: "string" } } };
  const cats = async function* () {
    yield* await Promise.resolve([{ name: "Tom" }]);
  };
  @Router()
  class CatsController {
    @Get("/cats", WithResponse(200, schema))
    async *list() {
      yield* cats();
    }
  }

  it.each<[what: string, app: App, type: string]>([
    ["a function's", new App().Get("/cats", cats, WithResponse(200, schema)), "application/x-ndjson"],
    ["a method's", new App().Include(CatsController), "application/x-ndjson"],
    [
      "those of another Type",
      new App().Get("/cats", cats, WithResponse(200, schema, { Type: "text/event-stream" })),
      "text/event-stream",
    ],
  ])("%s are described as they are sent", async (_, app, type) => {
    expect(responses(documentOf(app))["200"]).toMatchObject({ content: { [type]: { schema } } });
    expect((await (await serve(app)).ask("GET /cats")).headers["content-type"]).toContain(type);
  });
});

it.each<[what: string, Versioning: VersioningOptions, content: object]>([
  ["", {}, { "application/x-ndjson": {} }],
  [
    " of a version that Accept names",
    { Type: VersioningMediaType, Key: "v=" },
    { "application/x-ndjson;v=1": {}, "application/x-ndjson": {} },
  ],
])(
  "the items of an async generator%s have their type without a WithResponse too",
  async (_, Versioning, content) => {
    const items = async function* () {
      yield await Promise.resolve(1);
    };
    const options = Versioning.Type ? [WithVersion("1")] : [];
    const app = new App({ Versioning }).Get("/cats", items, ...options);
    const version = Versioning.Type && "1";
    const besideError = new App({ Versioning }).Get("/cats", items, WithResponse(404), ...options);
    for (const one of [app, besideError]) {
      expect(one.Document(version).paths["/cats"]?.get?.responses["200"]).toEqual({
        description: "OK",
        content,
      });
    }
    const answer = await (await serve(app)).ask("GET /cats", { accept: "application/json;v=1" });
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
  },
);

describe("a response's content", () => {
  it.each<[what: string, option: RouteOption, status: string, response: object]>([
    [
      "of a range of errors is that of all errors",
      WithResponse("4XX"),
      "4XX",
      { description: "Client Error", headers, content: errors },
    ],
    [
      "may be a media type alone",
      WithResponse(200, undefined, { Type: "image/png" }),
      "200",
      { description: "OK", content: { "image/png": {} } },
    ],
    [
      "may be examples alone",
      WithResponse(200, undefined, { Examples: { tom: { name: "Tom" } } }),
      "200",
      {
        description: "OK",
        content: { "application/json": { examples: { tom: { value: { name: "Tom" } } } } },
      },
    ],
    [
      "of an error keeps the error's schema beside its examples",
      WithResponse(409, undefined, { Examples: { taken: { error: "taken" } } }),
      "409",
      {
        description: "Conflict",
        headers,
        content: {
          "application/json": {
            schema: { $ref: "#/components/schemas/Error" },
            examples: { taken: { value: { error: "taken" } } },
          },
        },
      },
    ],
    ["is none of a status without any", WithResponse(204, Cat), "204", { description: "No Content" }],
  ])("%s", (_what, option, status, response) => {
    expect(responses(documentOf(appOf({}, option)))[status]).toEqual(response);
  });
});

it("a response's headers have the description that their schema has", () => {
  const Headers = { "X-Total": z.number().describe("How many there are"), "X-Page": z.string() };
  const described = responses(documentOf(appOf({}, WithResponse(200, Cat, { Headers }))))[200];
  expect(described).toMatchObject({
    headers: {
      "X-Total": { description: "How many there are", schema: { type: "number" } },
      "X-Page": { schema: { type: "string" } },
    },
  });
  expect(described).not.toHaveProperty(["headers", "X-Page", "description"]);
});

describe("a lifecycle that ends with 410", () => {
  const ending = (Sunset: string) =>
    documentOf(appOf(versioning, WithVersion("1"), WithLifecycle({ Sunset, AfterSunset: "gone" })), "1");

  it("documents it beside the other responses before its sunset", () => {
    expect(Object.keys(responses(ending("2999-01-01")))).toEqual(["200", "404", "410"]);
  });

  it("needs a sunset", () => {
    const life = WithLifecycle({ Deprecated: "2020-01-01", AfterSunset: "gone" });
    const document = documentOf(appOf(versioning, WithVersion("1"), life), "1");
    expect(Object.keys(responses(document))).toEqual(["200", "404"]);
  });

  it("documents nothing else after it", () => {
    expect(responses(ending("2020-01-01"))).toEqual({
      410: {
        description: "Gone",
        headers: expect.objectContaining(headers) as unknown,
        content: errors,
      },
    });
  });

  it.each([
    ["2999-01-01", ["Error", "Pet"]],
    ["2020-01-01", ["Error"]],
  ])("documents no component that only other responses need (%s)", (Sunset, components) => {
    const life = WithLifecycle({ Sunset, AfterSunset: "gone" });
    const Pet = z.object({ name: z.string() }).meta({ title: "Pet" });
    const document = documentOf(appOf(versioning, WithVersion("1"), life, WithResponse(200, Pet)), "1");
    expect(Object.keys(document.components?.schemas ?? {}).sort()).toEqual(components);
  });
});

describe("headers that the App sends are documented where it sends them", () => {
  const sent = (document: OpenAPIDocument) =>
    Object.keys((responses(document)[200] as { headers?: object }).headers ?? {});
  const reports = ["API-Supported-Versions", "API-Deprecated-Versions"];

  it("a version that answers is named, a neutral route's is not", () => {
    const app = appOf(versioning, WithVersion("1"));
    expect(sent(documentOf(app, "1"))).toEqual(["API-Version", ...reports]);
    expect(sent(documentOf(appOf(versioning, WithVersion(VersionNeutral))))).toEqual(reports);
  });

  it.each([
    [{ Deprecated: "2026-01-01", Link: "https://example.com/" }, ["Deprecation", "Link"]],
    [{ Sunset: "2999-01-01", Link: "https://example.com/" }, ["Sunset", "Link"]],
    [{ Link: "https://example.com/" }, []],
  ])("%j", (lifecycle, names) => {
    const app = appOf(versioning, WithVersion("1"), WithLifecycle(lifecycle));
    expect(sent(documentOf(app, "1"))).toEqual(["API-Version", ...reports, ...names]);
  });
});

it("the scopes of one scheme, needed by several requirements, are joined", () => {
  const flows = { clientCredentials: { tokenUrl: "https://id.example/", scopes: { a: "", b: "" } } };
  const Auth = new SecurityScheme("auth", { type: "oauth2", flows }, () => true);
  const document = documentOf(appOf({}, WithSecurity(Auth.With("a"), AnyOf(Auth.With("a", "b")))));
  expect(document.paths["/cats"]?.get?.security).toEqual([{ auth: ["a", "b"] }]);
});

it("the mapping of a discriminator leads to components", () => {
  const variant = (kind: string) => ({
    title: kind,
    type: "object",
    properties: { kind: { const: kind } },
    required: ["kind"],
  });
  const schema: object = {
    oneOf: [{ $ref: "#/$defs/Dog" }, { $ref: "#/$defs/Bird" }],
    discriminator: { propertyName: "kind", mapping: { dog: "#/$defs/Dog", bird: "#/$defs/Bird" } },
    $defs: { Dog: variant("Dog"), Bird: variant("Bird") },
  };
  const app = new App({ Logger: recordingLogger() }).Post("/pets", handler, WithBody(schema));
  const document = documentOf(app);
  expect(document.paths["/pets"]?.post?.requestBody).toMatchObject({
    content: {
      "application/json": {
        schema: {
          discriminator: {
            mapping: { dog: "#/components/schemas/Dog", bird: "#/components/schemas/Bird" },
          },
        },
      },
    },
  });
  expect(Object.keys(document.components?.schemas ?? {})).toEqual(expect.arrayContaining(["Dog", "Bird"]));
});
