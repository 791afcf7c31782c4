import { historyOf } from "../../../src/schema/interface/histories";
import { z } from "zod";
import { Change, HTTPError, Nothing, Rename, Versioned } from "versioned-controllers";
import { ConversionError } from "../../../src/changes/history/conversion-errors";
import { downsTo, upsFrom } from "../../../src/changes/history/convert";
import { validatorOfSchema } from "../../../src/schema/reader";
import { versionOrder } from "../../../src/core/model/version";

const versions = ["1", "2", "3"];
const C2 = Change("2", "two");
const C3 = Change("3", "three");

/** The value that a handler is given for what a client of a version sent; `down` is the way back. */
function up(schema: object, version: string, value: unknown): Promise<unknown> {
  const history = historyOf(schema);
  const turn =
    history &&
    upsFrom(history, { version, order: versionOrder(versions) }, { validatorOf: validatorOfSchema });
  return turn ? turn(value) : Promise.resolve(value);
}
function down(schema: object, version: string, value: unknown): unknown {
  const history = historyOf(schema);
  const turn = history && downsTo(history, { version, order: versionOrder(versions) });
  return turn ? turn(value) : value;
}

const split = (name: string) => {
  const at = name.indexOf(" ");
  return at < 0 ? { first: name, last: "" } : { first: name.slice(0, at), last: name.slice(at + 1) };
};
const Person1 = z.object({ name: z.string() });
const Person2 = z.object({ name: z.string(), country: z.string().default("US") });
const Person3 = z.object({ first: z.string(), last: z.string(), country: z.string() });
const Person = Versioned(Person3)
  .Before(C3, Person2, {
    Up: ({ name, ...rest }) => ({ ...rest, ...split(name) }),
    Down: ({ first, last, ...rest }) => ({ ...rest, name: `${first} ${last}`.trimEnd() }),
  })
  .Before(C2, Person1, { Up: (old) => old, Down: ({ name }) => ({ name }) });

const User2 = z.object({ bio: z.string() });
const User1 = z.object({ summary: z.string() });
const Role2 = z.object({ role: z.enum(["user", "moderator"]) });
const Role1 = z.object({ role: z.enum(["user"]) });
const Item1 = z.object({ price: z.string() });
const Item2 = z.object({ price: z.object({ cents: z.int(), currency: z.string() }) });
const Row = z.object({ id: z.int(), title: z.string() });
const Wide = z.object({ title: z.string().max(100) });
const Narrow = z.object({ title: z.string().max(10) });

const Renamed = Versioned(User2).Before(C2, User1, Rename("summary", "bio"));
const Roles = Versioned(Role2).Before(C2, Role1, {
  Up: (old) => old,
  Down: () => ({ role: "user" as const }),
});
const Priced = Versioned(Item2).Before(C2, Item1, {
  Up: ({ price }) => ({ price: { cents: Math.round(Number(price) * 100), currency: "EUR" } }),
  Down: ({ price }) => ({ price: (price.cents / 100).toFixed(2) }),
});
const Rows = Versioned(Row)
  .As(z.object({ title: z.string() }), { Down: ({ title }) => ({ title }) })
  .Before(C2, Row, { Down: (row) => row });
const Tightened = Versioned(Wide)
  .As(Narrow, { Up: (x) => x })
  .Before(C2, Wide, { Up: (x) => x });
const Reason = Versioned(z.object({ why: z.string() })).Before(C2, Nothing, {
  Up: () => ({ why: "unknown" }),
});
const Came = Versioned(User2)
  .Before(C3, Nothing, { Up: () => ({ bio: "from nothing" }) })
  .Before(C2, User1, { Up: () => undefined, Down: () => ({ summary: "from nothing" }) });
const Asynchronous = Versioned(User2.refine(async () => true)).Before(C2, User1, Rename("summary", "bio"));

describe("a request of an old version is turned up", () => {
  it.each<[what: string, schema: object, version: string, sent: unknown, given: unknown]>([
    ["a renamed member", Renamed, "1", { summary: "x" }, { bio: "x" }],
    ["the newest version's is left alone", Renamed, "2", { bio: "x" }, { bio: "x" }],
    [
      "a split name",
      Person,
      "2",
      { name: "A B C", country: "FR" },
      { country: "FR", first: "A", last: "B C" },
    ],
    [
      "through every link, whose defaults hold",
      Person,
      "1",
      { name: "A" },
      { country: "US", first: "A", last: "" },
    ],
    ["a changed type", Priced, "1", { price: "272462.16" }, { price: { cents: 27246216, currency: "EUR" } }],
    ["a role", Roles, "1", { role: "user" }, { role: "user" }],
    [
      "what the face refuses and the old one took",
      Tightened,
      "1",
      { title: "0123456789X" },
      { title: "0123456789X" },
    ],
    ["through the face of the newest", Tightened, "2", { title: "x" }, { title: "x" }],
    ["from nothing", Reason, "1", undefined, { why: "unknown" }],
    ["through nothing", Came, "1", { summary: "x" }, { bio: "from nothing" }],
    ["past a schema that answers later", Asynchronous, "1", { summary: "x" }, { bio: "x" }],
  ])("%s", async (_what, schema, version, sent, given) => {
    await expect(up(schema, version, sent)).resolves.toEqual(given);
  });
});

describe("an answer is turned down for an old version", () => {
  it.each<[what: string, schema: object, version: string, answered: unknown, sent: unknown]>([
    ["a renamed member", Renamed, "1", { bio: "x" }, { summary: "x" }],
    ["the newest version's is left alone", Renamed, "2", { bio: "x" }, { bio: "x" }],
    ["one change", Person, "2", { first: "A", last: "B", country: "FR" }, { country: "FR", name: "A B" }],
    ["every change, newest first", Person, "1", { first: "A", last: "B", country: "FR" }, { name: "A B" }],
    ["an enum value that it does not know", Roles, "1", { role: "moderator" }, { role: "user" }],
    ["a changed type", Priced, "1", { price: { cents: 5, currency: "EUR" } }, { price: "0.05" }],
    ["the newest one's face", Rows, "2", { id: 1, title: "x" }, { title: "x" }],
    ["an older link has what the face hides", Rows, "1", { id: 1, title: "x" }, { id: 1, title: "x" }],
    ["to nothing", Came, "2", { bio: "x" }, undefined],
    ["to nothing without a Down", Reason, "1", { why: "x" }, undefined],
    ["through nothing", Came, "1", { bio: "x" }, { summary: "from nothing" }],
  ])("%s", (_what, schema, version, answered, sent) => {
    expect(down(schema, version, answered)).toEqual(sent);
  });
});

it("a version with nothing to convert has no step", () => {
  const history = historyOf(Renamed);
  if (!history) throw new Error("no history");
  for (const at of [
    { version: "2", order: versionOrder(versions) },
    { version: undefined, order: versionOrder(versions) },
    { version: undefined, order: versionOrder([]) },
  ]) {
    expect(upsFrom(history, at, { validatorOf: validatorOfSchema })).toBeUndefined();
    expect(downsTo(history, at)).toBeUndefined();
  }
});

it("what a function is given may be frozen, and is not changed", async () => {
  const sent = Object.freeze({ summary: "x" });
  const answered = Object.freeze({ bio: "x" });
  await expect(up(Renamed, "1", sent)).resolves.toEqual({ bio: "x" });
  expect(down(Renamed, "1", answered)).toEqual({ summary: "x" });
  expect([sent, answered]).toEqual([{ summary: "x" }, { bio: "x" }]);
});

describe("what fails", () => {
  const teapot = new HTTPError(418);
  const broken = new Error("broken");
  const thrown = (error: Error) => () => {
    throw error;
  };
  const failing = (convert: object) => Versioned(User2).Before(C2, User1, convert as never);
  const later = async () => ({ bio: "x", summary: "x" });
  const rejected = async () => {
    throw broken;
  };

  it.each<[what: string, convert: object, message: string]>([
    [
      "does not fit",
      { Up: () => ({ bio: 1 }) },
      'version 1: the value returned by Up of "two" (version 2) does not match the newer schema: bio: ',
    ],
    [
      "does not fit as a whole",
      { Up: () => 1 },
      'version 1: the value returned by Up of "two" (version 2) does not match the newer schema: the value: ',
    ],
    [
      "is a promise",
      { Up: later },
      'version 1: Up of "two" (version 2) must return its result synchronously, got a promise',
    ],
    [
      "is a promise that rejects",
      { Up: rejected },
      'version 1: Up of "two" (version 2) must return its result synchronously, got a promise',
    ],
  ])(
    "what Up gives %s: an error that names change and version, and no HTTPError",
    async (_what, convert, message) => {
      const failure = up(failing(convert), "1", { summary: "x" });
      await expect(failure).rejects.toBeInstanceOf(ConversionError);
      await expect(failure).rejects.not.toBeInstanceOf(HTTPError);
      await expect(failure).rejects.toThrow(message);
    },
  );

  it.each<[what: string, convert: object, message: string]>([
    [
      "a promise",
      { Down: later },
      'version 1: Down of "two" (version 2) must return its result synchronously, got a promise',
    ],
    ["undefined", { Down: () => undefined }, 'version 1: Down of "two" (version 2) returned undefined'],
  ])("what Down gives is %s", (_what, convert, message) => {
    expect(() => down(failing(convert), "1", { bio: "x" })).toThrow(message);
  });

  it("what a function throws passes, an HTTPError and any other", async () => {
    await expect(up(failing({ Up: thrown(teapot) }), "1", {})).rejects.toBe(teapot);
    await expect(up(failing({ Up: thrown(broken) }), "1", {})).rejects.toBe(broken);
    expect(() => down(failing({ Down: thrown(teapot) }), "1", {})).toThrow(teapot);
    expect(() => down(failing({ Down: thrown(broken) }), "1", {})).toThrow(broken);
  });

  it("the face's failures name the face", async () => {
    const Faced = Versioned(User2).As(User1, { Up: () => ({ bio: 1 }) } as never);
    await expect(up(Faced, "3", {})).rejects.toThrow(
      "version 3: the value returned by Up of the face of the newest version does not match the newer schema: bio",
    );
  });

  it.each<[what: string, act: () => unknown, message: string]>([
    ["Up", () => up(failing({}), "1", {}), '"two" (version 2) cannot turn requests up'],
    ["Down", () => down(failing({}), "1", {}), '"two" (version 2) cannot turn responses down'],
    [
      "a face's Up",
      () => up(Versioned({}).As({}, {}), "1", {}),
      "the newest version cannot turn requests up",
    ],
    [
      "a face's Down",
      () => down(Versioned({}).As({}, {}), "1", {}),
      "the newest version cannot turn responses down",
    ],
  ])("a step without %s is reported when the chain is composed", (_what, act, message) => {
    expect(act).toThrow(message);
  });
});
