import { z } from "zod";
import {
  App,
  Change,
  HTTPError,
  Rename,
  Versioned,
  VersioningHeader,
  WithBody,
  WithResponse,
  WithVersion,
} from "versioned-controllers";
import { CheckChanges, type CheckOptions } from "versioned-controllers/check";

const Money = Change("2", "A total has a currency.");
const step = '"A total has a currency." (version 2): ';

interface Outcome {
  readonly broken: readonly string[];
  readonly warnings: readonly string[];
}

/** Runs `CheckChanges` for a history that requests (`"Up"`), responses (`"Down"`) or both use. */
async function outcomeOf(
  history: object,
  ways: "Up" | "Down" | "both" = "both",
  options: CheckOptions = {},
): Promise<Outcome> {
  const warnings: string[] = [];
  const Logger = { error: () => undefined, warn: (_: unknown, text = "") => warnings.push(text) };
  const Versioning = { Type: VersioningHeader, Header: "V", Versions: ["1", "2"] } as const;
  const app = new App({ Logger, Versioning }, WithVersion("1", "2"));
  const schema = history as z.ZodObject;
  if (ways !== "Up") app.Get("/", () => ({}), WithResponse(200, schema));
  if (ways !== "Down") app.Post("/", () => ({}), WithBody(schema));
  try {
    await CheckChanges(app, { Seed: 1, ...options });
    return { broken: [], warnings };
  } catch (error) {
    return { broken: (error as Error).message.split("\n").slice(1), warnings };
  }
}

const Order2 = z.object({
  id: z.int().min(0).max(1e6),
  total: z.object({ amount: z.number().min(0).max(1e6), currency: z.string() }),
  note: z.string().optional(),
});
const Order1 = z.object({
  id: z.int().min(0).max(1e6),
  total: z.number().min(0).max(1e6),
  note: z.string().optional(),
});
type Old = z.output<typeof Order1>;
type Now = z.output<typeof Order2>;

const Up = ({ total, ...order }: Old): Now => ({ ...order, total: { amount: total, currency: "EUR" } });
const downs = {
  right: ({ total, ...order }: Now): Old => ({ ...order, total: total.amount }),
  rounding: ({ total, ...order }: Now): Old => ({ ...order, total: Math.floor(total.amount) }),
  inventing: ({ total, ...order }: Now): Old => ({ ...order, total: total.amount, note: "none" }),
  repeating: ({ total, ...order }: Now): Old => ({ ...order, total: total.amount, id: 7 }),
  forgetting: ({ total, id }: Now): Old => ({ id, total: total.amount }),
};
type Downs = keyof typeof downs;

const currency = { "total.currency": "versions before 2 had one currency" };

describe("a place of Lossy leaves every other member to the laws", () => {
  it.each<[Downs, broken: readonly string[]]>([
    ["right", []],
    ["rounding", ["round trip: Down(Up(x)) is not x, and no Lossy explains why: GET /, at total: "]],
    ["inventing", ["round trip: Down(Up(x)) is not x, and no Lossy explains why: GET /, at note: "]],
    ["repeating", ["round trip: Down(Up(x)) is not x, and no Lossy explains why: GET /, at id: "]],
    [
      "forgetting",
      [
        "nothing is lost: Down loses an optional member, and no Lossy explains why: GET /, at note: ",
        "round trip: Down(Up(x)) is not x, and no Lossy explains why: GET /, at note: ",
      ],
    ],
  ])("a Down that is %s", async (which, broken) => {
    const history = Versioned(Order2).Before(Money, Order1, { Up, Down: downs[which], Lossy: currency });
    const found = await outcomeOf(history);
    expect(found.broken).toEqual(broken.map((law): unknown => expect.stringMatching(literally(step + law))));
    expect(found.warnings).toEqual([]);
    const byText = Versioned(Order2).Before(Money, Order1, { Up, Down: downs[which], Lossy: "currency" });
    expect((await outcomeOf(byText)).broken).toEqual([]);
  });
});

function literally(text: string): RegExp {
  return new RegExp(`^${text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")}`);
}

const small = z.string().max(4);
const Line2 = z.object({ name: small, code: small });
const Line1 = z.object({ name: small, code: small, colour: small });
const Deep2 = z.object({ lines: z.array(Line2), prices: z.record(small, Line2), owner: Line2 });
const Deep1 = z.object({ lines: z.array(Line1), prices: z.record(small, Line1), owner: Line1 });
const upLine = ({ name, code }: z.output<typeof Line1>) => ({ name, code });
const downLine = (line: z.output<typeof Line2>) => ({ ...line, colour: "" });
const each = <One, Other>(values: Readonly<Record<string, One>>, convert: (one: One) => Other) =>
  Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(value)]));

describe("a place is spared by", () => {
  const deep = (Lossy: Record<string, string>) =>
    Versioned(Deep2).Before(Money, Deep1, {
      Up: ({ lines, prices, owner }) => ({
        lines: lines.map(upLine),
        prices: each(prices, upLine),
        owner: upLine(owner),
      }),
      Down: ({ lines, prices, owner }) => ({
        lines: lines.map(downLine),
        prices: each(prices, downLine),
        owner: downLine(owner),
      }),
      Lossy,
    });
  const line = "a line had a colour";

  it.each<[what: string, places: readonly string[], brokenAt: string | undefined]>([
    ["its own name, with * for items", ["lines.*.colour", "prices.*.colour", "owner.colour"], undefined],
    ["its containers", ["lines", "prices", "owner"], undefined],
    ["items of containers", ["lines.*", "prices.*", "owner"], undefined],
    ["no place of a list beside it", ["prices.*.colour", "owner.colour"], "lines.0.colour"],
    ["no place of a record beside it", ["lines.*.colour", "owner"], "prices."],
    ["no place of an object beside it", ["lines", "prices"], "owner.colour"],
    ["no other member of its container", ["lines.*.name", "prices", "owner"], "lines.0.colour"],
  ])("%s", async (_what, places, brokenAt) => {
    const { broken } = await outcomeOf(deep(Object.fromEntries(places.map((place) => [place, line]))));
    expect(broken).toEqual(
      brokenAt === undefined ? [] : [expect.stringContaining(`no Lossy explains why: GET /, at ${brokenAt}`)],
    );
  });

  it("the newer name of a member that Rename renames", async () => {
    const day = z.iso.date();
    const trimmed = (from: string, to: string) => ({
      ...Rename(from as "born", to as "birthday"),
      Lossy: { birthday: "the year alone is kept" },
    });
    const history = Versioned(
      z.object({ birthday: day.transform((text) => `${text.slice(0, 4)}-01-01`) }),
    ).Before(Money, z.object({ born: day }), trimmed("born", "birthday") as object);
    expect((await outcomeOf(history)).broken).toEqual([]);
  });

  it("the newer name of what is within a member that Rename renames", async () => {
    const day = z.object({ year: z.int(), month: z.int() });
    const old = z.object({ born: day, name: small });
    const now = z.object({ birthday: day.extend({ month: z.int().transform(() => 1) }), name: small });
    const history = (Lossy: Record<string, string>) =>
      Versioned(now).Before(Money, old, { ...Rename("born", "birthday"), Lossy });
    expect((await outcomeOf(history({ "birthday.month": "the year alone is kept" }))).broken).toEqual([]);
    expect((await outcomeOf(history({ "birthday.year": "why" }))).broken).toEqual([
      expect.stringContaining("no Lossy explains why: GET /, at born.month: "),
    ]);
    expect((await outcomeOf(history({ name: "why" }))).broken).toHaveLength(1);
  });

  it("the index of a tuple's item", async () => {
    const pair = z.tuple([small, small]);
    const history = (Lossy: Record<string, string>) =>
      Versioned(z.object({ second: small })).Before(Money, z.object({ pair }), {
        Up: ({ pair: [, second] }) => ({ second }),
        Down: ({ second }) => ({ pair: ["", second] }),
        Lossy,
      });
    expect((await outcomeOf(history({ "pair.0": "why" }))).broken).toEqual([]);
    expect((await outcomeOf(history({ "pair.1": "why" }))).broken).toHaveLength(1);
  });

  it("items that are lost, with the length of their list", async () => {
    const history = (Lossy: Record<string, string>) =>
      Versioned(z.object({ first: z.string().optional() })).Before(
        Money,
        z.object({ all: z.array(z.string()) }),
        {
          Up: ({ all: [first] }) => ({ first }),
          Down: ({ first }) => ({ all: first ? [first] : [] }),
          Lossy,
        },
      );
    expect((await outcomeOf(history({ "all.*": "one name is kept" }))).broken).toEqual([]);
    expect((await outcomeOf(history({ first: "one name is kept" }))).broken).toHaveLength(1);
  });

  it("its name, where Down loses an optional member of answers", async () => {
    const Newer = z.object({ a: z.string(), note: z.string().optional(), more: z.string().optional() });
    const Older = z.object({ b: z.string(), note: z.string().optional(), more: z.string().optional() });
    const history = (more: { Lossy?: Record<string, string> } = {}) =>
      Versioned(Newer).Before(Money, Older, { Down: ({ a }) => ({ b: a }), ...more });
    const at = (place: string): unknown => expect.stringContaining(`GET /, at ${place}: for `);
    expect((await outcomeOf(history(), "Down")).broken).toEqual([at("note"), at("more")]);
    expect((await outcomeOf(history({ Lossy: { note: "why" } }), "Down")).broken).toEqual([at("more")]);
    expect((await outcomeOf(history({ Lossy: { note: "why", more: "why" } }), "Down")).broken).toEqual([]);
  });
});

const manyNames = Array.from({ length: 21 }, (_, i) => `n${i}`);
const manyMembers = z.object(Object.fromEntries(manyNames.map((name) => [name, z.int()])));

describe("a text that spares the whole link asks for places", () => {
  const wrong = { Up, Down: downs.rounding };
  const asks = (places: string): unknown =>
    expect.stringContaining(
      `${step}GET /: Lossy exempts the whole link from both laws, but only these places are lost: ` +
        `replace the text by Lossy: { ${places} }`,
    );

  it.each<[what: string, history: object, ways: "Up" | "Down" | "both", warnings: readonly unknown[]]>([
    [
      "where the round trip loses one member",
      Versioned(Order2).Before(Money, Order1, { ...wrong, Lossy: "cents are cut" }),
      "both",
      [asks('"total": "cents are cut"')],
    ],
    [
      "where items lose one member",
      Versioned(z.object({ lines: z.array(Line2) })).Before(Money, z.object({ lines: z.array(Line1) }), {
        Up: ({ lines }) => ({ lines: lines.map(upLine) }),
        Down: ({ lines }) => ({ lines: lines.map(downLine) }),
        Lossy: "colours",
      }),
      "both",
      [asks('"lines.*.colour": "colours"')],
    ],
    [
      "where records lose one member",
      Versioned(z.object({ prices: z.record(small, Line2) })).Before(
        Money,
        z.object({ prices: z.record(small, Line1) }),
        {
          Up: ({ prices }) => ({ prices: each(prices, upLine) }),
          Down: ({ prices }) => ({ prices: each(prices, downLine) }),
          Lossy: "colours",
        },
      ),
      "both",
      [asks('"prices.*.colour": "colours"')],
    ],
    [
      "where Down loses an optional member of answers",
      Versioned(Order2).Before(Money, Order1, { Down: downs.forgetting, Lossy: "no notes" }),
      "Down",
      [asks('"note": "no notes"')],
    ],
    [
      "but not of a law that does not apply to requests",
      Versioned(Order2).Before(Money, Order1, { ...wrong, Lossy: "cents are cut" }),
      "Up",
      [],
    ],
    [
      "but not of a law that does not apply to answers",
      Versioned(Order2).Before(Money, Order1, { ...wrong, Lossy: "cents are cut" }),
      "Down",
      [],
    ],
    [
      "but not where the value itself is lost",
      Versioned(z.object({ text: z.string() })).Before(Money, z.string(), {
        Up: (text) => ({ text: text.trim() }),
        Down: ({ text }) => text,
        Lossy: "spaces",
      }),
      "both",
      [],
    ],
    [
      "but not where more than 20 members are lost",
      Versioned(z.object({ a: z.string() })).Before(Money, manyMembers, {
        Up: () => ({ a: "" }),
        Down: () => Object.fromEntries(manyNames.map((name) => [name, 0])),
        Lossy: "all numbers",
      }),
      "both",
      [],
    ],
    [
      "but not where the name of a member has a dot",
      Versioned(z.object({ a: z.string() })).Before(Money, z.object({ "a.b": z.string() }), {
        Up: () => ({ a: "" }),
        Down: () => ({ "a.b": "lost" }),
        Lossy: "texts",
      }),
      "both",
      [],
    ],
    [
      "but not where only refused values do not come back",
      Versioned(z.object({ a: z.int() })).Before(Money, z.object({ b: z.int() }), {
        Up: ({ b }) => {
          if (b % 4 === 0) throw new HTTPError(400);
          return { a: b };
        },
        Down: ({ a }) => ({ b: a }),
        Lossy: "some have no form",
      }),
      "both",
      [],
    ],
  ])("%s", async (_what, history, ways, warnings) => {
    expect(await outcomeOf(history, ways)).toEqual({ broken: [], warnings });
  });

  it("but not where no schema describes its members", async () => {
    const bare = (...names: readonly string[]) => ({
      "~standard": {
        version: 1,
        vendor: "bare",
        validate: (value: unknown) => {
          const isOne = typeof value === "object" && value !== null && names.every((name) => name in value);
          return isOne ? { value } : { issues: [{ message: "not one" }] };
        },
      } as const,
    });
    const [newer, older] = [bare("a"), bare("b")];
    const history = Versioned(newer).Before(Money, older, {
      Up: () => ({ a: "" }),
      Down: () => ({ b: "lost" }),
      Lossy: "texts",
    });
    const Examples = new Map([
      [newer, [{ a: "" }]],
      [older, [{ b: "x" }]],
    ]);
    const { broken, warnings } = await outcomeOf(history, "both", { Examples });
    expect(broken).toEqual([]);
    expect(warnings.filter((text) => text.includes("Lossy"))).toEqual([]);
  });

  it("and one that no law needs, for what Down drops", async () => {
    const history = Versioned(Order2).Before(Money, Order1, { Up, Down: downs.right, Lossy: "currency" });
    expect((await outcomeOf(history)).warnings).toEqual([
      `${step}GET /: Lossy is not needed, because Down(Up(x)) was x for every example x: ` +
        "remove Lossy, or add Examples of a value that is lost, or name the places that older versions do not have: " +
        "Lossy: { place: reason }",
    ]);
  });
});

it.each(["Up", "Down"] as const)("a history of one direction, %s, is spared without a word", async (way) => {
  const history = Versioned(Order2).Before(Money, Order1, { Up, Down: downs.rounding });
  expect(await outcomeOf(history, way)).toEqual({ broken: [], warnings: [] });
});
