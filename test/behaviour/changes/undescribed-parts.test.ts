import { toStandardJsonSchema } from "@valibot/to-json-schema";
import type { Request } from "express";
import {
  Each,
  Rename,
  Versioned,
  WithBody,
  WithCookies,
  WithHeaders,
  WithParams,
  WithQuery,
  WithResponse,
  type RouteOption,
  type Schema,
} from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Born, V } from "./cats";

/* A part of a schema that JSON Schema cannot express is anything; the rest is described, removed and named. */

const Role = z.enum(["user", "guest"]);
const custom = () => z.custom<string>(() => true).optional();

/** A history of `x-kind`, which is `x-role` now, beside other members. */
function rolesBeside(...[newer, older]: readonly [Schema, Schema]) {
  return Versioned(newer).Before(Born, older, {
    Up: (given: object) => ("x-kind" in given ? { "x-role": given["x-kind"] } : {}),
    Down: (given: object) => given,
  });
}

function zodRoles(beside: z.ZodRawShape) {
  return rolesBeside(
    z.object({ "x-role": Role.optional(), ...beside }),
    z.object({ "x-kind": Role.optional(), ...beside }),
  );
}

const valibotRoles = [
  v.object({ "x-role": v.optional(v.picklist(["user", "guest"])), "x-at": v.optional(v.date()) }),
  v.object({ "x-kind": v.optional(v.picklist(["user", "guest"])), "x-at": v.optional(v.date()) }),
] as const;

const histories: Readonly<Record<string, ReturnType<typeof rolesBeside>>> = {
  "zod, a date": zodRoles({ "x-at": z.coerce.date().optional() }),
  "zod, a bigint": zodRoles({ "x-n": z.coerce.bigint().optional() }),
  "zod, a custom type": zodRoles({ "x-c": custom() }),
  "zod, a transform around it all": rolesBeside(
    z.object({ "x-role": Role.optional() }).transform((given) => ({ ...given })),
    z.object({ "x-kind": Role.optional() }).transform((given) => ({ ...given })),
  ),
  "valibot, a date": rolesBeside(
    toStandardJsonSchema(valibotRoles[0]),
    toStandardJsonSchema(valibotRoles[1]),
  ),
};

describe.each(Object.keys(histories))("a name of a history beside %s", (what) => {
  it.each<[part: string, line: string, sent: Record<string, string>, got: object]>([
    ["headers", "GET /headers", { "X-Role": "admin" }, {}],
    ["headers", "GET /headers", { "X-Role": "admin", "X-Kind": "user" }, { "x-role": "user" }],
    ["cookies", "GET /cookies", { Cookie: "x-role=admin" }, {}],
    ["query", "GET /query?x-role=admin", {}, {}],
  ])("never has the client's value: %s of %s, %j", async (_part, line, sent, got) => {
    const history = histories[what] ?? fail();
    const seen = (req: Request): object => {
      const named = (from: object): object =>
        Object.fromEntries(Object.entries(from).filter(([name]) => name === "x-role"));
      const { headers, headersDistinct, rawHeaders, query } = req;
      const { cookies } = req as { cookies?: object };
      return {
        got: { ...named(headers), ...named(cookies ?? {}), ...named(query) },
        distinct: named(headersDistinct),
        raw: rawHeaders.filter((text) => /x-role|admin/i.test(text)),
      };
    };
    const { app, logger } = appWith((one) =>
      one
        .Get("/headers", seen, V.Since("1"), WithHeaders(history))
        .Get("/cookies", seen, V.Since("1"), WithCookies(history))
        .Get("/query", seen, V.Since("1"), WithQuery(history)),
    );
    const { json } = await (await askAs(app))("1", line, undefined, sent);
    const raw = line === "GET /cookies" ? ["x-role=admin"] : [];
    expect(json).toEqual({ got, distinct: {}, raw });
    expect(logger.error).not.toHaveBeenCalled();
  });
});

describe("a text part whose names nobody knows", () => {
  const bare = rolesBeside(...valibotRoles);
  const typed = z.object({ "x-role": Role.optional() });
  const half = rolesBeside(typed, z.union([z.object({ "x-kind": Role }), z.custom<object>(() => true)]));
  it.each<[part: string, path: string, option: RouteOption]>([
    ["WithHeaders", "/a", WithHeaders(bare)],
    ["WithCookies", "/a", WithCookies(bare)],
    ["WithQuery", "/a", WithQuery(bare)],
    ["WithParams", "/a/{x-role}".replace("-", "_"), WithParams(bare)],
    ["WithHeaders", "/a", WithHeaders(half)],
  ])("is a problem of its history with an Up: %s", (part, path, option) => {
    const { app } = appWith((one) => one.Get(path, () => 1, V.Since("1"), option));
    expect(problemsOf(app)).toEqual([
      expect.stringContaining(
        `GET ${path}: the history in ${part} has an Up, so the App must know the names in every schema of the history; one schema cannot be converted to JSON Schema`,
      ),
    ]);
    expect(problemsOf(app)[0]).toContain("its names are not known");
  });

  it.each<[what: string, option: RouteOption, end: string]>([
    ["headers without a history", WithHeaders(valibotRoles[0]), "its names are not known"],
    ["a body's history", WithBody(bare), "its names are not known"],
    ["a body", WithBody(valibotRoles[0]), "the document shows {}"],
  ])("is a warning otherwise: %s", (_what, option, end) => {
    const { app, logger } = appWith((one) => one.Post("/a", () => 1, V.Since("1"), option));
    app.Build();
    const warned = logger.warn.mock.calls.map(([, message]) => String(message));
    expect(warned).toHaveLength(1);
    expect(warned[0]?.endsWith(`${end}: use a schema that can be converted`)).toBe(true);
  });

  it("is not given in versions that an Up does not concern", () => {
    const { app } = appWith((one) => one.Get("/a", () => 1, V.Since("2"), WithHeaders(bare)));
    expect(() => app.Build()).not.toThrow();
  });
});

describe("a response with a member that JSON Schema cannot express", () => {
  const now = z.object({ birthday: z.string(), x: custom() });
  const Cat = Versioned(now).Before(
    Born,
    z.object({ born: z.string(), x: custom() }),
    Rename("born", "birthday"),
  );
  const cat = { birthday: "2020", x: { any: 1 }, password: "secret" };

  it.each<[version: string, path: string, status: number, json: unknown]>([
    ["2", "/one", 200, { birthday: "2020", x: { any: 1 } }],
    ["1", "/one", 200, { born: "2020", x: { any: 1 } }],
    ["2", "/many", 200, [{ birthday: "2020", x: { any: 1 } }]],
    ["1", "/many", 200, [{ born: "2020", x: { any: 1 } }]],
    ["2", "/wrong", 500, undefined],
    ["1", "/wrong", 500, undefined],
  ])("in version %s, GET %s, has no other members", async (version, path, status, json) => {
    const { app } = appWith((one) =>
      one
        .Get("/one", () => cat as never, V.Since("1"), WithResponse(200, Cat))
        .Get(
          "/many",
          () => [cat] as never,
          V.Since("1"),
          WithResponse(
            200,
            Cat.Within([Each], (c) => z.array(c)),
          ),
        )
        .Get("/wrong", () => [cat] as never, V.Since("1"), WithResponse(200, Cat)),
    );
    const answer = await (await askAs(app))(version, `GET ${path}`);
    expect(answer.status).toBe(status);
    if (json !== undefined) expect(answer.json).toEqual(json);
  });

  it("is described with the rest, and warned of once", () => {
    const { app, logger } = appWith((one) =>
      one
        .Get("/one", () => cat as never, V.Since("1"), WithResponse(200, Cat))
        .Get("/two", () => cat as never, V.Since("1"), WithResponse(200, Cat))
        .Get(
          "/many",
          () => [cat] as never,
          V.Since("1"),
          WithResponse(
            200,
            Cat.Within([Each], (c) => z.array(c)),
          ),
        )
        .Get(
          "/plain",
          () => cat as never,
          V.Since("1"),
          WithResponse(200, z.object({ birthday: z.string(), x: custom() })),
        ),
    );
    expect(app.Document("2")).toMatchObject({
      paths: {
        "/one": {
          get: {
            responses: {
              200: {
                content: {
                  "application/json": { schema: { properties: { birthday: { type: "string" }, x: {} } } },
                },
              },
            },
          },
        },
      },
    });
    expect(logger.warn.mock.calls.map(([, message]) => String(message))).toEqual([
      "GET /one: a member of the schema of WithResponse cannot be converted to JSON Schema (" +
        "Custom types cannot be represented in JSON Schema), so responses for older versions contain undeclared properties of this member too: use a type that JSON Schema has",
    ]);
  });

  it("has everything sent where nothing of its schema is described, which is a warning", async () => {
    const Bare = v.object({ birthday: v.string() });
    const { app, logger } = appWith((one) =>
      one.Get("/one", () => cat as never, V.Since("1"), WithResponse(200, Bare)),
    );
    expect((await (await askAs(app))("1", "GET /one")).json).toEqual(cat);
    expect(logger.warn.mock.calls.map(([, message]) => String(message))).toEqual([
      expect.stringContaining("nothing is left out"),
    ]);
  });
});

describe("valibot's pipes", () => {
  const wrapped = (schema: Parameters<typeof toStandardJsonSchema>[0]): Schema =>
    toStandardJsonSchema(schema);
  it.each<[what: string, member: Parameters<typeof toStandardJsonSchema>[0], input: object, output: object]>([
    [
      "a check",
      v.pipe(
        v.string(),
        v.check(() => true),
      ),
      { type: "string" },
      { type: "string" },
    ],
    ["a transform", v.pipe(v.string(), v.transform(Number)), { type: "string" }, {}],
    ["a trim", v.pipe(v.string(), v.trim()), { type: "string" }, {}],
    ["a RegExp with flags", v.pipe(v.string(), v.regex(/^a/i)), { type: "string" }, { type: "string" }],
    ["a date", v.date(), {}, {}],
  ])("%s", (_what, member, input, output) => {
    const schema = wrapped(v.object({ a: member, b: v.string() }));
    const { app } = appWith((one) =>
      one.Post("/a", () => 1 as never, V.Since("1"), WithBody(schema), WithResponse(200, schema)),
    );
    const contentOf = (a: object): object => ({
      content: { "application/json": { schema: { properties: { a, b: { type: "string" } } } } },
    });
    const operation = app.Document("1").paths["/a"]?.post;
    expect(operation?.requestBody).toMatchObject(contentOf(input));
    expect(operation?.responses["200"]).toMatchObject(contentOf(output));
    const { schema: sent } = (operation?.responses["200"] as { content: Record<string, { schema: object }> })
      .content["application/json"] ?? { schema: {} };
    expect((sent as { properties: { a: object } }).properties.a).toEqual(output);
  });
});
