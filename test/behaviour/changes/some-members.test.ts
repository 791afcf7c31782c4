import {
  Carry,
  Context,
  Each,
  OneOrEach,
  Rename,
  Together,
  Versioned,
  WithBody,
  WithContext,
  WithResponse,
} from "versioned-controllers";
import { CheckChanges } from "versioned-controllers/check";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Born, Names, V } from "./cats";

/** Its functions name their members, so that they return nothing else. */
const Animal = Versioned(z.object({ name: z.string(), legs: z.int() })).Before(
  Names,
  z.object({ title: z.string() }),
  {
    Up: ({ title }) => ({ name: title, legs: 4 }),
    Down: ({ name }) => ({ title: name }),
    Lossy: "an older animal has four legs",
  },
);
const Cat = Animal.Within([], (animal) => animal.extend({ purrs: z.boolean() }));

const Page = Versioned(z.object({ count: z.int() })).Before(
  Born,
  z.object({ total: z.int() }),
  Rename("total", "count"),
);
const Cats = Together(
  [
    [Page, []],
    [Animal, ["items", Each]],
  ],
  (page, animal) => page.extend({ items: z.array(animal) }),
);

const plain = (properties: object, open?: unknown): object => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  ...(open !== undefined && { additionalProperties: open }),
});
const Text = { type: "string" };
const PlainAnimal = Versioned(plain({ name: Text })).Before(Names, plain({ title: Text }), {
  Up: ((given: { title: string }) => ({ name: given.title, seen: Object.keys(given) })) as never,
  Down: ((given: { name: string }) => ({ title: given.name })) as never,
});
const Open = PlainAnimal.Within([], (animal) => ({
  ...animal,
  properties: { ...(animal as { properties: object }).properties, purrs: Text },
}));

describe("at the path [] a history is one of some members of the whole", () => {
  it.each<[what: string, history: object, version: string, older: object, newer: object]>([
    ["with members of its own", Cat, "1", { title: "T", purrs: true }, { name: "T", legs: 4, purrs: true }],
    [
      "beside a history at another path",
      Cats,
      "1",
      { total: 1, items: [{ title: "T" }] },
      { count: 1, items: [{ name: "T", legs: 4 }] },
    ],
    [
      "in a version between the changes",
      Cats,
      "2",
      { count: 1, items: [{ title: "T" }] },
      { count: 1, items: [{ name: "T", legs: 4 }] },
    ],
    [
      "in a history of a Within",
      Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat) })),
      "1",
      { data: [{ title: "T", purrs: false }] },
      { data: [{ name: "T", legs: 4, purrs: false }] },
    ],
    [
      "of a history of some members",
      Cat.Within([], (cat) => cat.extend({ loud: z.boolean() })),
      "1",
      { title: "T", purrs: false, loud: true },
      { name: "T", legs: 4, purrs: false, loud: true },
    ],
  ])("%s", async (_what, history, version, older, newer) => {
    const { app } = appWith(
      (one) =>
        one.Post(
          "/cats",
          (req) => req.body as never,
          V.Since("1"),
          WithBody(history as typeof Cat),
          WithResponse(200, history as typeof Cat),
        ),
      { CheckResponses: true },
    );
    const ask = await askAs(app);
    expect(await ask("3", "POST /cats", newer)).toMatchObject({ status: 200, json: newer });
    expect(await ask(version, "POST /cats", older)).toMatchObject({ status: 200, json: older });
    await CheckChanges(app, { Runs: 20, Seed: 1 });
  });

  it("gives a step the members that its side names, and no other", async () => {
    const given = { title: "T", purrs: "p", more: 1, name: "sent by an older client" };
    expect(await V.Read(Open, "1", given)).toEqual({ name: "T", seen: ["title"], purrs: "p", more: 1 });
    expect(V.Show(Open, "1", { name: "T", purrs: "p", more: 1 })).toEqual({
      title: "T",
      purrs: "p",
      more: 1,
    });
  });

  it("passes null over where the history does not take it", () => {
    const Nullable = Animal.Within([], (animal) => animal.extend({ purrs: z.boolean() }).nullable());
    expect([V.Show(Nullable, "1", null), V.Show(Nullable, "1", { name: "T", legs: 4, purrs: true })]).toEqual(
      [null, { title: "T", purrs: true }],
    );
  });

  it("takes what the whole carries, with contexts, and the Before after it too", async () => {
    const Zone = Context<string>("zone");
    const Carrying = Versioned(z.object({ a: z.string() }))
      .Carrying(z.object({ old: z.string() }))
      .Before(Names, z.object({ b: z.string() }), { Down: (_now, { old }) => ({ b: old }) });
    const More = Carrying.Within([], (one) => one.extend({ own: z.int() })).Before(
      Born,
      z.object({ c: z.string() }),
      { Down: ({ b, own }, { old }) => ({ c: `${b} ${own} ${old}` }) },
    );
    const { app } = appWith((one) =>
      one.Get(
        "/",
        () => Carry({ a: "a", own: 1 }, { old: "o" }),
        V.Since("1"),
        WithResponse(200, More),
        WithContext(Zone, () => ""),
      ),
    );
    const ask = await askAs(app);
    expect((await ask("1", "GET /")).json).toEqual({ c: "o 1 o" });
    expect((await ask("2", "GET /")).json).toEqual({ b: "o", own: 1 });
    expect((await ask("3", "GET /")).json).toEqual({ a: "a", own: 1 });
  });
});

describe("Build refuses at the path []", () => {
  const into = (history: object): readonly string[] =>
    problemsOf(
      appWith((one) =>
        one.Get("/", () => ({}) as never, V.Since("1"), WithResponse(200, history as typeof Cat)),
      ).app,
    );
  const one = z.object({ a: z.string() });
  const whole = (schema: unknown): never => schema as never;
  const step = { Up: whole, Down: whole };

  it.each<[what: string, history: object]>([
    ["a record", Versioned(z.record(z.string(), z.string())).Before(Names, one, step).Within([], whole)],
    [
      "an older record",
      Versioned(one).Before(Names, z.record(z.string(), z.string()), step).Within([], whole),
    ],
    ["a text", Versioned(z.string()).Before(Names, one, step).Within([], whole)],
    ["a list", Versioned(z.array(one)).Before(Names, one, step).Within([], whole)],
    [
      "members of any name by a schema",
      Versioned(one.catchall(z.int())).Before(Names, one, step).Within([], whole),
    ],
    [
      "an object without properties",
      Versioned({ type: "object" }).Before(Names, plain({}), step).Within([], whole),
    ],
    [
      "members by patterns",
      Versioned({ ...plain({}), patternProperties: { "^x-": Text } })
        .Before(Names, plain({}), step)
        .Within([], whole),
    ],
    [
      "a whole within another path",
      Versioned(z.string())
        .Before(Names, one, step)
        .Within([], () => z.string())
        .Within(["data"], (data) => z.object({ data })),
    ],
  ])("%s", (_what, history) => {
    expect(into(history)).toContainEqual(expect.stringContaining("its names are not known"));
  });

  it("two histories that name one member", () => {
    const Other = Versioned(z.object({ b: z.string() })).Before(Names, z.object({ a: z.string() }), step);
    const This = Versioned(one).Before(Born, z.object({ c: z.string() }), step);
    const Both = Together(
      [
        [This, []],
        [Other, []],
      ],
      (a, b) => a.extend(b.shape),
    );
    expect(into(Both)).toEqual([
      expect.stringContaining('the member "a" is named by two histories in WithResponse'),
    ]);
  });

  describe("a part whose path leads through a member that another part changes", () => {
    const list = z.array(z.unknown());
    const Tiers = Versioned(z.object({ tiers: list })).Before(
      Born,
      z.object({ products: list }),
      Rename("products", "tiers"),
    );
    const Paged = Versioned(z.object({ page: z.object({ data: list }) })).Before(
      Born,
      z.object({ page: z.object({ items: list }) }),
      step,
    );
    const Wrapped = Versioned(z.object({ data: list })).Before(
      Born,
      z.object({ data: z.object({ items: list }) }),
      step,
    );
    const Other = Versioned(one).Before(Born, z.object({ c: z.string() }), step);
    const Listed = Versioned(z.object({ data: list })).Before(Born, z.object({ n: z.int() }), step);
    const Item = Versioned(one).Before(Names, z.object({ b: z.string() }), step);
    const Tree = Versioned(z.object({ kids: list })).Before(
      Names,
      z.object({ children: list }),
      Rename("children", "kids"),
    );
    const holding = (key: string) => (envelope: z.ZodObject, item: z.ZodType) =>
      envelope.extend({ [key]: z.array(item) }) as never;

    it.each<[what: string, history: object, problem: string]>([
      [
        "renames",
        Together(
          [
            [Tiers, []],
            [Item, ["tiers", Each]],
          ],
          holding("tiers"),
        ),
        'the member "tiers" is named by two histories in WithResponse: the path ["tiers", Each] leads through ' +
          'this member, and "A cat\'s `born` is `birthday`." (version 2) renames, adds or removes the member; write ' +
          'this change for the whole: .Within(["tiers", Each], ...).Before(change, ..., Rename("products", "tiers"))',
      ],
      [
        "renames, written after it",
        Together(
          [
            [Item, ["tiers", Each]],
            [Tiers, []],
          ],
          (item, envelope) => holding("tiers")(envelope, item),
        ),
        'the member "tiers" is named by two histories',
      ],
      [
        "adds",
        Together(
          [
            [Listed, []],
            [Item, ["data", Each]],
          ],
          holding("data"),
        ),
        'write this change for the whole: .Within(["data", Each], ...).Before(change, ..., { Up, Down })',
      ],
      [
        "renames further in",
        Together(
          [
            [Paged, []],
            [Item, ["page", "data", Each]],
          ],
          (envelope, item) => envelope.extend({ page: z.object({ data: z.array(item) }) }),
        ),
        'the member "data" is named by two histories',
      ],
      [
        "renames at a place of its own",
        Together(
          [
            [Tiers, ["page"]],
            [Item, ["page", "tiers", Each]],
          ],
          (envelope, item) => z.object({ page: envelope.extend({ tiers: z.array(item) }) }),
        ),
        'the path ["page", "tiers", Each] leads through this member',
      ],
      [
        "renames in each item",
        Together(
          [
            [Tiers, [Each]],
            [Item, [Each, "tiers", Each]],
          ],
          (envelope, item) => z.array(envelope.extend({ tiers: z.array(item) })),
        ),
        'the member "tiers" is named by two histories',
      ],
      [
        "renames in one or each",
        Together(
          [
            [Tiers, [OneOrEach]],
            [Item, [Each, "tiers", Each]],
          ],
          (envelope, item) => z.array(envelope.extend({ tiers: z.array(item) })),
        ),
        'the member "tiers" is named by two histories',
      ],
      [
        "renames in each of one or each",
        Together(
          [
            [Tiers, [Each]],
            [Item, [OneOrEach, "tiers", Each]],
          ],
          (envelope, item) => z.array(envelope.extend({ tiers: z.array(item) })),
        ),
        'the member "tiers" is named by two histories',
      ],
      [
        "renames in one, where the other path is of one or each",
        Together(
          [
            [Tiers, []],
            [Item, [OneOrEach, "tiers", Each]],
          ],
          (envelope, item) => envelope.extend({ tiers: z.array(item) }),
        ),
        'the member "tiers" is named by two histories',
      ],
      [
        "renames, and both are one",
        Tree.Within([[], ["kids", Each]], (tree) => tree.extend({ kids: z.array(tree) }) as never),
        'the member "kids" is named by two histories',
      ],
      [
        "renames within another whole",
        Together(
          [
            [Tiers, []],
            [Item, ["tiers", Each]],
          ],
          (envelope, item) => envelope.extend({ tiers: z.array(item) }),
        ).Within(["data"], (data) => z.object({ data })),
        'the member "tiers" is named by two histories',
      ],
      [
        "makes an object of",
        Together(
          [
            [Wrapped, []],
            [Item, ["data", Each]],
          ],
          holding("data"),
        ),
        'the member "data" is named by two histories in WithResponse: the path ["data", Each] leads through this ' +
          'member, and "A cat\'s `born` is `birthday`." (version 2) makes another kind of value of the member; write ' +
          'this change for the whole: .Within(["data", Each], ...).Before(change, ..., { Up, Down })',
      ],
      [
        "makes an object of, as a part of its own",
        Together(
          [
            [Versioned(list).Before(Born, z.object({ items: list }), step), ["data"]],
            [Item, ["data", Each]],
          ],
          (_list, item) => z.object({ data: z.array(item) }),
        ),
        'the member "data" is named by two histories in WithResponse: the path ["data", Each] leads through',
      ],
    ])("%s", (_what, history, text) => {
      expect(into(history)).toEqual([expect.stringContaining(text)]);
    });

    const Envelope = Together(
      [
        [Tiers, []],
        [Item, ["tiers", Each]],
      ],
      (envelope, item) => envelope.extend({ tiers: z.array(item) }),
    );
    const value = { tiers: [{ a: "Tom" }] };

    it.each<[what: string, convert: (history: never) => unknown]>([
      ["V.Show", (history) => V.Show(history, "1", value as never)],
      ["V.Webhook(...).For", (history) => V.Webhook("tiers.changed", history).For("1", value as never)],
      ["V.Read", (history) => V.Read(history, "1", { products: [{ b: "Tom" }] })],
      ["V.Stored", (history) => V.Stored(history).Read(JSON.stringify({ v: "1", data: { products: [] } }))],
    ])("is refused by %s, which no Build has checked", async (_what, convert) => {
      const calls = [Envelope, Envelope.Within(["data"], (data) => z.object({ data }))].map(async (history) =>
        convert(history as never),
      );
      for (const call of calls) {
        await expect(call).rejects.toThrow(TypeError);
        await expect(call).rejects.toThrow(
          /: the member "tiers" is named by two histories: the path \["tiers", Each\] leads through/,
        );
      }
    });

    it("does not matter in the newest version", () => {
      expect(V.Show(Envelope, "3", value as never)).toEqual(value);
    });

    it.each<[what: string, paths: readonly [path: string, other: string], history: object]>([
      [
        "one path",
        ['["a"]', '["a"]'],
        Together(
          [
            [Item, ["a"]],
            [Other, ["a"]],
          ],
          (a) => z.object({ a }),
        ),
      ],
      [
        "a member and all members",
        ['["a", Each]', '["a", "b"]'],
        Together(
          [
            [Item, ["a", Each]],
            [Other, ["a", "b"]],
          ],
          (each, b) => z.object({ a: z.object({ b }).catchall(each) }),
        ),
      ],
      [
        "an item, and one or each",
        ['["a", OneOrEach]', '["a", Each]'],
        Together(
          [
            [Item, ["a", OneOrEach]],
            [Other, ["a", Each]],
          ],
          (item) => z.object({ a: z.array(item) }),
        ),
      ],
      [
        "one, and one or each",
        ['["a"]', '["a", OneOrEach]'],
        Together(
          [
            [Item, ["a"]],
            [Other, ["a", OneOrEach]],
          ],
          (a) => z.object({ a }),
        ),
      ],
    ])("two histories at the same value: %s", (_what, [path, other], history) => {
      expect(into(history)).toEqual([
        expect.stringContaining(
          `the member "a" is named by two histories in WithResponse: the paths ${path} and ${other} lead to the ` +
            "same value, which both would convert; write one history for both changes",
        ),
      ]);
    });

    it("but not two histories of which only one can have the value's kind", () => {
      const Named = Versioned(z.string()).Before(Born, z.string(), { Down: (text) => text.toUpperCase() });
      const Both = Together(
        [
          [Item, ["a"]],
          [Named, ["a"]],
        ],
        (object, text) => z.object({ a: z.union([object, text]) }) as never,
      );
      expect(into(Both)).toEqual([]);
    });

    it("but not a member that each of its links has, nor one that none has", () => {
      const Kept = Versioned(z.object({ tiers: list, total: z.int() })).Before(
        Born,
        z.object({ tiers: list, count: z.int() }),
        Rename("count", "total"),
      );
      for (const Envelope of [Kept, Page]) {
        const Both = Together(
          [
            [Envelope, []],
            [Item, ["tiers", Each]],
          ],
          holding("tiers"),
        );
        expect(into(Both)).toEqual([]);
      }
    });

    it("and the change of a whole, on top of the history of its parts, is sent in each version's form", async () => {
      const Whole = Animal.Within(["tiers", Each], (item) => z.object({ tiers: z.array(item) })).Before(
        Born,
        z.object({ products: z.array(z.object({ title: z.string() })) }),
        Rename("products", "tiers"),
      );
      const { app } = appWith((one) =>
        one.Get(
          "/tiers",
          () => ({ tiers: [{ name: "T", legs: 4 }] }),
          V.Since("1"),
          WithResponse(200, Whole),
        ),
      );
      const ask = await askAs(app);
      expect((await ask("3", "GET /tiers")).json).toEqual({ tiers: [{ name: "T", legs: 4 }] });
      expect((await ask("2", "GET /tiers")).json).toEqual({ tiers: [{ title: "T" }] });
      expect((await ask("1", "GET /tiers")).json).toEqual({ products: [{ title: "T" }] });
    });
  });

  it.each<[what: string, history: object]>([
    [
      "a loose object",
      Versioned(z.looseObject({ a: z.string() })).Before(Names, z.object({ b: z.string() }), step),
    ],
    [
      "a union",
      Versioned(z.union([one, z.object({ b: z.int() })])).Before(Names, z.object({ c: z.int() }), step),
    ],
    [
      "a member with a transform",
      Versioned(z.object({ a: z.string().transform(Number) })).Before(
        Names,
        z.object({ b: z.string() }),
        step,
      ),
    ],
    ["JSON Schema", PlainAnimal],
  ])("but not %s", (_what, history) => {
    expect(into((history as typeof Cat).Within([], whole))).toEqual([]);
  });
});
