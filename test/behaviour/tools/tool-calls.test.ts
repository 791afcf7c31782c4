import {
  App,
  FromCookie,
  FromHeader,
  FromMediaType,
  VersioningCustom,
  VersioningHeader,
  VersionOf,
  WithBody,
  WithCookies,
  WithHeaders,
  WithOperation,
  WithQuery,
  WithResponse,
  WithVersion,
  type AppOptions,
  type VersionExtractor,
} from "versioned-controllers";
import { ToolsOf, type AgentTool } from "versioned-controllers/tools";
import { z } from "zod";

/** The only tool of an App without versions. */
function toolOf(add: (app: App) => App, options: AppOptions = {}): AgentTool {
  const [tool, ...others] = ToolsOf(add(new App(options)), { Version: undefined as never });
  if (!tool || others.length > 0) throw new Error("not one tool");
  return tool;
}

describe("a call of a tool sends", () => {
  it.each<[what: string, add: (app: App) => App, input: Record<string, unknown>, body: unknown]>([
    ["a number in the path", (app) => app.Get("/cats/{id}", (req) => req.params), { id: 7 }, { id: "7" }],
    [
      "the rest of a path as it is, each segment escaped",
      (app) => app.Get("/files/{path...}", (req) => ({ ...req.params, url: req.url })),
      { path: "a b/c?d" },
      { path: "a b/c?d", url: "/files/a%20b/c%3Fd" },
    ],
    [
      "a list in the query, joined by its separator",
      (app) =>
        app.Get(
          "/cats",
          (req) => ({ url: req.url, tags: req.query.tags }),
          WithQuery(z.object({ tags: z.array(z.string()) }), { Separator: { tags: "|" } }),
        ),
      { tags: ["a", "b"] },
      { url: "/cats?tags=a%7Cb", tags: ["a", "b"] },
    ],
    [
      "a list in a header, joined by commas",
      (app) =>
        app.Get(
          "/cats",
          (req) => ({ tags: req.get("X-Tags") }),
          WithHeaders(z.object({ "x-tags": z.string() })),
        ),
      { "x-tags": ["a", "b"] },
      { tags: "a, b" },
    ],
    [
      "two cookies",
      (app) =>
        app.Get(
          "/cats",
          (req) => ({ cookie: req.get("Cookie") }),
          WithCookies(z.object({ a: z.string(), b: z.string() })),
        ),
      { a: "1", b: "2;3" },
      { cookie: "a=1; b=2%3B3" },
    ],
    [
      "the fields of a form",
      (app) =>
        app.Post(
          "/cats",
          (req) => req.body,
          WithBody(z.object({ name: z.string(), tags: z.array(z.string()) }), { Type: "form" }),
        ),
      { body: { name: "Tom & Kitty", tags: ["a", "b"] } },
      { name: "Tom & Kitty", tags: ["a", "b"] },
    ],
    [
      "a text",
      (app) => app.Post("/cats", (req) => ({ body: req.body }), WithBody(z.string(), { Type: "text" })),
      { body: "meow" },
      { body: "meow" },
    ],
    [
      "no body where it may be left out",
      (app) => app.Post("/cats", (req) => ({ body: req.body ?? "none" }), WithBody(z.object({}).optional())),
      {},
      { body: "none" },
    ],
    [
      "a parameter of the application's own words, by its style",
      (app) =>
        app.Get(
          "/cats",
          (req) => ({ url: req.url }),
          WithOperation({
            parameters: [
              { name: "a", in: "query", explode: false, style: "pipeDelimited" },
              { name: "b", in: "query", explode: false },
            ],
          }),
        ),
      { a: [1, 2], b: ["x", "y"] },
      { url: "/cats?a=1%7C2&b=x%2Cy" },
    ],
  ])("%s", async (_what, add, input, body) => {
    const { Status, Body } = await toolOf(add).Call(input);
    expect([Status, Body]).toEqual([200, body]);
  });

  it("the caller's cookies beside its own", async () => {
    const tool = toolOf((app) =>
      app.Get("/cats", (req) => ({ cookie: req.get("Cookie") }), WithCookies(z.object({ a: z.string() }))),
    );
    const { Body } = await tool.Call({ a: "1" }, { Headers: { Cookie: "session=2" } });
    expect(Body).toEqual({ cookie: "session=2; a=1" });
  });
});

describe("the headers of the caller win over the input, which a model has written:", () => {
  const tenant = (): AgentTool =>
    toolOf((app) =>
      app.Get(
        "/cats",
        (req) => ({ tenant: req.headers["x-tenant"], sid: req.cookies.sid, cookie: req.get("Cookie") }),
        WithHeaders(z.object({ "x-tenant": z.string().max(6) })),
        WithCookies(z.object({ sid: z.string() })),
      ),
    );
  const mine = { "X-Tenant": "mine", Cookie: "other=1; sid=host" };

  it.each<[what: string, input: Record<string, unknown>]>([
    ["members of other values are not sent", { "x-tenant": "victim", sid: "model" }],
    ["members of a wrong kind are not judged", { "x-tenant": 7, sid: ["a", "b"] }],
    ["they are not required", {}],
  ])("%s", async (_what, input) => {
    const { Body } = await tenant().Call(input, { Headers: mine });
    expect(Body).toEqual({ tenant: "mine", sid: "host", cookie: "other=1; sid=host" });
  });

  it("a cookie of another name is not the member's", async () => {
    const { Body } = await tenant().Call(
      { sid: "model" },
      { Headers: { "x-tenant": "a", cookie: "SID=x;sid2=y" } },
    );
    expect(Body).toEqual({ tenant: "a", sid: "model", cookie: "SID=x;sid2=y; sid=model" });
    await expect(
      tenant().Call({}, { Headers: { "x-tenant": "a", Cookie: "SID=x; sid2=y" } }),
    ).rejects.toThrow("get_cats: cookies/sid: is required");
  });

  it("they are judged by the route's schema", async () => {
    const call = tenant().Call({}, { Headers: { ...mine, "X-Tenant": "too long" } });
    await expect(call).rejects.toThrow("headers/x-tenant");
  });

  it("a value that is not a member stays a fault", async () => {
    await expect(tenant().Call({ cookie: "x" }, { Headers: mine })).rejects.toThrow(
      "input/cookie: is not a member of the tool's input",
    );
  });
});

it.each<[what: string, Extractor: VersionExtractor, headers: Record<string, string>, sent: string]>([
  ["its cookie", FromCookie("v"), { Cookie: "a=1; v=2; b=3;v=2" }, "a=1; b=3; v=1%2F0"],
  ["its cookie alone", FromCookie("v"), { Cookie: "v=2" }, "v=1%2F0"],
  ["its cookie of another case", FromCookie("v"), { cookie: "V=2" }, "V=2; v=1%2F0"],
  ["its header", FromHeader("X-V"), { "x-v": "2", Cookie: "v=2;a=1" }, "v=2;a=1"],
  ["its media type", FromMediaType("v"), { accept: "text/html;v=2" }, "undefined"],
])("a call names its own version, whatever the caller has in %s", async (_what, Extractor, headers, sent) => {
  const app = new App({ Versioning: { Type: VersioningCustom, Extractor } });
  app.Get(
    "/cats",
    (req) => `${String(VersionOf(req))} ${String(req.get("Cookie"))}`,
    WithVersion("1/0", "2"),
  );
  const { Status, Text } = (await ToolsOf(app, { Version: "1/0" })[0]?.Call({}, { Headers: headers })) ?? {};
  expect([Status, Text]).toEqual([200, `1/0 ${sent}`]);
});

describe("an answer to a tool", () => {
  const answered = (response: Response) => {
    const app = new App({ Versioning: { Type: VersioningHeader, Header: "V" } });
    app.Get("/cats", () => 1, WithVersion("1"));
    const [tool] = ToolsOf(app, { Version: "1", Fetch: () => Promise.resolve(response) });
    return tool?.Call({});
  };

  it.each<[what: string, response: Response, Body: unknown]>([
    ["JSON as its value", Response.json({ a: 1 }), { a: 1 }],
    [
      "another type of JSON too",
      new Response('{"a":1}', { headers: { "Content-Type": "application/problem+json" } }),
      { a: 1 },
    ],
    [
      "text that is no JSON as it is",
      new Response("{", { headers: { "Content-Type": "application/json" } }),
      "{",
    ],
    ["a text as it is", new Response("meow"), "meow"],
    ["nothing without a body", new Response(null, { status: 204 }), undefined],
    ["a body without a type as a text", new Response(new Uint8Array([65])), "A"],
  ])("has %s", async (_what, response, Body) => {
    expect(await answered(response)).toMatchObject({ Body });
  });

  it.each<[what: string, status: number, headers: Record<string, string>, notices: readonly string[]]>([
    ["a version that has ended", 410, {}, ["This version has ended."]],
    ["a brownout", 410, { "Retry-After": "60" }, ["This version pauses before its end: try again later."]],
    ["a deprecation without a date", 200, { Deprecation: "true" }, ["This operation is deprecated."]],
    [
      "where to read more",
      200,
      { Deprecation: "@1735689600", Link: '</guide>; rel="deprecation"' },
      ["This operation is deprecated since 2025-01-01T00:00:00.000Z.", 'See </guide>; rel="deprecation".'],
    ],
    ["nothing of a link alone", 200, { Link: '</next>; rel="next"' }, []],
  ])("tells of %s", async (_what, status, headers, Notices) => {
    expect(await answered(new Response("", { status, headers }))).toMatchObject({ Notices });
  });
});

describe("the schemas of a tool", () => {
  it("have what they refer to in their own definitions, under names that a pointer has to escape", () => {
    const Node = {
      $id: "#/components/schemas/Tree~node",
      type: "object",
      properties: { next: { $ref: "#" } },
    };
    const tool = toolOf((app) => app.Get("/cats", () => ({}), WithResponse(200, Node)));
    expect(tool.OutputSchema).toMatchObject({ type: "object" });
    expect(JSON.stringify(tool.OutputSchema)).not.toContain("#/components");
  });

  it("are not there for an operation with a body that it cannot write", () => {
    const app = new App().Post(
      "/cats",
      () => 1,
      WithOperation({ requestBody: { content: { "application/xml": { schema: { type: "string" } } } } }),
    );
    expect(ToolsOf(app, { Version: undefined as never })).toEqual([]);
  });

  it("are there for a body in the application's own words without a schema", () => {
    const tool = toolOf((app) =>
      app.Post("/cats", () => 1, WithOperation({ requestBody: { content: { "application/json": {} } } })),
    );
    expect(tool.InputSchema).toMatchObject({ properties: { body: {} } });
    expect(tool.InputSchema).not.toHaveProperty("required");
  });
});
