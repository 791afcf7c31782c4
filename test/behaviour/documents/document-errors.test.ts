import {
  App,
  Before,
  DefineVersions,
  Nothing,
  ProblemDetails,
  Restatus,
  Versioned,
  VersioningHeader,
  WithBody,
  WithoutHeader,
  WithQuery,
  WithResponse,
  type AppOptions,
  type ErrorFormat,
} from "versioned-controllers";
import { z } from "zod";
import { judgedDocuments } from "../../support/documents/judging";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";

const documentOf = judgedDocuments("errors");

// Only its declaration is looked at: of `unknown` the compiler has nothing to hold against a response.
const handler = (): unknown => 1;
const House = z.object({ errors: z.record(z.string(), z.array(z.string())) });
const own: ErrorFormat["Body"] = ({ message }) => [message];

function appWith(options: AppOptions): App {
  return new App({ Logger: recordingLogger(), ...options })
    .Get("/cats", handler, WithQuery(z.object({ age: z.string() })), WithResponse(409))
    .Post("/cats", handler, WithBody(z.object({ name: z.string() })));
}

const refTo = (name: string) => ({ $ref: `#/components/schemas/${name}` });

interface Described {
  readonly content: object;
  /** Of `invalid_request`, if it has a component of its own. */
  readonly invalid?: object;
  readonly components: object;
}

const rows: Readonly<Record<string, readonly [Errors: ErrorFormat, described: Described]>> = {
  "the format's Schema, by its name": [
    { Body: own, Schema: House.meta({ id: "House" }) },
    {
      content: { "application/json": { schema: refTo("House") } },
      components: { House: { type: "object", required: ["errors"] } },
    },
  ],
  "a Schema without a name as Error": [
    { Body: own, Schema: House },
    {
      content: { "application/json": { schema: refTo("Error") } },
      components: { Error: { type: "object", required: ["errors"] } },
    },
  ],
  "plain JSON Schema, which nothing judges by": [
    { Schema: { type: "array", items: { type: "string" } } },
    {
      content: { "application/json": { schema: refTo("Error") } },
      components: { Error: { type: "array", items: { type: "string" } } },
    },
  ],
  "what a Schema puts out": [
    { Schema: z.object({ at: z.iso.datetime().default("2020-01-01T00:00:00Z") }) },
    { content: {}, components: { Error: { required: ["at"] } } },
  ],
  "an own Body without a Schema as anything": [
    { Body: own },
    { content: { "application/json": { schema: refTo("Error") } }, components: { Error: {} } },
  ],
  "an own Type over the default body": [
    { Type: "application/vnd.cats+json" },
    {
      content: { "application/vnd.cats+json": { schema: refTo("Error") } },
      invalid: { "application/vnd.cats+json": { schema: refTo("InvalidRequest") } },
      components: {
        Error: { required: ["error", "request_id"] },
        InvalidRequest: { required: ["error", "request_id"] },
      },
    },
  ],
  ProblemDetails: [
    ProblemDetails,
    {
      content: { "application/problem+json": { schema: refTo("ProblemDetails") } },
      components: { ProblemDetails: { properties: { instance: { format: "uri-reference" } } } },
    },
  ],
};

describe("errors are described by", () => {
  it.each(Object.entries(rows))("%s", (_what, [Errors, { content, invalid = content, components }]) => {
    const document = documentOf(appWith({ Errors }));
    const { get } = document.paths["/cats"] ?? {};
    for (const status of ["404", "409"]) expect(get?.responses[status]).toMatchObject({ content });
    expect(get?.responses["400"]).toMatchObject({ content: invalid });
    expect(document.components?.schemas).toMatchObject(components);
    expect(Object.keys(document.components?.schemas ?? {})).toEqual(Object.keys(components));
  });
});

it("an application's own component of that name replaces it", () => {
  const mine = { type: "object", title: "mine" };
  const document = documentOf(
    appWith({ Errors: ProblemDetails, OpenAPI: { components: { schemas: { ProblemDetails: mine } } } }),
  );
  expect(document.components?.schemas).toEqual({ ProblemDetails: mine });
});

it("InvalidStatus replaces 400, which only a malformed body still is", () => {
  const { get, post } = documentOf(appWith({ Errors: { InvalidStatus: 422 } })).paths["/cats"] ?? {};
  expect(Object.keys(get?.responses ?? {})).toEqual(["200", "404", "409", "422"]);
  expect(Object.keys(post?.responses ?? {})).toEqual(["200", "400", "404", "413", "415", "422"]);
});

it("each document has its own copy", () => {
  const app = appWith({ Errors: ProblemDetails });
  const { responses } = app.Document().paths["/cats"]?.get ?? {};
  const schemaAt = (status: string) => responses?.[status]?.content?.["application/problem+json"]?.schema;
  expect(schemaAt("400")).toEqual(schemaAt("404"));
  expect(schemaAt("400")).not.toBe(schemaAt("404"));
  (app.Document().components?.schemas?.ProblemDetails as { required: string[] }).required.push("mine");
  expect(JSON.stringify(app.Document())).not.toContain("mine");
});

describe("Build names what is wrong with AppOptions.Errors", () => {
  const invalid = (name: string, expected: string, written: string) => [
    `AppOptions.Errors: ${name} must be ${expected}, got ${written} [argument-invalid]`,
  ];

  it.each<[what: string, Errors: unknown, problems: readonly string[]]>([
    ["no object", "json", ['AppOptions: Errors must be an object, got "json" [argument-invalid]']],
    ["null", null, ["AppOptions: Errors must be an object, got null [argument-invalid]"]],
    [
      "another name",
      { body: 1 },
      [
        'AppOptions.Errors: there is no option named "body": correct the name, or remove the option [option-unknown-name]',
      ],
    ],
    ["a Body that is no function", { Body: {} }, invalid("Body", "a function", "an object")],
    ["a Type that is no media type", { Type: "json" }, invalid("Type", "a media type", '"json"')],
    ["a Type of two lines", { Type: "a/b\r\nX: 1" }, invalid("Type", "a media type", '"a/b\\r\\nX: 1"')],
    ["a Schema that is none", { Schema: "Cat" }, invalid("Schema", "a schema", '"Cat"')],
    ["a class for a Schema", { Schema: class Cat {} }, invalid("Schema", "a schema", "the class Cat")],
    ["a list for a Schema", { Schema: [] }, invalid("Schema", "a schema", "a list")],
    ...[399, 500, 422.5, NaN, "422"].map(
      (status) =>
        [
          `InvalidStatus ${status}`,
          { InvalidStatus: status },
          invalid(
            "InvalidStatus",
            "a whole number from 400 to 499",
            typeof status === "string" ? `"${status}"` : String(status),
          ),
        ] as [string, unknown, readonly string[]],
    ),
    [
      "a Schema that can't be described",
      { Schema: z.date() },
      [
        expect.stringMatching(
          /^AppOptions: Errors\.Schema has no usable schema: .* \[schema-invalid\]$/,
        ) as string,
      ],
    ],
  ])("%s", (_what, Errors, problems) => {
    expect(problemsWith({ Errors: Errors as ErrorFormat })).toEqual(problems);
  });

  it("a name that a route's schema has too", () => {
    const Cat = z.object({ name: z.string() }).meta({ id: "Cat" });
    const app = new App({ Errors: { Schema: House.meta({ id: "Cat" }) } }).Get(
      "/",
      handler,
      WithResponse(200, Cat),
    );
    expect(problemsOf(app)).toEqual([
      'AppOptions.Errors: two different schemas have the same name, "Cat", one here and one in GET /: they differ at properties.name; rename one of them [schema-name-repeated]',
    ]);
  });

  it.each<[what: string, Errors: ErrorFormat]>([
    ["nothing", {}],
    ["undefined members", { Body: undefined, Type: undefined } as unknown as ErrorFormat],
    ["ProblemDetails with another status", { ...ProblemDetails, InvalidStatus: 422 }],
    ["the ends of the range", { InvalidStatus: 499 }],
  ])("and has nothing against %s", (_what, Errors) => {
    expect(problemsWith({ Errors })).toEqual([]);
  });

  function problemsWith(options: AppOptions): readonly string[] {
    return problemsOf(new App(options).Get("/", handler));
  }
});

it("an error of a version whose errors had no body is described only by its status", () => {
  const V = DefineVersions("1", "2");
  const Told = V.Change("2", "Errors have a body.");
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    Errors: { Schema: Versioned(House).Before(Told, Nothing) },
  }).Get("/cats", handler, V.Since("1"), WithResponse(409));
  const conflictIn = (version: string) => documentOf(app, version).paths["/cats"]?.get?.responses["409"];
  expect(conflictIn("2")).toMatchObject({ content: { "application/json": { schema: refTo("Error") } } });
  expect(conflictIn("1")).toMatchObject({ description: "Conflict" });
  expect(conflictIn("1")).not.toHaveProperty("content");
});

it("a version is described without the header that it is not sent, and a range of statuses stays one", () => {
  const V = DefineVersions("1", "2");
  const Numbered = V.Change("2", "Errors have an id, and other statuses.");
  const app = new App({
    Logger: recordingLogger(),
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
  }).Get(
    "/cats",
    handler,
    V.Since("1"),
    Before(Numbered, WithoutHeader("X-Request-Id"), Restatus(410, 409)),
    WithResponse(409),
    WithResponse("4XX", House),
  );
  const responsesIn = (version: string) =>
    Object.entries(documentOf(app, version).paths["/cats"]?.get?.responses ?? {}).map(
      ([status, { headers = {} }]) => [status, Object.keys(headers).includes("X-Request-Id")],
    );
  expect(responsesIn("2")).toEqual([
    ["200", false],
    ["404", true],
    ["409", true],
    ["4XX", true],
  ]);
  expect(responsesIn("1")).toEqual([
    ["200", false],
    ["404", false],
    ["410", false],
    ["4XX", false],
  ]);
});
