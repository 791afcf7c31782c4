import {
  App,
  Before,
  DefineVersions,
  HTTPError,
  Nothing,
  ProblemDetails,
  Restatus,
  SecurityScheme,
  Versioned,
  VersioningHeader,
  WithBody,
  WithGuards,
  WithResponse,
  WithSecurity,
  type AppOptions,
  type ErrorFormat,
  type OpenAPIDocument,
} from "versioned-controllers";
import { z } from "zod";
import { judgedDocuments } from "../../support/documents/judging";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const documentOf = judgedDocuments("error-examples");
const V = DefineVersions("1", "2");
const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, (req) =>
  req.get("Authorization") === "Bearer ann" ? { name: "Ann" } : undefined,
);

function appWith(options: AppOptions = {}): App {
  return new App({
    Logger: recordingLogger(),
    ...options,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
  })
    .Post(
      "/cats",
      () => Promise.reject(new HTTPError(409)),
      V.Since("1"),
      WithBody(z.object({ name: z.string() }), { Limit: "1kb", Type: ["json", "form"] }),
      WithResponse(200, z.string()),
      WithResponse(409),
      WithSecurity(Bearer),
      WithGuards((req) => req.get("Denied") === undefined),
    )
    .Get("/ranges", () => 1, V.Since("1"), WithResponse(200), WithResponse("4XX"), WithResponse("5XX"))
    .Get(
      "/own",
      () => 1,
      V.Since("1"),
      WithResponse(200),
      WithResponse(404, undefined, { Examples: { lost: { own: true } } }),
    );
}

interface Content {
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** The content of a response in a document, by its one media type. */
function contentOf(
  { paths }: OpenAPIDocument,
  [method, path]: readonly ["get" | "post", string],
  status: number | string,
): readonly [type: string, content: Content] {
  const [entry] = Object.entries(paths[path]?.[method]?.responses[String(status)]?.content ?? {});
  if (!entry) throw new Error(`no content of ${status}`);
  return entry;
}

/** Every request has an id of its own. */
function withoutID(body: unknown): unknown {
  return JSON.parse(
    JSON.stringify(body, (key, value: unknown) => (key === "request_id" || key === "instance" ? key : value)),
  );
}

const json = { V: "2", Authorization: "Bearer ann", "Content-Type": "application/json" };
const requests: readonly (readonly [number, Readonly<Record<string, string>>, string])[] = [
  [401, { V: "2", "Content-Type": "application/json" }, "{}"],
  [403, { ...json, Denied: "yes" }, "{}"],
  [409, json, '{"name":"Tom"}'],
  [413, json, JSON.stringify({ name: "x".repeat(2000) })],
  [415, { ...json, "Content-Type": "text/plain" }, "Tom"],
];

const own: ErrorFormat = {
  Body: ({ status, code, message }) => ({ own: [status, code, message] }),
  Type: "application/vnd.own+json",
};

describe.each<readonly [string, AppOptions, type: string]>([
  ["the App's", {}, "application/json"],
  ["ProblemDetails", { Errors: ProblemDetails }, "application/problem+json"],
  ["an application's own", { Errors: own }, "application/vnd.own+json"],
])("errors in the form of %s", (_form, options, type) => {
  it.each(requests)("a %d has the example that is answered", async (status, headers, body) => {
    const app = appWith(options);
    const answer = await (await serve(app)).ask("POST /cats", headers, body);
    expect(answer.status).toBe(status);
    for (const document of [documentOf(app), documentOf(app, "2")]) {
      const [mediaType, { example }] = contentOf(document, ["post", "/cats"], status);
      expect(mediaType).toBe(type);
      expect(withoutID(example)).toEqual(withoutID(answer.json));
    }
  });
});

describe("in the App's own form", () => {
  const errorOf = (code: string, message: string, status: number, details?: unknown) => ({
    error: { code, message, status, ...(details !== undefined && { details }) },
    request_id: "0190a5b4-7f3e-7c2a-9d41-5e8f1b6c2d70",
  });

  it.each<readonly [string, readonly ["get" | "post", string], number | string, object]>([
    [
      "input that misfits",
      ["post", "/cats"],
      400,
      errorOf("invalid_request", "the request does not match the route's schemas", 400, [
        { in: "body", path: [], message: "Invalid input" },
      ]),
    ],
    ["a 404", ["post", "/cats"], 404, errorOf("not_found", "no route matches POST /cats", 404)],
    [
      "a 415 names the types that are taken",
      ["post", "/cats"],
      415,
      errorOf(
        "unsupported_media_type",
        "the Content-Type of the body must be application/json or application/*+json or application/x-www-form-urlencoded",
        415,
      ),
    ],
    ["4XX", ["get", "/ranges"], "4XX", errorOf("bad_request", "Bad Request", 400)],
    ["5XX", ["get", "/ranges"], "5XX", errorOf("internal_error", "Internal Server Error", 500)],
  ])("%s", (_what, operation, status, example) => {
    expect(contentOf(documentOf(appWith()), operation, status)[1].example).toEqual(example);
  });

  it("declared examples are the only ones", () => {
    const [, { example, examples }] = contentOf(documentOf(appWith()), ["get", "/own"], 404);
    expect([example, examples]).toEqual([undefined, { lost: { value: { own: true } } }]);
  });

  it("where InvalidStatus differs, a malformed body is the 400", () => {
    const document = documentOf(appWith({ Errors: { InvalidStatus: 422 } }));
    const codes = [400, 422].map((status) => {
      const { example } = contentOf(document, ["post", "/cats"], status)[1];
      return (example as { error: { code: string } }).error.code;
    });
    expect(codes).toEqual(["malformed_body", "invalid_request"]);
  });

  it.each([
    [
      "gone",
      { Sunset: "2026-01-01", AfterSunset: "gone" },
      "this version was served until Thu, 01 Jan 2026 00:00:00 GMT",
    ],
    [
      "brownout",
      { Brownouts: [{ From: "2025-06-01", To: "2025-06-02" }] },
      "scheduled brownout until Mon, 02 Jun 2025 00:00:00 GMT: this version is being retired",
    ],
  ] as const)("a 410: %s", (code, life, message) => {
    const app = new App({
      Logger: recordingLogger(),
      Now: () => new Date("2025-01-01"),
      Versioning: { Type: VersioningHeader, Header: "V", Lifecycle: { "1": life } },
    }).Get("/cats", () => 1, V.WithVersion("1"));
    expect(contentOf(documentOf(app, "1"), ["get", "/cats"], 410)[1].example).toEqual(
      errorOf(code, message, 410),
    );
  });
});

describe("in an older version's form", () => {
  const Change = V.Change("2", "Errors have a `text`.");
  const Text = z.object({ text: z.string(), status: z.number() });
  const Older = z.object({ message: z.string() });
  const Body: ErrorFormat["Body"] = ({ message, status }) => ({ text: message, status });

  it("its Down has turned the example", () => {
    const Schema = Versioned(Text).Before(Change, Older, { Down: ({ text }) => ({ message: text }) });
    const app = appWith({ Errors: { Body, Schema } });
    const examples = (["1", "2"] as const).map(
      (version) => contentOf(documentOf(app, version), ["post", "/cats"], 409)[1].example,
    );
    expect(examples).toEqual([{ message: "Conflict" }, { text: "Conflict", status: 409 }]);
  });

  it("Restatus gives the example the version's status", () => {
    const Other = V.Change("2", "A conflict is a 409.");
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    }).Get(
      "/cats",
      () => Promise.reject(new HTTPError(409)),
      V.Since("1"),
      WithResponse(200, z.string()),
      WithResponse(409),
      Before(Other, Restatus(422, 409)),
    );
    const [, { example }] = contentOf(documentOf(app, "1"), ["get", "/cats"], 422);
    expect(example).toMatchObject({ error: { code: "conflict", message: "Conflict", status: 422 } });
  });

  it("without a body there is none", () => {
    const Schema = Versioned(Text).Before(Change, Nothing);
    const app = appWith({ Errors: { Body, Schema } });
    expect(documentOf(app, "1").paths["/cats"]?.post?.responses["409"]?.content).toBeUndefined();
  });
});

it.each<readonly [string, NonNullable<ErrorFormat["Body"]>]>([
  ["that needs more of a request than an example has", (_error, { Request }) => Request.socket.remoteAddress],
  ["that gives no JSON", () => Promise.resolve({})],
  ["that gives nothing", () => undefined],
])("a Body %s has no example", (_what, Body) => {
  const [, content] = contentOf(documentOf(appWith({ Errors: { Body } })), ["post", "/cats"], 404);
  expect(content).not.toHaveProperty("example");
});

it("a Body may read the request's method and address, its headers, and its id", () => {
  const Body: ErrorFormat["Body"] = ({ status }, { Request, RequestID }) => ({
    status,
    of: `${Request.method} ${Request.originalUrl}`,
    language: Request.get("Accept-Language") ?? "en",
    RequestID,
  });
  expect(contentOf(documentOf(appWith({ Errors: { Body } })), ["post", "/cats"], 404)[1].example).toEqual({
    status: 404,
    of: "POST /cats",
    language: "en",
    RequestID: "0190a5b4-7f3e-7c2a-9d41-5e8f1b6c2d70",
  });
});
