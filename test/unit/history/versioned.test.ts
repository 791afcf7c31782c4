import { z } from "zod";
import { Change, Each, Nothing, Rename, Versioned } from "versioned-controllers";
import { historyOf, type History } from "../../../src/schema/interface/histories";
import { linkAt, schemaAt, schemasOfHistory, shownBy } from "../../../src/schema/interface/at-version";
import { describeSchema } from "../../../src/schema/standard";
import { validatorOfSchema } from "../../../src/schema/reader";
import { versionOrder } from "../../../src/core/model/version";

const versions = ["1", "2", "3"];
const Born = Change("2", "A cat's `born` is `birthday`.");
const Named = Change("3", "A cat's `title` is `name`.");
const Cat1 = z.object({ born: z.string(), title: z.string() });
const Cat2 = z.object({ birthday: z.string(), title: z.string() });
const Cat3 = z.object({ birthday: z.string(), name: z.string() });
const Face3 = z.object({ name: z.string() });
const Cat = Versioned(Cat3)
  .Before(Named, Cat2, Rename("title", "name"))
  .Before(Born, Cat1, Rename("born", "birthday"));

function known(schema: unknown): History {
  const history = historyOf(schema);
  if (history) return history;
  throw new Error("no history");
}

describe("a change", () => {
  it("is a frozen value", () => {
    expect(Born).toEqual({ Version: "2", Description: "A cat's `born` is `birthday`.", Internal: false });
    expect(Change("2", "x", { Internal: true }).Internal).toBe(true);
    expect(Object.isFrozen(Born)).toBe(true);
  });

  it.each<[what: string, version: unknown, description: unknown]>([
    ["a number for a version", 2, "x"],
    ["an empty version", "", "x"],
    ["no description", "2", undefined],
    ["an empty description", "2", ""],
  ])("is refused with %s", (_what, version, description) => {
    expect(() => Change(version as string, description as string)).toThrow(TypeError);
  });
});

describe("a history is a schema: the newest", () => {
  it("has the newest one's ~standard", () => {
    expect(Cat["~standard"]).toBe(Cat3["~standard"]);
  });

  it("has the members of a plain JSON Schema, so that it validates and is described as one", () => {
    const object = { type: "object", properties: { a: { type: "string" } }, required: ["a"] };
    const Plain = Versioned(object).Before(Born, { type: "object" }, {});
    expect(describeSchema(Plain, "input")).toEqual({ json: object });
    expect(validatorOfSchema(Plain)({ a: "" })).toEqual({ value: { a: "" } });
    expect(validatorOfSchema(Plain)({ a: 1 })).toEqual({
      issues: [{ path: ["a"], message: "must be string" }],
    });
  });

  it("is frozen, and every call gives a new one", () => {
    const first = Versioned(Cat2);
    const second = first.Before(Born, Cat1, {});
    expect(Object.isFrozen(second)).toBe(true);
    expect(known(first).links).toHaveLength(1);
    expect(known(second).links).toHaveLength(2);
    expect(Object.isFrozen(known(second).links)).toBe(true);
  });

  it("shows its door to nobody who lists its members", () => {
    expect(Object.keys(Cat)).toEqual(["~standard"]);
  });

  it.each<[what: string, schema: unknown]>([
    ["a schema", Cat3],
    ["a function", () => 1],
    ["nothing", undefined],
    ["null", null],
    ["text", "Cat"],
  ])("%s has none", (_what, schema) => {
    expect(historyOf(schema)).toBeUndefined();
  });
});

describe("for version V a history shows the oldest link whose change is later than V", () => {
  const Faced = Versioned(Cat3).As(Face3, {}).Before(Named, Cat2, {}).As(Cat1, {}).Before(Born, Cat1, {});
  const Twice = Versioned(Cat3).Before(Named, Cat2, {}).Before(Named, Cat1, {});
  const Late = Versioned(Cat3).Before(Named, Cat1, {});

  it.each<[what: string, schema: object, version: string | undefined, shown: object]>([
    ["the first version, the oldest", Cat, "1", Cat1],
    ["the change's own version has it", Cat, "2", Cat2],
    ["the newest", Cat, "3", Cat3],
    ["no version, the newest", Cat, undefined, Cat3],
    ["two changes of one version, before both", Twice, "2", Cat1],
    ["two changes of one version, after both", Twice, "3", Cat3],
    ["a version between, the link of those before", Late, "2", Cat1],
    ["the newest one's face", Faced, "3", Face3],
    ["the face with no version too", Faced, undefined, Face3],
    ["a face in the middle", Faced, "2", Cat1],
    ["a link without a face", Faced, "1", Cat1],
    ["a schema without a history, itself", Cat1, "1", Cat1],
  ])("%s", (_what, schema, version, shown) => {
    expect(schemaAt(schema, { version, order: versionOrder(versions) })).toBe(shown);
  });

  it("a link has the way that its body is read", () => {
    const Form = Versioned(Cat2).Before(Born, Cat1, { Type: "form", Limit: "1kb" });
    expect(linkAt(known(Form), { version: "1", order: versionOrder(versions) }).body).toEqual({
      Type: "form",
      Limit: "1kb",
    });
    expect(linkAt(known(Form), { version: "2", order: versionOrder(versions) }).body).toEqual({});
  });

  it("what was not there is Nothing", () => {
    const Reason = Versioned(Cat2).Before(Born, Nothing);
    expect(shownBy(linkAt(known(Reason), { version: "1", order: versionOrder(versions) }))).toBe(Nothing);
  });

  it.each<[what: string, version: string, listed: readonly string[]]>([
    ["a version that is not in the list", "9", versions],
    ["a change of a version that is not in the list", "1", ["1", "2"]],
    ["an empty list", "1", []],
  ])("%s is a RangeError", (_what, version, listed) => {
    expect(() => linkAt(known(Cat), { version, order: versionOrder(listed) })).toThrow(RangeError);
  });

  it("holds every schema, faces too, and not Nothing", () => {
    const Whole = Versioned(Cat3).As(Face3, {}).Before(Named, Cat2, {}).Before(Born, Nothing);
    expect(schemasOfHistory(known(Whole))).toEqual([Cat3, Face3, Cat2]);
  });
});

describe("what callers without types get wrong is a TypeError", () => {
  const begin = Versioned as (schema: unknown) => unknown;
  // A chain that the compiler has nothing to say about.
  const untyped = Versioned({}) as unknown as Record<string, (...args: unknown[]) => unknown>;
  const plain = { type: "object" };
  const call = (method: string, ...args: unknown[]) =>
    (untyped[method] as (...args: unknown[]) => unknown).apply(untyped, args);

  it.each<[what: string, act: () => unknown, message: string]>([
    ["no schema", () => begin("Cat"), "Versioned: expected a schema, got"],
    [
      "a promise",
      () => begin(Promise.reject(new Error("no schema"))),
      "Versioned: expected a schema, got a promise: await it first",
    ],
    ["a list", () => begin([]), "Versioned: expected a schema, got"],
    [
      "a class without a schema",
      () => begin(class Cat {}),
      "Versioned: expected a schema, got the class Cat",
    ],
    ["a history in a history", () => begin(Cat), "Versioned: expected a schema, got a history"],
    [
      "no change",
      () => call("Before", "2", {}, {}),
      "Before: the first argument must be a change, made by Change(version, description), got",
    ],
    [
      "an empty list",
      () => call("Before", [], {}, {}),
      "Before: the first argument must be a change, made by Change(version, description), got an empty list",
    ],
    [
      "a list without a change",
      () => call("Before", ["2"], {}, {}),
      'Before: the first argument must be a change, made by Change(version, description), got "2"',
    ],
    [
      "what is no change in a list",
      () => call("Before", [Change("2", "two"), "3"], {}, {}),
      'Before: a list of changes must contain only changes, got "3"',
    ],
    [
      "changes of several versions in a list",
      () => call("Before", [Change("2", "two"), Change("3", "three")], {}, {}),
      'Before: all changes of a list must have the same version, got "two" (version 2) and "three" (version 3): ' +
        "write one Before for each version",
    ],
    ["an older history", () => call("Before", Born, Cat, {}), "Before: expected a schema, got a history"],
    [
      "an older class without a schema",
      () => call("Before", Born, class Cat {}, {}),
      "Before: expected a schema, got the class Cat",
    ],
    [
      "no older schema",
      () => call("Before", Born, undefined, {}),
      "Before: expected a schema, got undefined",
    ],
    [
      "no object of functions",
      () => call("Before", Born, {}, null),
      "Before: the conversion must be an object with Up, Down",
    ],
    [
      "an unknown key",
      () => call("Before", Born, {}, { Downs: 1 }),
      "Before: a key of the conversion must be one of Up, Down",
    ],
    [
      "a Lossy of another kind",
      () => call("Before", Born, {}, { Lossy: ["total"] }),
      'Before: Lossy must be a string with the reason, or an object such as { "total.currency": "the reason" }, got ',
    ],
    [
      "a Lossy that names no place",
      () => call("Before", Born, {}, { Lossy: {} }),
      "Before: Lossy must be a string with the reason, or an object such as",
    ],
    [
      "a place of Lossy without a reason",
      () => call("Before", Born, {}, { Lossy: { total: true } }),
      "Before: Lossy must be a string with the reason, or an object such as",
    ],
    ["an Up that is none", () => call("Before", Born, {}, { Up: 1 }), "must be a function, got 1"],
    [
      "a face with a reason",
      () => call("As", {}, { Lossy: "x" }),
      "As: a key of the conversion must be one of Up, Down",
    ],
    ["a second face", () => Versioned(plain).As(plain, {}).As(plain, {}), "this schema already has an As"],
    [
      "a face of Nothing",
      () => Versioned(plain).Before(Born, Nothing).As(plain, {}),
      "must follow a schema that has a value, but follows Nothing",
    ],
    [
      "Nothing within a list",
      () =>
        Versioned(plain)
          .Before(Born, Nothing)
          .Within([Each], (items) => ({ type: "array", items })),
      'Within: the schema before "A cat\'s `born` is `birthday`." (version 2) is Nothing',
    ],
    [
      "a path that is no list",
      () => call("Within", "data", () => plain),
      'Within: the path must be a list such as ["data", Each], got "data"',
    ],
    ["no wrap", () => call("Within", [Each]), "Within: wrap must be a function, got undefined"],
    [
      "a wrap that gives no schema",
      () => call("Within", [Each], () => undefined),
      "the result of wrap: expected a schema",
    ],
    [
      "a wrap that gives a history",
      () => call("Within", [Each], () => Cat),
      "the result of wrap: expected a schema",
    ],
  ])("%s", (_what, act, message) => {
    expect(act).toThrow(TypeError);
    expect(act).toThrow(message);
  });
});
