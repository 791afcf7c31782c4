import type { Request, Response } from "express";
import {
  App,
  DefineVersions,
  HTTPError,
  Rename,
  ServerSentEvent,
  Versioned,
  VersioningURI,
  WithResponse,
  type Schema,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

/* A value of a kind that its schema does not take is sent to nobody: no closed member was looked for in it. */

const V = DefineVersions("1", "2");
const B = V.Change("2", "born is birthday");
const Cat = z.object({ birthday: z.string(), tags: z.array(z.string()).optional() });
const History = Versioned(Cat).Before(
  B,
  z.object({ born: z.string() }),
  Rename("born", "birthday", { Without: ["tags"] }),
);
const OpenHistory = Versioned({ type: "object", properties: { birthday: { type: "string" } } }).Before(
  B,
  { type: "object", properties: { born: { type: "string" } } },
  Rename("born", "birthday"),
);
const secret = { birthday: "2020", password: "s3cr3t" };
const error500 = { code: "internal_error", message: "Internal Server Error", status: 500 };

async function answerOf(
  schema: Schema,
  handler: (req: Request, res: Response) => unknown,
  path = "/v2/cat",
  options: ConstructorParameters<typeof App>[0] = {},
) {
  const logger = recordingLogger();
  const Versioning = { Type: VersioningURI, Versions: V.List } as const;
  const app = new App({ Versioning, Logger: logger, ...options });
  app.Get("/cat", handler as never, V.Since("1"), WithResponse(200, schema as never));
  const { ask } = await serve(app);
  const answer = await ask(`GET ${path}`);
  const [fields, message] = (logger.error.mock.calls[0] ?? []) as [{ err?: Error }?, string?];
  return Object.assign(answer, { logged: fields?.err?.message, message });
}

const closedObject = (name: string): object => ({
  type: "object",
  properties: { [name]: {} },
  required: [name],
  additionalProperties: false,
});

const says = (found: string, place = "GET /v2/cat"): string =>
  `${place}: ${found}, which the schema of the response does not allow`;

describe("what is not sent", () => {
  const pet = z.discriminatedUnion("kind", [
    z.object({ kind: z.literal("cat"), lives: z.number() }),
    z.object({ kind: z.literal("dog"), tail: z.number() }),
  ]);
  it.each<[what: string, schema: Schema, value: unknown, found: string]>([
    ["a list for an object", Cat, [secret], "the value is a list"],
    ["an object for a list", z.array(Cat), secret, "the value is an object"],
    ["a list in a list", z.array(Cat), [[secret]], "0 is a list"],
    ["a text for an object", Cat, "s3cr3t", "the value is a string"],
    ["a number for an object", Cat, 53, "the value is a number"],
    ["an object for a text", Cat, { birthday: secret }, "birthday is an object"],
    ["an object among texts", Cat, { birthday: "2020", tags: ["a", secret] }, "tags.1 is an object"],
    [
      "an object for what no value fits",
      z.object({ name: z.string(), gone: z.never().optional() }),
      { name: "Tom", gone: secret },
      "gone is an object",
    ],
    [
      "a text for what no value fits",
      { type: "object", properties: { gone: { not: true } }, additionalProperties: false },
      { gone: "s3cr3t" },
      "gone is a string",
    ],
    [
      "an item that neither contains nor unevaluatedItems takes",
      { type: "array", contains: closedObject("id"), unevaluatedItems: closedObject("name") },
      [{ id: 1 }, "s3cr3t"],
      "1 is a string",
    ],
    [
      "an item that contains does not take, where others are refused",
      { type: "array", contains: closedObject("id"), unevaluatedItems: false },
      [{ id: 1 }, ["s3cr3t"]],
      "1 is a list",
    ],
    ["an item behind a tuple", z.tuple([Cat]), [secret, secret], "1 is an object"],
    [
      "an unknown tag",
      pet,
      { kind: "cow", lives: 9, tail: 1 },
      'the value is an object whose "kind" matches no alternative',
    ],
    [
      "a tag that is missing",
      z.array(pet),
      [{ lives: 9, tail: 1 }],
      '0 is an object whose "kind" matches no alternative',
    ],
  ])("%s", async (_what, schema, value, found) => {
    for (const handler of [() => value, async () => Promise.resolve(value)]) {
      const { status, json, logged, message } = await answerOf(schema, handler);
      expect([status, json, logged, message]).toMatchObject([
        500,
        { error: error500 },
        says(found),
        "GET /cat failed",
      ]);
    }
  });

  it.each<[what: string, schema: Schema, value: unknown]>([
    ["null", Cat, null],
    ["a boolean", Cat, true],
    ["a number for a text", Cat, { birthday: 2020 }],
    ["a Date for a text", Cat, { birthday: new Date(0) }],
    ["null where a text is asked for", Cat, { birthday: null }],
    ["anything, by an open schema", { type: "object", properties: { a: { type: "string" } } }, [secret]],
    ["a text of a text", z.string(), "text"],
    [
      "what contains takes, which is evaluated by that",
      { type: "array", contains: closedObject("id"), unevaluatedItems: closedObject("name") },
      [{ id: 1 }, { name: "Tom" }],
    ],
    [
      "a text that contains takes",
      { type: "array", contains: { type: "string" }, unevaluatedItems: closedObject("name") },
      ["Tom", { name: "Tom" }],
    ],
  ])("but %s is", async (_what, schema, value) => {
    const { status, text } = await answerOf(schema, () => value);
    expect([status, text]).toEqual([200, typeof value === "string" ? value : JSON.stringify(value)]);
  });

  it.each<[what: string, never: object]>([
    ["false", { additionalProperties: false }],
    ["the schema that nothing fits", { additionalProperties: { not: {} } }],
    ["the same in other words", { additionalProperties: { not: true, title: "None" } }],
    ["the same for what is unevaluated", { unevaluatedProperties: { not: {} } }],
  ])("members that %s closes out are left out", async (_what, never) => {
    const schema = { type: "object", properties: { name: { type: "string" } }, ...never };
    const { text } = await answerOf(schema, () => ({ name: "Tom", ...secret }));
    expect(text).toBe('{"name":"Tom"}');
  });

  it("whatever PassErrors and MapError say", async () => {
    const MapError = (): HTTPError => new HTTPError(418, "s3cr3t");
    const { status, text } = await answerOf(Cat, () => [secret], "/v2/cat", { PassErrors: true, MapError });
    expect([status, text.includes("s3cr3t")]).toEqual([500, false]);
  });

  it("under CheckResponses it is reported in the words of the validator", async () => {
    const { status, logged } = await answerOf(Cat, () => [secret], "/v2/cat", { CheckResponses: true });
    expect([status, logged]).toEqual([
      500,
      "the value returned by the handler of GET /v2/cat does not match its WithResponse(200): " +
        "the value: Invalid input: expected object, received array",
    ]);
  });
});

describe("an older version is not sent it either", () => {
  const ways: readonly [way: string, handle: (value: unknown, res: Response) => unknown][] = [
    ["returned", (value) => value],
    ["res.json", (value, res) => res.json(value)],
    ["res.jsonp", (value, res) => res.jsonp(value)],
    ["res.json, later", (value, res) => (setImmediate(() => res.json(value)), res)],
  ];
  describe.each(ways)("%s", (_way, handle) => {
    it.each<[what: string, schema: Schema, value: unknown, found: string]>([
      ["a list", History, [secret], "the value is a list"],
      ["a text", History, "s3cr3t", "the value is a string"],
      ["an object for a text", History, { birthday: secret }, "birthday is an object"],
      ["a list, of open schemas", OpenHistory, [secret], "the value is a list"],
      ["an object for a text, of open schemas", OpenHistory, { birthday: secret }, "birthday is an object"],
    ])("%s", async (_what, schema, value, found) => {
      const { status, json, logged } = await answerOf(schema, (_req, res) => handle(value, res), "/v1/cat");
      expect([status, json, logged]).toMatchObject([500, { error: error500 }, says(found, "GET /v1/cat")]);
    });
  });

  it("what its Down makes of another kind is reported with the version", async () => {
    const Odd = Versioned(Cat).Before(B, z.object({ born: z.string() }), {
      Up: ({ born }) => ({ birthday: born }),
      Down: (cat) => [cat] as never,
    });
    const { status, logged } = await answerOf(Odd, () => ({ birthday: "2020" }), "/v1/cat");
    expect([status, logged]).toEqual([500, says("the value is a list", "GET /v1/cat, version 1")]);
  });
});

describe("an item of another kind ends its stream", () => {
  async function* items(...given: readonly unknown[]) {
    yield* given;
  }

  it.each<[what: string, item: unknown, found: string]>([
    ["a list", [secret], "the value is a list"],
    ["a text", "s3cr3t", "the value is a string"],
    ["an object for a text", { birthday: secret }, "birthday is an object"],
  ])("%s", async (_what, item, found) => {
    for (const path of ["/v1/cat", "/v2/cat"]) {
      const first = await answerOf(History, () => items(item), path);
      expect([first.status, first.logged]).toEqual([500, says(found, `GET ${path}`)]);
      const asEvent = await answerOf(
        History,
        (_req, res) => (res.type("text/event-stream"), items(ServerSentEvent({ Data: item }))),
        path,
      );
      expect([asEvent.status, asEvent.logged]).toEqual([500, says(found, `GET ${path}`)]);
      await expect(answerOf(History, () => items({ birthday: "2020" }, item), path)).rejects.toThrow();
    }
  });
});
