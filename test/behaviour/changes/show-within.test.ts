import { Carry, Each, OneOrEach, Rename, Together, Versioned } from "versioned-controllers";
import * as v from "valibot";
import { z } from "zod";
import { Names, V } from "./cats";

/* V.Show and V.Read of values within others, where a value or a schema is not of the usual form. */

type Untyped = Record<"Within" | "As", (...args: unknown[]) => unknown>;
const untyped = (schema: unknown): Untyped => schema as Untyped;
const shown = (schema: unknown, version: "2" | "3", value: unknown): unknown =>
  V.Show(schema as never, version, value as never);

const Cat = Versioned(z.object({ b: z.string() })).Before(
  Names,
  z.object({ a: z.string() }),
  Rename("a", "b"),
);
const Customer = Versioned(z.object({ id: z.number() }))
  .Carrying(z.object({ sub: z.string() }))
  .Before(Names, z.object({ id: z.number(), sub: z.string() }), {
    Down: ({ id }, { sub }) => ({ id, sub }),
  });
const customer = (id: number): unknown => Carry({ id }, { sub: `s${id}` });
const customer2 = (id: number): object => ({ id, sub: `s${id}` });

const Box = Customer.Within(
  [
    ["box", "one"],
    ["box", "two"],
  ],
  (one) => z.object({ box: z.object({ one, two: one.nullable() }) }),
);
const Pairs = Customer.Within(
  [
    ["list", Each, "one"],
    ["list", Each, "two"],
  ],
  (one) => z.object({ list: z.array(z.object({ one, two: one })) }),
);

const Valibot = Versioned(v.object({ a: v.string() })).Before(
  Names,
  v.object({ b: v.string() }),
  Rename("b", "a"),
);

/** The same value with one more member for the newest clients. */
const faced = (name: string): unknown =>
  untyped(Versioned(z.object({ [name]: z.string() }))).As(
    z.object({ [name]: z.string(), shown: z.string() }),
    { Down: (value: object) => ({ ...value, shown: name }) },
  );
const Faces = Together(
  [
    [faced("a") as never, ["a"]],
    [faced("b") as never, ["b"]],
  ],
  (a, b) => z.object({ a: a as z.ZodType, b: b as z.ZodType }) as never,
);

it.each<[what: string, schema: unknown, version: "2" | "3", value: unknown, given: unknown]>([
  [
    "two members of one object carry each their own",
    Box,
    "2",
    { box: { one: customer(1), two: customer(2) } },
    { box: { one: customer2(1), two: customer2(2) } },
  ],
  [
    "two members of each item carry each their own",
    Pairs,
    "2",
    {
      list: [
        { one: customer(1), two: customer(2) },
        { one: customer(3), two: customer(4) },
      ],
    },
    {
      list: [
        { one: customer2(1), two: customer2(2) },
        { one: customer2(3), two: customer2(4) },
      ],
    },
  ],
  [
    "null carries nothing, and stays null",
    Box,
    "2",
    { box: { one: customer(1), two: null } },
    { box: { one: customer2(1), two: null } },
  ],
  [
    "a member that JSON leaves out is not made, though it carries something",
    Box,
    "2",
    { box: Object.defineProperty({ two: null }, "one", { value: customer(1), enumerable: false }) },
    { box: { two: null } },
  ],
  [
    "a symbol that is no step leads nowhere",
    untyped(Cat).Within([Symbol("x")], (cat: unknown) => z.object({ cat: cat as z.ZodType })),
    "2",
    { cat: { b: "Tom" } },
    { cat: {} },
  ],
  [
    "at [] a library without JSON Schema names the members of a part",
    untyped(Valibot).Within([], (cat: { entries: v.ObjectEntries }) =>
      v.object({ ...cat.entries, more: v.string() }),
    ),
    "2",
    { a: "Tom", more: "x" },
    { b: "Tom", more: "x" },
  ],
  [
    "at [] a value without members is converted whole",
    untyped(Versioned(v.string()).Before(Names, v.string(), { Down: (text) => `${text}!` })).Within(
      [],
      (text: unknown) => text,
    ),
    "2",
    "Tom",
    "Tom!",
  ],
  [
    "at [] a part whose older form is null has nothing to put the others into",
    Together(
      [
        [Versioned(z.object({ a: z.string() })).Before(Names, z.null(), { Down: () => null }), []],
        [Cat, ["cat"]],
      ],
      (part, cat) => (part instanceof z.ZodObject ? part.extend({ cat }) : part) as never,
    ),
    "2",
    { a: "Tom", cat: { b: "Tom" } },
    null,
  ],
  [
    "the faces of two parts are both shown",
    Faces,
    "3",
    { a: { a: "1" }, b: { b: "2" } },
    { a: { a: "1", shown: "a" }, b: { b: "2", shown: "b" } },
  ],
])("%s", (_what, schema, version, value, given) => {
  expect(shown(schema, version, value)).toEqual(given);
});

it.each<[what: string, schema: unknown, value: unknown, message: string]>([
  [
    "a Date on the way to a carried value",
    Box,
    { box: new Date(0) },
    "box is a string, which the schema of the response does not allow",
  ],
  [
    "true where there is an object to convert",
    Cat.Within(["cat"], (cat) => z.object({ cat })),
    { cat: true },
    'Within: a value on the path ["cat"] must be an object, got true',
  ],
])("%s is an error", (_what, schema, value, message) => {
  expect(() => shown(schema, "2", value)).toThrow(message);
});

describe("V.Read names the places of a refusal as the older client has them", () => {
  const Short = z.object({ m: z.string().max(1, "too long") });
  const why = "any length was allowed";
  const Items = Versioned(Short)
    .Before(Names, z.object({ o: z.string() }), { ...Rename("o", "m"), Stricter: why })
    .Within(["list", OneOrEach], (item) => z.object({ list: z.union([item, z.array(item)]) }));
  const Moved = Versioned(z.object({ list: z.array(Short) })).Before(
    Names,
    z.object({ item: z.object({ m: z.string() }) }),
    {
      Up: ({ item }) => ({ list: [item] }),
      Stricter: { Reason: why, Path: { "list.0": "item.*" } },
    },
  );

  it.each<[what: string, schema: unknown, sent: unknown, path: readonly (string | number)[]]>([
    ["one value where a list is allowed", Items, { list: { o: "long" } }, ["list", "o"]],
    ["an item of the list", Items, { list: [{ o: "a" }, { o: "long" }] }, ["list", 1, "o"]],
    ["a * of Path without its like in the newer path", Moved, { item: { m: "long" } }, ["item", "m"]],
  ])("%s", async (_what, schema, sent, path) => {
    await expect(V.Read(schema as never, "2", sent)).rejects.toMatchObject({
      status: 400,
      details: [{ in: "body", path, message: "too long" }],
    });
  });

  it("with a message of no words as it is", async () => {
    const Odd = Versioned(z.object({ n: z.string().max(1, "!") })).Before(
      Names,
      z.object({ n: z.string() }),
      {
        Up: (old) => old,
        Stricter: why,
      },
    );
    await expect(V.Read(Odd, "2", { n: "long" })).rejects.toMatchObject({
      details: [{ in: "body", path: ["n"], message: "!" }],
    });
  });
});

it("V.Read refuses what is nested too deeply as the malformed body that a request would be", async () => {
  const deep = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], 1);
  const Any = Versioned(z.any()).Before(Names, z.any(), { Up: (old: unknown) => old });
  await expect(V.Read(Any as never, "2", deep)).rejects.toMatchObject({
    status: 400,
    code: "malformed_body",
  });
});
