import { toStandardJsonSchema } from "@valibot/to-json-schema";
import {
  Rename,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  type RouteOption,
  Same,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import * as v from "valibot";
import { z } from "zod";
import { appWith, askAs, Born, Names, V } from "./cats";

const commas = z.string().transform((text) => text.split(","));
const loud = z.string().transform((text) => `${text}!`);
const preprocessed = z.preprocess((text) => (text as string).split(","), z.array(z.string()));
const isTrue = z.preprocess((text) => text === "true", z.boolean());

/** A member that is renamed twice, so that what its schema puts out comes to that schema again, and again. */
function renamed(objectOf: (name: string) => object): object {
  return Versioned(objectOf("c") as z.ZodObject<{ c: z.ZodAny }>)
    .Before(Names, objectOf("b") as z.ZodObject<{ b: z.ZodAny }>, Rename("b", "c"))
    .Before(Born, objectOf("a") as z.ZodObject<{ a: z.ZodAny }>, Rename("a", "b"));
}

const byZod = (member: z.ZodType) => renamed((name) => z.object({ [name]: member }));
const processed = byZod(preprocessed);
const byValibot = (member: v.GenericSchema) =>
  renamed((name) => toStandardJsonSchema(v.object({ [name]: member })));
const plain = (member: object) =>
  renamed((name) => ({ type: "object", properties: { [name]: member }, required: [name] }));

/** A number, of a library that describes only what it takes. */
function halfDescribed(name: string): object {
  const input = { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
  return {
    "~standard": {
      version: 1,
      vendor: "test",
      validate: ({ [name]: text }: Record<string, unknown>) =>
        typeof text === "string"
          ? { value: { [name]: Number(text) } }
          : { issues: [{ message: "no text", path: [name] }] },
      jsonSchema: {
        input: () => input,
        output: () => {
          throw new Error("not described");
        },
      },
    },
  };
}

const cases: readonly [what: string, schema: object, text: string, output: unknown][] = [
  ["z.stringbool()", byZod(z.stringbool()), "yes", true],
  ["z.stringbool(), false", byZod(z.stringbool()), "no", false],
  ["z.coerce.number()", byZod(z.coerce.number().min(1)), "5", 5],
  ["z.coerce.boolean()", byZod(z.coerce.boolean()), "x", true],
  ["z.coerce.date()", byZod(z.coerce.date()), "2020-01-01", "2020-01-01T00:00:00.000Z"],
  ["a comma list", byZod(commas), "a,b", ["a", "b"]],
  ["a comma list into a schema", byZod(commas.pipe(z.array(z.string().min(1)))), "a,b", ["a", "b"]],
  ["a comma list, first processed", processed, "a,b", ["a", "b"]],
  ["a processed boolean", byZod(isTrue), "true", true],
  ["a transform of text to text", byZod(loud), "hi", "hi!"],
  ["a number from text", byZod(z.string().transform(Number).pipe(z.int())), "7", 7],
  ["an optional one", byZod(z.stringbool().optional()), "yes", true],
  [
    "an enum's codec",
    byZod(z.enum(["1", "2"]).transform((text) => ({ level: Number(text) }))),
    "2",
    { level: 2 },
  ],
  [
    "valibot, a boolean",
    byValibot(
      v.pipe(
        v.string(),
        v.transform((text) => text === "yes"),
      ),
    ),
    "yes",
    true,
  ],
  ["valibot, a number", byValibot(v.pipe(v.string(), v.transform(Number), v.number())), "7", 7],
  [
    "valibot, a list",
    byValibot(
      v.pipe(
        v.string(),
        v.transform((text) => text.split(",")),
      ),
    ),
    "a,b",
    ["a", "b"],
  ],
  ["a library that does not describe what it makes", renamed(halfDescribed), "7", 7],
  ["plain JSON Schema, a number", plain({ type: "integer" }), "7", 7],
  ["plain JSON Schema, a boolean", plain({ type: "boolean" }), "true", true],
];

const parts: readonly [
  part: "query" | "headers" | "cookies" | "params",
  option: (schema: object) => RouteOption,
  ask: (
    name: string,
    text: string,
  ) => readonly [line: string, body?: undefined, headers?: Record<string, string>],
][] = [
  ["query", (schema) => WithQuery(schema), (name, text) => [`GET /x?${name}=${encodeURIComponent(text)}`]],
  ["headers", (schema) => WithHeaders(schema), (name, text) => ["GET /x", undefined, { [name]: text }]],
  [
    "cookies",
    (schema) => WithCookies(schema),
    (name, text) => ["GET /x", undefined, { Cookie: `${name}=${text}` }],
  ],
];

describe.each(parts)("what Up gives of %s is the next schema's output", (part, option, request) => {
  // One value of a query is a list before a schema for lists sees it, in every version.
  it.each(cases.filter(([, schema]) => part !== "query" || schema !== processed))(
    "%s",
    async (_what, schema, text, output) => {
      const { app } = appWith((app) =>
        app.Get(
          "/x",
          (req) => ({
            is:
              part === "headers" ? req.headers.c : (req as never as Record<string, { c: unknown }>)[part]?.c,
          }),
          V.Since("1"),
          option(schema) as never,
        ),
      );
      const ask = await askAs(app);
      for (const [version, name] of [
        ["1", "a"],
        ["2", "b"],
        ["3", "c"],
      ] as const) {
        expect([version, (await ask(version, ...request(name, text))).json]).toEqual([
          version,
          { is: output },
        ]);
      }
    },
  );
});

it("parameters of the path too", async () => {
  const ID = Versioned(z.object({ id: z.coerce.number(), flag: z.stringbool() })).Before(
    Names,
    z.object({ id: z.coerce.number(), flag: z.stringbool() }),
    { Up: ((old: unknown) => old) as never },
  );
  const { app } = appWith((app) =>
    app.Get("/{id}/{flag}", (req) => req.params as unknown, V.Since("1"), WithParams(ID as never)),
  );
  const ask = await askAs(app);
  expect((await ask("1", "GET /7/yes")).json).toEqual({ id: 7, flag: true });
});

describe("what does not fit as output is read as input", () => {
  const queryOf = (newest: z.ZodType, Up: (old: { q: string }) => unknown) =>
    appWith((app) =>
      app.Get(
        "/x",
        (req) => req.query as object,
        V.Since("1"),
        WithQuery(Versioned(newest).Before(Names, z.object({ q: z.string() }), { Up: Up as never }) as never),
      ),
    );

  it.each<[what: string, newest: z.ZodType, up: (old: { q: string }) => unknown, given: unknown]>([
    ["a text of stringbool", z.object({ deep: z.stringbool() }), ({ q }) => ({ deep: q }), { deep: true }],
    ["a text of a comma list", z.object({ ids: commas }), ({ q }) => ({ ids: q }), { ids: ["yes"] }],
    [
      "a text of stringbool beside a boolean",
      z.object({ deep: z.stringbool(), far: z.stringbool() }),
      ({ q }) => ({ deep: true, far: q }),
      { deep: true, far: true },
    ],
    ["a default that Up leaves out", z.object({ n: z.coerce.number().default(3) }), () => ({}), { n: 3 }],
    [
      "a default beside what is output already",
      z.object({ ids: commas, n: z.coerce.number().default(3) }),
      ({ q }) => ({ ids: [q] }),
      { ids: ["yes"], n: 3 },
    ],
    [
      "members that zod leaves out",
      z.object({ deep: z.stringbool() }),
      ({ q }) => ({ deep: true, q }),
      { deep: true },
    ],
    [
      "a transform of the whole",
      z.object({ q: z.string() }).transform(({ q }) => ({ all: [q] })),
      ({ q }) => ({ q }),
      { all: ["yes"] },
    ],
    [
      "a transform of the whole, as it put it out",
      z.object({ q: z.string() }).transform(({ q }) => ({ all: [q] })),
      ({ q }) => ({ all: [q, q] }),
      { all: ["yes", "yes"] },
    ],
  ])("%s", async (_what, newest, up, given) => {
    const ask = await askAs(queryOf(newest, up).app);
    expect((await ask("2", "GET /x?q=yes")).json).toEqual(given);
  });

  it.each<[what: string, newest: z.ZodType, up: (old: { q: string }) => unknown]>([
    ["neither output nor input", z.object({ deep: z.stringbool() }), () => ({ deep: "maybe" })],
    ["a number below the least", z.object({ n: z.coerce.number().min(0) }), () => ({ n: -1 })],
    ["a missing member", z.object({ deep: z.stringbool(), n: z.string() }), () => ({ deep: true })],
    [
      "a rule of a member that is not converted",
      z.object({ deep: z.stringbool(), zone: z.string().refine((zone) => zone !== "Mars", "no zone") }),
      () => ({ deep: true, zone: "Mars" }),
    ],
    [
      "a strict object's unknown member",
      z.strictObject({ deep: z.stringbool() }),
      () => ({ deep: true, x: 1 }),
    ],
  ])("%s is a 500", async (_what, newest, up) => {
    const { app, logger } = queryOf(newest, up);
    const ask = await askAs(app);
    expect((await ask("2", "GET /x?q=yes")).status).toBe(500);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });
});

describe("what Up gives of a body is input, or output member by member", () => {
  const rule = z
    .object({ deep: z.stringbool(), q: z.string() })
    .refine(({ deep, q }) => deep || q === "no", { message: "no depth", path: ["deep"] });
  const bodyOf = (newest: object, Up: (old: { q: string }) => unknown, more: object = {}) =>
    appWith((app) =>
      app.Post(
        "/x",
        (req) => req.body as unknown,
        V.Since("1"),
        WithBody(
          Versioned(newest).Before(Names, z.object({ q: z.string() }), { Up, ...more } as never) as never,
        ),
      ),
    );

  it.each<[what: string, newest: object, up: (old: { q: string }) => unknown, given: unknown]>([
    ["input", z.object({ deep: z.stringbool() }), ({ q }) => ({ deep: q }), { deep: true }],
    ["output", z.object({ deep: z.stringbool() }), () => ({ deep: false }), { deep: false }],
    [
      "output beside input, and a default",
      z.object({ deep: z.stringbool(), ids: commas.pipe(z.array(z.string())), n: z.int().default(3) }),
      ({ q }) => ({ deep: true, ids: q, other: 1 }),
      { deep: true, ids: ["yes"], n: 3 },
    ],
    [
      "the results of a bare transform, and of one that waits",
      z.object({
        ids: commas,
        late: z.string().transform(async (text) => Promise.resolve([text])),
      }),
      ({ q }) => ({ ids: [q, q], late: [q] }),
      { ids: ["yes", "yes"], late: ["yes"] },
    ],
    [
      "output that the schema's own check takes",
      rule,
      () => ({ deep: false, q: "no" }),
      { deep: false, q: "no" },
    ],
    [
      "output of a strict object with a recursive member",
      z.strictObject({
        deep: z.stringbool(),
        tree: z.object({
          get left() {
            return z.string().optional();
          },
        }),
      }),
      () => ({ deep: true, tree: {} }),
      { deep: true, tree: {} },
    ],
    [
      "output of valibot",
      toStandardJsonSchema(v.object({ ids: v.pipe(v.string(), v.transform(Number), v.number()) })),
      () => ({ ids: 7 }),
      { ids: 7 },
    ],
  ])("%s", async (_what, newest, up, given) => {
    const ask = await askAs(bodyOf(newest, up).app);
    expect((await ask("2", "POST /x", { q: "yes" })).json).toEqual(given);
  });

  it.each<[what: string, newest: object, up: (old: { q: string }) => unknown]>([
    ["neither", z.object({ deep: z.stringbool() }), () => ({ deep: 7 })],
    [
      "another member that is refused",
      z.object({ deep: z.stringbool(), n: z.int() }),
      () => ({ deep: true }),
    ],
    ["output that the schema's own check refuses", rule, () => ({ deep: false, q: "yes" })],
    [
      "a strict object's unknown member",
      z.strictObject({ deep: z.stringbool() }),
      () => ({ deep: true, x: 1 }),
    ],
    ["a list", z.object({ deep: z.stringbool() }), () => [true]],
    ["a value of another kind where nothing is converted", z.object({ n: z.int() }), () => ({ n: "1" })],
  ])("%s is a 500", async (_what, newest, up) => {
    const { app, logger } = bodyOf(newest, up);
    const ask = await askAs(app);
    expect((await ask("2", "POST /x", { q: "yes" })).status).toBe(500);
    expect(logger.error).toHaveBeenCalledTimes(1);
  });

  it("V.Read and V.Stored judge it so too", async () => {
    const History = Versioned(rule).Before(Names, rule, { ...Same, Stricter: "the depth is needed" });
    expect(await V.Read(History, "2", { deep: "no", q: "no" })).toEqual({ deep: false, q: "no" });
    const Row = V.Stored(History);
    expect(await Row.Read('{"v":"2","data":{"deep":true,"q":"yes"}}')).toEqual({ deep: true, q: "yes" });
  });

  it("a 400 in the query tells only what is wrong, not what is output already", async () => {
    const Newest = z.object({ deep: z.stringbool(), n: z.coerce.number().max(5) });
    const History = Versioned(Newest).Before(Names, Newest.extend({ n: z.coerce.number() }), {
      ...Same,
      Stricter: "at most five",
    } as never);
    const { app } = appWith((app) =>
      app.Get("/x", (req) => req.query as object, V.Since("1"), WithQuery(History as never)),
    );
    const ask = await askAs(app);
    const { status, json } = await ask("2", "GET /x?deep=true&n=9");
    expect(status).toBe(400);
    expect(json).toMatchObject({ error: { details: [{ in: "query", path: ["n"] }] } });
    expect((json as { error: { details: unknown[] } }).error.details).toHaveLength(1);
  });

  it("in the query the schema's own check holds too", async () => {
    const History = Versioned(rule).Before(Names, rule, {
      Up: (old) => old as never,
      Stricter: "the depth is needed",
    });
    const { app } = appWith((app) =>
      app.Get("/x", (req) => req.query as object, V.Since("1"), WithQuery(History)),
    );
    const ask = await askAs(app);
    expect((await ask("2", "GET /x?deep=no&q=no")).json).toEqual({ deep: false, q: "no" });
    const Loose = Versioned(rule).Before(Names, z.object({ q: z.string() }), {
      Up: ({ q }) => ({ deep: false, q }) as never,
      Stricter: "the depth is needed",
    });
    const other = await askAs(
      appWith((one) => one.Get("/x", (req) => req.query as object, V.Since("1"), WithQuery(Loose))).app,
    );
    expect((await other("2", "GET /x?q=yes")).status).toBe(400);
  });

  it("for the laws too", async () => {
    const Deep = z.object({ deep: z.stringbool() });
    const History = Versioned(Deep).Before(Names, Deep, { Up: (old) => old as never });
    const { app } = appWith((one) => one.Post("/x", () => null, V.Since("1"), WithBody(History)));
    await expect(
      CheckChanges(app, { Examples: new Map([[Deep, [{ deep: "yes" }, { deep: "no" }]]]) }),
    ).resolves.toBeUndefined();
  });
});
