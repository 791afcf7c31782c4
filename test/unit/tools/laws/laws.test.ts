import { historyOf } from "../../../../src/schema/interface/histories";
import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z } from "zod";
import { Change, Each, HTTPError, Nothing, Rename, Versioned } from "versioned-controllers";
import { checkHistories, type CheckOptions } from "../../../../src/tools/laws/check-histories";

const Split = Change("3", "A name is split.");
const Born = Change("2", "`born` is `birthday`.");

interface Ways {
  readonly takes: boolean;
  readonly isText: boolean;
  readonly gives: boolean;
}
const both: Ways = { takes: true, isText: false, gives: true };

/** The lines of the error, one for each law that is broken. */
async function brokenLaws(
  schema: object,
  options: CheckOptions = {},
  ways = both,
): Promise<readonly string[]> {
  const history = historyOf(schema);
  if (!history) throw new Error("no history");
  try {
    await checkHistories([{ history, where: "GET /", ...ways }], "3", { Seed: 1, ...options });
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

const Name1 = z.object({ name: z.string() });
const Name2 = z.object({ first: z.string(), last: z.string() });
const Born1 = z.object({ born: z.iso.date() });
const Born2 = z.object({ birthday: z.iso.date() });
const Price1 = z.object({ price: z.string().regex(/^\d{1,6}\.\d\d$/) });
const Price2 = z.object({ cents: z.int().min(0).max(99_999_999) });
const Tag = z.object({ a: z.string() });
const Tagged = z.object({ a: z.string(), tag: z.string() });
const Role1 = z.object({ role: z.enum(["user", "admin"]) });
const Role2 = z.object({ role: z.enum(["user", "admin", "moderator"]) });
const OpenTag = toStandardJsonSchema(v.object({ a: v.string() }));
const PlainTag = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };

const split = (name: string) => {
  const at = name.indexOf(" ");
  return at < 0 ? { first: name, last: "" } : { first: name.slice(0, at), last: name.slice(at + 1) };
};
const goodSplit = {
  Up: ({ name }: { name: string }) => (name.includes(" ") ? split(name) : { first: name, last: "" }),
  Down: ({ first, last }: { first: string; last: string }) => ({ name: last ? `${first} ${last}` : first }),
  Lossy: "a name that ends in a space loses it",
};
const Flag = z.object({ on: z.boolean() });
let calls = 0;
const dollars = (): never => {
  throw new HTTPError(404, "no price in euros");
};

describe("a conversion that breaks a law is found", () => {
  it.each<[what: string, law: string, schema: object]>([
    [
      "an Up whose names may be too short",
      "requests fit",
      Versioned(z.object({ name: z.string().min(1) })).Before(Born, Name1, { Up: (old) => old }),
    ],
    [
      "a newest schema that is narrower",
      "requests fit",
      Versioned(z.object({ name: z.string().max(100) })).Before(Born, Name1, { Up: (old) => old }),
    ],
    [
      "a face that is wider than its link",
      "requests fit",
      Versioned(z.object({ name: z.string().max(10) })).As(Name1, { Up: (old) => old }),
    ],
    [
      "an Up that throws",
      "requests fit",
      Versioned(Name2).Before(Split, Name1, {
        Up: ({ name }) => {
          if (name.includes(" ")) throw new TypeError("no spaces");
          return { first: name, last: "" };
        },
      }),
    ],
    [
      "an Up that gives a promise",
      "requests fit",
      Versioned(Name1).Before(Born, Name1, { Up: (async () => ({})) as never }),
    ],
    [
      "an Up from nothing that does not fit",
      "requests fit",
      Versioned(Price2).Before(Born, Nothing, { Up: () => ({ cents: -1 }) }),
    ],
    [
      "a Down of more than the older schema takes",
      "responses fit",
      Versioned(Name1).Before(Born, z.object({ name: z.string().max(3) }), { Down: (now) => now }),
    ],
    [
      "a Down that gives an unknown role",
      "responses fit",
      Versioned(Role2).Before(Born, Role1, { Down: (now) => now as { role: "user" } }),
    ],
    [
      "a Down that fails",
      "responses fit",
      Versioned(z.object({ list: z.array(z.string()) })).Before(Born, Tag, {
        Down: ({ list }) => ({ a: (list as [string, ...string[]])[0].toLowerCase() }),
      }),
    ],
    [
      "a new member let through",
      "nothing leaks",
      Versioned(Tagged).Before(Born, PlainTag, { Down: (now) => now }),
    ],
    [
      "a new member let through to valibot's open object",
      "nothing leaks",
      Versioned(Tagged).Before(Born, OpenTag, { Down: (now) => now }),
    ],
    [
      "a new member let through to plain JSON Schema",
      "nothing leaks",
      Versioned(Tagged).Before(Born, PlainTag, { Down: (now) => now as unknown }),
    ],
    [
      "a new member let through in a list",
      "nothing leaks",
      Versioned(z.array(Tagged)).Before(Born, { type: "array", items: PlainTag }, { Down: (now) => now }),
    ],
    ["a face that hides nothing", "nothing leaks", Versioned(Tagged).As(PlainTag, { Down: (now) => now })],
    [
      "names put together by a space",
      "round trip",
      Versioned(Name2).Before(Split, Name1, {
        Up: ({ name }) => {
          const [first = "", last = ""] = name.split(" ");
          return { first, last };
        },
        Down: ({ first, last }) => ({ name: `${first} ${last}` }),
      }),
    ],
    [
      "money cut off",
      "round trip",
      Versioned(Price2).Before(Born, Price1, {
        Up: ({ price }) => ({ cents: Math.trunc(Number(price) * 100) }),
        Down: ({ cents }) => ({ price: (cents / 100).toFixed(2) }),
      }),
    ],
    [
      "a counter",
      "pure: Up",
      Versioned(Tagged).Before(Born, Tag, { Up: (old) => ({ ...old, tag: String(calls++) }) }),
    ],
    [
      "a clock",
      "pure: Down",
      Versioned(Tag).Before(Born, Tagged, { Down: (now) => ({ ...now, tag: String(Date.now()) }) }),
    ],
    [
      "an Up that writes into its argument",
      "pure: Up changes its argument: GET /, at a: ",
      Versioned(Tag).Before(Born, Tag, { Up: (old) => Object.assign(old, { a: "written" }) }),
    ],
    [
      "a Down that removes from its argument",
      "pure: Down changes its argument: GET /, at tag: ",
      Versioned(Tagged).Before(Born, Tag, {
        Down: (now) => (Reflect.deleteProperty(now, "tag"), now),
      }),
    ],
  ])("%s: %s", async (_what, law, schema) => {
    const found = await brokenLaws(schema, { Runs: 200 });
    expect(
      found.map((line) =>
        line.replace(/^.*?: (?=requests fit|responses fit|nothing leaks|round trip|pure)/, ""),
      ),
    ).toEqual([expect.stringContaining(law)]);
  });
});

describe("a conversion that keeps the laws passes", () => {
  it.each<[what: string, schema: object, options?: CheckOptions, ways?: Ways]>([
    ["no link", Versioned(Name1)],
    ["a renamed member", Versioned(Born2).Before(Born, Born1, Rename("born", "birthday"))],
    [
      "a renamed optional member",
      Versioned(z.object({ b: z.int().optional() })).Before(
        Born,
        z.object({ a: z.int().optional() }),
        Rename("a", "b"),
      ),
    ],
    ["a split name, and why it is lossy", Versioned(Name2).Before(Split, Name1, goodSplit)],
    [
      "money rounded",
      Versioned(Price2).Before(
        Born,
        z.object({ price: z.number().min(0).max(999_999.99).multipleOf(0.01) }),
        {
          Up: ({ price }) => ({ cents: Math.round(price * 100) }),
          Down: ({ cents }) => ({ price: cents / 100 }),
        },
      ),
    ],
    [
      "members in another order",
      Versioned(z.object({ a: z.string(), b: z.string() })).Before(
        Born,
        z.object({ a: z.string(), c: z.string() }),
        {
          Up: ({ a, c }) => ({ b: c, a }),
          Down: ({ a, b }) => ({ c: b, a }),
        },
      ),
    ],
    [
      "defaults of the older schema, as it puts them out",
      Versioned(Tagged).Before(Born, z.object({ a: z.string(), tag: z.string().default("") }), {
        Up: (old) => old,
        Down: (now) => now,
      }),
    ],
    [
      "text that becomes a number, and back",
      Versioned(z.object({ id: z.coerce.number<string>() })).Before(
        Born,
        z.object({
          n: z
            .string()
            .regex(/^[1-9]\d{0,5}$/)
            .transform(Number),
        }),
        { Up: ({ n }) => ({ id: String(n) }), Down: ({ id }) => ({ n: id }) },
      ),
      { Examples: new Map() },
    ],
    [
      "an HTTPError for half of the examples",
      Versioned(Flag).Before(Born, Flag, { Up: (old) => old, Down: (now) => (now.on ? dollars() : now) }),
      { Examples: new Map([[Flag, [{ on: true }, { on: false }]]]) },
    ],
    [
      "one direction alone, whose other way is nobody's",
      Versioned(Tagged).Before(Born, Tag, { Up: (old) => ({ ...old, tag: "" }), Down: (now) => now }),
      {},
      { takes: true, isText: false, gives: false },
    ],
    [
      "the other direction alone",
      Versioned(Tag).Before(Born, Tagged, {
        Up: () => ({ a: 1 }) as never,
        Down: ({ a }) => ({ a, tag: a }),
      }),
      {},
      { takes: false, isText: false, gives: true },
    ],
    ["a face that hides a member", Versioned(Tagged).As(Tag, { Down: ({ a }) => ({ a }) })],
    [
      "a record, which knows every member",
      Versioned(z.record(z.string(), z.int())).Before(Born, z.record(z.string(), z.int()), {
        Up: (old) => old,
        Down: (now) => now,
      }),
    ],
    [
      "a union told apart by a constant",
      Versioned(
        z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("a"), x: z.int() }),
          z.object({ kind: z.literal("b"), z: z.int() }),
        ]),
      ).Before(
        Born,
        z.discriminatedUnion("kind", [
          z.object({ kind: z.literal("a"), x: z.int() }),
          z.object({ kind: z.literal("b"), y: z.int() }),
        ]),
        Rename("y", "z"),
      ),
    ],
    ["nothing before", Versioned(Name1).Before(Born, Nothing, { Up: () => ({ name: "" }) })],
    [
      "a change of units",
      Versioned(z.object({ amount: z.number(), tax: z.number() })).Before(
        Born,
        z.object({ cents: z.number() }),
        { Down: ({ amount, tax }) => ({ cents: (amount + tax) * 100 }) },
      ),
      { Runs: 1000 },
      { takes: false, isText: false, gives: true },
    ],
    [
      "a change of units of integers",
      Versioned(z.object({ metres: z.int() })).Before(Born, z.object({ millimetres: z.int() }), {
        Down: ({ metres }) => ({ millimetres: metres * 1000 }),
      }),
      { Runs: 1000 },
      { takes: false, isText: false, gives: true },
    ],
    [
      "a schema that answers later",
      Versioned(Name1.refine(async () => true)).Before(Born, Name1, { Up: (x) => x, Down: (x) => x }),
    ],
  ])("%s", async (...[, schema, options, ways]) => {
    expect(await brokenLaws(schema, options, ways)).toEqual([]);
  });

  it("recursion", async () => {
    const Node2 = z.object({
      name: z.string(),
      get children() {
        return z.array(Node2);
      },
    });
    const Node1 = z.object({
      title: z.string(),
      get children() {
        return z.array(Node1);
      },
    });
    const up = ({ title, children }: z.output<typeof Node1>): z.output<typeof Node2> => ({
      name: title,
      children: children.map(up),
    });
    const down = ({ name, children }: z.output<typeof Node2>): z.output<typeof Node1> => ({
      title: name,
      children: children.map(down),
    });
    expect(await brokenLaws(Versioned(Node2).Before(Born, Node1, { Up: up, Down: down }))).toEqual([]);
    const top = ({ name, children }: z.output<typeof Node2>) => ({ title: name, children }) as never;
    expect(await brokenLaws(Versioned(Node2).Before(Born, Node1, { Down: top }))).toEqual([
      expect.stringContaining("responses fit") as unknown,
    ]);
  });
});

describe("a law that was hardly tried is reported", () => {
  it.each<[what: string, schema: object, line: string, options?: CheckOptions]>([
    [
      "an Up that refuses nearly all",
      Versioned(Tagged).Before(Born, Tag, { Up: dollars }),
      "requests fit was hardly tried: GET /: 100 of 100 examples ended in an HTTPError or were refused: add Examples of the older schema that can be converted",
    ],
    [
      "a Down that refuses two of three",
      Versioned(Flag).Before(Born, Flag, { Down: (now) => (now.on ? dollars() : now) }),
      "responses fit was hardly tried: GET /: 2 of 3 examples end",
      { Examples: new Map([[Flag, [{ on: true }, { on: false }, { on: true }]]]) },
    ],
    [
      "a stricter schema that refuses nearly all",
      Versioned(z.object({ a: z.literal("x") })).Before(Born, Tag, {
        Up: (old) => old as never,
        Stricter: "why",
      }),
      "requests fit was hardly tried: GET /: ",
    ],
  ])("%s", async (...[, schema, line, options]) => {
    const ways = line.startsWith("requests")
      ? { takes: true, isText: false, gives: false }
      : { takes: false, isText: false, gives: true };
    expect(await brokenLaws(schema, options, ways)).toEqual([expect.stringContaining(line) as unknown]);
  });

  it("but not of Nothing, of which there is one example", async () => {
    const schema = Versioned(Tag).Before(Born, Nothing, { Up: dollars });
    expect(await brokenLaws(schema, {}, { takes: true, isText: false, gives: false })).toEqual([]);
  });
});

describe("nothing is lost", () => {
  const answers: Ways = { takes: false, isText: false, gives: true };
  const note = z.string().optional();
  const Now = z.object({ a: z.string(), note });
  const Old = z.object({ b: z.string(), note });
  const lost =
    '"`born` is `birthday`." (version 2): nothing is lost: Down loses an optional member, and no Lossy explains why: GET /, at ';

  it.each<[what: string, schema: object, path: string]>([
    ["a member", Versioned(Now).Before(Born, Old, { Down: ({ a }) => ({ b: a }) }), "note: for {"],
    [
      "a member of a member",
      Versioned(z.object({ in: Now })).Before(Born, z.object({ in: Old }), {
        Down: (now) => ({ in: { b: now.in.a } }),
      }),
      "in.note: for {",
    ],
    [
      "a member of a list's items",
      Versioned(z.object({ list: z.array(Now) })).Before(Born, z.object({ list: z.array(Old) }), {
        Down: ({ list }) => ({ list: list.map(({ a }) => ({ b: a })) }),
      }),
      "list.0.note: for {",
    ],
    [
      "a member of a component",
      Versioned(z.object({ one: Now.meta({ id: "LostNow" }) })).Before(
        Born,
        z.object({ one: Old.meta({ id: "LostOld" }) }),
        { Down: ({ one }) => ({ one: { b: one.a } }) },
      ),
      "one.note: for {",
    ],
    [
      "a member of a face",
      Versioned(Now).As(z.object({ a: z.string(), note }), { Down: ({ a }) => ({ a }) }),
      "note: for {",
    ],
    [
      "a member of another schema",
      Versioned(Now).Before(Born, z.object({ b: z.string(), note: z.int().optional() }), {
        Down: ({ a }) => ({ b: a }),
      }),
      "note: for {",
    ],
  ])("finds %s that Down forgets", async (what, schema, path) => {
    const [line, ...others] = await brokenLaws(schema, {}, answers);
    expect(others).toEqual([]);
    expect(line).toContain(
      what.endsWith("face") ? lost.replace(/^"[^:]*/, "the face of version 3") + path : lost + path,
    );
  });

  it.each<[what: string, schema: object]>([
    [
      "what comes through",
      Versioned(Now).Before(Born, Old, { Down: ({ a, ...rest }) => ({ b: a, ...rest }) }),
    ],
    [
      "what comes through now and then",
      Versioned(Now).Before(Born, Old, {
        Down: ({ a, note: said }) =>
          said !== undefined && said.length > 1 ? { b: a, note: said } : { b: a },
      }),
    ],
    [
      "what Lossy says",
      Versioned(Now).Before(Born, Old, { Down: ({ a }) => ({ b: a }), Lossy: "notes are not told" }),
    ],
    [
      "a member that the older schema has not",
      Versioned(Now).Before(Born, z.object({ b: z.string() }), { Down: ({ a }) => ({ b: a }) }),
    ],
  ])("spares %s", async (_what, schema) => {
    expect(await brokenLaws(schema, {}, answers)).toEqual([]);
  });
});

describe("a link of several histories", () => {
  it("is held once, the ways of all of them together", async () => {
    const first = Versioned(Tagged).Before(Split, Tag, { Up: (old) => old as never, Down: (now) => now });
    const second = first.Before(Born, Price2, { Up: () => ({ a: "" }), Down: () => ({ cents: 1 }) });
    const uses = [
      first,
      second,
      second.Within(["x"], (x) => z.object({ x })),
      first.As(Tag, { Down: (x) => x }),
    ];
    const histories = uses.flatMap((one) => historyOf(one) ?? []);
    const ways: Ways[] = [
      { takes: false, isText: false, gives: true },
      { takes: true, isText: false, gives: false },
    ];
    const checked = checkHistories(
      histories.map((history, i) => ({ history, where: `GET /${String(i)}`, ...(ways[i % 2] ?? both) })),
      "3",
      { Seed: 1 },
    );
    const error: unknown = await checked.catch((thrown: unknown) => thrown);
    const lines = String(error).split("\n").slice(1);
    expect(lines.map((line) => line.split(":").slice(0, 2).join(":"))).toEqual([
      '"A name is split." (version 3): requests fit',
      '"`born` is `birthday`." (version 2): round trip',
    ]);
    expect(lines[0]).toContain("GET /0");
  });
});

describe("the error", () => {
  it("shows at most 300 characters of a value", async () => {
    const Long = z.object({ text: z.string().min(2000) });
    const schema = Versioned(z.object({ n: z.int() })).Before(Born, Long, { Up: (old) => old as never });
    const [line = ""] = await brokenLaws(
      schema,
      { Examples: new Map([[Long, [{ text: "x".repeat(5000) }]]]) },
      { takes: true, isText: false, gives: false },
    );
    const [, example] = / for (.*): Up returns/.exec(line) ?? [];
    expect([example?.length, example?.slice(-5)]).toEqual([300, "xx..."]);
  });

  it("names the change, the law, and a shrunk example, and the seed that finds it again", async () => {
    const schema = Versioned(Tagged).Before(Born, PlainTag, { Down: (now) => now });
    const history = historyOf(schema);
    if (!history) throw new Error("no history");
    await expect(checkHistories([{ history, where: "GET /", ...both }], "3", { Seed: 7 })).rejects.toThrow(
      "1 law of changes is broken (Seed: 7):\n" +
        '"`born` is `birthday`." (version 2): nothing leaks: Down returns a member that the older schema does not have: ' +
        'GET /, at tag: for {"a":"","tag":""}: Down returns {"a":"","tag":""}, with tag',
    );
  });

  it("has every law that is broken, of every step", async () => {
    const schema = Versioned(Tagged)
      .Before(Split, PlainTag, { Up: (old) => old as never, Down: (now) => now })
      .Before(Born, Price2, { Down: (now) => now as never });
    expect((await brokenLaws(schema)).map((line) => line.split(":").slice(0, 2).join(":"))).toEqual([
      '"A name is split." (version 3): requests fit',
      '"A name is split." (version 3): nothing leaks',
      '"`born` is `birthday`." (version 2): responses fit',
    ]);
  });

  it("names a face by its link's change, else by its version", async () => {
    const schema = Versioned(Tagged)
      .As(PlainTag, { Down: (now) => now })
      .Before(Born, Tagged, {})
      .As(PlainTag, { Down: (now) => now });
    expect((await brokenLaws(schema)).map((line) => line.split(": nothing")[0])).toEqual([
      "the face of version 3",
      'the face of "`born` is `birthday`." (version 2)',
    ]);
  });

  it("tells of what `Within` lifted once, by the schema inside", async () => {
    const leaking = Versioned(Tagged).Before(Born, PlainTag, { Down: (now) => now });
    const list = leaking.Within([Each], (one: object) =>
      "~standard" in one ? z.array(one as typeof Tagged) : ({ type: "array", items: one } as never),
    );
    expect((await brokenLaws(list)).map((line) => line.split(": nothing")[0])).toEqual([
      '"`born` is `birthday`." (version 2)',
    ]);
  });
});

describe("Examples", () => {
  const Even = z.int().refine((n) => n === 123_456_789);
  const Dated1 = z.object({ on: z.date() });
  const Dated2 = z.object({ at: z.date() });
  const Odd = Versioned(Even).Before(Born, Even, { Up: (old) => old });
  const Dates = Versioned(Dated2).Before(Born, Dated1, Rename("on", "at") as never);

  it("are asked for where too few fit", async () => {
    expect(await brokenLaws(Odd)).toEqual([
      expect.stringMatching(
        /: too few examples match the older schema \(0 of 2001\): add Examples for this schema$/,
      ) as unknown,
    ]);
  });

  it("are asked for where JSON Schema cannot express a member", async () => {
    expect(await brokenLaws(Dates, {}, { takes: true, isText: false, gives: false })).toEqual([
      expect.stringMatching(
        /: too few examples match the older schema \(0 of \d+\): add Examples for this schema$/,
      ) as unknown,
    ]);
  });

  it("are taken in the place of what is made, as the schema takes them", async () => {
    expect(await brokenLaws(Odd, { Examples: new Map([[Even, [123_456_789]]]) })).toEqual([]);
    const Examples = new Map<object, unknown[]>([[Dated1, [{ on: new Date(0) }]]]);
    expect(await brokenLaws(Dates, { Examples }, { takes: true, isText: false, gives: false })).toEqual([]);
  });

  it("are taken by a history as its newest schema's", async () => {
    const Newest = Versioned(Even).Before(Born, Even, { Down: (now) => now });
    const down = { takes: false, isText: false, gives: true };
    expect(await brokenLaws(Newest, {}, down)).toHaveLength(1);
    expect(await brokenLaws(Newest, { Examples: new Map([[Newest, [123_456_789]]]) }, down)).toEqual([]);
    // What is said of the schema itself is nearer.
    const Examples = new Map<object, unknown[]>([
      [Even, [123_456_789]],
      [Newest, [2]],
    ]);
    expect(await brokenLaws(Newest, { Examples }, down)).toEqual([]);
  });

  it("find what is broken", async () => {
    const Broken = Versioned(Price2).Before(Born, Even, { Up: () => ({ cents: -1 }) });
    expect(await brokenLaws(Broken, { Examples: new Map([[Even, [123_456_789]]]) })).toEqual([
      expect.stringContaining(
        "requests fit: the value returned by Up does not match the newer schema: GET /, at cents: for 123456789",
      ) as unknown,
    ]);
  });

  it("have to fit", async () => {
    expect(await brokenLaws(Odd, { Examples: new Map([[Even, [123_456_789, 2]]]) })).toEqual([
      expect.stringContaining("(1 of 2): add Examples for this schema") as unknown,
    ]);
  });
});

it("Runs says how many examples there are", async () => {
  let seen = 0;
  const counted = Versioned(Name1).Before(Born, Name1, {
    Up: (old) => {
      seen++;
      return old;
    },
  });
  await brokenLaws(counted, { Runs: 7 });
  // Once for what fits; four times for what is pure, and once more later.
  expect(seen).toBe(7 * 6);
});
