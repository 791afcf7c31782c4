import { Ajv2020 } from "ajv/dist/2020";
import {
  App,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  JSONSchemaOf,
  type Typed,
} from "versioned-controllers";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";

const integer = { type: "integer" };
const text = { type: "string" };

const part = JSONSchemaOf<{ u: number }>({ properties: { u: { oneOf: [integer, { type: "null" }] } } });

type Parts = Typed<{ params: typeof part; headers: typeof part; cookies: typeof part }>;

async function queried(schema: object, query: string, options = {}) {
  const app = new App({ Logger: recordingLogger(), ...options }).Get(
    "/cats",
    ({ query }): unknown => query,
    WithQuery(schema),
  );
  const { ask } = await serve(app);
  const { status, json } = await ask(`GET /cats?${query}`);
  return status === 200 ? json : status;
}

const member = (union: object) => ({ type: "object", properties: { u: union } });
const byTag = (keyword: "anyOf" | "oneOf") => ({
  type: "object",
  [keyword]: [
    { properties: { k: { const: "a" }, n: integer }, required: ["k"] },
    { properties: { k: { const: "b" }, n: text }, required: ["k"] },
  ],
});

describe("a text of a plain JSON Schema becomes what the alternative that fits says", () => {
  it.each<[schema: object, query: string, read: object]>([
    [member({ oneOf: [integer, { enum: ["all"], type: "string" }] }), "u=5", { u: 5 }],
    [member({ oneOf: [integer, { enum: ["all"], type: "string" }] }), "u=all", { u: "all" }],
    [member({ anyOf: [integer, { enum: ["all"], type: "string" }] }), "u=5", { u: 5 }],
    [member({ oneOf: [integer, { type: "null" }] }), "u=0", { u: 0 }],
    [member({ oneOf: [integer, { type: "null" }] }), "u=", { u: null }],
    [member({ oneOf: [{ type: "boolean" }, integer] }), "u=true", { u: true }],
    [member({ anyOf: [{ ...integer, maximum: 5 }, text] }), "u=007", { u: "007" }],
    [
      member({ type: "array", items: { oneOf: [integer, { enum: ["all"], type: "string" }] } }),
      "u=1&u=all&u=2",
      { u: [1, "all", 2] },
    ],
    [byTag("oneOf"), "k=a&n=007", { k: "a", n: 7 }],
    [byTag("oneOf"), "k=b&n=007", { k: "b", n: "007" }],
    [byTag("anyOf"), "k=a&n=007", { k: "a", n: 7 }],
    [byTag("anyOf"), "k=b&n=007", { k: "b", n: "007" }],
  ])("%j, ?%s", async (schema, query, read) => {
    expect(await queried(schema, query)).toEqual(read);
  });

  it.each<[schema: object, query: string]>([
    [{ oneOf: [text, { minLength: 1 }] }, "u=5"],
    [{ oneOf: [{ type: "boolean" }, { enum: ["all"] }] }, "u=5"],
    [{ oneOf: [integer, { enum: ["all"] }] }, "u=true"],
    [{ oneOf: [{ ...integer, minimum: 1 }, { enum: ["all"] }] }, "u="],
  ])("but never a value of a type that no schema names: %j, ?%s", async (union, query) => {
    expect(await queried(member(union), query)).toBe(400);
  });

  it("in parameters, headers and cookies too", async () => {
    const app = new App({ Logger: recordingLogger() }).Get(
      "/{u}",
      ({ params, headers, cookies }: Parts): unknown => [params.u, headers.u, cookies.u],
      WithParams(part),
      WithHeaders(part),
      WithCookies(part),
    );
    const { ask } = await serve(app);
    expect((await ask("GET /0", { u: "1", cookie: "u=0" })).json).toEqual([0, 1, 0]);
  });
});

describe("a text of a plain JSON Schema is held against limits as what it becomes", () => {
  const n = { properties: { n: integer } };
  it.each<[schema: object, outside: string, within: string]>([
    [{ type: "object", ...n, allOf: [{ properties: { n: { minimum: 3 } } }] }, "n=2", "n=3"],
    [{ allOf: [{ properties: { n: { maximum: 100 } } }, { type: "object", ...n }] }, "n=101", "n=100"],
    [{ type: "object", ...n, required: ["n"], not: { properties: { n: { const: 5 } } } }, "n=5", "n=6"],
    [
      {
        type: "object",
        properties: { k: text, n: integer },
        if: { properties: { k: { const: "big" } } },
        then: { properties: { n: { minimum: 3 } } },
      },
      "k=big&n=2",
      "k=small&n=2",
    ],
    [{ ...member({ $ref: "#/$defs/N", minimum: 3 }), $defs: { N: integer } }, "u=2", "u=3"],
  ])("%j: not ?%s, but ?%s", async (schema, outside, within) => {
    expect(await queried(schema, outside)).toBe(400);
    expect(await queried(schema, within)).toBeInstanceOf(Object);
  });

  it("and the 400 lists each misfit", async () => {
    const whole = { minimum: 3 };
    const schema = {
      type: "object",
      properties: { m: integer, n: integer },
      allOf: [{ properties: { m: whole, n: whole } }],
    };
    const app = new App({ Logger: recordingLogger() }).Get("/cats", () => "", WithQuery(schema));
    const { ask } = await serve(app);
    expect((await ask("GET /cats?m=1&n=2")).json).toMatchObject({
      error: { details: [{ path: ["m"] }, { path: ["n"] }] },
    });
  });

  it("in a number of tries that does not grow with the texts", async () => {
    let judged = 0;
    const validate = (): boolean => {
      judged++;
      return true;
    };
    const Ajv = (defaults: object) => new Ajv2020(defaults).addKeyword({ keyword: "seen", validate });
    const high = { minimum: 1000 };
    const schema = {
      type: "object",
      seen: true,
      additionalProperties: {
        oneOf: [
          { ...integer, ...high },
          { type: "number", ...high },
        ],
      },
    };
    const query = (many: number): string => Array.from({ length: many }, (_, i) => `k${i}=${i}`).join("&");
    expect(await queried(schema, query(5), { Ajv })).toBe(400);
    expect(judged).toBeLessThan(40);
    judged = 0;
    expect(await queried(schema, query(500), { Ajv })).toBe(400);
    expect(judged).toBeLessThan(10);
  });

  it.each<[what: string, Ajv: (defaults: { coerceTypes?: boolean }) => object]>([
    ["converts whatever the defaults say", (defaults) => new Ajv2020({ ...defaults, coerceTypes: true })],
    [
      "fails for the defaults of converted texts",
      (defaults) => {
        if (defaults.coerceTypes === false) throw new Error("no such ajv");
        return new Ajv2020(defaults);
      },
    ],
  ])("but not by an ajv of the application's own that %s", async (_what, Ajv) => {
    const schema = { type: "object", ...n, allOf: [{ properties: { n: { minimum: 3 } } }] };
    expect(await queried(schema, "n=2", { Ajv })).toEqual({ n: 2 });
    expect(await queried(schema, "n=two", { Ajv })).toBe(400);
  });

  it("by an ajv of the application's own", async () => {
    const schema = { type: "object", ...n, allOf: [{ properties: { n: { minimum: 3 } } }] };
    const Ajv = (defaults: object) => new Ajv2020(defaults);
    expect(await queried(schema, "n=2", { Ajv })).toBe(400);
    expect(await queried(schema, "n=3", { Ajv })).toEqual({ n: 3 });
  });
});
