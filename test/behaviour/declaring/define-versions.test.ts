import { z } from "zod";
import { recordingLogger } from "../../support/logger";
import { serve } from "../../support/serve";
import {
  App,
  Change,
  DefineVersions,
  Described,
  Each,
  HTTPError,
  Nothing,
  Rename,
  Versioned,
  VersioningCustom,
  VersionOf,
} from "versioned-controllers";

const V = DefineVersions("1", "2", "3");
const Born = V.Change("2", "A cat's `born` is `birthday`.");
const Hidden = V.Change("3", "A cat's `id` is no longer told.");
const Cat1 = z.object({ id: z.int(), born: z.string() });
const Cat2 = z.object({ id: z.int(), birthday: z.string() });
const Cat = Versioned(Cat2)
  .As(z.object({ birthday: z.string() }), {
    Up: (cat) => ({ ...cat, id: 0 }),
    Down: ({ birthday }) => ({ birthday }),
  })
  .Before(Hidden, Cat2, { Up: (cat) => cat, Down: (cat) => cat })
  .Before(Born, Cat1, Rename("born", "birthday"));
const Cats = Cat.Within([Each], (cat) => z.array(cat));
const Dated = Versioned(z.object({ at: z.date() })).Before(Born, z.object({ on: z.string() }), {
  Down: ({ at }) => ({ on: at }),
});
const Gone = Versioned(Cat2).Before(Born, Nothing, { Up: () => ({ id: 0, birthday: "" }) });
const cat = { id: 7, birthday: "2020" };

it.each([
  ["a list", ["1", "2"], "a list"],
  ["a number", 1, "1"],
  ["an empty text", "", '""'],
])("no version is %s", (_what, version, words) => {
  expect(() => DefineVersions(version as never)).toThrow(
    new TypeError(`DefineVersions: a version must be a non-empty string, got ${words}`),
  );
});

describe("V.Change", () => {
  it("is a change of a listed version", () => {
    expect(Born).toEqual({ Version: "2", Description: "A cat's `born` is `birthday`.", Internal: false });
    expect(V.Change("2", "x", { Internal: true }).Internal).toBe(true);
  });

  it("refuses another", () => {
    expect(() => V.Change("9" as never, "x")).toThrow('Change: the version must be one of 1, 2, 3, got "9"');
  });
});

describe("V.Extractor", () => {
  it("is an extractor, which Described may describe", async () => {
    const Extractor = Described(
      V.Extractor((req) => Promise.resolve(req.get("Beta") === undefined ? ["2", "1"] : "3")),
      { Header: "Beta" },
    );
    const Versioning = { Type: VersioningCustom, Versions: V.List, Extractor } as const;
    // Other tests use the changes of V.
    const app = new App({ Versioning, Logger: recordingLogger() })
      .Get("/", (req) => VersionOf(req), V.Since("2"))
      .Get("/old", (req) => VersionOf(req), V.Until("1"));
    const server = await serve(app);
    const asked = await server.ask("GET /", { Beta: "yes" });
    expect([asked.text, asked.headers.vary]).toEqual(["3", "Beta"]);
    expect((await server.ask("GET /")).text).toBe("2");
    expect((await server.ask("GET /old")).text).toBe("1");
  });
});

describe("V.Show", () => {
  it.each<[what: string, version: "1" | "2" | "3", shown: unknown]>([
    ["the newest one's face", "3", { birthday: "2020" }],
    ["a version between", "2", { id: 7, birthday: "2020" }],
    ["the oldest", "1", { id: 7, born: "2020" }],
  ])("shows %s", (_what, version, shown) => {
    expect(V.Show(Cat, version, cat)).toEqual(shown);
    expect(V.Show(Cats, version, [cat, cat])).toEqual([shown, shown]);
  });

  it("shows JSON, and a copy", () => {
    const at = new Date(0);
    expect(V.Show(Dated, "1", { at })).toEqual({ on: "1970-01-01T00:00:00.000Z" });
    expect(V.Show(Dated, "3", { at })).toEqual({ at: "1970-01-01T00:00:00.000Z" });
    const list = [cat];
    expect(V.Show(Versioned(z.array(Cat2)), "1", list)).not.toBe(list);
  });

  it("shows nothing where there was Nothing", () => {
    expect(V.Show(Gone, "1", cat)).toBeUndefined();
    expect(V.Show(Gone, "2", cat)).toEqual(cat);
  });

  it("throws what a Down throws", () => {
    const dollars = new HTTPError(404, "no price in euros");
    const Price = Versioned(Cat2).Before(Born, Cat1, {
      Down: () => {
        throw dollars;
      },
    });
    expect(() => V.Show(Price, "1", cat)).toThrow(dollars);
  });

  it.each<[what: string, act: () => unknown, error: new () => Error, message: string]>([
    [
      "a schema without a history",
      () => V.Show(Cat2 as unknown as typeof Cat, "1", cat),
      TypeError,
      "Show: the history must be made by Versioned(schema)",
    ],
    [
      "an unknown version",
      () => V.Show(Cat, "9" as never, cat),
      RangeError,
      'Show: the version must be one of 1, 2, 3, got "9"',
    ],
    [
      "no version, of which the newest form would be a guess",
      () => V.Show(Cat, undefined as never, cat),
      RangeError,
      "Show: the version must be one of 1, 2, 3, got undefined",
    ],
  ])("refuses %s", (_what, act, error, message) => {
    expect(act).toThrow(error);
    expect(act).toThrow(message);
  });
});

describe("V.Read", () => {
  it("refuses no version, which would be read in the newest form", async () => {
    await expect(V.Read(Cat, undefined as never, cat)).rejects.toThrow(
      new RangeError("Read: the version must be one of 1, 2, 3, got undefined"),
    );
  });

  it.each<[what: string, version: "1" | "2" | "3", value: unknown]>([
    ["the oldest", "1", { id: 7, born: "2020" }],
    ["a version between", "2", { id: 7, birthday: "2020" }],
  ])("reads %s", async (_what, version, value) => {
    await expect(V.Read(Cat, version, value)).resolves.toEqual(cat);
    await expect(V.Read(Cats, version, [value])).resolves.toEqual([cat]);
  });

  it("reads the newest one's face", async () => {
    await expect(V.Read(Cat, "3", { birthday: "2020" })).resolves.toEqual({ id: 0, birthday: "2020" });
  });

  it("reads nothing where there was Nothing", async () => {
    await expect(V.Read(Gone, "1", { whatever: 1 })).resolves.toEqual({ id: 0, birthday: "" });
  });

  it("rejects with a 400 in the version's own names", async () => {
    await expect(V.Read(Cat, "1", { id: "7" })).rejects.toMatchObject({
      name: "HTTPError",
      status: 400,
      code: "invalid_request",
      details: [
        { in: "body", path: ["id"], message: "Invalid input: expected number, received string" },
        { in: "body", path: ["born"], message: "Invalid input: expected string, received undefined" },
      ],
    });
  });

  it("tells at most a thousand issues", async () => {
    const Long = Versioned(z.array(z.int("no")));
    const refused: unknown = await V.Read(Long, "1", Array(2000).fill("x")).catch((error: unknown) => error);
    expect((refused as HTTPError).details).toHaveLength(1000);
  });

  it("rejects a key that would become a prototype", async () => {
    const Open = Versioned(z.looseObject({}));
    await expect(V.Read(Open, "1", JSON.parse('{ "__proto__": {} }'))).rejects.toMatchObject({
      status: 400,
      details: [{ in: "body", path: ["__proto__"], message: "the key is not allowed" }],
    });
  });

  it("does not show what Up gave and the next schema refused as the client's mistake", async () => {
    const Broken = Versioned(Cat2).Before(Born, Cat1, { Up: () => ({ id: 1.5, birthday: "" }) });
    await expect(V.Read(Broken, "1", { id: 7, born: "" })).rejects.toThrow(
      'version 1: the value returned by Up of "A cat\'s `born` is `birthday`." (version 2) does not match the newer schema: id: ',
    );
  });

  it("rejects, and does not throw, where there is no history", async () => {
    await expect(V.Read(Cat2 as never, "1", {})).rejects.toThrow(
      "Read: the history must be made by Versioned(schema)",
    );
  });

  it("reads plain JSON Schema, and leaves the caller's value as it is", async () => {
    const Plain = Versioned({ type: "object", properties: { a: { type: "number", default: 1 } } });
    const value = {};
    await expect(V.Read(Plain, "1", value)).resolves.toEqual({ a: 1 });
    expect(value).toEqual({});
    await expect(V.Read(Plain, "1", { a: "x" })).rejects.toMatchObject({ status: 400 });
  });
});

describe("V.Has", () => {
  it.each<[version: "1" | "2" | "3", born: boolean, hidden: boolean]>([
    ["1", false, false],
    ["2", true, false],
    ["3", true, true],
  ])("of version %s", (version, born, hidden) => {
    expect(V.Has(version, Born)).toBe(born);
    expect(V.Has(version, Hidden)).toBe(hidden);
  });

  it.each<[what: string, act: () => unknown, error: new () => Error, message: string]>([
    [
      "a version outside the list",
      () => V.Has("9" as never, Born),
      RangeError,
      'Has: the version must be one of 1, 2, 3, got "9"',
    ],
    [
      "a change of such a version",
      () => V.Has("1", Change("9", "Cats fly.")),
      RangeError,
      'Has: the change "Cats fly." has version "9", which must be one of 1, 2, 3',
    ],
    [
      "a change's description",
      () => V.Has("1", "Cats fly." as never),
      TypeError,
      'Has: the change must be made by V.Change(...), got "Cats fly."',
    ],
    [
      "any version of an empty list",
      () => DefineVersions().Has("1" as never, Born),
      RangeError,
      'Has: the version must be one of an empty list, got "1"',
    ],
  ])("refuses %s", (_what, act, error, message) => {
    expect(act).toThrow(error);
    expect(act).toThrow(message);
  });
});

describe("V.IsAtLeast", () => {
  it.each<[version: "1" | "2" | "3", other: "1" | "2" | "3", isAtLeast: boolean]>([
    ["1", "2", false],
    ["2", "2", true],
    ["3", "2", true],
  ])("of version %s and %s is %s", (version, other, isAtLeast) => {
    expect(V.IsAtLeast(version, other)).toBe(isAtLeast);
  });

  it("goes by the list, not by the names", () => {
    expect(DefineVersions("b", "a").IsAtLeast("a", "b")).toBe(true);
  });

  it.each<[what: string, act: () => unknown]>([
    ["a version outside the list", () => V.IsAtLeast("9" as never, "1")],
    ["another outside the list", () => V.IsAtLeast("1", "9" as never)],
  ])("refuses %s", (_what, act) => {
    expect(act).toThrow(RangeError);
    expect(act).toThrow('IsAtLeast: the version must be one of 1, 2, 3, got "9"');
  });
});
