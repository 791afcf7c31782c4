import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { jsonCopy, plainCopy } from "../../../src/schema/interface/plain-copy";
import { often } from "../../support/runs";

class Cat {
  readonly #secret = "hidden";
  readonly kind = "cat";
  constructor(readonly name: unknown) {}
  get secret(): string {
    return this.#secret;
  }
}

class Shout {
  constructor(readonly text: string) {}
  toJSON(key: string): unknown {
    return { [`${key}!`]: this.text, toJSON: () => "asked twice" };
  }
}

class Items extends Array<unknown> {
  override *[Symbol.iterator](): ArrayIterator<never> {
    // A list's own iterator gives nothing, and JSON does not ask it.
  }
}

const withHoles: unknown[] = ["a", "b", "c"];
Reflect.deleteProperty(withHoles, 1);

const odd: Readonly<Record<string, unknown>> = {
  "nothing at all": undefined,
  null: null,
  "a symbol": Symbol("x"),
  "a function": () => "x",
  "a function with toJSON": Object.assign(() => "x", { toJSON: (key: string) => `from ${key}` }),
  NaN: Number.NaN,
  "minus zero": -0,
  Infinity: Number.POSITIVE_INFINITY,
  "a Date": new Date("2026-11-23T10:00:00Z"),
  "an invalid Date": new Date(Number.NaN),
  "a boxed text": new String("boxed"),
  "a boxed number": new Number(3),
  "a boxed bigint with toJSON": Object.assign(new Object(3n), { toJSON: () => "3" }),
  "an instance": new Cat({ inner: undefined }),
  "a toJSON that gives a toJSON": new Shout("hey"),
  "a toJSON that gives undefined": { toJSON: () => undefined },
  "a toJSON that gives a function": { toJSON: () => () => "x" },
  "a toJSON that gives a Date": { toJSON: () => new Date(0) },
  "a toJSON that gives a list": { toJSON: () => [undefined, new Date(0)] },
  "a toJSON that is none": { toJSON: "text", a: 1 },
  "a list of oddities": [undefined, Symbol("x"), () => "x", Number.NaN, -0, new Date(0), { a: undefined }],
  "a list with holes": withHoles,
  "a list of another class": Items.from({ length: 2 }, (_, n) => n),
  "a list with a member": Object.assign(["a"], { more: "b" }),
  "symbols as keys": { [Symbol("key")]: "x", a: { [Symbol("key")]: "x" } },
  "its own __proto__": JSON.parse('{"__proto__":{"a":1},"b":{"__proto__":2}}') as unknown,
  "no prototype": Object.assign(Object.create(null) as object, { a: 1, b: undefined }),
  "an inherited member": Object.assign(Object.create({ inherited: 1 }) as object, { own: 2 }),
  "a hidden member": Object.defineProperty({ a: 1 }, "hidden", { value: 2, enumerable: false }),
  "keys that are numbers": { b: 1, 2: "x", 1: "y", a: 2 },
  "a getter": {
    get a() {
      return { b: new Date(0) };
    },
  },
  "a Map": new Map([["a", 1]]),
  "a Set": new Set([1]),
  "an Error": new Error("x"),
  "a Promise": Promise.resolve(1),
  bytes: new Uint8Array([1, 2]),
  "a Buffer": Buffer.from("x"),
  "a Proxy of a list": new Proxy([1, undefined], {}),
  "a Proxy of an object": new Proxy({ a: 1, b: undefined }, {}),
  "another realm's": runInNewContext("({ a: [1, undefined, new Date(0), { b: undefined }] })") as unknown,
  deep: nested(150),
  "deep with a Date": nested(150, new Date(0)),
};

function nested(levels: number, value?: unknown): unknown {
  return levels === 0 ? value : { a: [nested(levels - 1, value), undefined] };
}

describe("plainCopy", () => {
  it.each(Object.entries(odd))("copies what JSON makes of %s", (_name, value) => {
    for (const whole of [value, [value], { member: value }, { a: [{ b: value }] }]) {
      expect(plainCopy(whole)).toStrictEqual(jsonCopy(whole));
    }
  });

  it("copies what JSON makes of any value", () => {
    const anything = fc.anything({
      withDate: true,
      withBoxedValues: true,
      withMap: true,
      withNullPrototype: true,
      withObjectString: true,
      withSparseArray: true,
      withTypedArray: true,
      values: [fc.constantFrom(...Object.values(odd)), fc.string(), fc.integer(), fc.double()],
      key: fc.oneof(fc.string(), fc.constantFrom("__proto__", "toString", "length", "0")),
    });
    fc.assert(
      fc.property(anything, (value) => {
        const [copy, expected] = [plainCopy(value), jsonCopy(value)];
        expect(copy).toStrictEqual(expected);
        // The order of members, which no matcher looks at.
        expect(JSON.stringify(copy)).toBe(JSON.stringify(expected));
      }),
      often(300),
    );
  });

  it("shares nothing with the value", () => {
    const value = { list: [{ a: {} }], member: { b: [] as unknown[] } };
    const copy = plainCopy(value) as typeof value;
    expect(copy).toStrictEqual(value);
    expect(copy).not.toBe(value);
    expect(copy.list).not.toBe(value.list);
    expect(copy.list[0]).not.toBe(value.list[0]);
    expect(copy.list[0]?.a).not.toBe(value.list[0]?.a);
    expect(copy.member.b).not.toBe(value.member.b);
  });

  it("asks each toJSON and each getter once, a toJSON with its key", () => {
    const asked: string[] = [];
    const asking = (name: string) => ({
      toJSON: (key: string) => {
        asked.push(`${name} as ${key}`);
        return {
          get member() {
            asked.push(`the member of ${name}`);
            return new Date(0);
          },
        };
      },
    });
    expect(
      plainCopy({ a: asking("a"), list: [asking("first"), asking("second")], u: undefined }),
    ).toStrictEqual({
      a: { member: "1970-01-01T00:00:00.000Z" },
      list: [{ member: "1970-01-01T00:00:00.000Z" }, { member: "1970-01-01T00:00:00.000Z" }],
    });
    expect(asked).toEqual([
      "a as a",
      "the member of a",
      "first as 0",
      "the member of first",
      "second as 1",
      "the member of second",
    ]);
  });

  const circle: { self?: unknown } = {};
  circle.self = [circle];
  const broken = {
    get a(): never {
      throw new RangeError("a getter threw");
    },
  };
  it.each([
    ["a bigint", 3n],
    ["a bigint in a list", { a: [1n] }],
    ["a toJSON that gives a bigint", { toJSON: () => 1n }],
    ["a boxed bigint", new Object(1n)],
    ["a circle", circle],
    ["a getter that throws", broken],
    [
      "a toJSON that throws",
      {
        toJSON: () => {
          throw new Error("toJSON threw");
        },
      },
    ],
  ])("fails as JSON.stringify does of %s", (_name, value) => {
    const failureOf = (copy: (value: unknown) => unknown): unknown => {
      try {
        return copy(value);
      } catch (error) {
        return { name: (error as Error).name, message: (error as Error).message.split("\n")[0] };
      }
    };
    expect(failureOf(plainCopy)).toEqual(failureOf(jsonCopy));
    expect(failureOf(plainCopy)).toHaveProperty("message");
  });

  it("takes bigints that the application has given a toJSON", () => {
    Object.defineProperty(BigInt.prototype, "toJSON", { value: String, configurable: true, writable: true });
    (BigInt.prototype as { toJSON?: unknown }).toJSON = function (this: bigint) {
      return `${this}n`;
    };
    try {
      expect(plainCopy({ a: [1n] })).toStrictEqual({ a: ["1n"] });
    } finally {
      Reflect.deleteProperty(BigInt.prototype, "toJSON");
    }
  });

  it("leaves out what Object.prototype has been given", () => {
    Object.defineProperty(Object.prototype, "added", {
      value: { x: 1 },
      configurable: true,
      enumerable: true,
    });
    try {
      expect(Object.keys(plainCopy({ a: 1, b: { c: 2 } }) as object)).toEqual(["a", "b"]);
    } finally {
      Reflect.deleteProperty(Object.prototype, "added");
    }
  });
});
