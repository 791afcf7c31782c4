import { toStandardJsonSchema } from "@valibot/to-json-schema";
import { Readable } from "node:stream";
import express from "express";
import * as v from "valibot";
import {
  App,
  DefineVersions,
  Get,
  Rename,
  Router,
  Status,
  Versioned,
  VersioningHeader,
  WithQuery,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { internalError } from "../../support/expected";
import { problemsOf } from "../../support/problems";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const Cat = z.object({ name: z.string() });
const Born = z.object({ born: z.iso.datetime() });
const DateText = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});
const Taken = z
  .object({ name: z.string() })
  .refine(async ({ name }) => Promise.resolve(name !== "Tom"), "taken");
const rejecting = {
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: async () => Promise.reject(new Error("secret")),
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
};
/** Refuses everything, without an issue. */
const wordless = {
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: () => ({ issues: [] }),
    jsonSchema: { input: () => ({}), output: () => ({}) },
  },
};
/** Makes a length of a text, and describes that as it is told to. */
const lengthBy = (output: () => object) => ({
  "~standard": {
    version: 1 as const,
    vendor: "test",
    validate: (value: unknown) =>
      typeof value === "string" ? { value: value.length } : { issues: [{ message: "no text" }] },
    jsonSchema: { input: () => ({ type: "string" }), output },
  },
});
const undescribedLength = lengthBy(() => {
  throw new Error("not described");
});
const wronglyDescribedLength = lengthBy(() => ({ type: "length" }));
const circle: { self?: unknown } = {};
circle.self = circle;

/** Values that JSON makes `{}` of, and their words. */
const lostValues: readonly (readonly [what: string, value: () => unknown, words: string])[] = [
  ["a promise", () => Promise.resolve(1), "a Promise, which JSON turns into {}: await it"],
  [
    "a promise that rejects",
    () => Promise.reject(new Error("later")),
    "a Promise, which JSON turns into {}: await it",
  ],
  ["a Map", () => new Map([["a", 1]]), "a Map, which JSON turns into {}"],
  ["a Set", () => new Set([1]), "a Set, which JSON turns into {}"],
  ["an Error", () => new TypeError("hush"), "an Error, which JSON turns into {}"],
];

async function answerOf(handler: Handler, options: readonly RouteOption[], more: AppOptions = {}) {
  const logger = recordingLogger();
  const app = new App({ Logger: logger, CheckResponses: true, ...more }).Get("/cats", handler, ...options);
  return { answer: await (await serve(app)).ask("GET /cats"), logger };
}

describe("what fits its WithResponse is answered as it is", () => {
  it.each<[what: string, handler: Handler, options: readonly RouteOption[], body: string]>([
    ["an object", () => ({ name: "Tom" }), [WithResponse(200, Cat)], '{"name":"Tom"}'],
    [
      "with more than an open schema has",
      () => ({ name: "Tom", age: 3 }),
      [WithResponse(200, z.looseObject({ name: z.string() }))],
      '{"name":"Tom","age":3}',
    ],
    [
      "without the schema's defaults",
      () => ({}),
      [WithResponse(200, z.object({ age: z.number().default(1) }))],
      "{}",
    ],
    [
      "without what the schema converts",
      () => ({ age: "3" }),
      [WithResponse(200, z.object({ age: z.coerce.number() }))],
      '{"age":"3"}',
    ],
    [
      "as what a transform puts out",
      () => ({ age: 3, isTame: true }),
      [
        WithResponse(
          200,
          z.object({ age: z.string().transform(Number).pipe(z.number()), isTame: z.stringbool() }),
        ),
      ],
      '{"age":3,"isTame":true}',
    ],
    [
      "as what a transform of a record's values puts out",
      () => ({ tom: true }),
      [WithResponse(200, z.record(z.string(), z.stringbool()))],
      '{"tom":true}',
    ],
    [
      "as what a transform of further members puts out",
      () => ({ name: "Tom", tame: true }),
      [WithResponse(200, z.object({ name: z.string() }).catchall(z.stringbool()))],
      '{"name":"Tom","tame":true}',
    ],
    [
      "as what a transform puts out that no JSON Schema describes",
      () => ({ age: 3, name: "Tom" }),
      [WithResponse(200, z.object({ age: z.string().transform(Number), name: z.string() }))],
      '{"age":3,"name":"Tom"}',
    ],
    ["as what nobody describes", () => 3, [WithResponse(200, undescribedLength)], "3"],
    [
      "as what a schema takes whose output is described in words that ajv refuses",
      () => "Tom",
      [WithResponse(200, wronglyDescribedLength)],
      "Tom",
    ],
    [
      "as the same of another library",
      () => ({ age: 3 }),
      [WithResponse(200, toStandardJsonSchema(v.object({ age: v.pipe(v.string(), v.transform(Number)) })))],
      '{"age":3}',
    ],
    [
      "a Date as the text that a codec takes",
      () => ({ born: new Date(0) }),
      [WithResponse(200, z.object({ born: DateText }))],
      '{"born":"1970-01-01T00:00:00.000Z"}',
    ],
    [
      "a Date as the text that is coerced",
      () => ({ born: new Date(0) }),
      [WithResponse(200, z.object({ born: z.coerce.date() }))],
      '{"born":"1970-01-01T00:00:00.000Z"}',
    ],
    ["a promise's", async () => ({ name: "Tom" }), [WithResponse(200, Cat)], '{"name":"Tom"}'],
    [
      "a Date as the text that it is sent as",
      () => ({ born: new Date(0) }),
      [WithResponse(200, Born)],
      '{"born":"1970-01-01T00:00:00.000Z"}',
    ],
    [
      "undefined as what is not there",
      () => ({ name: "Tom", age: undefined }),
      [WithResponse(200, z.strictObject({ name: z.string() }))],
      '{"name":"Tom"}',
    ],
    [
      "what has a toJSON",
      () => ({ toJSON: () => ({ name: "Tom" }) }),
      [WithResponse(200, Cat)],
      '{"name":"Tom"}',
    ],
    ["a number", () => 7, [WithResponse(200, z.number())], "7"],
    ["null", () => null, [WithResponse(200, z.null())], "null"],
    ["a text", () => "Tom", [WithResponse(200, z.string().max(3))], "Tom"],
    [
      "by a schema that answers later",
      () => ({ name: "Jerry" }),
      [WithResponse(200, Taken)],
      '{"name":"Jerry"}',
    ],
    [
      "by plain JSON Schema",
      () => ({ name: "Tom" }),
      [WithResponse(200, { type: "object" })],
      '{"name":"Tom"}',
    ],
    ["nothing is declared", () => ({ age: 3 }), [], '{"age":3}'],
    ["no schema is declared", () => ({ age: 3 }), [WithResponse(200)], '{"age":3}'],
    [
      "another status has the schema",
      () => ({ age: 3 }),
      [WithResponse(200), WithResponse(201, Cat)],
      '{"age":3}',
    ],
    [
      "what the handler sends by itself",
      (_req, res) => void res.json({ age: 3 }),
      [WithResponse(200, Cat)],
      '{"age":3}',
    ],
    [
      "what the handler will send by itself",
      (_req, res) => {
        setTimeout(() => res.json({ age: 3 }), 5);
        return res;
      },
      [WithResponse(200, Cat)],
      '{"age":3}',
    ],
    ["bytes, which no schema describes", () => Buffer.from("Tom"), [WithResponse(200, Cat)], "Tom"],
    ["a stream", () => Readable.from(["T", "om"]), [WithResponse(200, Cat)], "Tom"],
  ])("%s", async (_what, handler, options, body) => {
    const { answer, logger } = await answerOf(handler, options);
    expect(answer).toMatchObject({ status: 200, text: body });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each<[what: string, handler: Handler, options: readonly RouteOption[], status: number]>([
    ["the route's Status", () => ({ name: "Tom" }), [Status(201), WithResponse(201, Cat)], 201],
    [
      "the handler's own",
      (_req, res) => (res.status(202), { name: "Tom" }),
      [WithResponse(202, Cat), WithResponse(200, Born)],
      202,
    ],
    ["204 of undefined", () => undefined, [WithResponse(200, Cat), WithResponse(204, Cat)], 204],
  ])("by the schema of the status that is sent: %s", async (_what, handler, options, status) => {
    const { answer, logger } = await answerOf(handler, options);
    expect(answer.status).toBe(status);
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("what does not fit is a 500 and one line in the log", () => {
  const missing = "name: Invalid input: expected string, received undefined";
  it.each<[what: string, handler: Handler, options: readonly RouteOption[], reason: string]>([
    [
      "a refinement, beside a default",
      () => ({ age: 3, name: "Tom" }),
      [
        WithResponse(
          200,
          z.object({
            age: z.number().refine((age) => age % 2 === 0, "odd"),
            name: z.string().default("Tom"),
          }),
        ),
      ],
      "WithResponse(200): age: odd",
    ],
    [
      "a member that has a default, beside a transform",
      () => ({ isTame: true }),
      [WithResponse(200, z.object({ isTame: z.stringbool(), name: z.string().default("Tom") }))],
      "WithResponse(200): isTame: Invalid input: expected string, received boolean",
    ],
    [
      "a member beside a transform that no JSON Schema describes",
      () => ({ age: 3 }),
      [WithResponse(200, z.object({ age: z.string().transform(Number), name: z.string() }))],
      "WithResponse(200): age: Invalid input: expected string, received number; name: Invalid input: expected string, received undefined",
    ],
    [
      "neither what a transform takes nor what it puts out",
      () => ({ isTame: 3 }),
      [WithResponse(200, z.object({ isTame: z.stringbool() }))],
      "WithResponse(200): isTame: Invalid input: expected string, received number",
    ],
    [
      "what a schema does not take whose output is described in words that ajv refuses",
      () => 3,
      [WithResponse(200, wronglyDescribedLength)],
      "WithResponse(200): the value: no text",
    ],
    ["an object", () => ({ age: 3 }), [WithResponse(200, Cat)], `WithResponse(200): ${missing}`],
    ["a promise's", async () => ({ age: 3 }), [WithResponse(200, Cat)], `WithResponse(200): ${missing}`],
    [
      "of the route's Status",
      () => ({ age: 3 }),
      [Status(201), WithResponse(201, Cat)],
      `WithResponse(201): ${missing}`,
    ],
    [
      "of the handler's own",
      (_req, res) => (res.status(409), { age: 3 }),
      [WithResponse(409, Cat)],
      `WithResponse(409): ${missing}`,
    ],
    [
      "a list",
      () => [{ name: "Tom" }, {}],
      [WithResponse(200, z.array(Cat))],
      "WithResponse(200): 1.name: Invalid input: expected string, received undefined",
    ],
    [
      "null",
      () => null,
      [WithResponse(200, Cat)],
      "WithResponse(200): the value: Invalid input: expected object, received null",
    ],
    [
      "a Date where a Date is asked for: it is sent as text",
      () => new Date(0),
      [WithResponse(200, z.date())],
      "WithResponse(200): the value: Invalid input: expected date, received string",
    ],
    [
      "a text",
      () => "Thomas",
      [WithResponse(200, z.string().max(3))],
      "WithResponse(200): the value: Too big: expected string to have <=3 characters",
    ],
    [
      "by a schema that answers later",
      () => ({ name: "Tom" }),
      [WithResponse(200, Taken)],
      "WithResponse(200): the value: taken",
    ],
    [
      "by a schema that refuses without a word",
      () => ({ name: "Tom" }),
      [WithResponse(200, wordless)],
      "WithResponse(200): the value: does not match the schema",
    ],
    [
      "by plain JSON Schema",
      () => ({}),
      [WithResponse(200, { type: "object", required: ["name"] })],
      "WithResponse(200): name: must have required property 'name'",
    ],
    [
      "several",
      () => ({ a: 1, b: 2 }),
      [WithResponse(200, z.object({ a: z.string(), b: z.string() }))],
      "WithResponse(200): a: Invalid input: expected string, received number; b: Invalid input: expected string, received number",
    ],
    [
      "members that the schema closes out, by their paths",
      () => ({ cats: [{ name: "Tom" }, { name: "Kitty", vet: 1, "a.b": 2 }], size: 2 }),
      [WithResponse(200, z.object({ cats: z.array(Cat) }))],
      "WithResponse(200): cats.1.vet: the schema does not allow this property; cats.1.a.b: the schema does not allow this property; size: the schema does not allow this property",
    ],
    [
      "many of them",
      () => Array.from({ length: 23 }, () => ({ name: "Tom", x: 1 })),
      [WithResponse(200, z.array(Cat))],
      `WithResponse(200): ${Array.from({ length: 20 }, (_, i) => `${String(i)}.x: the schema does not allow this property`).join("; ")}; and 3 more`,
    ],
    ...lostValues.map(
      ([what, value, words]) =>
        [
          `${what} within a value`,
          () => ({ a: [{ b: value() }] }),
          [WithResponse(200, z.any())],
          `WithResponse(200): a.0.b: ${words}`,
        ] as [string, Handler, RouteOption[], string],
    ),
    ...lostValues.map(
      ([what, value, words]) =>
        [`${what} without a schema`, () => [value()], [], `WithResponse(200): 0: ${words}`] as [
          string,
          Handler,
          RouteOption[],
          string,
        ],
    ),
  ])("%s", async (_what, handler, options, reason) => {
    const { answer, logger } = await answerOf(handler, options);
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(logger.error).toHaveBeenCalledTimes(1);
    const [fields] = logger.error.mock.calls[0] as [{ err: Error }];
    expect(fields.err.message).toBe(
      `the value returned by the handler of GET /cats does not match its ${reason}`,
    );
  });

  it.each<[what: string, handler: Handler, schema: object]>([
    [
      "a schema that throws",
      () => 1,
      z.unknown().refine(() => {
        throw new Error("secret");
      }),
    ],
    ["a schema that rejects", () => 1, rejecting],
    ["what JSON cannot hold", () => 1n, z.any()],
    ["a cycle", () => circle, z.any()],
  ])("and so is %s", async (_what, handler, schema) => {
    const { answer, logger } = await answerOf(handler, [WithResponse(200, schema)]);
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("CheckResponses", () => {
  it.each([undefined, false])("is off where it is %s", async (CheckResponses) => {
    const { answer, logger } = await answerOf(
      () => ({ name: 3 }),
      [WithResponse(200, Cat)],
      CheckResponses === undefined ? { CheckResponses: undefined as never } : { CheckResponses },
    );
    expect(answer).toMatchObject({ status: 200, json: { name: 3 } });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("checks what a router's WithResponse says", async () => {
    @Router("/cats", WithResponse(200, Cat))
    class CatsController {
      @Get()
      list() {
        return { age: 3 };
      }
      @Get("/own", WithResponse(200))
      own() {
        return { age: 3 };
      }
    }
    const app = new App({ Logger: recordingLogger(), CheckResponses: true }).Include(CatsController);
    const server = await serve(app);
    expect((await server.ask("GET /cats")).status).toBe(500);
    expect((await server.ask("GET /cats/own")).status).toBe(200);
  });

  it("checks what the host's own JSON settings make of a value", async () => {
    const host = express().set("json replacer", (key: string, value: unknown) =>
      key === "secret" ? undefined : value,
    );
    const Open = z.strictObject({ name: z.string() });
    const app = new App({ Logger: recordingLogger(), CheckResponses: true });
    host.use(app.Get("/", () => ({ name: "Tom", secret: 1 }), WithResponse(200, Open)).Build());
    const server = await serve((req, res) => void host(req, res));
    expect(await server.ask("GET /")).toMatchObject({ status: 200, json: { name: "Tom" } });
  });

  it("checks HEAD as the GET that answers it", async () => {
    const app = new App({ Logger: recordingLogger(), CheckResponses: true });
    const server = await serve(app.Get("/", (): unknown => ({}), WithResponse(200, Cat)));
    expect((await server.ask("HEAD /")).status).toBe(500);
  });

  it("leaves errors unchanged", async () => {
    const app = new App({ CheckResponses: true }).Get(
      "/",
      () => 1,
      WithQuery(z.object({ a: z.string() })),
      WithResponse(400, Cat),
      WithResponse(404, Cat),
    );
    const server = await serve(app);
    expect((await server.ask("GET /")).status).toBe(400);
    expect((await server.ask("GET /nowhere")).status).toBe(404);
  });
});

describe('CheckResponses: "stripped" leaves members out first, and judges the rest', () => {
  const stripped: AppOptions = { CheckResponses: "stripped" };
  const cats = [WithResponse(200, z.object({ cats: z.array(Cat) }))];

  it("sends what is left", async () => {
    const { answer, logger } = await answerOf(
      () => ({ cats: [{ name: "Tom", vet: 1 }], size: 1 }),
      cats,
      stripped,
    );
    expect(answer).toMatchObject({ status: 200, text: '{"cats":[{"name":"Tom"}]}' });
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each<readonly [string, Handler]>([
    ["what does not fit", () => ({ cats: [{ name: 3, vet: 1 }] })],
    ["a value of a kind that no alternative takes", () => ({ cats: { name: "Tom" } })],
    ["a promise within what is left out", () => ({ cats: [], more: Promise.resolve() })],
  ])("%s is a 500", async (_what, handler) => {
    const { answer, logger } = await answerOf(handler, cats, stripped);
    expect(answer).toMatchObject({ status: 500, json: internalError });
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("of a value that is turned down, too", async () => {
    const V = DefineVersions("1", "2");
    const renamed = V.Change("2", "`name` was `title`.");
    const schema = Versioned(Cat).Before(renamed, z.object({ title: z.string() }), Rename("title", "name"));
    const app = new App({
      ...stripped,
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    }).Get("/cats", () => ({ name: "Tom", vet: 1 }), V.Since("1"), WithResponse(200, schema));
    const server = await serve(app);
    expect((await server.ask("GET /cats", { V: "1" })).text).toBe('{"title":"Tom"}');
    expect((await server.ask("GET /cats", { V: "2" })).text).toBe('{"name":"Tom"}');
  });

  it("another value is a Build problem", () => {
    expect(problemsOf(new App({ CheckResponses: "all" as "stripped" }).Get("/", () => 1))).toEqual([
      'AppOptions: CheckResponses must be true, false or "stripped", got "all" [argument-invalid]',
    ]);
  });
});

it("what has a toJSON, or a host's replacer makes something of, is not a misfit", async () => {
  class Told extends Map<string, string> {
    toJSON() {
      return Object.fromEntries(this);
    }
  }
  const app = new App({ CheckResponses: true }).Get("/cats", () => ({
    own: new Told([["a", "b"]]),
    replaced: new Map([["a", 1]]),
  }));
  const host = express().use(app.Build());
  host.set("json replacer", (_key: string, value: unknown) =>
    value instanceof Map ? [...(value as Map<unknown, unknown>).keys()] : value,
  );
  expect(await (await serve(host)).ask("GET /cats")).toMatchObject({
    status: 200,
    text: '{"own":{"a":"b"},"replaced":["a"]}',
  });
});
