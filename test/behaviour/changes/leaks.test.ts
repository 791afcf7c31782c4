import { Readable } from "node:stream";
import {
  HTTPError,
  ProblemDetails,
  Since,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type App,
  type AppOptions,
  type Handler,
  type RouteOption,
  type Schema,
} from "versioned-controllers";
import { z } from "zod";
import { appWith, askAs, Born, Names } from "./cats";

/* Whatever fails in a conversion: no client of an older version sees the newest members, values, or the function's words. */

/** A function that is wrong in some way, as callers without types write them. */
type Wrong = (value: Readonly<Record<string, unknown>>) => unknown;

const Now = z.object({ newest: z.string(), at: z.string().optional() });
const Old = z.object({ was: z.string() });
const Params = z.object({ was: z.string() });
const value = { newest: "hush" };

/** Nothing of a client's answer may say any of this. */
const secrets = /hush|newest|Down|Up of|conver|Cannot|undefined|TypeError/i;

const forms: readonly [name: string, errors: AppOptions["Errors"]][] = [
  ["the uniform form", undefined],
  ["ProblemDetails", ProblemDetails],
  [
    "a form that tells all that it is given",
    {
      Body: (error) => ({
        name: error.name,
        message: error.message,
        details: error.details,
        headers: error.headers,
        cause: error.cause === undefined ? "none" : error.cause,
        entries: Object.getOwnPropertyNames(error).filter((key) => key !== "stack"),
      }),
    },
  ],
  [
    "a form with a history",
    {
      Body: ({ status, message }) => ({ error: { status, message } }),
      Schema: Versioned(z.object({ error: z.object({ status: z.int(), message: z.string() }) })).Before(
        Names,
        z.object({ message: z.string() }),
        { Down: ({ error }) => ({ message: error.message }) },
      ),
    },
  ],
];

function throwing(thrown: unknown): () => never {
  return () => {
    throw thrown;
  };
}

/** As http-errors makes them: an error that says itself that clients may see it. */
const exposing = Object.assign(new Error("hush"), {
  status: 400,
  expose: true,
  code: "hush",
  headers: { "X-Hush": "hush" },
});

const failures: readonly [what: string, convert: Wrong][] = [
  ["an error with the value in its words", (now) => throwing(new TypeError(JSON.stringify(now)))()],
  ["an error that says that clients may see it", throwing(exposing)],
  ["one that has a status", throwing(Object.assign(new Error("hush"), { statusCode: 404 }))],
  ["a text", throwing("hush")],
  ["undefined", throwing(undefined)],
  ["null", throwing(null)],
  [
    "what throws when it is looked at",
    throwing(new Proxy({}, { getPrototypeOf: throwing(new Error("hush")) })),
  ],
  ["a member that is not there", (now) => ({ was: (now.nothing as { hush: string }).hush })],
  ["a promise", async () => await Promise.reject(new Error("hush"))],
];

const gives: readonly [what: string, convert: Wrong][] = [
  ["undefined", () => undefined],
  ["what JSON has no word for", () => () => "hush"],
  ["what JSON cannot hold", () => ({ was: 1n })],
  ["what throws as it is written", () => ({ was: { toJSON: throwing(exposing) } })],
  [
    "a circle",
    () => {
      const circle: Record<string, unknown> = {};
      circle.was = circle;
      return circle;
    },
  ],
];

const downs = (Down: Wrong): RouteOption =>
  WithResponse(200, Versioned(Now).Before(Names, Old, { Down: Down as never }));

async function answered(declare: (app: App) => unknown, options: AppOptions, line: string, body?: unknown) {
  const { app, logger } = appWith(declare, options);
  const ask = await askAs(app);
  const answer = await ask("2", line, body, { Cookie: "was=hush", "X-Was": "hush" });
  return { answer, logged: logger.error.mock.calls.length };
}

describe.each(forms)("by %s no detail of what fails is sent:", (_form, Errors) => {
  const options = Errors ? { Errors } : {};
  const silent = async (declare: (app: App) => unknown, line: string, body?: unknown): Promise<void> => {
    const { answer, logged } = await answered(declare, options, line, body);
    expect([answer.status, logged]).toEqual([500, 1]);
    expect([answer.text, ...answer.rawHeaders].filter((text) => secrets.test(text))).toEqual([]);
  };

  describe.each<[way: string, handler: Handler]>([
    ["a value", () => value],
    ["res.json", (_req, res) => void res.json(value)],
    ["a late res.json", (_req, res) => void setImmediate(() => res.json(value))],
    [
      "the first of several items",
      async function* items() {
        await Promise.resolve();
        yield value;
      },
    ],
  ])("%s", (_way, handler) => {
    it.each([...failures, ...gives])("Down throws, or gives, %s", async (_what, Down) => {
      await silent((app) => app.Get("/cats", handler as never, Since("1"), downs(Down)), "GET /cats");
    });
  });

  const ups: readonly [part: string, option: (history: Schema) => RouteOption, line: string][] = [
    ["the body", (history) => WithBody(history), "POST /cats/hush?was=hush"],
    ["the query", (history) => WithQuery(history), "GET /cats/hush?was=hush"],
    ["the parameters", (history) => WithParams(history), "GET /cats/hush"],
    ["the cookies", (history) => WithCookies(history), "GET /cats/hush"],
    ["the headers", (history) => WithHeaders(history), "GET /cats/hush"],
  ];

  describe.each(ups)("%s", (part, option, line) => {
    it.each([
      ...failures,
      ["what does not fit", () => ({ newest: ["hush"], was: ["hush"] })] as const,
      ["undefined", () => undefined] as const,
    ])("Up throws, or gives, %s", async (_what, Up) => {
      const [now, old] = part === "the parameters" ? [Params, Params] : [Now, z.looseObject({})];
      const history = Versioned<Schema>(now).Before(Names, old, { Up: Up as never });
      const method = line.startsWith("POST") ? "Post" : "Get";
      await silent(
        (app) => app[method]("/cats/{was}", () => null, Since("1"), option(history)),
        line,
        method === "Post" ? { was: "hush" } : undefined,
      );
    });
  });

  it.each<[what: string, handler: Handler, options: AppOptions]>([
    ["a stream", () => Readable.from(["hush"]), {}],
    ["bytes", () => Buffer.from("hush"), {}],
    ["a success that nothing describes", (_req, res) => (res.status(203), value), {}],
    ["what its own schema refuses", () => ({ newest: ["hush"] }), { CheckResponses: true }],
    ["what the version's schema refuses", () => value, { CheckResponses: true }],
  ])("%s", async (_what, handler, more) => {
    const declare = (app: App): unknown =>
      app.Get(
        "/cats",
        handler as never,
        Since("1"),
        downs(() => ({ was: ["hush"] })),
      );
    const { answer, logged } = await answered(declare, { ...options, ...more }, "GET /cats");
    expect([answer.status, logged]).toEqual([500, 1]);
    expect([answer.text, ...answer.rawHeaders].filter((text) => secrets.test(text))).toEqual([]);
  });
});

it("items end with the last that could be turned down, and the response is cut off", async () => {
  const { app, logger } = appWith((one) =>
    one.Get(
      "/cats",
      async function* items() {
        await Promise.resolve();
        yield { newest: "told" };
        yield value;
      } as never,
      Since("1"),
      downs(({ newest }) => (newest === "hush" ? throwing(exposing)() : { was: newest })),
    ),
  );
  const ask = await askAs(app);
  await expect(ask("2", "GET /cats")).rejects.toThrow(/aborted|terminated|hang up|ECONNRESET/);
  expect(logger.error).toHaveBeenCalledTimes(1);
});

it("what a Down of an error throws is sent to nobody, whatever it says of itself", async () => {
  const Schema = Versioned(z.object({ newest: z.string() })).Before(Born, Old, { Down: throwing(exposing) });
  const { app, logger } = appWith((one) => one.Get("/cats", throwing(new HTTPError(409, "no")), Since("1")), {
    Errors: { Schema, Body: () => value },
  });
  const ask = await askAs(app);
  const { status, text, rawHeaders } = await ask("1", "GET /cats");
  expect(status).toBe(409);
  expect([text, ...rawHeaders].filter((one) => /hush|newest/i.test(one))).toEqual([]);
  expect(logger.error).toHaveBeenCalledTimes(1);
});

it("MapError, and an HTTPError, are heard of what would say itself that clients may see it", async () => {
  const declare =
    (thrown: unknown) =>
    (app: App): unknown =>
      app.Get("/cats", () => value, Since("1"), downs(throwing(thrown)));
  const MapError = (error: unknown): HTTPError | undefined =>
    error === exposing ? new HTTPError(406, "not for version 2") : undefined;
  const mapped = await answered(declare(exposing), { MapError }, "GET /cats");
  expect([mapped.answer.status, mapped.answer.json]).toMatchObject([
    406,
    { error: { message: "not for version 2" } },
  ]);
  const thrown = await answered(declare(new HTTPError(404, "no such")), {}, "GET /cats");
  expect(thrown.answer.status).toBe(404);
});
