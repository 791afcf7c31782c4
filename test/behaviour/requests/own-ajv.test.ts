import Ajv, { type Options } from "ajv";
import addFormats from "ajv-formats";
import { Ajv2020 } from "ajv/dist/2020";
import type { Request } from "express";
import {
  App,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type AjvFactory,
  type AppOptions,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { problemsOf } from "../../support/problems";
import { serve } from "../../support/serve";

const json = { "Content-Type": "application/json" };

/** An object of one member, `it`, that has to fit. */
function about(schema: object): object {
  return { type: "object", properties: { it: schema }, required: ["it"] };
}

/** ajv with the formats of ajv-formats, and a keyword of the application's. */
function whole(defaults: object): Ajv2020 {
  const ajv = new Ajv2020(defaults);
  addFormats(ajv);
  ajv.addKeyword({ keyword: "even", type: "number", validate: (_even: boolean, it: number) => it % 2 === 0 });
  ajv.addFormat("colour", /^#[0-9a-f]{6}$/);
  ajv.addFormat("odd", { type: "number", validate: (it: number) => it % 2 === 1 });
  return ajv;
}

function appWith(options: AppOptions): App {
  return new App({ Logger: recordingLogger(), ...options });
}

async function statusOf(Ajv: AjvFactory | undefined, schema: object, it: unknown): Promise<number> {
  const app = appWith(Ajv ? { Ajv } : {}).Post("/", (): unknown => 1, WithBody(about(schema)));
  return (await (await serve(app)).ask("POST /", json, JSON.stringify({ it }))).status;
}

describe("an ajv of the application's own", () => {
  it.each<[what: string, schema: object, fits: unknown, doesNot: unknown]>([
    ["a format", { type: "string", format: "email" }, "tom@cats.org", "tom"],
    ["a format of dates", { type: "string", format: "date-time" }, "2024-05-01T00:00:00Z", "2024-05-01"],
    ["a format of its own", { type: "string", format: "colour" }, "#00ff00", "green"],
    ["a format of numbers", { type: "integer", format: "odd" }, 3, 4],
    ["a keyword of its own", { type: "integer", even: true }, 4, 3],
    ["what it checks ever", { type: "string", minLength: 2 }, "ab", "a"],
    ["an `id`, which names a schema", { id: "Even", type: "integer", even: true }, 2, 1],
  ])("checks %s", async (_what, schema, fits, doesNot) => {
    expect(await statusOf(whole, schema, fits)).toBe(200);
    expect(await statusOf(whole, schema, doesNot)).toBe(400);
  });

  it.each<[what: string, schema: object, fits: unknown, doesNot: unknown]>([
    [
      "tuples as TypeBox writes them",
      { items: [{ type: "string" }, { type: "number" }] },
      ["a", 1],
      [1, "a"],
    ],
    [
      "draft-07",
      {
        $schema: "http://json-schema.org/draft-07/schema#",
        definitions: { pair: { items: [{ type: "string" }, { type: "number" }] } },
        $ref: "#/definitions/pair",
      },
      ["a", 1],
      [1, "a"],
    ],
  ])("speaks one draft, and takes %s", async (_what, schema, fits, doesNot) => {
    const app = appWith({ Ajv: whole }).Post("/", (): unknown => 1, WithBody(schema));
    const server = await serve(app);
    expect((await server.ask("POST /", json, JSON.stringify(fits))).status).toBe(200);
    expect((await server.ask("POST /", json, JSON.stringify(doesNot))).status).toBe(400);
  });

  it("may be of draft-07, which has tuples in older words", async () => {
    const tuple = { items: [{ type: "string" }, { type: "number" }] };
    const draft07: AjvFactory = (defaults) => new Ajv(defaults);
    expect(await statusOf(draft07, tuple, ["a", 1])).toBe(200);
    expect(await statusOf(draft07, tuple, [1, "a"])).toBe(400);
  });

  it("tells of what does not fit as ajv does", async () => {
    const app = appWith({ Ajv: whole }).Post("/", (): unknown => 1, WithBody(about({ even: true })));
    const answer = await (await serve(app)).ask("POST /", json, '{"it":1}');
    expect(answer).toMatchObject({
      status: 400,
      json: {
        error: {
          code: "invalid_request",
          details: [{ in: "body", path: ["it"], message: 'must pass "even" keyword validation' }],
        },
      },
    });
  });

  it("is asked for bodies, and again for text parts, whose defaults convert", async () => {
    const asked: Options[] = [];
    const Own: AjvFactory = (defaults) => {
      asked.push(defaults);
      return whole(defaults);
    };
    const number = about({ type: "integer", even: true });
    const app = appWith({ Ajv: Own })
      .Post("/body", (req): unknown => req.body, WithBody(number))
      .Get("/query", (req): unknown => req.query, WithQuery(number))
      .Get("/headers", ({ headers }: Request): unknown => headers.it, WithHeaders(number))
      .Get("/cookies", (req): unknown => req.cookies, WithCookies(number))
      .Get("/params/{it}", (req): unknown => req.params, WithParams(number));
    const server = await serve(app);
    expect((await server.ask("POST /body", json, '{"it":"4"}')).status).toBe(400);
    expect((await server.ask("POST /body", json, '{"it":4}')).json).toEqual({ it: 4 });
    expect((await server.ask("GET /query?it=4")).json).toEqual({ it: 4 });
    expect((await server.ask("GET /query?it=3")).status).toBe(400);
    expect((await server.ask("GET /headers", { it: "4" })).json).toBe(4);
    expect((await server.ask("GET /cookies", { Cookie: "it=4" })).json).toEqual({ it: 4 });
    expect((await server.ask("GET /params/4")).json).toEqual({ it: 4 });
    const defaults = {
      allErrors: true,
      useDefaults: true,
      ownProperties: true,
      strict: false,
      logger: false,
      verbose: true,
    };
    expect(asked).toEqual([
      { ...defaults, coerceTypes: false },
      { ...defaults, coerceTypes: true },
    ]);
  });

  it("is not asked for where no schema is plain JSON Schema", () => {
    const Own = jest.fn(whole);
    appWith({ Ajv: Own })
      .Get("/", () => 1)
      .Build();
    expect(Own).not.toHaveBeenCalled();
  });

  it("judges answers too", async () => {
    const app = appWith({ Ajv: whole, CheckResponses: true }).Get(
      "/{it}",
      (req: { params: { it: string } }): unknown => Number(req.params.it),
      WithResponse(200, { type: "number", even: true }),
    );
    const server = await serve(app);
    expect((await server.ask("GET /2")).status).toBe(200);
    expect((await server.ask("GET /3")).status).toBe(500);
  });

  it("may know schemas that others refer to, of which one is a body", async () => {
    const even = { $id: "even", type: "integer", even: true };
    const Own: AjvFactory = (defaults) => {
      const ajv = whole(defaults);
      ajv.addSchema(even);
      return ajv;
    };
    const app = appWith({ Ajv: Own })
      .Post("/even", (): unknown => 1, WithBody(even))
      .Post("/evens", (): unknown => 1, WithBody({ type: "array", items: { $ref: "even" } }));
    const server = await serve(app);
    expect((await server.ask("POST /even", json, "3")).status).toBe(400);
    expect((await server.ask("POST /evens", json, "[2]")).status).toBe(200);
    expect((await server.ask("POST /evens", json, "[3]")).status).toBe(400);
  });

  it("may be anything that compiles", async () => {
    const compile = (schema: object) => (value: unknown) => JSON.stringify(value) === JSON.stringify(schema);
    const app = appWith({ Ajv: () => ({ compile }) }).Post("/", (): unknown => 1, WithBody({ const: 1 }));
    const server = await serve(app);
    expect((await server.ask("POST /", json, '{"const":1}')).status).toBe(200);
    expect(await server.ask("POST /", json, "{}")).toMatchObject({
      status: 400,
      json: { error: { code: "invalid_request", details: [] } },
    });
  });

  it("may know what others refer to, where it cannot be asked for that", () => {
    const tag = { $ref: "tag" };
    const app = appWith({ Ajv: () => ({ compile: () => () => true }) }).Post(
      "/",
      (): unknown => 1,
      WithBody(about(tag)),
      WithResponse(200, undefined, { Headers: { "X-Tag": tag } }),
    );
    expect(problemsOf(app)).toEqual([]);
  });

  it("judges large values too where the one for these compiles to no function", async () => {
    const app = appWith({
      Ajv: (defaults) =>
        (defaults as Options).allErrors ? new Ajv2020(defaults) : { compile: () => undefined },
    }).Post("/", (): unknown => 1, WithBody({ type: "array", items: { type: "integer" } }));
    const server = await serve(app);
    const large = Array<unknown>(6000).fill(1);
    expect((await server.ask("POST /", json, JSON.stringify(large))).status).toBe(200);
    expect((await server.ask("POST /", json, JSON.stringify([...large, "1"]))).status).toBe(400);
  });

  it("lets nothing pass whose verdict would come later", async () => {
    const compile = () => () => Promise.resolve(true);
    const logger = recordingLogger();
    const app = appWith({ Logger: logger, Ajv: () => ({ compile }) }).Post(
      "/",
      (): unknown => 1,
      WithBody({}),
    );
    expect((await (await serve(app)).ask("POST /", json, "{}")).status).toBe(500);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toBe(
      "the function that ajv compiled must return its result synchronously, got a promise",
    );
  });
});

describe("an ajv that can't be had", () => {
  const untyped = (Ajv: unknown): AppOptions => ({ Ajv }) as never;
  const mustGive = "AppOptions: Ajv must synchronously return an Ajv instance, but it";

  it.each<[what: string, Ajv: unknown, problems: readonly string[]]>([
    [
      "a factory that throws",
      () => {
        throw new Error("no formats");
      },
      [`${mustGive} threw: no formats [ajv-unusable]`],
    ],
    [
      "one that throws no error",
      () => {
        throw undefined as unknown;
      },
      [`${mustGive} threw: undefined [ajv-unusable]`],
    ],
    ["one that gives nothing", () => undefined, [`${mustGive} returned undefined [ajv-unusable]`]],
    ["one that gives the class", () => Ajv2020, [`${mustGive} returned the class Ajv2020 [ajv-unusable]`]],
    ["one that gives no compile", () => ({}), [`${mustGive} returned an object [ajv-unusable]`]],
    [
      "one that is late",
      () => Promise.reject(new Error()),
      [`${mustGive} returned a promise [ajv-unusable]`],
    ],
    ["the class", Ajv2020, ["AppOptions: Ajv must be a function, got the class Ajv2020 [argument-invalid]"]],
    ["an ajv", new Ajv2020(), ["AppOptions: Ajv must be a function, got an object [argument-invalid]"]],
    [
      "a compile that gives nothing",
      () => ({ compile: () => undefined }),
      [
        "POST /: WithBody has no usable schema: ajv compiled it to undefined, which is not a function [schema-invalid]",
        "GET /: WithQuery has no usable schema: ajv compiled it to undefined, which is not a function [schema-invalid]",
      ],
    ],
    [
      "a compile that gives an async function",
      () => ({ compile: () => async () => true }),
      [
        "POST /: WithBody has no usable schema: ajv compiled it to an async function, which is not supported [schema-invalid]",
        "GET /: WithQuery has no usable schema: ajv compiled it to an async function, which is not supported [schema-invalid]",
      ],
    ],
    [
      "a compile that is late",
      () => ({ compile: () => Promise.reject(new Error()) }),
      [
        "POST /: WithBody has no usable schema: ajv compiled it to a promise, which is not a function [schema-invalid]",
        "GET /: WithQuery has no usable schema: ajv compiled it to a promise, which is not a function [schema-invalid]",
      ],
    ],
  ])("%s", (_what, Ajv, problems) => {
    const app = appWith(untyped(Ajv))
      .Post("/", (): unknown => 1, WithBody({ type: "object" }))
      .Get("/", (): unknown => 1, WithQuery({ type: "object" }));
    expect(problemsOf(app)).toEqual(problems);
  });

  it("is the one problem of a schema that refers to another", () => {
    const app = appWith(untyped(() => undefined)).Post("/", (): unknown => 1, WithBody({ $ref: "tag" }));
    expect(problemsOf(app)).toEqual([`${mustGive} returned undefined [ajv-unusable]`]);
  });

  it("may be given after all, and Build again", () => {
    let ready = false;
    const app = appWith({ Ajv: (defaults) => (ready ? whole(defaults) : (undefined as never)) });
    app.Post("/", (): unknown => 1, WithBody({ even: true }));
    expect(problemsOf(app)).toHaveLength(1);
    ready = true;
    expect(app.Build()).toBeInstanceOf(Function);
  });
});

describe("words that ajv does not check", () => {
  const email = about({ type: "string", format: "email" });
  const told = (where: string, word: string): string =>
    `${where}: ${word} of WithBody is not checked, because ajv does not know it: add ${word} to the Ajv that AppOptions.Ajv returns`;

  function warningsOf(options: AppOptions, declare: (app: App) => unknown): readonly unknown[] {
    const Logger = recordingLogger();
    const app = appWith({ ...options, Logger });
    declare(app);
    app.Build();
    return Logger.warn.mock.calls;
  }

  it("are warned of, each once", () => {
    const warnings = warningsOf({}, (app) =>
      app
        .Post("/cats", (): unknown => 1, WithBody(email))
        .Put("/cats", (): unknown => 1, WithBody({ anyOf: [email, { format: "own" }] }))
        .Get("/cats", (): unknown => 1, WithQuery(email)),
    );
    expect(warnings).toEqual([
      [{ component: "Router", method: "POST", path: "/cats" }, told("POST /cats", 'format "email"')],
      [{ component: "Router", method: "PUT", path: "/cats" }, told("PUT /cats", 'format "own"')],
    ]);
  });

  it.each<[what: string, options: AppOptions, schema: object, warned: readonly string[]]>([
    ["formats that it knows", { Ajv: whole }, email, []],
    ["one that it does not know", { Ajv: whole }, { format: "own" }, ['format "own"']],
    ["a name of every object's", { Ajv: whole }, { format: "constructor" }, ['format "constructor"']],
    [
      "formats, while they are off",
      { Ajv: (defaults) => addFormats(new Ajv2020({ ...defaults, validateFormats: false })) },
      email,
      ['format "email"'],
    ],
    [
      "keywords of a newer draft",
      { Ajv: (defaults) => new Ajv(defaults) },
      { prefixItems: [{ type: "string" }], unevaluatedItems: false },
      ['keyword "prefixItems"', 'keyword "unevaluatedItems"'],
    ],
    ["what says nothing of itself", { Ajv: () => ({ compile: () => () => true }) }, email, []],
    ["a property of the name", {}, { properties: { format: { type: "string" } } }, []],
    ["a value of the name", {}, { const: { format: "email" } }, []],
    ["words of other tools", {}, { example: 1, "x-own": { format: "email" } }, []],
  ])("%s", (_what, options, schema, warned) => {
    const warnings = warningsOf(options, (app) => app.Post("/", (): unknown => 1, WithBody(schema)));
    expect(warnings).toEqual(
      warned.map((word) => [{ component: "Router", method: "POST", path: "/" }, told("POST /", word)]),
    );
  });

  it.each([
    [true, 1],
    [false, 0],
  ])("are warned of in answers where these are judged: with CheckResponses %s", (CheckResponses, count) => {
    const warnings = warningsOf({ CheckResponses }, (app) =>
      app.Get("/", (): unknown => 1, WithResponse(200, { type: "string", format: "email" })),
    );
    expect(warnings).toHaveLength(count);
  });

  it("pass whatever they ask for", async () => {
    expect(await statusOf(undefined, { type: "string", format: "email" }, "tom")).toBe(200);
  });
});
