import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import type * as main from "versioned-controllers";
import { Each, OneOrEach } from "versioned-controllers";
import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

type Package = typeof main;

const modulesOfAjv = ["ajv", "ajv/dist/2019", "ajv/dist/2020"];

/** The package loads ajv when it first needs it, so the mocks have to stay until the tests are over. */
function withoutAjv(): void {
  for (const name of modulesOfAjv) {
    jest.doMock(name, () => {
      throw new Error(`Cannot find module '${name}'`);
    });
  }
}

const number = z.string().transform(Number).pipe(z.number().int().min(0));
const schemas = {
  default: z.object({ value: z.stringbool().default(false), q: z.string() }),
  pipe: z.object({ value: number, q: z.string() }),
  list: z.object({ value: z.array(z.stringbool()), q: z.string() }),
  optional: z.object({ value: z.stringbool().optional(), q: z.string() }),
  deep: z.object({ value: z.object({ n: number, s: number }).optional(), q: z.string() }),
};

interface Echoed {
  readonly pack: Package;
  readonly schema: z.ZodObject;
  /** What Up makes of the value that the older schema put out. */
  readonly up?: (value: never) => unknown;
}

/** Answers with what its handler is given in a query and in bodies: of one value, of a list and of an envelope. */
async function echoing({ pack, schema, up = (value) => value }: Echoed) {
  const { App, DefineVersions, Versioned, VersioningHeader, WithBody, WithQuery } = pack;
  const V = DefineVersions("1", "2");
  const logger = recordingLogger();
  const history = Versioned(schema).Before(V.Change("2", "q is trimmed"), schema, {
    Up: (old) => ({ ...old, value: up(old.value as never), q: String(old.q).trim() }) as never,
    Down: (now) => now as never,
  });
  const echo = (req: { body: unknown }) => req.body;
  const app = new App({
    Logger: logger,
    Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
  })
    .Get("/one", (req) => ({ ...req.query }), V.Since("1"), WithQuery(history))
    .Post("/one", echo as never, V.Since("1"), WithBody(history))
    .Post("/list", echo as never, V.Since("1"), WithBody(history.Within([Each], (one) => z.array(one))))
    .Post(
      "/page",
      echo as never,
      V.Since("1"),
      WithBody(history.Within(["items", Each], (one) => z.object({ items: z.array(one) }))),
    )
    .Post(
      "/pair",
      echo as never,
      V.Since("1"),
      WithBody(history.Within([Each], (one) => z.tuple([one, one]))),
    )
    .Post(
      "/some",
      echo as never,
      V.Since("1"),
      WithBody(history.Within([OneOrEach], (one) => z.union([one, z.array(one)]))),
    );
  const { ask } = await serve(app.Build());
  const asked = async (line: string, body?: unknown) => {
    const { status, text } = await ask(
      line,
      { V: "1", ...(body === undefined ? {} : { "Content-Type": "application/json" }) },
      body === undefined ? undefined : JSON.stringify(body),
    );
    return { status, got: JSON.parse(text) as unknown, errors: logger.error.mock.calls };
  };
  return asked;
}

describe.each([
  ["with ajv", true],
  ["without ajv", false],
] as const)("%s, Up may give what the newer schema puts out", (_where, isInstalled) => {
  let pack: Package;

  beforeAll(() => {
    if (!isInstalled) withoutAjv();
    jest.isolateModules(() => {
      pack = jest.requireActual<Package>("versioned-controllers");
    });
  });

  afterAll(() => {
    for (const name of modulesOfAjv) jest.dontMock(name);
  });

  it("as the App may load ajv, or may not", () => {
    const app = new pack.App({ Logger: recordingLogger() });
    const build = () => app.Post("/x", () => 1, pack.WithBody({ type: "object" })).Build();
    if (isInstalled) expect(build).not.toThrow();
    else expect(build).toThrow("needs ajv");
  });

  it.each<[what: string, schema: z.ZodObject, query: string, value: unknown]>([
    ["of a member with a default", schemas.default, "value=true&q=a", true],
    ["of a member with a default that is absent", schemas.default, "q=a", false],
    ["of a pipe with rules of its own", schemas.pipe, "value=5&q=a", 5],
    ["of a list's items", schemas.list, "value=true&value=false&q=a", [true, false]],
    ["of an optional member", schemas.optional, "value=no&q=a", false],
  ])("in a query: %s", async (_what, schema, query, value) => {
    const ask = await echoing({ pack, schema });
    expect(await ask(`GET /one?${query}`)).toEqual({ status: 200, got: { value, q: "a" }, errors: [] });
  });

  it.each<[what: string, schema: z.ZodObject, sent: unknown, value: unknown]>([
    ["of a member with a default", schemas.default, "true", true],
    ["of a pipe with rules of its own", schemas.pipe, "5", 5],
    ["of a list's items", schemas.list, ["true", "no"], [true, false]],
    ["of an optional member", schemas.optional, "no", false],
    ["of members within", schemas.deep, { n: "1", s: "2" }, { n: 1, s: 2 }],
  ])("in bodies: %s", async (_what, schema, sent, value) => {
    const ask = await echoing({ pack, schema });
    const [given, got] = [
      { value: sent, q: "a " },
      { value, q: "a" },
    ];
    expect(await ask("POST /one", given)).toEqual({ status: 200, got, errors: [] });
    expect(await ask("POST /list", [given])).toEqual({ status: 200, got: [got], errors: [] });
    expect(await ask("POST /page", { items: [given] })).toEqual({
      status: 200,
      got: { items: [got] },
      errors: [],
    });
    expect(await ask("POST /pair", [given, given])).toEqual({ status: 200, got: [got, got], errors: [] });
    expect(await ask("POST /some", given)).toEqual({ status: 200, got, errors: [] });
    expect(await ask("POST /some", [given])).toEqual({ status: 200, got: [got], errors: [] });
  });

  it("of an alternative that a member selects, and of a scalar", async () => {
    const { App, DefineVersions, Versioned, VersioningHeader, WithBody } = pack;
    const V = DefineVersions("1", "2");
    const Flag = z.union([
      z.stringbool(),
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("flag"), value: z.stringbool() }),
        z.object({ kind: z.literal("none") }),
      ]),
    ]);
    const history = Versioned(Flag).Before(V.Change("2", "no is none"), Flag, {
      Up: (old) => old as never,
      Down: (now) => now as never,
    });
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    }).Post(
      "/flags",
      ((req: { body: unknown }) => req.body) as never,
      V.Since("1"),
      WithBody(history.Within([OneOrEach], (one) => z.union([one, z.array(one)]))),
    );
    const { ask } = await serve(app.Build());
    const sent = ["yes", { kind: "flag", value: "no" }, { kind: "none" }];
    const { status, text } = await ask(
      "POST /flags",
      { V: "1", "Content-Type": "application/json" },
      JSON.stringify(sent),
    );
    expect([status, JSON.parse(text)]).toEqual([
      200,
      [true, { kind: "flag", value: false }, { kind: "none" }],
    ]);
  });

  it("beside members that it gives as the newer schema takes them", async () => {
    const ask = await echoing({
      pack,
      schema: z.object({ value: z.stringbool(), n: number, q: z.string() }),
      up: (value: boolean) => (value ? "yes" : "no"),
    });
    const given = { value: "true", n: "3", q: " a" };
    const got = { value: true, n: 3, q: "a" };
    expect(await ask("POST /one", given)).toMatchObject({ status: 200, got });
    expect(await ask("POST /list", [given])).toMatchObject({ status: 200, got: [got] });
    expect(await ask("POST /page", { items: [given] })).toMatchObject({ status: 200, got: { items: [got] } });
  });

  it("but nothing else", async () => {
    const ask = await echoing({ pack, schema: schemas.pipe, up: () => -1 });
    for (const [line, body] of [
      ["GET /one?value=5&q=a", undefined],
      ["POST /one", { value: "5", q: "a" }],
      ["POST /list", [{ value: "5", q: "a" }]],
      ["POST /pair", Array(2).fill({ value: "5", q: "a" })],
      ["POST /some", [{ value: "5", q: "a" }]],
    ] as const) {
      expect(await ask(line, body)).toMatchObject({ status: 500 });
    }
  });

  it("and a stored value may be what the schema puts out", async () => {
    const V = pack.DefineVersions("1", "2");
    const Row = V.Stored(
      pack.Versioned(schemas.pipe).Before(V.Change("2", "q is trimmed"), schemas.pipe, { Up: (old) => old }),
    );
    const text = Row.Write({ value: 5, q: "a" });
    expect(text).toBe('{"v":"2","data":{"value":5,"q":"a"}}');
    expect(await Row.Read(text)).toEqual({ value: 5, q: "a" });
    expect(await Row.Read('{"v":"1","data":{"value":"7","q":"a"}}')).toEqual({ value: 7, q: "a" });
    await expect(Row.Read('{"v":"2","data":{"value":-7,"q":"a"}}')).rejects.toThrow("does not match");
  });

  it("and of another library, a request, V.Read and a stored value take it alike", async () => {
    const { App, DefineVersions, Versioned, VersioningHeader, WithBody } = pack;
    const V = DefineVersions("1", "2");
    const flag = v.pipe(
      v.string(),
      v.transform((text) => text === "yes"),
      v.boolean(),
    );
    const Now = toStandardJsonSchema(v.object({ flag, q: v.string() }));
    const Old = toStandardJsonSchema(v.object({ flag: v.boolean(), q: v.string() }));
    const history = Versioned(Now).Before(V.Change("2", "A flag is a text."), Old, { Up: (old) => old });
    const [sent, refused] = [
      { flag: true, q: "a" },
      { flag: true, q: 7 },
    ];
    const app = new App({
      Logger: recordingLogger(),
      Versioning: { Type: VersioningHeader, Header: "V", Versions: V.List },
    }).Post("/one", (req) => req.body as never, V.Since("1"), WithBody(history));
    const { ask } = await serve(app.Build());
    const headers = { V: "1", "Content-Type": "application/json" };
    expect((await ask("POST /one", headers, JSON.stringify(sent))).text).toBe('{"flag":true,"q":"a"}');
    expect((await ask("POST /one", headers, JSON.stringify(refused))).status).toBe(400);
    expect(await V.Read(history, "1", sent)).toEqual(sent);
    await expect(V.Read(history, "1", refused)).rejects.toMatchObject({ status: 400 });
    const Row = V.Stored(history);
    const text = Row.Write({ flag: true, q: "a" });
    expect(text).toBe('{"v":"2","data":{"flag":true,"q":"a"}}');
    expect(await Row.Read(text)).toEqual(sent);
    expect(await Row.Read('{"v":"2","data":{"flag":"yes","q":"a"}}')).toEqual(sent);
    expect(await Row.Read('{"v":"1","data":{"flag":true,"q":"a"}}')).toEqual(sent);
    await expect(Row.Read('{"v":"2","data":{"flag":7,"q":"a"}}')).rejects.toThrow("does not match");
  });
});
