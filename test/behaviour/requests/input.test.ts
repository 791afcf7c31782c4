import { setTimeout as sleep } from "node:timers/promises";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Ajv2020 } from "ajv/dist/2020";
import express, { type Request } from "express";
import {
  App,
  Get,
  HTTPError,
  Post,
  Router,
  VersioningHeader,
  VersioningMediaType,
  VersioningURI,
  WithBody,
  WithGuards,
  WithHeaders,
  WithMiddleware,
  WithParams,
  WithQuery,
  WithResponse,
  WithVersion,
  type RouteOption,
  type Schema,
  type Typed,
  type VersioningOptions,
} from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { errorBody, internalError } from "../../support/expected";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve, type Answer } from "../../support/serve";
import { gate, until } from "../../support/wait";

const json = { "Content-Type": "application/json" };

/** The answer to a request that does not fit. */
function invalid(
  ...details: readonly (readonly [part: string, path: unknown[], message: string])[]
): unknown {
  return errorBody(
    400,
    "invalid_request",
    "the request does not match the route's schemas",
    details.map(([part, path, message]) => ({ in: part, path, message })),
  );
}

/** A Standard Schema as its specification has it, for what no library does by itself. */
function schemaOf(validate: (value: unknown) => unknown): Schema {
  const jsonSchema = { input: () => ({}), output: () => ({}) };
  return { "~standard": { version: 1, vendor: "test", validate, jsonSchema } } as Schema;
}

/** The JSON Schema of an object. */
function object(properties: object, ...required: readonly string[]): object {
  return { type: "object", properties, required };
}

/** The same four schemas in the words of one library, and how it tells of what does not fit them. */
interface Validator {
  readonly name: string;
  readonly schemas: Readonly<Record<"params" | "query" | "headers" | "body", Schema>>;
  readonly messages: Readonly<
    Record<"number" | "list" | "header" | "short" | "age" | "missing" | "noBody", string>
  >;
}

const valibotNumber = v.pipe(v.string(), v.transform(Number), v.number());

const validators: readonly Validator[] = [
  {
    name: "zod",
    schemas: {
      params: z.object({ id: z.coerce.number() }),
      query: z.object({ page: z.coerce.number().default(1), tags: z.array(z.string().min(1)).optional() }),
      headers: z.object({ "x-tenant": z.coerce.number() }),
      body: z.object({ name: z.string().min(2), age: z.number().default(1) }),
    },
    messages: {
      number: "Invalid input: expected number, received NaN",
      list: "Too small: expected string to have >=1 characters",
      header: "Invalid input: expected number, received NaN",
      short: "Too small: expected string to have >=2 characters",
      age: "Invalid input: expected number, received string",
      missing: "Invalid input: expected string, received undefined",
      noBody: "Invalid input: expected object, received undefined",
    },
  },
  {
    name: "valibot",
    schemas: {
      params: toStandardJsonSchema(v.object({ id: valibotNumber })),
      query: toStandardJsonSchema(
        v.object({
          page: v.optional(valibotNumber, "1"),
          tags: v.optional(v.array(v.pipe(v.string(), v.minLength(1, "too short")))),
        }),
      ),
      headers: toStandardJsonSchema(v.object({ "x-tenant": valibotNumber })),
      body: toStandardJsonSchema(
        v.object({ name: v.pipe(v.string(), v.minLength(2, "too short")), age: v.optional(v.number(), 1) }),
      ),
    },
    messages: {
      number: "Invalid type: Expected number but received NaN",
      list: "too short",
      header: 'Invalid key: Expected "x-tenant" but received undefined',
      short: "too short",
      age: 'Invalid type: Expected number but received "old"',
      missing: 'Invalid key: Expected "name" but received undefined',
      noBody: "Invalid type: Expected Object but received undefined",
    },
  },
  {
    // TypeBox makes such schemas; it is an ES module alone, so that test/surroundings/arktype has it.
    name: "ajv",
    schemas: {
      params: object({ id: { type: "number" } }, "id"),
      query: object({
        page: { type: "number", default: 1 },
        tags: { type: "array", items: { type: "string", minLength: 1 } },
      }),
      headers: object({ "x-tenant": { type: "number" } }, "x-tenant"),
      body: object({ name: { type: "string", minLength: 2 }, age: { type: "number", default: 1 } }, "name"),
    },
    messages: {
      number: "must be number",
      list: "must NOT have fewer than 1 characters",
      header: "must have required property 'x-tenant'",
      short: "must NOT have fewer than 2 characters",
      age: "must be number",
      missing: "must have required property 'name'",
      noBody: "must be object",
    },
  },
];

describe.each(validators.map((validator) => [validator.name, validator] as const))(
  "validated by %s",
  (_name, { schemas, messages }) => {
    const seen = (req: Request): unknown => ({
      params: req.params,
      query: req.query,
      tenant: req.headers["x-tenant"],
      agent: req.headers["user-agent"],
      body: req.body as unknown,
    });
    const app = (...options: RouteOption[]) =>
      new App({ Logger: recordingLogger() }).Post("/cats/{id}", (req: Request) => seen(req), ...options);
    const all = () =>
      app(
        WithParams(schemas.params) as RouteOption,
        WithQuery(schemas.query) as RouteOption,
        WithHeaders(schemas.headers) as RouteOption,
        WithBody(schemas.body) as RouteOption,
      );
    const sound = { ...json, "X-Tenant": "7", "User-Agent": "test" };

    it("what the schemas put out is what the handler gets", async () => {
      const server = await serve(all());
      const answer = await server.ask("POST /cats/3?page=2&tags=a&tags=b", sound, '{"name":"Tom","age":4}');
      expect(answer.json).toEqual({
        params: { id: 3 },
        query: { page: 2, tags: ["a", "b"] },
        tenant: 7,
        agent: "test",
        body: { name: "Tom", age: 4 },
      });
    });

    it("defaults are among it, and one value is a list of one where a list is asked for", async () => {
      const server = await serve(all());
      const answer = await server.ask("POST /cats/3?tags=a", sound, '{"name":"Tom"}');
      expect(answer.json).toMatchObject({
        query: { page: 1, tags: ["a"] },
        body: { name: "Tom", age: 1 },
      });
    });

    it.each<
      [what: string, option: () => RouteOption, line: string, headers: object, body: string, answer: unknown]
    >([
      [
        "params",
        () => WithParams(schemas.params) as RouteOption,
        "POST /cats/x",
        {},
        "{}",
        invalid(["params", ["id"], messages.number]),
      ],
      [
        "query",
        () => WithQuery(schemas.query) as RouteOption,
        "POST /cats/x?page=x",
        {},
        "{}",
        invalid(["query", ["page"], messages.number]),
      ],
      [
        "a list in the query",
        () => WithQuery(schemas.query) as RouteOption,
        "POST /cats/x?tags=",
        {},
        "{}",
        invalid(["query", ["tags", 0], messages.list]),
      ],
      [
        "a list's second in the query",
        () => WithQuery(schemas.query) as RouteOption,
        "POST /cats/x?tags=a&tags=",
        {},
        "{}",
        invalid(["query", ["tags", 1], messages.list]),
      ],
      [
        "headers",
        () => WithHeaders(schemas.headers) as RouteOption,
        "POST /cats/x",
        {},
        "{}",
        invalid(["headers", ["x-tenant"], messages.header]),
      ],
      [
        "body",
        () => WithBody(schemas.body) as RouteOption,
        "POST /cats/x",
        json,
        '{"name":"T"}',
        invalid(["body", ["name"], messages.short]),
      ],
      [
        "body, several",
        () => WithBody(schemas.body) as RouteOption,
        "POST /cats/x",
        json,
        '{"name":"T","age":"old"}',
        invalid(["body", ["name"], messages.short], ["body", ["age"], messages.age]),
      ],
      [
        "body without what is required",
        () => WithBody(schemas.body) as RouteOption,
        "POST /cats/x",
        json,
        "{}",
        invalid(["body", ["name"], messages.missing]),
      ],
      [
        "no body",
        () => WithBody(schemas.body) as RouteOption,
        "POST /cats/x",
        {},
        "",
        invalid(["body", [], messages.noBody]),
      ],
    ])("what does not fit is reported: %s", async (_what, option, line, headers, body, answer) => {
      const server = await serve(app(option()));
      const { status, json: told } = await server.ask(line, headers as Record<string, string>, body);
      expect({ status, told }).toEqual({ status: 400, told: answer });
    });

    it("all parts and all issues are reported at once, in their order", async () => {
      const server = await serve(all());
      const answer = await server.ask("POST /cats/x?page=x&tags=", json, '{"name":"T","age":"old"}');
      expect(answer.json).toEqual(
        invalid(
          ["params", ["id"], messages.number],
          ["query", ["page"], messages.number],
          ["query", ["tags", 0], messages.list],
          ["headers", ["x-tenant"], messages.header],
          ["body", ["name"], messages.short],
          ["body", ["age"], messages.age],
        ),
      );
    });
  },
);

describe("plain JSON Schema", () => {
  it.each<[what: string, type: string, text: string, value: unknown]>([
    ["a number", "number", "1.5", 1.5],
    ["an integer", "integer", "7", 7],
    ["true", "boolean", "true", true],
    ["false", "boolean", "false", false],
    ["text", "string", "7", "7"],
  ])("makes %s of the query's text", async (_what, type, text, value) => {
    const app = new App().Get(
      "/",
      (req) => req.query as unknown,
      WithQuery({ type: "object", properties: { a: { type } } }),
    );
    expect((await (await serve(app)).ask(`GET /?a=${text}`)).json).toEqual({ a: value });
  });

  it("makes nothing of the body's values: they have types of their own", async () => {
    const app = new App().Post(
      "/",
      (req) => req.body as unknown,
      WithBody({ type: "object", properties: { a: { type: "number" } } }),
    );
    const answer = await (await serve(app)).ask("POST /", json, '{"a":"1"}');
    expect(answer.json).toEqual(invalid(["body", ["a"], "must be number"]));
  });

  it.each<[dialect: string, schema: object]>([
    ["http://json-schema.org/draft-04/schema#", { items: [{ type: "string" }, { type: "number" }] }],
    ["http://json-schema.org/draft-06/schema#", { items: [{ type: "string" }, { type: "number" }] }],
    ["http://json-schema.org/draft-07/schema#", { items: [{ type: "string" }, { type: "number" }] }],
    ["https://json-schema.org/draft/2019-09/schema", { items: [{ type: "string" }, { type: "number" }] }],
    [
      "https://json-schema.org/draft/2020-12/schema",
      { prefixItems: [{ type: "string" }, { type: "number" }] },
    ],
  ])("of another dialect, as its $schema says: %s", async ($schema, schema) => {
    const app = new App().Post(
      "/",
      (req) => req.body as unknown,
      WithBody({ $schema, type: "array", ...schema }),
    );
    const server = await serve(app);
    expect((await server.ask("POST /", json, '["a",1]')).json).toEqual(["a", 1]);
    expect((await server.ask("POST /", json, '["a","b"]')).json).toEqual(
      invalid(["body", [1], "must be number"]),
    );
  });

  const named = { type: "object", properties: { toString: { type: "string" } } };
  const filledIn = {
    type: "object",
    properties: {
      constructor: { type: "string", default: "none" },
      inner: { type: "object", properties: { valueOf: { default: [1] } } },
    },
  };

  it.each<readonly [what: string, schema: object, sent: unknown, got: unknown]>([
    [
      "what is required is not met by what every object inherits",
      { type: "object", required: ["constructor"] },
      {},
      invalid(["body", ["constructor"], "must have required property 'constructor'"]),
    ],
    [
      "what is required is met by an own member",
      { type: "object", required: ["constructor"] },
      { constructor: 1 },
      { constructor: 1 },
    ],
    ["what is inherited is not held against a property", named, {}, {}],
    ["an own member is", named, { toString: 1 }, invalid(["body", ["toString"], "must be string"])],
    [
      "a default is filled in for an inherited name, and within",
      filledIn,
      { inner: {} },
      { constructor: "none", inner: { valueOf: [1] } },
    ],
    ["a default leaves an own member", filledIn, { constructor: "own" }, { constructor: "own" }],
    [
      "a misfit beside such a default",
      filledIn,
      { inner: 1 },
      invalid(["body", ["inner"], "must be object"]),
    ],
  ])("looks at own members only: %s", async (_what, schema, sent, got) => {
    const app = new App().Post(
      "/",
      (req) => {
        const body = req.body as object;
        if (Object.getPrototypeOf(body) !== Object.prototype) throw new Error("another prototype");
        return body;
      },
      WithBody(schema),
    );
    expect((await (await serve(app)).ask("POST /", json, JSON.stringify(sent))).json).toEqual(got);
  });

  it("is reported by path where a name holds what a JSON pointer escapes", async () => {
    const app = new App().Post(
      "/",
      () => 1,
      WithBody({ type: "object", properties: { "a/b~c": { type: "array", items: { type: "number" } } } }),
    );
    const answer = await (await serve(app)).ask("POST /", json, '{"a/b~c":[1,"2"]}');
    expect(answer.json).toEqual(invalid(["body", ["a/b~c", 1], "must be number"]));
  });

  it("of one $id may be used at many places", async () => {
    const Cat = { $id: "Cat", ...object({ name: { type: "string" } }, "name") };
    const app = new App()
      .Post("/cats", (req) => req.body as unknown, WithBody(Cat))
      .Put("/cats", (req) => req.body as unknown, WithBody(Cat))
      .Post("/litters", (req) => req.body as unknown, WithBody({ type: "array", items: Cat }));
    const server = await serve(app);
    for (const line of ["POST /cats", "PUT /cats"]) {
      expect((await server.ask(line, json, '{"name":"Tom"}')).json).toEqual({ name: "Tom" });
    }
    expect((await server.ask("POST /litters", json, '[{"name":7}]')).json).toEqual(
      invalid(["body", [0, "name"], "must be string"]),
    );
  });

  it("of one $id may be at many places of one schema, as TypeBox embeds it", async () => {
    const Cat = { $id: "Cat", ...object({ name: { type: "string" } }, "name") };
    const Home = { $id: "Home", ...object({ cat: Cat }) };
    const Pair = object({
      mother: Cat,
      kittens: { type: "array", items: Cat },
      homes: { type: "array", items: Home },
    });
    const app = new App()
      .Post("/", (req) => req.body as unknown, WithBody({ ...Pair, additionalProperties: Home }))
      .Get("/", () => ({ mother: { name: "Kitty" } }), WithResponse(200, Pair));
    const { ask } = await serve(app);
    const sent = { mother: { name: "Kitty" }, kittens: [{ name: "Tom" }], homes: [{ cat: { name: "Max" } }] };
    expect((await ask("POST /", json, JSON.stringify(sent))).json).toEqual(sent);
    const wrong = '{"mother":{},"kittens":[{"name":7}],"homes":[{"cat":{}}],"other":{"cat":1}}';
    expect((await ask("POST /", json, wrong)).json).toEqual(
      invalid(
        ["body", ["other", "cat"], "must be object"],
        ["body", ["mother", "name"], "must have required property 'name'"],
        ["body", ["kittens", 0, "name"], "must be string"],
        ["body", ["homes", 0, "cat", "name"], "must have required property 'name'"],
      ),
    );
    expect(app.Document().components?.schemas).toMatchObject({
      Cat: { required: ["name"] },
      Home: { properties: { cat: { $ref: "#/components/schemas/Cat" } } },
    });
  });

  it("of one $id that refers to itself may be at many places of one schema, and in tuples", async () => {
    const Box = {
      $id: "Box",
      ...object({ size: { type: "integer" }, in: { $ref: "Box" }, out: { $ref: "#" } }),
    };
    const Cat = { $id: "Cat", ...object({ name: { type: "string" } }) };
    const pair = { type: "array", items: [Cat, Cat] };
    const app = new App({ Ajv: (defaults) => new Ajv2020(defaults) }).Post(
      "/",
      () => 1,
      WithBody(object({ left: Box, right: Box, pair })),
    );
    const { ask } = await serve(app);
    const sent = '{"left":{"in":{"size":"x"}},"right":{"out":{"in":{"size":"x"}}},"pair":[{},{"name":1}]}';
    expect((await ask("POST /", json, sent)).json).toEqual(
      invalid(
        ["body", ["left", "in", "size"], "must be integer"],
        ["body", ["right", "out", "in", "size"], "must be integer"],
        ["body", ["pair", 1, "name"], "must be string"],
      ),
    );
  });

  it("of one $id may be within the schema of one route, and be that of another", async () => {
    const cat = () => ({ $id: "Cat", ...object({ name: { type: "string" } }) });
    const app = new App()
      .Get("/", () => [{ name: "Tom" }], WithResponse(200, { type: "array", items: cat() }))
      .Post("/", (req) => req.body as unknown, WithBody(cat()), WithResponse(200, cat()))
      .Put("/", () => 1, WithBody(object({ left: cat(), right: cat() })));
    const { ask } = await serve(app);
    expect((await ask("POST /", json, '{"name":1}')).status).toBe(400);
    expect((await ask("POST /", json, '{"name":"Tom"}')).json).toEqual({ name: "Tom" });
  });

  it("of one relative $id with references may be at two places", async () => {
    const part = () => ({
      $id: "dir/Part",
      ...object({ size: { type: "integer" }, of: { $ref: "#/properties/size" } }),
    });
    const body = { $id: "https://example.com/root", ...object({ left: part(), right: part() }) };
    const { ask } = await serve(new App().Post("/", () => 1, WithBody(body)));
    expect((await ask("POST /", json, '{"right":{"of":"x"}}')).json).toEqual(
      invalid(["body", ["right", "of"], "must be integer"]),
    );
  });

  it("of one $id at two places does not hide the reason why another part cannot be used", () => {
    const cat = () => ({ $id: "Cat", ...object({ name: { type: "string" } }) });
    const body = object({ left: cat(), right: cat(), code: { type: "string", pattern: "(" } });
    expect(problemsOf(new App().Post("/", () => 1, WithBody(body)))).toEqual([
      expect.stringContaining("Invalid regular expression") as string,
    ]);
  });

  it("of one $id that cannot be used is reported with its reason at each place", () => {
    const cat = () => ({ $id: "Cat", ...object({ name: { type: "string", pattern: "(" } }) });
    const app = new App().Post("/", () => 1, WithBody(cat())).Put("/", () => 1, WithBody(cat()));
    const reason = "Invalid regular expression";
    expect(problemsOf(app)).toEqual([
      expect.stringContaining(reason) as string,
      expect.stringContaining(reason) as string,
    ]);
  });
});

describe("in order", () => {
  const ran: string[] = [];
  const say =
    <Value>(what: string, value: Value) =>
    () => {
      ran.push(what);
      return value;
    };
  const passing = (what: string) =>
    WithMiddleware((req, _res, next) => {
      ran.push(`${what}: body ${req.body === undefined ? "unread" : "read"}`);
      next();
    });
  const validates = (part: string, fits: boolean) =>
    schemaOf((value) => {
      ran.push(part);
      return fits ? { value } : { issues: [{ message: "never" }] };
    });
  beforeEach(() => {
    ran.length = 0;
  });

  function inOrder(fits: boolean, isAdmitted = true): App {
    return new App({ Logger: recordingLogger() }, passing("outer middleware")).Post(
      "/cats/{id}",
      say("handler", "done"),
      WithBody(validates("body", fits)),
      WithHeaders(validates("headers", true)),
      WithGuards(say("guard", isAdmitted)),
      passing("middleware"),
      WithQuery(validates("query", true)),
      WithParams(validates("params", true)),
    );
  }

  it("middleware, guards, then what validates, then the handler: whatever the order of the options", async () => {
    await (await serve(inOrder(true))).ask("POST /cats/1", json, "{}");
    expect(ran).toEqual([
      "outer middleware: body unread",
      "middleware: body unread",
      "guard",
      "params",
      "query",
      "headers",
      "body",
      "handler",
    ]);
  });

  it("what does not fit ends before the handler, and all parts have been asked", async () => {
    const answer = await (await serve(inOrder(false))).ask("POST /cats/1", json, "{}");
    expect(answer.json).toEqual(invalid(["body", [], "never"]));
    expect(ran.slice(3)).toEqual(["params", "query", "headers", "body"]);
  });

  it("a malformed body is reported before anything is validated", async () => {
    const answer = await (await serve(inOrder(true))).ask("POST /cats/1", json, "{");
    expect(answer.json).toEqual(errorBody(400, "malformed_body", "the body is not well-formed JSON"));
    expect(ran.slice(2)).toEqual(["guard"]);
  });

  it("a denial is final: no body is read, nothing validated", async () => {
    const answer = await (await serve(inOrder(true, false))).ask("POST /cats/1", json, "{");
    expect(answer.status).toBe(403);
    expect(ran.slice(2)).toEqual(["guard"]);
  });

  it("what a middleware sends is the answer, whatever the input", async () => {
    const app = new App().Post(
      "/",
      say("handler", 1),
      WithBody(validates("body", false)),
      WithMiddleware((_req, res) => void res.send("cached")),
    );
    expect((await (await serve(app)).ask("POST /", json, "{")).text).toBe("cached");
    expect(ran).toEqual([]);
  });
});

describe("what a schema puts out", () => {
  it("replaces the query and the body, and is laid over the params and the headers, which keep what was sent", async () => {
    const app = new App().Post(
      "/{a}/{b}",
      (req: Request) => ({
        params: req.params,
        query: req.query,
        body: req.body as unknown,
        headers: [req.headers["x-a"], req.get("x-b"), req.headers["x-new"]],
      }),
      WithParams(schemaOf(() => ({ value: { a: 1, c: 3 } }))),
      WithQuery(schemaOf(() => ({ value: { only: true } }))),
      WithHeaders(schemaOf(() => ({ value: { "x-a": 1, "x-new": 3 } }))),
      WithBody(schemaOf(() => ({ value: [1, 2] }))),
    );
    const server = await serve(app);
    const answer = await server.ask("POST /one/two?a=1", { ...json, "X-A": "a", "X-B": "b" }, '{"a":1}');
    expect(answer.json).toEqual({
      params: { a: 1, b: "two", c: 3 },
      query: { only: true },
      body: [1, 2],
      headers: [1, "b", 3],
    });
  });

  it("leaves params without a prototype", async () => {
    const app = new App().Get(
      "/{id}",
      (req) => ({ prototype: Object.getPrototypeOf(req.params) as unknown }),
      WithParams(z.object({ id: z.string() })),
    );
    expect((await (await serve(app)).ask("GET /1")).json).toEqual({ prototype: null });
  });

  it("is a property of the request like any other", async () => {
    const app = new App().Get(
      "/",
      (req: Request) => Object.getOwnPropertyDescriptor(req, "query"),
      WithQuery(schemaOf(() => ({ value: { a: 1 } }))),
    );
    expect((await (await serve(app)).ask("GET /?a=1")).json).toEqual({
      value: { a: 1 },
      configurable: true,
      enumerable: true,
      writable: true,
    });
  });

  it("is all that the handler sees: what a schema changes of the values it was given is not", async () => {
    const changing = schemaOf((values) => {
      Object.assign(values as object, { "x-a": "changed" });
      return { value: {} };
    });
    const app = new App().Get("/", (req: Request) => req.headers["x-a"], WithHeaders(changing));
    expect((await (await serve(app)).ask("GET /", { "X-A": "sent" })).text).toBe("sent");
  });

  it.each([
    ["params", WithParams],
    ["headers", WithHeaders],
  ] as const)("may be no text and no null for %s: 500, and the log says why", async (part, With) => {
    for (const value of [null, "a"]) {
      const logger = recordingLogger();
      const MapError = jest.fn();
      const app = new App({ Logger: logger, MapError }).Get(
        "/{a}",
        () => 1,
        With(schemaOf(() => ({ value }))),
      );
      expect((await (await serve(app)).ask("GET /1")).json).toEqual(internalError);
      expect(MapError).not.toHaveBeenCalled();
      const err = new TypeError(
        `the schema of ${part} must produce an object, because the App copies its members to req.${part}`,
      );
      expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ err }), expect.any(String));
    }
  });

  it("may be undefined or null for a body", async () => {
    const app = new App()
      .Post(
        "/none",
        (req) => ({ body: req.body as unknown }),
        WithBody(schemaOf(() => ({ value: undefined }))),
      )
      .Post("/null", (req) => ({ body: req.body as unknown }), WithBody(schemaOf(() => ({ value: null }))));
    const server = await serve(app);
    expect((await server.ask("POST /none", json, "{}")).json).toEqual({});
    expect((await server.ask("POST /null", json, "{}")).json).toEqual({ body: null });
  });

  it("belongs to the handler: what the next request sends is new", async () => {
    const app = new App().Get(
      "/",
      (req) => req.query as unknown,
      WithQuery({ type: "object", properties: { a: { default: [] } } }),
    );
    const server = await serve(app);
    for (let i = 0; i < 2; i++) expect((await server.ask("GET /")).json).toEqual({ a: [] });
    expect((await server.ask("GET /?b=1")).json).toEqual({ a: [], b: "1" });
  });

  it.each(["params", "headers"] as const)("for %s has to be an object: else it is a 500", async (part) => {
    const logger = recordingLogger();
    const handler = jest.fn((): unknown => undefined);
    const text = schemaOf(() => ({ value: "text" }));
    const app = new App({ Logger: logger }).Get(
      "/{id}",
      () => handler(),
      part === "params" ? WithParams(text) : (WithHeaders(text) as RouteOption),
    );
    expect((await (await serve(app)).ask("GET /1")).json).toEqual(internalError);
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("WithParams may leave parameters out", () => {
  const seen = (req: Request): unknown => req.params;

  it.each<[string, Schema]>([
    ["zod", z.object({ a: z.coerce.number().int() })],
    ["zod, strict", z.strictObject({ a: z.coerce.number().int() })],
    ["plain JSON Schema", { type: "object", properties: { a: { type: "integer" } } }],
    [
      "plain JSON Schema, closed",
      { type: "object", properties: { a: { type: "integer" } }, additionalProperties: false },
    ],
  ])("%s", async (_, schema) => {
    const app = new App()
      .Get("/two/{a}/{b}", seen, WithParams(schema) as RouteOption)
      .Include(new Router("/{owner}").Get("/{a}", seen, WithParams(schema) as RouteOption));
    const server = await serve(app);
    expect((await server.ask("GET /two/1/x%20y")).json).toEqual({ a: 1, b: "x y" });
    expect((await server.ask("GET /tom/2")).json).toEqual({ owner: "tom", a: 2 });
    expect((await server.ask("GET /tom/x")).status).toBe(400);
    const [parameters] = Object.values(app.Document().paths).map(({ get }) => get?.parameters);
    expect(parameters).toEqual([
      {
        name: "a",
        in: "path",
        required: true,
        schema: expect.objectContaining({ type: "integer" }) as object,
      },
      { name: "b", in: "path", required: true, schema: { type: "string" } },
    ]);
  });
});

describe("WithParams judges all that its schema speaks of", () => {
  const ofOwner = (schema: Schema) =>
    serve(
      new App({ Logger: recordingLogger() }).Get(
        "/o/{owner}/c/{id}",
        (req: Request) => req.params,
        WithParams(schema) as RouteOption,
      ),
    );

  it.each<[string, Schema]>([
    [
      "by a part that names nothing",
      z.intersection(z.object({ id: z.string() }), z.record(z.string(), z.string().regex(/^[a-z]+$/))),
    ],
    [
      "by a pattern",
      { type: "object", properties: { id: {} }, patternProperties: { "^o": { pattern: "^[a-z]+$" } } },
    ],
  ])("%s", async (_, schema) => {
    const server = await ofOwner(schema);
    expect((await server.ask("GET /o/tom/c/a")).json).toEqual({ owner: "tom", id: "a" });
    expect((await server.ask("GET /o/123/c/a")).status).toBe(400);
  });

  it.each<[string, Schema]>([
    ["open", { type: "object", properties: { id: {} }, required: ["id", "owner"] }],
    ["closed", { properties: { id: {}, owner: {} }, required: ["id", "owner"], additionalProperties: false }],
  ])("as required: %s", async (_, schema) => {
    expect((await (await ofOwner(schema)).ask("GET /o/tom/c/a")).json).toEqual({ owner: "tom", id: "a" });
  });
});

describe("one value in the query is a list of one where the schema's JSON Schema says so", () => {
  const Text = z.array(z.string());
  it.each<[what: string, schema: object, query: string, value: unknown]>([
    ["a list", z.object({ a: Text }), "a=1", { a: ["1"] }],
    ["a list of two", z.object({ a: Text }), "a=1&a=2", { a: ["1", "2"] }],
    ["a list that may be missing", z.object({ a: Text.optional() }), "", {}],
    ["a list with a default", z.object({ a: Text.default(["x"]) }), "", { a: ["x"] }],
    ["a list with a default, given", z.object({ a: Text.default(["x"]) }), "a=1", { a: ["1"] }],
    ["a list or null", z.object({ a: Text.nullable() }), "a=1", { a: ["1"] }],
    ["a list of numbers", z.object({ a: z.array(z.coerce.number()) }), "a=1", { a: [1] }],
    ["a tuple", z.object({ a: z.tuple([z.string()]) }), "a=1", { a: ["1"] }],
    [
      "a list in one of two objects",
      z.union([z.object({ a: Text }), z.object({ b: Text })]),
      "b=1",
      { b: ["1"] },
    ],
    [
      "a list in a joined object",
      z.object({ a: Text }).and(z.object({ b: Text })),
      "a=1&b=2",
      { a: ["1"], b: ["2"] },
    ],
    ["a list under any name", z.record(z.string(), Text), "a=1&b=2", { a: ["1"], b: ["2"] }],
    [
      "a list under any other name",
      z.object({ a: z.string() }).catchall(Text),
      "a=1&b=2",
      { a: "1", b: ["2"] },
    ],
    [
      "a list in one alternative, a text in another",
      z.union([z.object({ a: Text }), z.object({ a: z.string() })]),
      "a=1",
      { a: "1" },
    ],
    ["a text or a list: a text", z.object({ a: z.union([z.string(), Text]) }), "a=1", { a: "1" }],
    ["a text", z.object({ a: z.string() }), "a=1", { a: "1" }],
    ["a list named like a member of every object", z.object({ constructor: Text.optional() }), "", {}],
    [
      "a list that is referred to",
      { type: "object", properties: { a: { $ref: "#/$defs/list" } }, $defs: { list: { type: "array" } } },
      "a=1",
      { a: ["1"] },
    ],
  ])("%s", async (_what, schema, query, value) => {
    const app = new App().Get("/", (req: Request) => req.query as unknown, WithQuery(schema) as RouteOption);
    expect((await (await serve(app)).ask(`GET /?${query}`)).json).toEqual(value);
  });
});

describe("a schema that answers later", () => {
  const later = (part: string, ms: number, fits = true) =>
    schemaOf(async (value) => {
      await sleep(ms);
      return fits ? { value: { [part]: value } } : { issues: [{ message: `${part} is unfit` }] };
    });

  it("is waited for", async () => {
    const app = new App().Post("/", (req) => req.body as unknown, WithBody(later("late", 5)));
    expect((await (await serve(app)).ask("POST /", json, "7")).json).toEqual({ late: 7 });
  });

  it("is among the others in their order, whichever is the first", async () => {
    const app = new App().Post(
      "/",
      () => 1,
      WithBody(later("body", 1, false)),
      WithQuery(later("query", 15, false)),
      WithHeaders(later("headers", 5, false)),
    );
    expect((await (await serve(app)).ask("POST /", json, "7")).json).toEqual(
      invalid(
        ["query", [], "query is unfit"],
        ["headers", [], "headers is unfit"],
        ["body", [], "body is unfit"],
      ),
    );
  });

  it("works with a library's own", async () => {
    const Free = z.object({
      name: z.string().refine(async (name) => Promise.resolve(name !== "Tom"), "taken"),
    });
    const server = await serve(new App().Post("/", (req) => req.body, WithBody(Free)));
    expect((await server.ask("POST /", json, '{"name":"Jerry"}')).json).toEqual({ name: "Jerry" });
    expect((await server.ask("POST /", json, '{"name":"Tom"}')).json).toEqual(
      invalid(["body", ["name"], "taken"]),
    );
  });

  it("may be a thenable", async () => {
    const thenable = schemaOf((value) => ({
      then: (resolve: (result: unknown) => void) => {
        resolve({ value });
      },
    }));
    const server = await serve(new App().Post("/", (req) => req.body as unknown, WithBody(thenable)));
    expect((await server.ask("POST /", json, "7")).json).toBe(7);
  });

  it("starts no handler for a client that has gone", async () => {
    const handler = jest.fn((): unknown => undefined);
    const validating = gate();
    let asked = false;
    let closed = false;
    const slow = schemaOf(async (value) => {
      asked = true;
      await validating.opened;
      return { value };
    });
    const app = new App()
      .Use((_req, res, next) => {
        res.once("close", () => (closed = true));
        next();
      })
      .Get("/", () => handler(), WithQuery(slow));
    const socket = (await serve(app)).open("GET /");
    await until(() => asked);
    socket.destroy();
    await until(() => closed);
    validating.open();
    await sleep(10);
    expect(handler).not.toHaveBeenCalled();
  });
});

describe("a schema that fails is a 500 with the error body and one line in the log, and no handler runs", () => {
  const failure = new Error("secret");
  const throws = schemaOf(() => {
    throw failure;
  });
  const rejects = schemaOf(async () => Promise.reject(failure));
  const unfit = schemaOf(() => ({ issues: [{ message: "unfit" }] }));
  it.each<[what: string, ...options: RouteOption[]]>([
    ["that throws", WithBody(throws) as RouteOption],
    ["that rejects", WithBody(rejects) as RouteOption],
    ["whose answer is none", WithBody(schemaOf(() => undefined)) as RouteOption],
    ["for the query", WithQuery(throws) as RouteOption],
    ["for the headers", WithHeaders(rejects) as RouteOption],
    ["beside one that does not fit", WithBody(rejects) as RouteOption, WithQuery(unfit) as RouteOption],
    ["beside another that fails", WithBody(throws) as RouteOption, WithQuery(rejects) as RouteOption],
    [
      "a library's own",
      WithBody(
        z.unknown().transform(() => {
          throw failure;
        }),
      ) as RouteOption,
    ],
  ])("%s", async (_what, ...options) => {
    const logger = recordingLogger();
    const handler = jest.fn((): unknown => undefined);
    const app = new App({ Logger: logger }).Post("/", () => handler(), ...options);
    const answer = await (await serve(app)).ask("POST /", json, "{}");
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(answer.text).not.toContain("secret");
    expect(handler).not.toHaveBeenCalled();
    expect(logger.error).toHaveBeenCalledTimes(1);
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({ component: "Router", request_id: answer.headers["x-request-id"] }),
      "POST / failed",
    );
  });

  it("one that refuses without a word is a 400", async () => {
    const app = new App().Post("/", () => 1, WithBody(schemaOf(() => ({ issues: [] }))));
    const refused = errorBody(400, "invalid_request", "the request does not match the route's schemas", []);
    expect((await (await serve(app)).ask("POST /", json, "{}")).json).toEqual(refused);
  });

  it("an HTTPError that a schema throws is the answer", async () => {
    const taken = schemaOf(() => {
      throw new HTTPError(409, "taken");
    });
    const app = new App().Post("/", () => 1, WithBody(taken));
    expect((await (await serve(app)).ask("POST /", json, "{}")).json).toEqual(
      errorBody(409, "conflict", "taken"),
    );
  });
});

describe("details hold the part, the path and the message, and nothing else", () => {
  const secret = "hunter2";
  it.each<[what: string, schema: Schema, body: string]>([
    ["zod", z.object({ password: z.number() }), `{"password":"${secret}"}`],
    ["zod, one of several", z.object({ password: z.enum(["a", "b"]) }), `{"password":"${secret}"}`],
    ["zod, a union", z.object({ password: z.union([z.number(), z.boolean()]) }), `{"password":"${secret}"}`],
    ["zod, a pattern", z.object({ password: z.email() }), `{"password":"${secret}"}`],
    ["ajv", object({ password: { type: "number" } }), `{"password":"${secret}"}`],
    ["ajv, a pattern", object({ password: { type: "string", pattern: "^x" } }), `{"password":"${secret}"}`],
    ["ajv, one of several", object({ password: { enum: ["a"] } }), `{"password":"${secret}"}`],
    [
      "a library that has more to tell",
      schemaOf((input) => ({
        issues: [{ message: "unfit", path: [{ key: "password" }], input, received: input }],
      })),
      `{"password":"${secret}"}`,
    ],
  ])("%s", async (_what, schema, body) => {
    const app = new App().Post("/", () => 1, WithBody(schema) as RouteOption);
    const answer = await (await serve(app)).ask("POST /", json, body);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain(secret);
    const { details } = (answer.json as { error: { details: readonly object[] } }).error;
    expect(details.map((detail) => Object.keys(detail))).toEqual([["in", "path", "message"]]);
    expect(details).toMatchObject([{ in: "body", path: ["password"] }]);
  });

  it("a path's steps are texts and numbers, as every library writes them", async () => {
    const schema = schemaOf(() => ({
      issues: [
        { message: "plain", path: ["a", 0, "b"] },
        { message: "segments", path: [{ key: "a" }, { key: 0 }, { key: "b" }] },
        { message: "symbol", path: [Symbol("s")] },
        { message: "none" },
      ],
    }));
    const app = new App().Post("/", () => 1, WithBody(schema));
    expect((await (await serve(app)).ask("POST /", json, "{}")).json).toEqual(
      invalid(
        ["body", ["a", 0, "b"], "plain"],
        ["body", ["a", 0, "b"], "segments"],
        ["body", ["Symbol(s)"], "symbol"],
        ["body", [], "none"],
      ),
    );
  });

  it("are no more than a client can use", async () => {
    const app = new App().Post("/", () => 1, WithBody(z.array(z.string())));
    const answer = await (await serve(app)).ask("POST /", json, `[${"1,".repeat(5000)}1]`);
    const { details } = (answer.json as { error: { details: readonly unknown[] } }).error;
    expect(details.length).toBeLessThanOrEqual(1000);
    // As many as fit in.
    const bytes = JSON.stringify(details).length;
    expect(bytes).toBeLessThanOrEqual(64 * 1024);
    expect(bytes).toBeGreaterThan(63 * 1024);
  });
});

describe("a key that would become a prototype is refused, whatever the schema says", () => {
  it.each<[line: string, body: string | undefined, answer: unknown]>([
    ["POST /?__proto__=1", "{}", invalid(["query", ["__proto__"], "the key is not allowed"])],
    ["POST /?%5F_proto__=1", "{}", invalid(["query", ["__proto__"], "the key is not allowed"])],
    ["POST /?a=1", '{"__proto__":{"a":1}}', invalid(["body", ["__proto__"], "the key is not allowed"])],
    [
      "POST /?__proto__=1",
      '[{"__proto__":1}]',
      invalid(
        ["query", ["__proto__"], "the key is not allowed"],
        ["body", [0, "__proto__"], "the key is not allowed"],
      ),
    ],
  ])("%s %s", async (line, body, answer) => {
    const handler = jest.fn((): unknown => undefined);
    const app = new App().Post("/", () => handler(), WithQuery(z.any()), WithBody(z.any()));
    expect((await (await serve(app)).ask(line, json, body)).json).toEqual(answer);
    expect(handler).not.toHaveBeenCalled();
  });

  it("what nobody declared is nobody's to refuse", async () => {
    const app = new App().Get("/", () => "fine");
    expect((await (await serve(app)).ask("GET /?__proto__=1")).text).toBe("fine");
  });
});

describe("wherever the options are", () => {
  const NewCat = z.object({ name: z.string() });
  const Page = z.object({ page: z.coerce.number().default(1) });
  const echo = (req: Typed<{ body: typeof NewCat; query: typeof Page }>) => ({
    body: req.body,
    query: req.query,
  });

  @Router("/stacked")
  class Stacked {
    @WithBody(NewCat)
    @WithQuery(Page)
    @Post("/cats")
    create(req: Typed<{ body: typeof NewCat; query: typeof Page }>) {
      return echo(req);
    }
  }
  @Router("/listed")
  class Listed {
    @Post("/cats", WithBody(NewCat), WithQuery(Page))
    create(req: Typed<{ body: typeof NewCat; query: typeof Page }>) {
      return echo(req);
    }
  }
  @Router("/mixed")
  class Mixed {
    @WithQuery(Page)
    @Post("/cats", WithBody(NewCat))
    create(req: Typed<{ body: typeof NewCat; query: typeof Page }>) {
      return echo(req);
    }
  }
  const app = () =>
    new App()
      .Include([Stacked, Listed, Mixed])
      .Include(new Router("/called").Post("/cats", echo, WithBody(NewCat), WithQuery(Page)))
      .Include(new Router("/handled").Handle("post", "/cats", echo, WithBody(NewCat), WithQuery(Page)));

  it.each(["/stacked", "/listed", "/mixed", "/called", "/handled"])("%s", async (prefix) => {
    const server = await serve(app());
    expect((await server.ask(`POST ${prefix}/cats?page=2`, json, '{"name":"Tom","x":1}')).json).toEqual({
      body: { name: "Tom" },
      query: { page: 2 },
    });
    expect((await server.ask(`POST ${prefix}/cats?page=x`, json, '{"name":1}')).json).toMatchObject({
      error: { details: [{ in: "query" }, { in: "body" }] },
    });
  });
});

describe("a subclass", () => {
  const Name = z.object({ name: z.string() });
  const Long = z.object({ name: z.string().min(5) });
  @Router("/cats")
  class Cats {
    @Post("/", WithBody(Name))
    create(req: Typed<{ body: typeof Name }>) {
      return `cat ${req.body.name}`;
    }
    @Get("/", WithQuery(Name))
    find(req: Typed<{ query: typeof Name }>) {
      return `cat ${req.query.name}`;
    }
  }
  @Router("/dogs")
  class Dogs extends Cats {
    @WithBody(Long)
    override create(req: Typed<{ body: typeof Long }>) {
      return `dog ${req.body.name}`;
    }
    override find(req: Typed<{ query: typeof Name }>) {
      return `dog ${req.query.name}`;
    }
  }

  it.each<[line: string, body: string | undefined, status: number, text: string]>([
    ["POST /cats", '{"name":"Tom"}', 200, "cat Tom"],
    ["POST /dogs", '{"name":"Spike"}', 200, "dog Spike"],
    ["POST /dogs", '{"name":"Tom"}', 400, "Too small"],
    ["GET /dogs?name=Tom", undefined, 200, "dog Tom"],
    ["GET /dogs", undefined, 400, "expected string"],
    ["POST /cats", '{"name":7}', 400, "expected string"],
  ])("inherits its parent's schemas, and replaces only them: %s %s", async (line, body, status, text) => {
    const server = await serve(new App().Include([Cats, Dogs]));
    const answer = await server.ask(line, body === undefined ? {} : json, body);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(text);
  });
});

describe("two versions of one route have their own schemas", () => {
  const One = z.object({ name: z.string() });
  const Two = z.object({ names: z.array(z.string()) });
  const schemes: readonly (readonly [
    string,
    VersioningOptions,
    (version: string) => readonly [path: string, headers: Record<string, string>],
  ])[] = [
    ["URI", { Type: VersioningURI }, (version) => [`/v${version}/cats`, {}]],
    [
      "header",
      { Type: VersioningHeader, Header: "X-Version" },
      (version) => ["/cats", { "X-Version": version }],
    ],
    [
      "media type",
      { Type: VersioningMediaType, Key: "v" },
      (version) => ["/cats", { Accept: `application/json;v=${version}` }],
    ],
  ];

  it.each(schemes)("under %s", async (_name, Versioning, at) => {
    const app = new App({ Versioning })
      .Post("/cats", (req) => `one ${req.body.name}`, WithBody(One), WithVersion("1"))
      .Post(
        "/cats",
        (req) => `two ${req.body.names.join()}`,
        WithBody(Two, { Limit: "1kb" }),
        WithVersion("2"),
      );
    const server = await serve(app);
    const ask = async (version: string, body: string): Promise<Answer> => {
      const [path, headers] = at(version);
      return server.ask(`POST ${path}`, { ...headers, ...json }, body);
    };
    expect((await ask("1", '{"name":"Tom"}')).text).toBe("one Tom");
    expect((await ask("2", '{"names":["Tom"]}')).text).toBe("two Tom");
    expect((await ask("1", '{"names":["Tom"]}')).status).toBe(400);
    expect((await ask("2", '{"name":"Tom"}')).status).toBe(400);
    expect((await ask("1", `{"name":"${"a".repeat(2000)}"}`)).status).toBe(200);
    expect((await ask("2", `{"names":["${"a".repeat(2000)}"]}`)).status).toBe(413);
    expect((await ask("3", "{")).status).toBe(404);
  });
});

describe("HEAD", () => {
  it("is validated as the GET route that answers it", async () => {
    const app = new App().Get(
      "/cats",
      (req) => [req.query.page],
      WithQuery(z.object({ page: z.coerce.number() })),
    );
    const server = await serve(app);
    expect(await server.ask("HEAD /cats?page=2")).toMatchObject({ status: 200, text: "" });
    expect(await server.ask("HEAD /cats?page=x")).toMatchObject({
      status: 400,
      text: "",
      headers: { "content-type": "application/json; charset=utf-8" },
    });
  });
});

describe("in a host", () => {
  it("the query is what the host's own parser makes of it", async () => {
    const host = express().set("query parser", "extended");
    const Filter = z.object({ filter: z.object({ name: z.string() }) });
    host.use(new App().Get("/", (req) => req.query, WithQuery(Filter)).Build());
    const server = await serve((req, res) => void host(req, res));
    expect((await server.ask("GET /?filter[name]=Tom")).json).toEqual({ filter: { name: "Tom" } });
  });

  it("what follows sees the query and the body as the schemas put them out", async () => {
    const app = new App({ PassUnmatched: true }).Post(
      "/",
      (_req, _res, next) => {
        next();
      },
      WithBody(z.object({ age: z.number().default(1) })),
    );
    const server = await serve(app, (req, res) => void res.json(req.body));
    expect((await server.ask("POST /", json, "{}")).json).toEqual({ age: 1 });
  });

  it("an error of the input is the App's own answer, PassErrors or not", async () => {
    const app = new App({ PassErrors: true }).Get("/", () => 1, WithQuery(z.object({ a: z.string() })));
    expect((await (await serve(app)).ask("GET /")).status).toBe(400);
  });
});
