import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import {
  Each,
  HTTPError,
  Nothing,
  Same,
  Versioned,
  VersioningURI,
  WithBody,
  WithResponse,
  type App,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Born, Names, V } from "./cats";

const Cat = z.object({
  name: z.string(),
  colour: z.string().optional(),
  lives: z.int(),
  mood: z.string().optional().describe("how it feels"),
});
const Text = { type: "string" };
const Plain = {
  $id: "https://cats.example/cat",
  title: "Cat",
  type: "object",
  properties: { name: Text, colour: Text, lives: { type: "integer" }, mood: Text },
  required: ["name", "lives"],
};
/** The methods of a history, for callers without types. */
type Untyped = Record<
  "Added" | "Removed" | "Renamed" | "MadeRequired" | "MadeOptional" | "Within",
  (...args: unknown[]) => Untyped
>;
const untyped = (schema: unknown): Untyped => Versioned(schema as typeof Cat) as unknown as Untyped;

const now = { name: "Tom", lives: 7, colour: "red", mood: "calm" };

describe.each<[library: string, schema: object, chip: object]>([
  ["zod", Cat, z.string()],
  ["plain JSON Schema", Plain, Text],
])("links of members of %s", (_library, schema, chip) => {
  it.each<[link: string, history: Untyped, older: object, newest: object, back?: object]>([
    [
      "Added, optional",
      untyped(schema).Added(Names, "colour", "mood"),
      { name: "Tom", lives: 7 },
      { name: "Tom", lives: 7 },
    ],
    [
      "Added, with the meaning of older requests",
      untyped(schema).Added(Names, { lives: 9, colour: "grey" }),
      { name: "Tom" },
      { name: "Tom", lives: 9, colour: "grey" },
    ],
    [
      "Removed, with a constant",
      untyped(schema).Removed(Names, { chip }, { chip: "none" }),
      { name: "Tom", lives: 7, chip: "x" },
      { name: "Tom", lives: 7 },
      { name: "Tom", lives: 7, chip: "none" },
    ],
    [
      "Removed, with a function",
      untyped(schema).Removed(Names, { chip }, { chip: (cat: { name: string }) => `of ${cat.name}` }),
      { name: "Tom", lives: 7, chip: "x" },
      { name: "Tom", lives: 7 },
      { name: "Tom", lives: 7, chip: "of Tom" },
    ],
    [
      "Renamed",
      untyped(schema).Renamed(Names, "title", "name"),
      { title: "Tom", lives: 7 },
      { name: "Tom", lives: 7 },
    ],
    [
      "MadeRequired",
      untyped(schema).MadeRequired(Names, { lives: 9 }),
      { name: "Tom" },
      { name: "Tom", lives: 9 },
      { name: "Tom", lives: 9 },
    ],
    [
      "MadeRequired, where it is there",
      untyped(schema).MadeRequired(Names, { lives: 9 }),
      { name: "Tom", lives: 1 },
      { name: "Tom", lives: 1 },
    ],
    [
      "MadeOptional",
      untyped(schema).MadeOptional(Names, { mood: "calm" }),
      { name: "Tom", lives: 7, mood: "calm" },
      { name: "Tom", lives: 7, mood: "calm" },
    ],
    [
      "several",
      untyped(schema)
        .Added(Names, "colour")
        .Renamed(Born, "title", "name")
        .Removed(Born, { chip }, { chip: "none" }),
      { title: "Tom", lives: 7, chip: "none" },
      { name: "Tom", lives: 7 },
    ],
  ])("%s", async (_link, history, older, newest, back = older) => {
    const used = history as unknown as typeof Cat;
    const { app } = appWith(
      (one) =>
        one.Post("/cats", (req) => req.body as never, V.Since("1"), WithBody(used), WithResponse(200, used)),
      { CheckResponses: true },
    );
    const ask = await askAs(app);
    expect(await ask("3", "POST /cats", newest)).toMatchObject({ status: 200, json: newest });
    const answer = await ask("1", "POST /cats", older);
    expect([answer.status, answer.json]).toEqual([200, back]);
    expect(await V.Read(history as never, "1", older)).toEqual(newest);
    expect(await V.Stored(history as never).Read({ v: "1", data: older })).toEqual(newest);
    expect(JSON.parse(V.Webhook("cat", history as never).For("1", newest as never).Body)).toEqual(back);
    await CheckChanges(app, { Runs: 20, Seed: 1 });
    expect(app.Changelog()[0]?.Changes[0]?.Routes).toEqual(["POST /cats"]);
    expect(() => app.Document("1")).not.toThrow();
  });

  it("answers of older versions lack an added member, and requests that send it change nothing", async () => {
    const history = untyped(schema).Added(Names, "colour");
    expect(V.Show(history as never, "1", now as never)).toEqual({ name: "Tom", lives: 7, mood: "calm" });
    expect(await V.Read(history as never, "1", now)).toEqual({ name: "Tom", lives: 7, mood: "calm" });
  });

  it("an extra member with the other name is not the renamed member", async () => {
    const open = "~standard" in schema ? z.looseObject(Cat.shape) : schema;
    const history = untyped(open).Renamed(Names, "tint", "colour");
    expect(await V.Read(history as never, "1", { name: "Tom", lives: 7, colour: 3 })).toEqual({
      name: "Tom",
      lives: 7,
    });
    expect(V.Show(history as never, "1", { name: "Tom", lives: 7, tint: 3 } as never)).toEqual({
      name: "Tom",
      lives: 7,
    });
    expect(await V.Read(history as never, "1", { ...now, tint: "blue" })).toEqual({ ...now, colour: "blue" });
  });

  it("MadeOptional fills in an older answer, and null is not an absence", () => {
    const history = untyped(schema).MadeOptional(Names, { mood: "calm" });
    expect(V.Show(history as never, "1", { name: "Tom", lives: 7 } as never)).toEqual({
      name: "Tom",
      lives: 7,
      mood: "calm",
    });
  });

  it("a constant is copied each time", () => {
    const tags = ["a"];
    const history = untyped(schema).Removed(Names, { chip: {} }, { chip: tags });
    const first = V.Show(history as never, "1", now as never) as { chip: string[] };
    first.chip.push("b");
    expect((V.Show(history as never, "1", now as never) as { chip: string[] }).chip).toEqual(["a"]);
  });

  it("goes on inside an envelope", () => {
    const list = untyped(schema)
      .Added(Names, "colour", "mood")
      .Within(["data", Each], (cat: unknown) =>
        "~standard" in (cat as object)
          ? z.object({ data: z.array(cat as z.ZodType) })
          : { type: "object", properties: { data: { type: "array", items: cat } } },
      );
    expect(V.Show(list as never, "1", { data: [now] } as never)).toEqual({
      data: [{ name: "Tom", lives: 7 }],
    });
  });

  it.each<[what: string, history: Untyped, message: string]>([
    [
      "requests: a required member without a meaning",
      untyped(schema).Added(Names, "lives"),
      "cannot turn requests up",
    ],
    ...(chip === Text
      ? []
      : [
          [
            "answers: a removed member without an answer",
            untyped(schema).Removed(Names, { chip }),
            "cannot turn responses down",
          ] as [string, Untyped, string],
        ]),
  ])("Build refuses in %s", (_what, history, message) => {
    const used = history as unknown as typeof Cat;
    const { app } = appWith((one) =>
      one.Post("/cats", (req) => req.body as never, V.Since("1"), WithBody(used), WithResponse(200, used)),
    );
    expect(problemsOf(app)).toEqual([expect.stringContaining(message)]);
  });
});

it("a member with a default is optional for requests", async () => {
  const Moody = Cat.extend({ mood: z.string().default("calm") });
  const history = Versioned(Moody).Added(Names, "mood");
  const { app } = appWith((one) =>
    one.Post("/cats", (req) => req.body, V.Since("1"), WithBody(history), WithResponse(200, history)),
  );
  const ask = await askAs(app);
  const older = { name: "Tom", lives: 7 };
  expect((await ask("1", "POST /cats", older)).json).toEqual(older);
  expect((await ask("3", "POST /cats", older)).json).toEqual({ ...older, mood: "calm" });
  await CheckChanges(app, { Runs: 20, Seed: 1 });
  expect(() => untyped(Moody).MadeRequired(Names, { mood: "calm" })).toThrow(TypeError);
});

const ruled: readonly [keyword: string, rule: unknown][] = [
  ["anyOf", [{ required: ["name"] }, { required: ["colour"] }]],
  ["allOf", [{ oneOf: [{ properties: { name: { const: "Tom" } } }, { required: ["mood"] }] }]],
  ["if", { properties: { name: { const: "Tom" } } }],
  ["then", { required: ["name"] }],
  ["not", { required: ["name", "mood"] }],
  ["dependentRequired", { colour: ["name"] }],
  ["dependentRequired", { name: ["colour"] }],
  ["dependentSchemas", { colour: { required: ["name"] } }],
  ["dependencies", { name: { required: ["colour"] } }],
  ["$ref", "#/$defs/Named"],
  ["allOf", [{ $ref: "#/$defs/Named" }]],
  ["not", { required: ["title"] }],
];

const $defs = { Named: { required: ["name"] }, Ring: { anyOf: [{ $ref: "#/$defs/Ring" }] } };

it.each(ruled)("other members of a plain JSON Schema with %s can be renamed", async (keyword, rule) => {
  const History = untyped({ ...Plain, $defs, [keyword]: rule }).Renamed(Names, "number", "lives");
  const sent = { name: "Tom", number: 7, colour: "red" };
  expect(await V.Read(History as never, "2", sent)).toEqual({ name: "Tom", lives: 7, colour: "red" });
});

it("a reference that keeps its target is not an obstacle", async () => {
  const properties = {
    ...Plain.properties,
    sire: { $ref: "#/$defs/Sire" },
    dam: { $ref: "#/properties/mood" },
  };
  const Sire = { type: "object", properties: { sire: { $ref: "#/$defs/Sire" } } };
  const History = untyped({ ...Plain, $id: undefined, properties, $defs: { Sire } }).Renamed(
    Names,
    "number",
    "lives",
  );
  const sire = { sire: {} };
  expect(await V.Read(History as never, "2", { name: "Tom", number: 7, sire, dam: "calm" })).toEqual({
    name: "Tom",
    lives: 7,
    sire,
    dam: "calm",
  });
});

it("references in a circle end", () => {
  const Ring = { ...Plain, $defs, allOf: [{ $ref: "#/$defs/Ring" }] };
  expect(() => untyped(Ring).Renamed(Names, "number", "lives")).not.toThrow();
});

it("MadeRequired and MadeOptional keep rules that only look at the value of the member", async () => {
  const rules = {
    oneOf: [{ properties: { mood: { const: "calm" } } }, { properties: { mood: { const: "wild" } } }],
  };
  const Calm = untyped({ ...Plain, required: ["name", "mood"], ...rules }).MadeRequired(Names, {
    mood: "calm",
  });
  expect(await V.Read(Calm as never, "2", { name: "Tom", mood: "wild" })).toEqual({
    name: "Tom",
    mood: "wild",
  });
  expect(() => untyped({ ...Plain, ...rules }).MadeOptional(Names, { mood: "calm" })).not.toThrow();
  const anyOf = [{ required: ["name"] }, { required: ["colour"] }];
  expect(() => untyped({ ...Plain, anyOf }).MadeRequired(Names, { name: "Tom" })).toThrow(
    "MadeRequired: the newer schema names the member name outside of properties",
  );
});

describe("a TypeError at the call", () => {
  const by = "for any other schema, pass the older schema to Before";
  it.each<[what: string, call: () => unknown, message: string]>([
    [
      "an unknown member",
      () => untyped(Cat).Added(Names, "nope"),
      "Added: the newer schema has no member nope: correct the name",
    ],
    ["one of the prototype", () => untyped(Cat).Added(Names, "toString"), "no member toString"],
    ["an unknown member of JSON Schema", () => untyped(Plain).Added(Names, { nope: 1 }), "no member nope"],
    [
      "a member of the newer schema",
      () => untyped(Cat).Removed(Names, { name: z.string() }),
      "already has a member name",
    ],
    [
      "an older name that is there",
      () => untyped(Cat).Renamed(Names, "name", "mood"),
      "already has a member name",
    ],
    ["no name", () => untyped(Cat).Added(Names), "name at least one member"],
    ["no value", () => untyped(Cat).Added(Names, {}), "name at least one member"],
    ["a name that is no text", () => untyped(Cat).Added(Names, 7), "must be a string, got 7"],
    ["a name twice", () => untyped(Cat).Added(Names, "mood", "mood"), "mood is named twice"],
    [
      "a missing value",
      () => untyped(Cat).Added(Names, { lives: undefined }),
      "the member lives must have a value, got undefined",
    ],
    ...(["Added", "MadeRequired"] as const).map(
      (method): [what: string, call: () => unknown, message: string] => [
        `a function as the value of ${method}`,
        () => untyped(Cat)[method](Names, { lives: () => 9 }),
        `${method}: the value of lives must be a constant, got `,
      ],
    ),
    [
      "no object of meanings",
      () => untyped(Cat).MadeRequired(Names, "lives"),
      "expected an object with members",
    ],
    [
      "a required member that is optional",
      () => untyped(Cat).MadeRequired(Names, { mood: "" }),
      "the member mood must be required in the newer schema",
    ],
    [
      "an optional member that is required",
      () => untyped(Cat).MadeOptional(Names, { lives: 1 }),
      "lives must be optional",
    ],
    [
      "the same of JSON Schema",
      () => untyped(Plain).MadeOptional(Names, { lives: 1 }),
      "lives must be optional",
    ],
    [
      "an answer of another member",
      () => untyped(Cat).Removed(Names, { a: z.string() }, { b: 1 }),
      "the third argument has the member b, which the second argument does not have: correct the name",
    ],
    ["no schema", () => untyped(Cat).Removed(Names, { a: 7 }), "must be a schema, got 7"],
    ["no change", () => untyped(Cat).Added("2", "mood"), "must be a change"],
    ["a refined object", () => untyped(Cat.refine(() => true)).Added(Names, "mood"), by],
    ["a transform", () => untyped(Cat.transform((cat) => cat)).Added(Names, "mood"), by],
    ["a union", () => untyped(z.union([Cat, Cat])).Added(Names, "mood"), by],
    ["valibot", () => untyped(v.object({ a: v.string() })).Added(Names, "a"), by],
    ["zod/mini", () => untyped(mini.object({ a: mini.string() })).Added(Names, "a"), by],
    ["JSON Schema without properties", () => untyped({ type: "object" }).Added(Names, "a"), by],
    ["Nothing", () => untyped(Nothing).Added(Names, "a"), by],
    ...(
      [
        ["itself", {}, "#"],
        ["itself by its id", { $id: "Cat" }, "Cat"],
        ["itself by its anchor", { $anchor: "cat" }, "#cat"],
        ["the member", {}, "#/properties/name"],
      ] as const
    ).map(([what, words, $ref]): [what: string, call: () => unknown, message: string] => [
      `a reference to ${what}`,
      () =>
        untyped({
          ...Plain,
          $id: undefined,
          ...words,
          properties: { ...Plain.properties, kittens: { type: "array", items: { $ref } } },
        }).Renamed(Names, "title", "name"),
      "Renamed: the newer schema refers to itself or to the member: pass the older schema to Before",
    ]),
    ...ruled.map(([keyword, rule]): [what: string, call: () => unknown, message: string] => [
      `a member that ${keyword} names`,
      () => untyped({ ...Plain, $defs, [keyword]: rule }).Renamed(Names, "title", "name"),
      `Renamed: the newer schema names the member ${JSON.stringify(rule).includes("title") ? "title" : "name"} outside of properties, such as in anyOf or dependentRequired: pass the older schema to Before`,
    ]),
  ])("%s", (_what, call, message) => {
    expect(call).toThrow(TypeError);
    expect(call).toThrow(message);
  });
});

it.each([
  ["recursive", { $id: "Node", type: "object", properties: { next: { $ref: "#" } } }],
  [
    "with definitions of its own",
    { $id: "Own", $defs: { Text }, properties: { v: { $ref: "#/$defs/Text" } } },
  ],
])("the schema of a removed member may be %s", (_what, tree) => {
  const history = untyped(Plain).Removed(Names, { tree }, { tree: {} });
  expect(V.Show(history as never, "1", { name: "Tom" } as never)).toMatchObject({ tree: {} });
});

it("an HTTPError of a function is answered, and a promise is refused", () => {
  const of = (answer: () => unknown): unknown =>
    V.Show(untyped(Cat).Removed(Names, { chip: z.string() }, { chip: answer }) as never, "1", now as never);
  const refuse = (): never => {
    throw new HTTPError(409, "no chip");
  };
  expect(() => of(refuse)).toThrow("no chip");
  expect(() => of(() => Promise.resolve("x"))).toThrow("must return its result synchronously, got a promise");
});

it("an older schema keeps what a member says of itself", () => {
  const { app } = appWith((one) =>
    one.Get(
      "/",
      () => now,
      V.Since("1"),
      WithResponse(200, Versioned(Cat).MadeOptional(Names, { mood: "calm" })),
    ),
  );
  const text = JSON.stringify(app.Document("1"));
  expect(text).toContain("how it feels");
  expect(text).toContain('"required":["name","lives","mood"]');
});

it("Same leaves out what the older schema closes out", async () => {
  const history = Versioned(Cat).Before(Names, Cat.omit({ colour: true }), Same);
  const { app } = appWith((one) =>
    one.Post("/", (req) => req.body, V.Since("1"), WithBody(history), WithResponse(200, history)),
  );
  const ask = await askAs(app);
  expect((await ask("1", "POST /", now)).json).toEqual({ name: "Tom", lives: 7, mood: "calm" });
});

describe("an older schema has the newer one's name and description, and not its examples", () => {
  const words = { description: "a cat", examples: [{ name: "Tom", lives: 7 }] };
  it.each<[what: string, schema: object]>([
    ["a title of zod", Cat.meta({ ...words, title: "Cat" })],
    ["an id of zod", Cat.meta({ ...words, id: "Cat" })],
    ["a title of plain JSON Schema", { ...Plain, ...words, $id: undefined }],
    ["an id of plain JSON Schema", { ...Plain, ...words, $id: "Cat", title: "A cat" }],
  ])("%s", (_what, schema) => {
    const history = untyped(schema)
      .Renamed(Names, "was", "mood")
      .Added(Born, { lives: 9 }) as unknown as typeof Cat;
    const { app } = appWith(
      (one) =>
        one.Post("/cats", () => now as never, V.Since("1"), WithBody(history), WithResponse(200, history)),
      { Versioning: { Type: VersioningURI, Versions: V.List } },
    );
    const schemasOf = (version?: "1" | "2") =>
      Object.entries(app.Document(version).components?.schemas ?? {}).filter(([name]) =>
        name.startsWith("Cat"),
      );
    for (const version of ["1", "2"] as const) {
      const [[name, written] = [], ...others] = schemasOf(version);
      expect([name, others]).toEqual(["Cat", []]);
      expect(written).toMatchObject({ title: "Cat", description: "a cat" });
      expect(written).not.toHaveProperty("examples");
    }
    expect(schemasOf().map(([name]) => name)).toEqual(["Cat", "Cat_2", "Cat_1"]);
  });
});

/** The schema of the answer of `GET /` in the document of a version. */
function answeredIn(app: App, version: string): unknown {
  return app.Document(version).paths["/"]?.get?.responses["200"]?.content?.["application/json"]?.schema;
}

describe("an older schema requires a member that MadeOptional names, however it became optional", () => {
  it.each<[what: string, member: z.ZodType, described: object]>([
    ["optional", z.string().optional(), { type: "string" }],
    ["optional twice", z.string().optional().optional(), { type: "string" }],
    ["with a default", z.string().default("calm"), { type: "string" }],
    ["with a default, and then optional", z.string().default("calm").optional(), { type: "string" }],
    ["optional, and then nullable", z.string().optional().nullable(), { type: ["string", "null"] }],
    ["described within", z.string().describe("inner").optional().describe("outer"), { description: "inner" }],
  ])("%s", (_what, mood, described) => {
    const history = untyped(z.object({ name: z.string(), mood })).MadeOptional(Names, { mood: "calm" });
    const { app } = appWith((one) =>
      one.Get("/", () => now, V.Since("1"), WithResponse(200, history as unknown as typeof Cat)),
    );
    expect(answeredIn(app, "1")).toMatchObject({
      properties: { mood: described },
      required: ["name", "mood"],
    });
    expect(V.Show(history as never, "1", { name: "Tom" } as never)).toEqual({ name: "Tom", mood: "calm" });
  });
});

it("an older schema whose newer one has nothing but examples has no words of its own", () => {
  const history = untyped(Cat.meta({ examples: [now] })).Added(Names, "colour") as unknown as typeof Cat;
  const { app } = appWith((one) => one.Get("/", () => now, V.Since("1"), WithResponse(200, history)));
  expect(answeredIn(app, "3")).toHaveProperty("examples");
  expect(answeredIn(app, "1")).not.toHaveProperty("examples");
});

describe("an answer that is not there", () => {
  it("a removed member is absent for older clients if its function returns undefined", () => {
    const history = untyped(Cat).Removed(Names, { chip: z.string().optional() }, { chip: () => undefined });
    expect(V.Show(history as never, "1", { name: "Tom", lives: 7 } as never)).toEqual({
      name: "Tom",
      lives: 7,
    });
  });

  it("a removed member of a plain JSON Schema is optional for older clients without an answer", async () => {
    const history = untyped(Plain).Removed(Names, { chip: Text });
    expect(V.Show(history as never, "1", { name: "Tom", lives: 7 } as never)).toEqual({
      name: "Tom",
      lives: 7,
    });
    expect(await V.Read(history as never, "1", { name: "Tom", lives: 7, chip: "x" })).toEqual({
      name: "Tom",
      lives: 7,
    });
  });

  it("null and lists are answered to older clients as they are, since they have no members", async () => {
    const Maybe = { ...Plain, $id: undefined, type: ["object", "array", "null"] };
    for (const history of [
      untyped(Maybe).Removed(Names, { chip: Text }, { chip: "none" }),
      untyped(Maybe).Renamed(Names, "title", "name"),
    ]) {
      expect(V.Show(history as never, "1", null as never)).toBeNull();
      expect(await V.Read(history as never, "1", null)).toBeNull();
      expect(V.Show(history as never, "1", ["a"] as never)).toEqual(["a"]);
      expect(await V.Read(history as never, "1", ["a"])).toEqual(["a"]);
    }
  });
});
