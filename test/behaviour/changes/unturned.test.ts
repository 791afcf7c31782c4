import { Each, Since, Versioned, WithBody, WithResponse, type App } from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { problemsOf } from "../../support/problems";
import { appWith, Born, Cat, Names } from "./cats";

const Named = Versioned(z.object({ first: z.string() }).meta({ id: "Kitten" })).Before(
  Names,
  z.object({ name: z.string() }).meta({ id: "Kitten" }),
  { Up: ({ name }) => ({ first: name }), Down: ({ first }) => ({ name: first }) },
);
const Text = Versioned(z.string()).Before(Names, z.object({ text: z.string() }), {
  Up: ({ text }) => text,
  Down: (text) => ({ text }),
});
const Faced = Versioned(z.object({ id: z.number(), name: z.string() })).As(z.object({ name: z.string() }), {
  Down: ({ name }) => ({ name }),
});
const Tree3 = z.object({
  name: z.string(),
  get children() {
    return z.array(Tree3);
  },
});
const Tree2 = z.object({
  title: z.string(),
  get children() {
    return z.array(Tree2);
  },
});
const Trees = Versioned(Tree3).Before(Names, Tree2, { Down: ({ name }) => ({ title: name, children: [] }) });
const withMember = (name: string): object => ({ type: "object", properties: { [name]: { type: "string" } } });
const Plain = Versioned(withMember("a")).Before(Names, withMember("b"), {
  Up: (): unknown => ({ a: "" }),
  Down: (): unknown => ({ b: "" }),
});

const gives = (schema: object) => (app: App) =>
  app.Get("/", () => ({}), Since("1"), WithResponse(200, schema));
const takes = (schema: object) => (app: App) => app.Post("/", () => ({}), Since("1"), WithBody(schema));

describe("a place that wrap puts a schema at, and no path names, is reported", () => {
  it.each<[what: string, declare: (app: App) => unknown, places: readonly string[]]>([
    [
      "a member beside a list",
      gives(Cat.Within(["others", Each], (cat) => z.object({ others: z.array(cat), best: cat }))),
      ['["best"]'],
    ],
    [
      "an optional one, that may be null",
      gives(Cat.Within(["best"], (cat) => z.object({ best: cat, last: cat.nullable().optional() }))),
      ['["last"]'],
    ],
    [
      "one in an alternative",
      takes(
        Cat.Within(["cat"], (cat) =>
          z.object({ cat, more: z.union([z.string(), z.object({ other: cat })]).optional() }),
        ),
      ),
      ['["more", "other"]'],
    ],
    [
      "the values of a record, in a list",
      takes(Cat.Within(["cat"], (cat) => z.object({ cat, by: z.array(z.record(z.string(), cat)) }))),
      ['["by", Each, Each]'],
    ],
    [
      "an item of a tuple",
      gives(Cat.Within(["cat"], (cat) => z.object({ cat, pair: z.tuple([z.string(), cat]) }))),
      ['["pair", Each]'],
    ],
    ["one that is a component", gives(Named.Within(["a"], (one) => z.object({ a: one, b: one }))), ['["b"]']],
    [
      "several",
      gives(Named.Within(["a"], (one) => z.object({ a: one, b: one, c: z.array(one) }))),
      ['["b"]', '["c", Each]'],
    ],
    [
      "text",
      gives(Text.Within(["text"], (text) => z.object({ text, own: z.string(), other: text }))),
      ['["other"]'],
    ],
    [
      "a tree",
      gives(Trees.Within(["tree"], (tree) => z.object({ tree, trees: z.array(tree) }))),
      ['["trees", Each]'],
    ],
    ["of a face", gives(Faced.Within(["a"], (one) => z.object({ a: one, b: one }))), ['["b"]']],
    [
      "within what is wrapped again",
      gives(
        Cat.Within(["best"], (cat) => z.object({ best: cat, worst: cat })).Within([Each], (cats) =>
          z.array(cats),
        ),
      ),
      ['["worst"]'],
    ],
    [
      "before a later link",
      gives(
        Cat.Within(["best"], (cat) => z.object({ best: cat, worst: cat })).Before(Born, z.object({}), {
          Down: () => ({}),
        }),
      ),
      ['["worst"]'],
    ],
    [
      "in plain JSON Schema",
      takes(
        Plain.Within(["a"], (one) => ({
          type: "object",
          properties: { a: one, b: { type: "array", items: one } },
        })),
      ),
      ['["b", Each]'],
    ],
  ])("%s", (_what, declare, places) => {
    expect(problemsOf(appWith(declare).app)).toEqual(
      places.map((place) => expect.stringContaining(`is not turned at ${place}: `) as unknown),
    );
  });
});

describe("nothing is said of", () => {
  it.each<[what: string, declare: (app: App) => unknown]>([
    [
      "places that are all named",
      gives(
        Cat.Within([["best"], ["others", Each]], (cat) =>
          z.object({ best: cat.nullable(), others: z.array(cat) }),
        ),
      ),
    ],
    ["a member by Each", gives(Cat.Within([Each], (cat) => z.object({ a: cat, b: cat.optional() })))],
    [
      "what only looks like the schema",
      gives(Text.Within(["text"], (text) => z.object({ text, own: z.string() }))),
    ],
    [
      "a schema without JSON Schema",
      gives(
        Versioned(v.object({ a: v.string() }))
          .Before(Names, v.object({ b: v.string() }), { Down: ({ a }) => ({ b: a }) })
          .Within(["a"], (one) => v.object({ a: one, b: one })),
      ),
    ],
    [
      "a schema that wrap adds to",
      gives(Cat.Within([Each], (cat) => z.array(cat.extend({ id: z.number() })))),
    ],
  ])("%s", (_what, declare) => {
    expect(problemsOf(appWith(declare).app)).toEqual([]);
  });
});
