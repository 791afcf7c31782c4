import { z } from "zod";
import { Change, Each, Rename, Versioned } from "versioned-controllers";
import { historyOf, type History, type LinkSchema } from "../../../src/schema/interface/histories";
import { shownBy } from "../../../src/schema/interface/at-version";
import { downsTo, upsFrom } from "../../../src/changes/history/convert";
import { validatorOfSchema } from "../../../src/schema/reader";
import { versionOrder } from "../../../src/core/model/version";

const versions = ["1", "2"];
const C2 = Change("2", "two");
const Cat1 = z.object({ born: z.string() });
const Cat2 = z.object({ birthday: z.string() });
const Cat = Versioned(Cat2).Before(C2, Cat1, Rename("born", "birthday"));
const old = { born: "2020" };
const now = { birthday: "2020" };

function known(schema: unknown): History {
  const history = historyOf(schema);
  if (history) return history;
  throw new Error("no history");
}
const down = (schema: object, version: string, value: unknown): unknown =>
  (downsTo(known(schema), { version, order: versionOrder(versions) }) ?? ((x) => x))(value);
const up = async (schema: object, version: string, value: unknown): Promise<unknown> =>
  await (
    upsFrom(known(schema), { version, order: versionOrder(versions) }, { validatorOf: validatorOfSchema }) ??
    ((x) => x)
  )(value);

const List = Cat.Within([Each], (cat) => z.array(cat));
const Page = Cat.Within(["data", Each], (cat) => z.object({ data: z.array(cat), total: z.int() }));
const Record = Cat.Within([Each], (cat) => z.record(z.string(), cat));
const Nullable = Cat.Within(["cat"], (cat) => z.object({ cat: cat.nullish() }));
const Deep = Cat.Within(["a", "b", Each], (cat) => z.object({ a: z.object({ b: z.array(cat) }).nullish() }));
const Several = Cat.Within([["best"], ["others", Each]], (cat) =>
  z.object({ best: cat, others: z.array(cat) }),
);
const Kinds = Cat.Within(["cat"], (cat) =>
  z.discriminatedUnion("kind", [z.object({ kind: z.literal("a"), cat }), z.object({ kind: z.literal("b") })]),
);
const Whole = Cat.Within([], (cat) => cat);
const Nested = List.Within(["shelves", Each], (cats) => z.object({ shelves: z.array(cats) }));
interface Tree {
  cat: { birthday: string };
  kids: Tree[];
}
const Recursive = Cat.Within(["cat"], (cat) => {
  const tree: z.ZodType<Tree> = z.object({ cat, kids: z.array(z.lazy(() => tree)) });
  return tree;
});

describe("the same inside another schema", () => {
  it.each<[what: string, schema: object, older: unknown, newer: unknown]>([
    ["a list", List, [old, old], [now, now]],
    ["an empty list", List, [], []],
    ["an envelope", Page, { data: [old], total: 1 }, { data: [now], total: 1 }],
    ["a record", Record, { tom: old, constructor: old }, { tom: now, constructor: now }],
    ["null", Nullable, { cat: null }, { cat: null }],
    ["an absent member", Nullable, {}, {}],
    ["a member that is there", Nullable, { cat: old }, { cat: now }],
    ["null on the way", Deep, { a: null }, { a: null }],
    ["an absent member on the way", Deep, {}, {}],
    ["deep", Deep, { a: { b: [old] } }, { a: { b: [now] } }],
    ["several places", Several, { best: old, others: [old] }, { best: now, others: [now] }],
    ["one alternative of a union", Kinds, { kind: "a", cat: old }, { kind: "a", cat: now }],
    ["another alternative", Kinds, { kind: "b" }, { kind: "b" }],
    ["the whole", Whole, old, now],
    ["a list in a list", Nested, { shelves: [[old], []] }, { shelves: [[now], []] }],
    ["the top of a tree", Recursive, { cat: old, kids: [] }, { cat: now, kids: [] }],
  ])("%s", async (_what, schema, older, newer) => {
    expect(down(schema, "1", newer)).toEqual(older);
    await expect(up(schema, "1", older)).resolves.toEqual(newer);
    expect(down(schema, "2", newer)).toBe(newer);
  });

  it("what leads there may be frozen, and is not changed", () => {
    const answered = Object.freeze({ data: Object.freeze([Object.freeze({ birthday: "2020" })]), total: 1 });
    expect(down(Page, "1", answered)).toEqual({ data: [old], total: 1 });
    expect(answered.data[0]).toEqual(now);
  });

  it("a record's `__proto__` is a value like any other, and no prototype", () => {
    const sent = down(Record, "1", JSON.parse('{ "__proto__": { "birthday": "2020" } }')) as object;
    expect(JSON.stringify(sent)).toBe('{"__proto__":{"born":"2020"}}');
    expect(Object.getPrototypeOf(sent)).toBe(Object.prototype);
  });

  it("only a value's own members are walked", () => {
    const Named = Cat.Within(["constructor"], (cat) => z.object({ constructor: cat.optional() }));
    expect(down(Named, "1", {})).toEqual({});
  });

  it("order and prototype of what leads there stay", () => {
    const query = Object.assign(Object.create(null) as object, { x: 1, cat: now, y: 2 });
    const sent = down(Nullable, "1", query) as object;
    expect(Object.getPrototypeOf(sent)).toBeNull();
    expect(Object.keys(sent)).toEqual(["x", "cat", "y"]);
  });

  it("a promise inside a list is found", () => {
    const later = Versioned(Cat2).Before(C2, Cat1, { Down: (async () => old) as never });
    const Later = later.Within([Each], (cat) => z.array(cat));
    expect(() => down(Later, "1", [now])).toThrow(
      'Down of "two" (version 2) must return its result synchronously, got a promise',
    );
  });
});

describe("faces within", () => {
  const Row = z.object({ id: z.int(), birthday: z.string() });
  const Rows = Versioned(Row)
    .As(Cat2, { Up: (cat) => ({ ...cat, id: 0 }), Down: ({ birthday }) => ({ birthday }) })
    .Before(C2, Row, { Up: (row) => row, Down: (row) => row });
  const Faced = Rows.Within(["data", Each], (row) => z.object({ data: z.array(row) }));
  const row = { id: 7, birthday: "2020" };

  it("are lifted with their links", async () => {
    expect(down(Faced, "2", { data: [row] })).toEqual({ data: [now] });
    expect(down(Faced, "1", { data: [row] })).toEqual({ data: [row] });
    await expect(up(Faced, "2", { data: [now] })).resolves.toEqual({ data: [{ ...now, id: 0 }] });
  });

  it("are wrapped as their links are", () => {
    const wrapped = known(Faced).links.map(({ schema, face }) => [schema, face?.schema]);
    const first = (wrapped[0] ?? []) as LinkSchema[];
    expect(first.map((schema) => (schema as typeof Row).shape)).toEqual([
      { data: expect.objectContaining({ element: Row }) as unknown },
      { data: expect.objectContaining({ element: Cat2 }) as unknown },
    ]);
  });

  it("a history goes on after it was wrapped, a face too", () => {
    const C1 = Change("1", "one");
    const More = Faced.Before(C1, z.object({ rows: z.array(Row) }), {
      Down: ({ data }: { data: unknown }) => ({ rows: data }) as never,
    }).As(z.object({ count: z.int() }), {
      Down: ({ rows }: { rows: unknown[] }) => ({ count: rows.length }),
    });
    const turn = downsTo(known(More), { version: "0", order: versionOrder(["0", ...versions]) });
    expect(turn?.({ data: [row] })).toEqual({ count: 1 });
    expect(shownBy(known(More).links[2] ?? fail())).toBeDefined();
  });
});

function fail(): never {
  throw new Error("no such link");
}

it("a wrapped history knows what it wraps, and where", () => {
  expect(known(Page).within).toEqual([
    { history: known(Cat), paths: [["data", Each]], links: known(Cat).links },
  ]);
  expect(known(Several).within.map(({ paths }) => paths)).toEqual([[["best"], ["others", Each]]]);
  expect(known(Cat).within).toEqual([]);
});
