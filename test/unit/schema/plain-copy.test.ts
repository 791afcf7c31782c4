import { jsonCopy } from "../../../src/schema/json-copy";
import { plainCopy } from "../../../src/schema/plain-copy";

class Point {
  constructor(readonly x = 1) {}
}

/** A list in a list in a list. */
function nested(depth: number): unknown {
  return depth === 0 ? "end" : [nested(depth - 1)];
}

describe("a plain copy is what JSON makes of a value", () => {
  it.each<[what: string, value: unknown]>([
    ["a text", "a"],
    ["a boolean", false],
    ["a number", 1.5],
    ["-0, which is 0", -0],
    ["NaN, which is null", NaN],
    ["Infinity within, which is null", { a: [Infinity] }],
    ["null", null],
    ["nothing", undefined],
    ["a function, which is nothing", () => 1],
    ["a symbol within, which is left out", { a: Symbol("a"), b: 1 }],
    ["members of each plain kind", { a: "b", c: true, d: null, e: 1 }],
    ["lists and objects", { a: [1, { b: [null, "c", true, []] }], d: { e: { f: 0 } } }],
    ["an undefined member, which is left out", { a: undefined, b: 1 }],
    ["an undefined item, which is null", [undefined, 1]],
    ["a hole, which is null", Object.assign([], { length: 2 })],
    ["a Date", { at: new Date(0) }],
    ["an instance of a class", { point: new Point() }],
    ["an instance of a class in a list", [new Point(2)]],
    ["a subclass of Array", new (class extends Array<number> {})(1, 2)],
    ["an object that only looks like a list", Object.create(Array.prototype) as unknown],
    ["an object without a prototype", Object.assign(Object.create(null) as object, { a: { b: 1 } })],
    ["a toJSON of its own", { toJSON: () => ({ a: 1 }) }],
    ["a toJSON that is no function", { toJSON: 1 }],
    ["a toJSON within", { a: { toJSON: () => undefined }, b: 1 }],
    ["an own `__proto__`", JSON.parse('{"__proto__":{"a":[1]},"b":{"__proto__":1}}')],
    ["a value within more lists than it copies itself", nested(150)],
  ])("%s", (_what, value) => {
    const copy = plainCopy(value);
    expect(JSON.stringify(copy)).toBe(JSON.stringify(value));
    expect(copy).toEqual(jsonCopy(value));
  });
});

it("a plain copy shares nothing with the value", () => {
  const value = { list: [{ a: 1 }], member: { b: 2 }, absent: undefined };
  const copy = plainCopy(value) as typeof value;
  expect(copy.list).not.toBe(value.list);
  expect(copy.list[0]).not.toBe(value.list[0]);
  expect(copy.member).not.toBe(value.member);
  expect(Object.keys(copy)).toEqual(["list", "member"]);
});

it("-0 is 0 in the copy", () => {
  expect(Object.is(plainCopy(-0), 0)).toBe(true);
  expect(Object.is((plainCopy({ a: -0 }) as { a: number }).a, 0)).toBe(true);
});

it("what JSON cannot write is refused in its words", () => {
  const circle: unknown[] = [];
  circle.push(circle);
  expect(() => plainCopy(circle)).toThrow(/circular structure/);
  expect(() => plainCopy({ a: 1n })).toThrow(/BigInt/);
});
