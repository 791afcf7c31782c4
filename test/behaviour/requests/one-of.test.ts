/* eslint-disable @typescript-eslint/no-unsafe-member-access -- what OneOf asks about may be anything */
import { createServer } from "node:http";
import express from "express";
import type * as oneOf from "../../../src/schema/one-of";
import {
  App,
  DefineVersions,
  HTTPError,
  OneOf,
  ServerSentEvent,
  Versioned,
  VersioningHeader,
  WithBody,
  WithQuery,
  WithResponse,
  type AppOptions,
  type Schema,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { CreateServer } from "versioned-controllers/server";
import * as v from "valibot";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { listen, serve } from "../../support/serve";

const json = { "Content-Type": "application/json" };

const Instant = z
  .object({ instant: z.literal(true), email: z.email().toLowerCase() })
  .meta({ title: "Instant" });
const Regular = z.object({ start: z.string(), minutes: z.number().default(30) }).meta({ title: "Regular" });
const Booking = OneOf((body) => (body?.instant === undefined ? Regular : Instant), [Instant, Regular]);

async function posting(schema: Schema, options: AppOptions = {}) {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, ...options }).Post("/", (req): unknown => req.body, WithBody(schema));
  const { ask } = await serve(app);
  const post = (body: unknown) => ask("POST /", json, JSON.stringify(body));
  return { post, logger };
}

describe("a body", () => {
  it.each([
    [{ start: "now" }, { start: "now", minutes: 30 }],
    [
      { start: "now", email: "x" },
      { start: "now", minutes: 30 },
    ],
    [
      { instant: true, email: "A@B.test", start: 1 },
      { instant: true, email: "a@b.test" },
    ],
  ])("%j is judged by the chosen schema, and is what that puts out", async (sent, given) => {
    expect((await (await posting(Booking)).post(sent)).json).toEqual(given);
  });

  it.each([
    [{ instant: true, email: "no" }, ["email"], "Invalid email address"],
    [{ instant: false, email: "a@b.test" }, ["instant"], "Invalid input: expected true"],
    [{}, ["start"], "Invalid input: expected string, received undefined"],
    ["text", [], "Invalid input: expected object, received string"],
  ])("%j has the issues of the chosen schema only", async (sent, path, message) => {
    const answer = await (await posting(Booking)).post(sent);
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { error: { code: "invalid_request", details: [{ in: "body", path, message }] } },
    ]);
  });

  it.each<[string, () => unknown]>([
    ["undefined", () => undefined],
    ["null", () => null],
    ["another schema", () => z.object({})],
    ["a schema that is alike", () => z.object({ a: z.string() })],
    ["no schema", () => "Regular"],
  ])("for which the function gives %s fits none", async (_, choose) => {
    const { post } = await posting(OneOf(choose as () => undefined, [z.object({ a: z.string() })]));
    const answer = await post({ a: "a" });
    expect([answer.status, answer.json]).toMatchObject([
      400,
      {
        error: {
          details: [{ in: "body", path: [], message: "must match one of the alternatives, matches none" }],
        },
      },
    ]);
  });

  it.each<[string, () => never]>([
    [
      "an Error",
      () => {
        throw new Error("secret");
      },
    ],
    [
      "an HTTPError",
      () => {
        throw new HTTPError(404, "secret");
      },
    ],
    [
      "an error that is exposed",
      () => {
        throw Object.assign(new Error("secret"), { status: 400, expose: true });
      },
    ],
  ])("for which the function throws %s is a 500", async (_, choose) => {
    const { post, logger } = await posting(OneOf(choose, [Regular]));
    const answer = await post({});
    expect([answer.status, answer.text.includes("secret")]).toEqual([500, false]);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("for which the function gives a promise is a 500, and its rejection ends nothing", async () => {
    const { post, logger } = await posting(
      OneOf(() => Promise.reject(new Error("late")) as never, [Regular]),
    );
    expect((await post({ start: "now" })).status).toBe(500);
    expect(logger.error.mock.calls[0]?.[0]).toMatchObject({
      err: { message: "the function of OneOf must return a schema synchronously, got a promise" },
    });
  });

  it("may be told apart into schemas that are functions", async () => {
    const Callable = Object.assign(() => undefined, { "~standard": Regular["~standard"] });
    const { post } = await posting(OneOf(() => Callable, [Callable]));
    expect((await post({ start: "now" })).json).toEqual({ start: "now", minutes: 30 });
    expect(() => OneOf(() => undefined, [(() => undefined) as never])).toThrow(
      "OneOf: each alternative must be a schema, got",
    );
  });

  it("is given to the function as it came", async () => {
    const given: unknown[] = [];
    const Seen = OneOf(
      (body) => {
        given.push(structuredClone(body));
        return Regular;
      },
      [Regular],
    );
    await (await posting(Seen)).post({ start: "now", other: [1] });
    expect(given).toContainEqual({ start: "now", other: [1] });
  });

  it("of alternatives of other libraries, one within the other", async () => {
    const Plain = {
      type: "object",
      properties: { plain: { type: "integer", default: 1 } },
      required: ["kind"],
    };
    const Valibot = v.object({ kind: v.literal("v"), n: v.number() });
    const Inner = OneOf((body) => (body.kind === "v" ? Valibot : Plain), [Valibot, Plain]);
    const { post } = await posting(OneOf((body) => ("kind" in body ? Inner : Regular), [Inner, Regular]));
    expect((await post({ kind: "v", n: 1, m: 2 })).json).toEqual({ kind: "v", n: 1 });
    expect((await post({ kind: "p" })).json).toEqual({ kind: "p", plain: 1 });
    expect((await post({ start: "now" })).json).toEqual({ start: "now", minutes: 30 });
    expect((await post({ kind: "v", n: "1" })).json).toMatchObject({ error: { details: [{ path: ["n"] }] } });
  });
});

it("a query is told apart by its texts, and converted by the chosen schema", async () => {
  const ByPage = z.object({ page: z.coerce.number() });
  const ByCursor = {
    type: "object",
    properties: { cursor: { type: "integer" }, ids: { type: "array", items: { type: "integer" } } },
  };
  const app = new App().Get(
    "/",
    (req): unknown => req.query,
    WithQuery(
      OneOf((query) => ("page" in query ? ByPage : ByCursor), [ByPage, ByCursor]),
      { Separator: { ids: "," } },
    ),
  );
  const { ask } = await serve(app);
  expect((await ask("GET /?page=2")).json).toEqual({ page: 2 });
  expect((await ask("GET /?cursor=7&ids=1,2")).json).toEqual({ cursor: 7, ids: [1, 2] });
  expect((await ask("GET /?page=x")).json).toMatchObject({
    error: { details: [{ in: "query", path: ["page"] }] },
  });
});

describe("a response", () => {
  const Cat = z.object({ kind: z.literal("cat"), name: z.string() });
  const Dog = z.object({ kind: z.string(), tail: z.number() });
  const Pet = OneOf(
    (value) => (value.kind === "cat" ? Cat : value.kind === "dog" ? Dog : undefined),
    [Cat, Dog],
  );

  async function answering(value: unknown, options: AppOptions = {}) {
    const logger = recordingLogger();
    const app = new App({ Logger: logger, ...options }).Get(
      "/",
      (): unknown => value,
      WithResponse(200, Pet),
    );
    return { answer: await (await serve(app)).ask("GET /"), logger };
  }

  it.each([
    [
      { kind: "cat", name: "Tom", tail: 1, secret: 1 },
      { kind: "cat", name: "Tom" },
    ],
    [
      { kind: "dog", name: "Rex", tail: 1, secret: 1 },
      { kind: "dog", tail: 1 },
    ],
    [{ toJSON: () => ({ kind: "dog", tail: 2, secret: 1 }) }, { kind: "dog", tail: 2 }],
  ])("%j is sent without what the chosen schema closes out", async (value, sent) => {
    expect((await answering(value)).answer.json).toEqual(sent);
    expect((await answering(value, { CheckResponses: "stripped" })).answer.json).toEqual(sent);
  });

  it("is given to the function as its JSON copy", async () => {
    const given: unknown[] = [];
    const Dated = z.object({ at: z.string() });
    const Seen = OneOf(
      (value) => {
        given.push(value);
        return Dated;
      },
      [Dated],
    );
    const app = new App().Get("/", (): unknown => ({ at: new Date(0) }), WithResponse(200, Seen));
    expect((await (await serve(app)).ask("GET /")).json).toEqual({ at: "1970-01-01T00:00:00.000Z" });
    expect(given).toEqual([{ at: "1970-01-01T00:00:00.000Z" }]);
  });

  it.each<[what: string, alternatives: [chosen: Schema, other: Schema], value: unknown]>([
    ["closes nothing out", [{ type: "object" }, { type: "array" }], { a: 1 }],
    ["closes nothing out, beside one that does", [{ type: "array" }, Cat], [{ a: 1 }]],
  ])("whose schema %s is sent as it is", async (_, alternatives, value) => {
    const Either = OneOf(() => alternatives[0], alternatives);
    const app = new App().Get("/", (): unknown => value, WithResponse(200, Either));
    expect((await (await serve(app)).ask("GET /")).json).toEqual(value);
  });

  it.each<[what: string, value: unknown]>([
    ["changes a member", { kind: "cat", name: "Tom", tail: 1 }],
    ["leaves the whole out", { kind: "none" }],
  ])("is sent as Express's JSON replacer leaves it, which %s", async (_what, value) => {
    const replacer = (key: string, member: unknown): unknown => {
      if (key === "name") return "Tim";
      return (member as { kind?: string }).kind === "none" ? undefined : member;
    };
    const answered = async (schema: object): Promise<object> => {
      const logger = recordingLogger();
      const host = express().set("json replacer", replacer);
      host.use(new App({ Logger: logger }).Get("/", (): unknown => value, WithResponse(200, schema)).Build());
      const { status, text } = await (await listen(createServer(host))).ask("GET /");
      const logged = logger.error.mock.calls.map(([{ err }]) => String(err));
      return { status, text: text.replace(/"request_id":".*?"/, ""), logged };
    };
    expect(await answered(Pet)).toEqual(await answered(Cat));
  });

  it("that none is chosen for is a 500", async () => {
    const { answer, logger } = await answering({ kind: "cow", secret: 1 });
    expect([answer.status, answer.text.includes("secret")]).toEqual([500, false]);
    expect(logger.error.mock.calls[0]?.[0]).toMatchObject({
      err: {
        message:
          "GET /: the value is a value for which the function of OneOf returned no alternative, which the schema of the response does not allow",
      },
    });
  });

  it.each<[string, unknown, number]>([
    ["fits", { kind: "cat", name: "Tom" }, 200],
    ["lacks what the chosen one has", { kind: "cat", tail: 1 }, 500],
    ["has what the chosen one closes out", { kind: "cat", name: "Tom", tail: 1 }, 500],
    ["is none", { kind: "cow" }, 500],
  ])("that %s is judged by CheckResponses", async (_, value, status) => {
    expect((await answering(value, { CheckResponses: true })).answer.status).toBe(status);
  });

  it("of items has each item judged by itself, events too", async () => {
    const app = new App().Get(
      "/",
      async function* () {
        await Promise.resolve();
        yield { kind: "cat" as const, name: "Tom", secret: 1 };
        yield { kind: "dog", tail: 1, name: "Rex" };
      },
      WithResponse(200, Pet),
    );
    app.Get(
      "/events",
      async function* () {
        await Promise.resolve();
        yield ServerSentEvent({ Data: { kind: "dog", tail: 1, name: "Rex" } });
      },
      WithResponse(200, Pet, { Type: "text/event-stream" }),
    );
    const { ask } = await serve(app);
    expect((await ask("GET /")).text).toBe('{"kind":"cat","name":"Tom"}\n{"kind":"dog","tail":1}\n');
    expect((await ask("GET /events")).text).toBe('data: {"kind":"dog","tail":1}\n\n');
  });

  it("is the same on CreateServer, and of a HEAD", async () => {
    const app = new App().Get(
      "/",
      (): unknown => ({ kind: "dog", tail: 1, name: "Rex" }),
      WithResponse(200, Pet),
    );
    const { ask } = await listen(CreateServer(app));
    expect((await ask("GET /")).json).toEqual({ kind: "dog", tail: 1 });
    expect((await ask("HEAD /")).headers["content-length"]).toBe(String('{"kind":"dog","tail":1}'.length));
  });
});

describe("in a history", () => {
  const V = DefineVersions("1", "2");
  const Named = V.Change("2", "`label` is `name`.");
  const Cat2 = z.object({ kind: z.literal("cat"), name: z.string() });
  const Dog2 = z.object({ kind: z.literal("dog"), name: z.string(), tail: z.number().default(1) });
  const Cat1 = z.object({ kind: z.literal("cat"), label: z.string() });
  const Dog1 = z.object({ kind: z.literal("dog"), label: z.string(), tail: z.number().default(1) });
  const Pet2 = OneOf((pet) => (pet?.kind === "dog" ? Dog2 : Cat2), [Cat2, Dog2]);
  const Pet1 = OneOf((pet) => (pet?.kind === "dog" ? Dog1 : Cat1), [Cat1, Dog1]);
  const Pet = Versioned(Pet2).Before(Named, Pet1, {
    Up: ({ label, ...pet }) => ({ ...pet, name: label }),
    Down: ({ name, ...pet }) => ({ ...pet, label: name }),
  });
  const app = (options: AppOptions = {}) =>
    new App({ ...options, Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }).Post(
      "/pets",
      (req) => ({ ...req.body, secret: 1 }),
      V.Since("1"),
      WithBody(Pet),
      WithResponse(200, Pet),
    );

  it.each([
    ["1", { kind: "dog", label: "Rex" }, { kind: "dog", label: "Rex", tail: 1 }],
    ["1", { kind: "cat", label: "Tom", tail: 1 }, { kind: "cat", label: "Tom" }],
    ["2", { kind: "dog", name: "Rex", tail: 2 }, { kind: "dog", name: "Rex", tail: 2 }],
  ])("version %s is judged, turned and stripped by the chosen ones", async (version, sent, answer) => {
    const { ask } = await serve(app());
    expect((await ask("POST /pets", { ...json, V: version }, JSON.stringify(sent))).json).toEqual(answer);
  });

  it("version 1's issues are those of its chosen schema", async () => {
    const { ask } = await serve(app());
    const answer = await ask("POST /pets", { ...json, V: "1" }, '{"kind":"dog","name":"Rex"}');
    expect(answer.json).toMatchObject({ error: { details: [{ in: "body", path: ["label"] }] } });
  });

  it("is shown and read without a request", async () => {
    expect(V.Show(Pet, "1", { kind: "dog", name: "Rex", tail: 3, secret: 1 } as never)).toEqual({
      kind: "dog",
      label: "Rex",
      tail: 3,
    });
    expect(V.Show(Pet, "2", { kind: "cat", name: "Tom", tail: 3 } as never)).toEqual({
      kind: "cat",
      name: "Tom",
    });
    expect(await V.Read(Pet, "1", { kind: "dog", label: "Rex" })).toEqual({
      kind: "dog",
      name: "Rex",
      tail: 1,
    });
    await expect(V.Read(Pet, "1", { kind: "dog" })).rejects.toMatchObject({ status: 400 });
  });

  it("CheckChanges finds examples of it, and holds its laws", async () => {
    await CheckChanges(app(), { Runs: 30 });
    const Losing = Versioned(Pet2).Before(Named, Pet1, {
      Up: ({ label, ...pet }) => ({ ...pet, name: label }),
      Down: ({ name, ...pet }) => ({ ...pet, label: `${name}!` }),
    });
    const broken = new App({ Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List } }).Post(
      "/pets",
      (req) => req.body,
      V.Since("1"),
      WithBody(Losing),
      WithResponse(200, Losing),
    );
    await expect(CheckChanges(broken, { Runs: 30 })).rejects.toThrow(/round trip/);
  });
});

describe("the document", () => {
  it("has oneOf, of shared components", () => {
    const document = new App()
      .Post("/", (req): unknown => req.body, WithBody(Booking), WithResponse(200, Booking))
      .Post("/regular", (req): unknown => req.body, WithBody(Regular))
      .Document();
    const { requestBody, responses } = document.paths["/"]?.post ?? {};
    expect(requestBody).toMatchObject({
      content: {
        "application/json": {
          schema: {
            oneOf: [{ $ref: "#/components/schemas/Instant" }, { $ref: "#/components/schemas/RegularInput" }],
          },
        },
      },
    });
    expect(responses?.["200"]).toMatchObject({
      content: {
        "application/json": {
          schema: {
            oneOf: [{ $ref: "#/components/schemas/Instant" }, { $ref: "#/components/schemas/Regular" }],
          },
        },
      },
    });
    expect(document.components?.schemas).toMatchObject({
      RegularInput: { required: ["start"] },
      Regular: { required: ["start", "minutes"] },
    });
    expect(document.paths["/regular"]?.post?.requestBody).toMatchObject({
      content: { "application/json": { schema: { $ref: "#/components/schemas/RegularInput" } } },
    });
  });

  it("keeps references within alternatives, to themselves too", () => {
    const Tree: Schema = z.lazy(() => z.object({ children: z.array(Tree as z.ZodType) }));
    const Linked = {
      type: "object",
      properties: { next: { $ref: "#" }, size: { $ref: "#/$defs/Size" } },
      $defs: { Size: { type: "integer" } },
    };
    const document = new App()
      .Post(
        "/",
        (): unknown => 1,
        WithBody(OneOf((body) => ("next" in body ? Linked : Tree), [Tree, Linked])),
      )
      .Document();
    expect(JSON.stringify(document)).toContain('"oneOf":[');
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"(#[^"]*)"/g)].map(
      ([, at]) => at ?? "",
    );
    const schemas = references.map((at) =>
      at
        .slice(2)
        .split("/")
        .reduce<unknown>(
          (one, key) => (one as Record<string, unknown> | undefined)?.[key.replaceAll("~1", "/")],
          document,
        ),
    );
    expect(references.length).toBeGreaterThan(0);
    expect(schemas).not.toContain(undefined);
  });
});

describe("without an App, the schema itself", () => {
  const Text = { type: "object", properties: { text: { type: "string", default: "none" } } };
  const ofPlain = () => OneOf((value) => ("text" in value ? Text : Regular), [Text, Regular])["~standard"];

  it("judges by plain JSON Schema and by libraries", async () => {
    const { validate } = ofPlain();
    expect(await validate({ text: "a" })).toEqual({ value: { text: "a" } });
    expect(await validate({ start: "now" })).toEqual({ value: { start: "now", minutes: 30 } });
    expect(await validate({ text: 1 })).toEqual({ issues: [{ path: ["text"], message: "must be string" }] });
  });

  it("is described by the alternatives, if one of them is described", () => {
    const { jsonSchema } = ofPlain();
    const undescribed = {
      "~standard": { version: 1 as const, vendor: "test", validate: () => ({ value: 1 }) },
    };
    const options = { target: "draft-2020-12" } as const;
    expect(jsonSchema.input(options)).toMatchObject({ oneOf: [Text, { type: "object" }] });
    expect(() => OneOf(() => undefined, [undescribed])["~standard"].jsonSchema.output(options)).toThrow(
      "its library provides no JSON Schema",
    );
  });

  it("throws for an alternative that cannot be compiled", () => {
    const wrong = { type: "nothing" };
    const { validate } = OneOf(() => wrong, [wrong])["~standard"];
    expect(() => validate({})).toThrow("the schema cannot be compiled: ");
  });

  it("says what to install without ajv", () => {
    jest.doMock("ajv/dist/2020", () => {
      throw new Error("not here");
    });
    try {
      jest.isolateModules(() => {
        jest.requireActual("../../../src/schema/plain-reader");
        const fresh = jest.requireActual<typeof oneOf>("../../../src/schema/one-of");
        const plain = { type: "object" };
        const { validate } = fresh.OneOf(() => plain, [plain])["~standard"];
        expect(() => validate({ text: "a" })).toThrow("plain JSON Schema needs ajv: npm install ajv");
      });
    } finally {
      jest.dontMock("ajv/dist/2020");
    }
  });
});

it.each<[string, () => unknown, string]>([
  [
    "no function",
    () => OneOf(undefined as never, [Regular]),
    "OneOf: the first argument must be a function, got undefined",
  ],
  [
    "no list",
    () => OneOf(() => undefined, Regular as never),
    "OneOf: the second argument must be a list of schemas, got",
  ],
  [
    "an empty list",
    () => OneOf(() => undefined, [] as never),
    "OneOf: the second argument must be a list of schemas, got an empty list",
  ],
  [
    "what is no schema",
    () => OneOf(() => undefined, ["a" as never]),
    'OneOf: each alternative must be a schema, got "a"',
  ],
  [
    "a history",
    () => OneOf(() => undefined, [Versioned(Regular)]),
    "OneOf: each alternative must be a schema, got a history",
  ],
])("%s is reported at once", (_, make, message) => {
  expect(make).toThrow(message);
});

it("an alternative that cannot be compiled is a Build problem", () => {
  const wrong = { type: "nothing" };
  const app = new App().Post("/", (): unknown => 1, WithBody(OneOf(() => wrong, [Regular, wrong])));
  expect(problemsOf(app)).toEqual([
    expect.stringMatching(
      /^POST \/: WithBody has no usable schema: schema is invalid: .* \[schema-invalid\]$/,
    ) as unknown,
  ]);
});
