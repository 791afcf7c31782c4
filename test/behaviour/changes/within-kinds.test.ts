import {
  Each,
  OneOrEach,
  Since,
  Versioned,
  WithBody,
  WithResponse,
  type RouteOption,
} from "versioned-controllers";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, askAs, Cat, Names, tom, tomIn, V } from "./cats";

const Envelope = Cat.Within(["data", OneOrEach], (cat) => z.object({ data: z.union([cat, z.array(cat)]) }));

describe("OneOrEach in a path of Within is one value or a list of them", () => {
  const { app } = appWith((app) =>
    app
      .Get("/one", () => ({ data: tom }), Since("1"), WithResponse(200, Envelope))
      .Get("/list", () => ({ data: [tom, tom] }), Since("1"), WithResponse(200, Envelope))
      .Get("/none", () => ({ data: [] }), Since("1"), WithResponse(200, Envelope))
      .Post("/cats", (req) => req.body, Since("1"), WithBody(Envelope), WithResponse(200, Envelope)),
  );

  it.each(["1", "2", "3"] as const)("in version %s", async (version) => {
    const ask = await askAs(app);
    const cat = tomIn[version];
    expect((await ask(version, "GET /one")).json).toEqual({ data: cat });
    expect((await ask(version, "GET /list")).json).toEqual({ data: [cat, cat] });
    expect((await ask(version, "GET /none")).json).toEqual({ data: [] });
    for (const data of [cat, [cat, cat]]) {
      expect((await ask(version, "POST /cats", { data })).json).toEqual({ data });
    }
  });

  it("at the end, on the way and at the beginning", () => {
    const Whole = Cat.Within([OneOrEach], (cat) => z.union([cat, z.array(cat)]));
    const Way = Cat.Within(["all", OneOrEach, "cat"], (cat) =>
      z.object({
        all: z.union([z.object({ cat: cat.nullish() }), z.array(z.object({ cat: cat.nullish() }))]),
      }),
    );
    expect([
      V.Show(Whole, "2", tom),
      V.Show(Whole, "2", [tom]),
      V.Show(Way, "2", { all: { cat: tom } }),
      V.Show(Way, "2", { all: [{ cat: tom }, { cat: null }, {}] }),
    ]).toEqual([
      tomIn["2"],
      [tomIn["2"]],
      { all: { cat: tomIn["2"] } },
      { all: [{ cat: tomIn["2"] }, { cat: null }, {}] },
    ]);
  });

  it("is not a missing path where wrap puts one value and a list there", () => {
    expect(problemsOf(app)).toEqual([]);
  });
});

/** Plain JSON Schema without types: nothing but the history tells of the kind at its paths. */
const open = (): object => ({});

describe("a value of another kind at a path is a 500, whose log has the path", () => {
  it.each<[what: string, schema: object, value: unknown, path: string, found: string]>([
    ["a list for one", Cat.Within(["data"], open), { data: [tom] }, '["data"]', "an object"],
    ["text for one", Cat.Within(["data"], open), { data: "Tom" }, '["data"]', "an object"],
    ["one for a list", Cat.Within(["data", Each], open), { data: tom }, '["data", Each]', "an object"],
    [
      "text for a list",
      Cat.Within(["data", Each], open),
      { data: "Tom" },
      '["data", Each]',
      "a list or a record",
    ],
    ["a list on the way", Cat.Within(["a", "b"], open), { a: [{ b: tom }] }, '["a", "b"]', "an object"],
    ["a list of lists", Cat.Within([OneOrEach], open), [[tom]], "[OneOrEach]", "an object"],
    [
      "one and a list, by two paths",
      Cat.Within([["data"], ["data", Each]], open),
      { data: [tom] },
      '["data"]',
      "an object",
    ],
  ])("%s", async (_what, schema, value, path, found) => {
    const { app, logger } = appWith((app) =>
      app.Get("/cats", () => value, Since("1"), WithResponse(200, schema) as RouteOption),
    );
    const ask = await askAs(app);
    const answers = [await ask("2", "GET /cats"), await ask("3", "GET /cats")];
    expect(answers.map(({ status }) => status)).toEqual([500, 200]);
    expect(answers[0]?.text).not.toContain("Tom");
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toContain(
      `GET /cats, version 2: Within: a value on the path ${path} must be ${found}`,
    );
  });

  it("null and absent members on the way are passed over", () => {
    const Deep = Cat.Within(["a", "b", Each], open);
    const values = [null, {}, { a: null }, { a: { b: null } }, { a: { b: [null] } }];
    expect(values.map((value) => V.Show(Deep, "2", value))).toEqual(values);
  });

  it("in a request too, where the older schema took it", async () => {
    const { app, logger } = appWith((app) =>
      app.Post("/cats", (req) => req.body as unknown, Since("1"), WithBody(Cat.Within(["data"], open))),
    );
    const ask = await askAs(app);
    expect((await ask("2", "POST /cats", { data: [tomIn["2"]] })).status).toBe(500);
    const [[{ err }]] = logger.error.mock.calls as [[{ err: Error }]];
    expect(err.message).toContain('a value on the path ["data"] must be an object, got');
  });
});

describe("what a schema says of the way", () => {
  const One = z.object({ inner: z.object({ first: z.string() }) });
  const Old = z.object({ old: z.object({ first: z.string() }) });
  const History = Versioned(One).Before(Names, Old, { Down: ({ inner }) => ({ old: inner }) });

  it("one value is not a record of values, where its schema has members of its own", () => {
    const wrap = (one: typeof One): object => z.object({ data: z.union([one, z.array(one)]) });
    const Wrong = History.Within(["data", Each], wrap);
    expect(() => V.Show(Wrong, "2", { data: { inner: { first: "Tom" } } })).toThrow(
      'Within: a value on the path ["data", Each] must be a list, got',
    );
    expect(V.Show(Wrong, "2", { data: [{ inner: { first: "Tom" } }] })).toEqual({
      data: [{ old: { first: "Tom" } }],
    });
  });

  it("a text is passed over where it may stand for what the path leads through", () => {
    const Owned = Cat.Within(["owner", "cat"], (cat) =>
      z.object({ owner: z.union([z.string(), z.object({ cat })]) }),
    );
    expect([V.Show(Owned, "2", { owner: "Ann" }), V.Show(Owned, "2", { owner: { cat: tom } })]).toEqual([
      { owner: "Ann" },
      { owner: { cat: tomIn["2"] } },
    ]);
  });

  it("a text is passed over where it may stand for what is converted, as an id does", async () => {
    const wrap = (cat: z.ZodType): object => z.object({ cats: z.array(z.union([z.string(), cat])) });
    const Expanded = Cat.Within(["cats", Each], wrap);
    const { app } = appWith((app) =>
      app.Post(
        "/cats",
        (req) => req.body as never,
        Since("1"),
        WithBody(Expanded),
        WithResponse(200, Expanded),
      ),
    );
    const ask = await askAs(app);
    for (const version of ["1", "2", "3"] as const) {
      const cats = ["cat_1", tomIn[version]];
      expect((await ask(version, "POST /cats", { cats })).json).toEqual({ cats });
    }
    expect(() => V.Show(Expanded, "2", { cats: [[tom]] })).toThrow("cats.0 is a list");
    expect(() => V.Show(Expanded, "2", { cats: [5] as never })).toThrow("must be an object, got 5");
  });

  it("a number is not a text, which would be converted", () => {
    const Word = Versioned(z.string()).Before(V.Change("2", "Words are in capitals."), z.string(), {
      Down: (word) => word.toLowerCase(),
    });
    const Words = Word.Within(["words", Each], (word) => z.object({ words: z.array(word) }));
    expect(() => V.Show(Words, "1", { words: ["A", 5] as never })).toThrow("must be text, got 5");
  });
});
