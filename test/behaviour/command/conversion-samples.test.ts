import { statSync } from "node:fs";
import { Context, Rename, Same, Versioned, WithBody, WithContext, WithResponse } from "versioned-controllers";
import { z } from "zod";
import {
  born,
  cats,
  check,
  entriesOf,
  fileOf,
  freeze,
  inOwnFolder,
  run,
  text,
  textOf,
  versionsOf,
} from "../../support/frozen-conversions";

inOwnFolder();

describe("what freeze writes", () => {
  it("is a sorted list with one sample a line, the same at each run", async () => {
    const { V, app } = versionsOf();
    const Cat = Versioned(z.object({ birthday: z.string() }).meta({ id: "Cat2" })).Before(
      V.Change("2", born),
      z.object({ born: z.string() }).meta({ id: "Cat1" }),
      Rename("born", "birthday"),
    );
    const Dog = Versioned(z.object({ name: z.string() })).Before(
      V.Change("2", "A dog has a name."),
      z.object({}),
      {
        Up: () => ({ name: "Rex" }),
        Down: () => ({}),
      },
    );
    app.Post("/cats", ({ body }) => body as never, V.Since("1"), WithBody(Cat), WithResponse(201, Cat));
    app.Post("/dogs", ({ body }) => body as never, V.Since("1"), WithBody(Dog), WithResponse(201, Dog));
    expect((await freeze(app)).output).toBe(
      ["1", "2", "3", "conversions/2"].map((name) => `openapi/${name}.json: written\n`).join(""),
    );
    expect(textOf("2")).toBe(
      [
        "[",
        "  {",
        `    "change": "A cat's \`born\` is \`birthday\`.",`,
        '    "where": ["Cat1"],',
        '    "up": [',
        '      [{"born":"born"}, {"birthday":"born"}]',
        "    ],",
        '    "down": [',
        '      [{"birthday":"birthday"}, {"born":"birthday"}]',
        "    ]",
        "  },",
        "  {",
        '    "change": "A dog has a name.",',
        '    "where": ["POST /dogs body"],',
        '    "up": [',
        '      [{}, {"name":"Rex"}]',
        "    ],",
        '    "down": [',
        '      [{"name":"name"}, {}]',
        "    ]",
        "  }",
        "]",
        "",
      ].join("\n"),
    );
  });

  it("is written whatever versions are named, and is not written twice", async () => {
    expect((await run(cats(), "freeze", "app", "3")).output).toBe(
      "openapi/3.json: written\nopenapi/conversions/2.json: written\n",
    );
    const { mtimeMs } = statSync(fileOf("2"));
    expect((await run(cats(), "freeze", "app", "3")).output).toBe(
      "openapi/3.json: unchanged\nopenapi/conversions/2.json: unchanged\n",
    );
    expect(statSync(fileOf("2")).mtimeMs).toBe(mtimeMs);
  });

  const samplesOf = async (schema: z.ZodType): Promise<readonly unknown[]> => {
    const { V, app } = versionsOf();
    const Kept = Versioned(schema).Before(
      V.Change("2", "Nothing is new."),
      schema.meta({ id: "Kept" }),
      Same as never,
    );
    app.Get("/kept", () => ({}) as never, V.Since("1"), WithResponse(200, Kept as never));
    await freeze(app, "--force");
    return entriesOf("2")[0]?.down?.map(([given]) => given) ?? [];
  };

  it.each<[what: string, schema: z.ZodType, samples: readonly unknown[]]>([
    [
      "own examples first",
      z.object({ name: z.string() }).meta({ examples: [{ name: "Tom" }, { name: "Kit" }] }),
      [{ name: "Tom" }, { name: "Kit" }, { name: "name" }],
    ],
    [
      "whole, then without each optional member",
      z.object({ a: z.string(), b: z.string().optional(), c: z.object({ d: z.string().optional() }) }),
      [
        { a: "a", b: "b", c: { d: "d" } },
        { a: "a", c: { d: "d" } },
        { a: "a", b: "b", c: {} },
      ],
    ],
    [
      "null where null may be",
      z.object({ a: z.string().nullable(), b: z.string() }),
      [
        { a: "a", b: "b" },
        { a: null, b: "b" },
      ],
    ],
    [
      "one of each alternative, with its own optional members",
      z.discriminatedUnion("kind", [
        z.object({ kind: z.literal("card"), bank: z.string().optional() }),
        z.object({ kind: z.literal("cash"), note: z.string().optional() }),
      ]),
      [{ kind: "card", bank: "bank" }, { kind: "card" }, { kind: "cash" }, { kind: "cash", note: "note" }],
    ],
    [
      "each value of an enum",
      z.object({ mood: z.enum(["calm", "cross"]) }),
      [{ mood: "calm" }, { mood: "cross" }],
    ],
    [
      "an empty list, one item, two that differ, and both limits",
      z.object({ tags: z.array(z.string()).max(3) }),
      [{ tags: ["tags"] }, { tags: [] }, { tags: ["tags", "tags2"] }, { tags: ["tags", "tags2", "tags3"] }],
    ],
    [
      "both ends of a number's limits, and another number",
      z.object({ age: z.int().min(0).max(30) }),
      [{ age: 1 }, { age: 0 }, { age: 30 }, { age: 2 }],
    ],
    ["both booleans", z.object({ isTame: z.boolean() }), [{ isTame: true }, { isTame: false }]],
    [
      "two items of an enum",
      z.object({ moods: z.array(z.enum(["calm", "cross"])) }),
      [{ moods: ["calm"] }, { moods: ["cross"] }, { moods: [] }, { moods: ["calm", "cross"] }],
    ],
    [
      "an empty record, and one with an entry",
      z.object({ names: z.record(z.string(), z.string()) }),
      [{ names: { text: "name" } }, { names: {} }],
    ],
    [
      "a number with a fraction",
      z.object({ price: z.number().min(0).max(1) }),
      [{ price: 1 }, { price: 0 }, { price: 0.375 }],
    ],
    [
      "no value that the schema rejects",
      z.object({ even: z.int().refine((one) => one % 2 === 0) }),
      [{ even: 2 }],
    ],
    [
      "different dates",
      z.object({ from: z.iso.date(), to: z.iso.date() }),
      [
        { from: "2026-01-01", to: "2026-01-01" },
        { from: "2026-01-01", to: "2026-01-02" },
      ],
    ],
  ])("has %s", async (_what, schema, samples) => {
    expect(await samplesOf(schema)).toEqual(samples);
  });

  it("repeats a recursive schema once", async () => {
    const Tree: z.ZodType = z.object({
      name: z.string(),
      get children() {
        return z.array(Tree);
      },
      get parent() {
        return z.union([Tree, z.null()]);
      },
    });
    const leaf = { name: "name", children: [], parent: null };
    expect(await samplesOf(Tree)).toEqual([
      { name: "name", children: [leaf], parent: leaf },
      { name: "name", children: [leaf], parent: null },
      { name: "name", children: [], parent: leaf },
      { name: "name", children: [leaf, { ...leaf, name: "name2" }], parent: leaf },
    ]);
  });

  it("has the choices of a recursive schema before those of its repetition", async () => {
    const Reply: z.ZodType = z.object({
      likes: z.int().optional(),
      mood: z.enum(["calm", "cross"]),
      get replies() {
        return z.array(Reply).max(1);
      },
    });
    const [leaf, without] = [
      { likes: 1, mood: "calm", replies: [] },
      { mood: "calm", replies: [] },
    ];
    expect(await samplesOf(Reply)).toEqual([
      { ...leaf, replies: [leaf] },
      { ...without, replies: [leaf] },
      { ...leaf, mood: "cross", replies: [leaf] },
      leaf,
      { ...leaf, replies: [without] },
      { ...leaf, replies: [{ ...leaf, mood: "cross" }] },
      { ...leaf, likes: 2, replies: [{ ...leaf, likes: 3 }] },
    ]);
  });

  it("has at most twenty values of an enum", async () => {
    const words = Array.from({ length: 1000 }, (_, i) => `word${i}`);
    expect(await samplesOf(z.object({ word: z.enum(words) }))).toHaveLength(20);
  });

  it("has at most twenty samples of each side", async () => {
    const many = z.object(
      Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`m${i}`, z.string().optional()])),
    );
    expect(await samplesOf(many)).toHaveLength(20);
  });
});

describe("what cannot be frozen is said in words", () => {
  const bare = Context<unknown>("org");
  const changed = Context<unknown>("org", { Example: new Map() });
  const timed = Context<unknown>("org", { Example: () => ({ at: new Date().toISOString() }) });
  const failing = Context<unknown>("org", {
    Example: () => {
      throw new Error("no value");
    },
  });

  const notesOf = async (link: (V: ReturnType<typeof versionsOf>["V"]) => unknown): Promise<string> => {
    const { V, app } = versionsOf();
    app.Get(
      "/cats",
      () => ({}) as never,
      V.Since("1"),
      WithResponse(200, link(V) as never),
      ...[bare, changed, failing, timed].map((key) => WithContext(key, () => 1)),
    );
    const { output, code } = await freeze(app);
    expect(code).toBe(0);
    expect((await check(app, "--frozen")).code).toBe(0);
    return output;
  };
  const needing =
    (...keys: readonly ReturnType<typeof Context<unknown>>[]) =>
    (V: ReturnType<typeof versionsOf>["V"]) =>
      Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
        Needs: keys,
        Down: (cat: unknown) => cat,
      } as never);
  let calls = 0;

  it.each<[what: string, link: (V: ReturnType<typeof versionsOf>["V"]) => unknown, words: string]>([
    ["a context without an Example", needing(bare), 'Down: its context "org" has no Example'],
    [
      "an Example that JSON changes",
      needing(changed),
      'its context "org" has an Example that JSON does not give back',
    ],
    ["an Example that throws", needing(failing), 'its context "org" has an Example that throws: no value'],
    [
      "an Example that reads the clock",
      needing(timed),
      "Down: 1 sample left out, because two runs at different times returned different results",
    ],
    [
      "a schema that no value fits",
      (V) =>
        Versioned({ type: "string", pattern: "^(?!)" }).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: () => ({ name: "a" }),
        } as never),
      "Down: no value that its schema allows could be made",
    ],
    [
      "a function that gives another result for some values each time",
      (V) =>
        Versioned(z.object({ name: z.enum(["a", "b", "c"]) })).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: ({ name }: { readonly name: string }) => ({
            name: name === "a" ? name : `${name}${calls++}`,
          }),
        } as never),
      "Down: 2 samples left out, because two runs at different times returned different results",
    ],
    ["two contexts of one name", needing(bare, changed), 'two of its contexts have the name "org"'],
    [
      "a schema that cannot be described",
      (V) =>
        Versioned(z.date().transform(String) as z.ZodType).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: () => ({ name: "a" }),
        } as never),
      "Down: its schema cannot be described: ",
    ],
    [
      "a schema that rejects every sample",
      (V) =>
        Versioned(z.object({ name: z.string().refine(() => false) })).Before(
          V.Change("2", "Cats."),
          text("Cat1"),
          { Down: (cat: unknown) => cat } as never,
        ),
      "Down: no value that its schema allows could be made",
    ],
    [
      "a schema of Carrying that rejects every sample",
      (V) =>
        Versioned(text("Cat2"))
          .Carrying(z.string().refine(() => false))
          .Before(V.Change("2", "Cats."), text("Cat1"), { Down: (cat: unknown) => cat } as never),
      "Down: no value that the schema of Carrying allows could be made",
    ],
    [
      "a schema of Carrying that cannot be described",
      (V) =>
        Versioned(text("Cat2"))
          .Carrying(z.date())
          .Before(V.Change("2", "Cats."), text("Cat1"), { Down: (cat: unknown) => cat } as never),
      "Down: the schema of Carrying cannot be described: ",
    ],
    [
      "a function that gives another result each time",
      (V) =>
        Versioned(text("Cat2")).Before(V.Change("2", "Cats."), text("Cat1"), {
          Down: () => ({ name: String(calls++) }),
        } as never),
      "Down: 1 sample left out, because two runs at different times returned different results",
    ],
  ])("%s", async (_what, link, words) => {
    expect(await notesOf(link)).toContain(words);
  });
});

describe("a schema", () => {
  it("whose validator throws has no sample", async () => {
    const { V, app } = versionsOf();
    const Failing = z.object({ name: z.string() }).refine(() => {
      throw new Error("no database");
    });
    const Cat = Versioned(Failing).Before(V.Change("2", "Cats."), text("Cat1"), {
      Down: (cat: unknown) => cat,
    } as never);
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    expect((await freeze(app)).output).toContain("Down: no value that its schema allows could be made");
  });

  it("that refers to itself in many ways ends", async () => {
    const names = ["a", "b", "c", "d", "e", "f", "g", "h"];
    const parts: Record<string, z.ZodType> = {};
    for (const name of names) {
      parts[name] = z.object({
        id: z.string(),
        get all() {
          return z.object(
            Object.fromEntries(
              names.map((one) => [one, z.union([parts[one] as never, z.null()]).optional()]),
            ),
          );
        },
        get list() {
          return z.array(parts[name === "a" ? "b" : "a"] as never);
        },
      });
    }
    const { V, app } = versionsOf();
    const Cat = Versioned(z.object({ a: z.lazy(() => parts.a ?? z.never()) })).Before(
      V.Change("2", "Cats."),
      text("Cat1"),
      {
        Down: () => ({ name: "a" }),
      } as never,
    );
    app.Get("/cats", () => ({}), V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(textOf("2").length).toBeLessThan(1_000_000);
    expect(entriesOf("2")[0]?.down).toHaveLength(20);
  });

  it.each<[what: string, schema: object, samples: readonly unknown[]]>([
    [
      "ids that differ",
      { format: "uuid" },
      ["00000000-0000-4000-8000-000000000000", "00000000-0000-4000-8000-000000000001"],
    ],
    ["mails that differ", { format: "email" }, ["name@example.com", "name@example2.com"]],
    ["times that differ", { format: "time" }, ["00:00:00Z", "00:00:01Z"]],
    ["texts of a pattern that differ", { pattern: "^[A-Z]{3}$" }, ["ABC", "EUR"]],
  ])("has lists of %s", async (_what, item, samples) => {
    const { V, app } = versionsOf();
    const list = { title: "List", type: "array", items: { type: "string", ...item } };
    const Cat = Versioned({ ...list }).Before(V.Change("2", "Lists."), list, Same as never);
    app.Get("/lists", () => [], V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(entriesOf("2")[0]?.down?.map(([given]) => given)).toContainEqual(samples);
  });

  it.each<[what: string, schema: object, samples: readonly unknown[]]>([
    [
      "exclusive limits of whole numbers",
      { type: "integer", exclusiveMinimum: 0.5, exclusiveMaximum: 9 },
      [1, 8, 2],
    ],
    [
      "exclusive limits of fractions",
      { type: "number", exclusiveMinimum: 2, exclusiveMaximum: 9 },
      [3, 2.25, 8.75, 3.75],
    ],
    ["a step", { type: "number", multipleOf: 5, minimum: 1, maximum: 12 }, [5, 10]],
    ["a step of decimals", { type: "number", multipleOf: 0.1, minimum: 0.1 }, [0.1, 0.2]],
    ["a step below a maximum", { type: "integer", minimum: 0, maximum: 1 }, [1, 0]],
    ["only a maximum", { type: "number", maximum: -4 }, [-4, -5.5]],
    ["one value", { type: "integer", minimum: 3, maximum: 3 }, [3]],
  ])("has samples of %s", async (_what, number, samples) => {
    const { V, app } = versionsOf();
    const Cat = Versioned({ title: "Number", ...number }).Before(
      V.Change("2", "Numbers."),
      { title: "Number1", ...number },
      Same as never,
    );
    app.Get("/numbers", () => 1, V.Since("1"), WithResponse(200, Cat as never));
    await freeze(app);
    expect(entriesOf("2")[0]?.down?.map(([given]) => given)).toEqual(samples);
  });
});
