import { compileClosedMembers } from "../../../src/schema/closed-members";
import type { ClosedMembers } from "../../../src/schema/interface/schema";
import { jsonCopy } from "../../../src/schema/interface/plain-copy";

type Schema = Readonly<Record<string, unknown>>;

function closing(schema: Schema): ClosedMembers {
  const members = compileClosedMembers(schema);
  if (members) return members;
  throw new Error("it closes nothing out");
}
function closed(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, additionalProperties: false, ...more };
}
/** The text, which is that of the copy as well. */
function written(schema: Schema, value: unknown): unknown {
  const text = closing(schema).write(value);
  expect(JSON.stringify(closing(schema).copy(value))).toBe(text);
  return text;
}

const a = closed({ a: {} });
const list = { type: "array", items: a };
it("a result of toJSON that JSON cannot represent stays as it is", () => {
  const symbol = Symbol("z");
  expect(closing(a).strip({ toJSON: () => symbol })).toBe(symbol);
});

const never = () => "a toJSON that is not asked";

describe("what toJSON gave is taken as it is", () => {
  it.each<[what: string, schema: Schema, given: unknown, text: string | undefined]>([
    ["a function, which JSON does not have", a, never, undefined],
    ["a text", { anyOf: [a, { type: "string" }] }, "text", '"text"'],
    ["a text in an object", { anyOf: [a, { type: "string" }] }, new String("text"), '"text"'],
    ["null", a, null, "null"],
    ["a list with a toJSON of its own", list, Object.assign([{ a: 1 }], { toJSON: never }), '[{"a":1}]'],
    ["an object with one", closed({ a: {}, toJSON: {} }), { a: 1, toJSON: never }, '{"a":1}'],
    [
      "an object with one, of which something is left out",
      closed({ a: {}, toJSON: {} }),
      { a: 1, x: 2, toJSON: never },
      '{"a":1}',
    ],
    [
      "a list with one, of which something is left out",
      list,
      Object.assign([{ a: 1, x: 2 }], { toJSON: never }),
      '[{"a":1}]',
    ],
  ])("%s", (_what, schema, given, text) => {
    expect(written(schema, { toJSON: () => given })).toBe(text);
  });
});

describe("the member that tells alternatives apart", () => {
  const cat = closed({ kind: { const: "cat" }, id: {}, lives: {} }, { required: ["kind", "id"] });
  const dog = closed({ kind: { const: "dog" }, id: {}, tail: {} }, { required: ["id", "kind"] });
  const all = { id: 1, lives: 9, tail: 2 };

  it.each<[what: string, schema: Schema, value: unknown, text: string]>([
    [
      "is the text that its toJSON gives",
      { oneOf: [cat, dog] },
      { kind: { toJSON: () => "cat" }, ...all },
      "cat",
    ],
    [
      "may be named by a discriminator",
      { discriminator: { propertyName: "kind" }, oneOf: [cat, dog] },
      { kind: "cat", ...all },
      "cat",
    ],
    [
      "is found where a discriminator names none",
      { discriminator: {}, oneOf: [cat, dog] },
      { kind: "cat", ...all },
      "cat",
    ],
  ])("%s", (_what, schema, value, kind) => {
    expect(written(schema, value)).toBe(JSON.stringify({ kind, id: 1, lives: 9 }));
  });

  it("names nothing where JSON does not have it", () => {
    const hidden = { toJSON: () => undefined };
    expect(() => written({ oneOf: [cat, dog] }, { kind: hidden, ...all, x: 1 })).toThrow(
      'the value is an object whose "kind" matches no alternative',
    );
  });

  it("may be null", () => {
    const none = closed({ kind: { const: null }, id: {} }, { required: ["kind"] });
    expect(written({ oneOf: [cat, none] }, { kind: null, ...all })).toBe('{"kind":null,"id":1}');
  });

  it("is not an object", () => {
    const composed = closed({ kind: { const: { a: 1 } }, id: {} }, { required: ["kind"] });
    expect(written({ oneOf: [cat, composed] }, { kind: "cat", ...all })).toBe(
      '{"kind":"cat","id":1,"lives":9}',
    );
    expect(written({ oneOf: [cat, composed] }, { kind: { a: 1 }, ...all })).toBe(
      '{"kind":{"a":1},"id":1,"lives":9}',
    );
  });

  it("beside null, which has no members", () => {
    const schema = { oneOf: [cat, { const: null }, { enum: [[1], "text"] }] };
    expect(written(schema, { kind: "cat", ...all })).toBe('{"kind":"cat","id":1,"lives":9}');
    expect(written(schema, null)).toBe("null");
  });
});

it("an application's replacer may leave nothing to write", () => {
  const members = closing(a);
  expect(members.write({ a: 1, x: 2 }, () => undefined)).toBeUndefined();
  expect(members.write({ a: 1, x: 2 }, (_key, value) => value)).toBe('{"a":1}');
});

it("what a toJSON throws comes out as it is", () => {
  const thrown = new TypeError("no JSON today");
  const value = {
    toJSON: () => {
      throw thrown;
    },
  };
  expect(() => closing(a).write(value)).toThrow(thrown);
});

it("an invalid pattern names no member", () => {
  const schema = closed({ a: {} }, { patternProperties: { "(": {}, "^b": {} } });
  expect(written(schema, { a: 1, "(": 2, b: 3 })).toBe('{"a":1,"b":3}');
});

it("of many unions side by side, every member that one of them names is kept", () => {
  const union = (name: string) => ({
    anyOf: [1, 2, 3, 4, 5].map((n) => ({ properties: { [`${name}${n}`]: {} } })),
  });
  const schema = { allOf: [union("a"), union("b"), union("c")], unevaluatedProperties: false };
  const value = { a1: 1, b5: 2, c3: 3 };
  expect(written(schema, { ...value, x: 4 })).toBe(JSON.stringify(value));
});

it("a client reads nothing of what JSON does not have", () => {
  expect(jsonCopy(undefined)).toBeUndefined();
  expect(jsonCopy({ a: 1 }, () => undefined)).toBeUndefined();
  expect(jsonCopy({ a: new Date(0), b: undefined })).toStrictEqual({ a: "1970-01-01T00:00:00.000Z" });
});
