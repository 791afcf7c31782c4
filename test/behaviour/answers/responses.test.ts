import { Readable } from "node:stream";
import express, { type RequestHandler } from "express";
import {
  App,
  HTTPError,
  ServerSentEvent,
  Status,
  WithResponse,
  type AppOptions,
  type Handler,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { listen, serve, type Answer } from "../../support/serve";
import { createServer } from "node:http";

const User = z.object({ name: z.string() });
const Pet = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("cat"), lives: z.number() }),
  z.object({ kind: z.literal("dog"), tricks: z.array(z.string()) }),
]);
const tom = { name: "Tom", password: "hunter2" };

async function answerOf(
  handler: Handler,
  options: readonly RouteOption[],
  { app = {}, before = [] }: { app?: AppOptions; before?: readonly RequestHandler[] } = {},
): Promise<Answer> {
  const built = new App({ Logger: recordingLogger(), ...app }).Handle("GET", "/x", handler, ...options);
  const server = await serve(...before, built);
  return server.ask("GET /x");
}

describe("members that a response's schema closes out are not sent", () => {
  it.each<[what: string, schema: z.ZodType, value: unknown, sent: unknown]>([
    ["of an object", User, tom, { name: "Tom" }],
    ["of a list's items", z.array(User), [tom, tom], [{ name: "Tom" }, { name: "Tom" }]],
    [
      "at any depth",
      z.object({ of: z.object({ users: z.array(User) }) }),
      { of: { users: [tom], x: 1 } },
      { of: { users: [{ name: "Tom" }] } },
    ],
    ["of a record's values", z.record(z.string(), User), { a: tom }, { a: { name: "Tom" } }],
    ["of what may be null", User.nullable(), tom, { name: "Tom" }],
    [
      "of a union's member, told by its constant",
      Pet,
      { kind: "cat", lives: 9, tricks: ["none"] },
      { kind: "cat", lives: 9 },
    ],
    [
      "of a union that nothing tells apart",
      z.union([User, z.object({ id: z.number() })]),
      { ...tom, id: 1 },
      { name: "Tom", id: 1 },
    ],
    ["of what toJSON gives", User, { toJSON: () => tom }, { name: "Tom" }],
    [
      "but those of an open schema are",
      z.looseObject({ of: User }),
      { of: tom, more: 1 },
      { of: { name: "Tom" }, more: 1 },
    ],
  ])("%s", async (_what, schema, value, sent) => {
    const answer = await answerOf(() => value, [WithResponse(200, schema)]);
    expect(answer).toMatchObject({ status: 200, json: sent });
    expect(answer.headers["content-length"]).toBe(String(Buffer.byteLength(JSON.stringify(sent))));
  });

  it("of an async iterable's items, as lines and as events", async () => {
    async function* users(): AsyncGenerator {
      yield tom;
      await Promise.resolve();
      yield ServerSentEvent({ Data: tom });
    }
    const events = await answerOf(users, [WithResponse(200, User, { Type: "text/event-stream" })]);
    expect(events.text).toBe('data: {"name":"Tom"}\n\ndata: {"name":"Tom"}\n\n');
    const lines = await answerOf(() => Readable.from([]).iterator(), [WithResponse(200, User)]);
    expect(lines.status).toBe(200);
  });

  it("but what the handler sends by res is as it is", async () => {
    const answer = await answerOf((_req, res) => res.json(tom), [WithResponse(200, User)]);
    expect(answer.json).toEqual(tom);
  });

  it("and errors are not touched", async () => {
    const fail = (): never => {
      throw new HTTPError(409, "taken", { details: tom });
    };
    const answer = await answerOf(fail, [WithResponse(200, User), WithResponse("default", User)]);
    expect(answer).toMatchObject({ status: 409, json: { error: { details: tom } } });
  });

  it.each<[setting: string, value: unknown, text: string]>([
    ["json spaces", 1, '{\n "name": "<T>"\n}'],
    ["json escape", true, '{"name":"\\u003cT\\u003e"}'],
    ["json replacer", (key: string, value: unknown) => (key === "name" ? "x" : value), '{"name":"x"}'],
  ])("the host's %s holds", async (setting, value, text) => {
    const app = new App().Get("/x", (): unknown => ({ name: "<T>", password: 1 }), WithResponse(200, User));
    const host = express().set(setting, value).use(app.Build());
    const server = await listen(createServer(host));
    expect((await server.ask("GET /x")).text).toBe(text);
  });

  it("a res.json that a middleware has wrapped is given what is sent", async () => {
    const seen: unknown[] = [];
    const wrapping: RequestHandler = (_req, res, next) => {
      const json = res.json.bind(res);
      res.json = (body: unknown) => {
        seen.push(body);
        return json(body);
      };
      next();
    };
    const answer = await answerOf((): unknown => tom, [WithResponse(200, User)], { before: [wrapping] });
    expect(answer.json).toEqual({ name: "Tom" });
    expect(seen).toEqual([{ name: "Tom" }]);
  });
});

describe("a response is chosen by the status of the answer", () => {
  const Open = z.looseObject({});
  it.each<[what: string, options: readonly RouteOption[], json: unknown]>([
    ["its own", [Status(201), WithResponse(201, User), WithResponse("2XX", Open)], { name: "Tom" }],
    ["its range's", [Status(202), WithResponse(201, Open), WithResponse("2XX", User)], { name: "Tom" }],
    ["the default", [Status(202), WithResponse("4XX", Open), WithResponse("default", User)], { name: "Tom" }],
    ["none", [Status(202), WithResponse(201, User)], tom],
  ])("%s", async (_what, options, json) => {
    expect((await answerOf((): unknown => tom, options)).json).toEqual(json);
  });

  it("that the handler has set", async () => {
    const handler: Handler = (_req, res) => {
      res.status(203);
      return tom;
    };
    const answer = await answerOf(handler, [WithResponse(200, Open), WithResponse(203, User)]);
    expect(answer).toMatchObject({ status: 203, json: { name: "Tom" } });
  });
});

describe("a response's Type is sent", () => {
  it.each<[what: string, type: string, handler: Handler, sent: string, text: string]>([
    ["of text", "text/csv", () => "a,b", "text/csv; charset=utf-8", "a,b"],
    ["of bytes", "application/pdf", () => Buffer.from("%PDF"), "application/pdf", "%PDF"],
    ["of a stream", "image/png", () => Readable.from([Buffer.from("x")]), "image/png", "x"],
    ["of JSON", "application/hal+json", () => ({ a: 1 }), "application/hal+json; charset=utf-8", '{"a":1}'],
    [
      "unless the handler sets one",
      "text/csv",
      (_req, res) => {
        res.type("text/html");
        return "x";
      },
      "text/html; charset=utf-8",
      "x",
    ],
  ])("%s", async (_what, type, handler, sent, text) => {
    const answer = await answerOf(handler, [WithResponse(200, undefined, { Type: type })]);
    expect(answer).toMatchObject({ status: 200, text });
    expect(answer.headers["content-type"]).toBe(sent);
  });

  it("and not with an error, even where what was returned cannot be sent", async () => {
    const answer = await answerOf(() => new Map(), [WithResponse(200, undefined, { Type: "text/csv" })]);
    expect(answer.status).toBe(500);
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
  });
});

describe("with CheckResponses", () => {
  const app = { CheckResponses: true };

  it("what the schema closes out is a 500, which names it in the log only", async () => {
    const logger = recordingLogger();
    const answer = await answerOf((): unknown => tom, [WithResponse(200, User)], {
      app: { ...app, Logger: logger },
    });
    expect(answer.status).toBe(500);
    expect(answer.text).not.toContain("closes out");
    expect(logger.error).toHaveBeenCalledWith(
      expect.objectContaining({
        err: expect.objectContaining({
          message: expect.stringContaining("the schema does not allow") as string,
        }) as Error,
      }),
      expect.any(String),
    );
  });

  it("the text that was judged is the text that is sent: toJSON and getters run once", async () => {
    let calls = 0;
    const value = { toJSON: () => ({ n: calls++ }) };
    const answer = await answerOf(() => value, [WithResponse(200, z.object({ n: z.literal(0) }))], { app });
    expect(answer).toMatchObject({ status: 200, text: '{"n":0}' });
    expect(calls).toBe(1);
  });
});
