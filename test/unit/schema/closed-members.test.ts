import {
  compileClosedMembers,
  compileConvertedMembers,
  hasNoAlternatives,
} from "../../../src/schema/closed-members";

type Schema = Readonly<Record<string, unknown>>;

const text = { type: "string" };
const nothing = { type: "null" };

/** An object's schema that closes out all but these. */
function closed(properties: Schema, more: Schema = {}): Schema {
  return { type: "object", properties, additionalProperties: false, ...more };
}

const a = closed({ a: text });
const b = closed({ b: text });
const cat = closed({ kind: { const: "cat" }, lives: {} }, { required: ["kind"] });
const dog = closed({ kind: { enum: ["dog", "wolf"] }, tail: {} }, { required: ["kind"] });
const node = closed({ name: text, kids: { type: "array", items: { $ref: "#/$defs/Node" } } });
const all = { a: 1, b: 2, x: 3 };

function written(schema: Schema, value: unknown): string | undefined {
  const members = compileClosedMembers(schema);
  return members ? members.write(value) : JSON.stringify(value);
}

describe("of a value is written", () => {
  it.each<[what: string, schema: Schema, value: unknown, text: string]>([
    ["what is named", a, all, '{"a":1}'],
    ["all, where nothing is closed out", { properties: { a: text } }, all, '{"a":1,"b":2,"x":3}'],
    [
      "what is named, in the value's own order",
      closed({ a: {}, b: {} }),
      { x: 1, b: 2, y: 3, a: 4 },
      '{"b":2,"a":4}',
    ],
    ["nothing, where nothing is named", { additionalProperties: false }, all, "{}"],
    [
      "what unevaluatedProperties leave",
      { properties: { a: {} }, unevaluatedProperties: false },
      all,
      '{"a":1}',
    ],
    [
      "what is evaluated elsewhere",
      {
        unevaluatedProperties: false,
        allOf: [{ properties: { a: {} } }, { $ref: "#/$defs/B" }],
        $defs: { B: { properties: { b: {} } } },
      },
      all,
      '{"a":1,"b":2}',
    ],
    [
      "what patterns name",
      { patternProperties: { "^[ab]$": {} }, additionalProperties: false },
      all,
      '{"a":1,"b":2}',
    ],
    [
      "what is named below a pattern",
      { patternProperties: { "^p": a } },
      { p1: all, q: all },
      '{"p1":{"a":1},"q":{"a":1,"b":2,"x":3}}',
    ],
    [
      "what two patterns name",
      { patternProperties: { "^p": { properties: { a: {} }, additionalProperties: false }, "1$": b } },
      { p1: all },
      '{"p1":{"a":1,"b":2}}',
    ],
    [
      "a record's values as they are named",
      { additionalProperties: a },
      { k: all, l: { a: 2 } },
      '{"k":{"a":1},"l":{"a":2}}',
    ],
    [
      "what an open object holds",
      { properties: { o: a } },
      { o: all, x: all },
      '{"o":{"a":1},"x":{"a":1,"b":2,"x":3}}',
    ],
    ["items", { items: a }, [all, { a: 2 }], '[{"a":1},{"a":2}]'],
    [
      "the first items and the others",
      { prefixItems: [a, true], items: b },
      [all, all, all],
      '[{"a":1},{"a":1,"b":2,"x":3},{"b":2}]',
    ],
    ["a tuple of an older draft", { items: [a], additionalItems: b }, [all, all], '[{"a":1},{"b":2}]'],
    [
      "null and booleans, wherever they stand",
      { prefixItems: [a, { items: a, type: "array" }], items: false },
      [null, true, false, null],
      "[null,true,false,null]",
    ],
    ["all items behind a tuple that is open", { prefixItems: [a], items: true }, [all, 1], '[{"a":1},1]'],
    [
      "items that another of all names",
      { allOf: [{ prefixItems: [a] }, { items: b }] },
      [all, { b: 1, c: 1 }],
      '[{"a":1,"b":2},{"b":1}]',
    ],
    [
      "a number for a text, and a text for a number",
      closed({ a: text, b: { type: "integer" } }),
      { a: 1, b: "2" },
      '{"a":1,"b":"2"}',
    ],
    ["a text where a boolean is asked for", closed({ a: { type: "boolean" } }), { a: "yes" }, '{"a":"yes"}'],
    ["what an enum of texts and objects takes", { anyOf: [a, { enum: ["x", [1]] }] }, "y", '"y"'],
    [
      "anything, where then asks for another kind",
      { ...closed({ a: { if: {}, then: a } }) },
      { a: 1 },
      '{"a":1}',
    ],
    [
      "what contains itself",
      { $ref: "#/$defs/Node", $defs: { Node: node } },
      { name: "a", x: 1, kids: [{ kids: [], x: 2 }] },
      '{"name":"a","kids":[{"kids":[]}]}',
    ],
    [
      "what contains itself by #",
      closed({ next: { $ref: "#" } }),
      { next: { next: {}, x: 1 } },
      '{"next":{"next":{}}}',
    ],
    ["by a definition of an older draft", { $ref: "#/definitions/A", definitions: { A: a } }, all, '{"a":1}'],
    ["by $id", { $ref: "a.json", $defs: { A: { $id: "a.json", ...a } } }, all, '{"a":1}'],
    [
      "by an $id around it",
      { $id: "http://x.test/d/", $ref: "a", $defs: { A: { $id: "/d/a", ...a } } },
      all,
      '{"a":1}',
    ],
    ["by $anchor", { $ref: "#A", $defs: { A: { $anchor: "A", ...a } } }, all, '{"a":1}'],
    [
      "by an anchor of an older draft",
      { $ref: "#A", definitions: { A: { $id: "#A", ...a } } },
      all,
      '{"a":1}',
    ],
    ["by a pointer to anywhere", { $ref: "#/x-shared/a~1b", "x-shared": { "a/b": a } }, all, '{"a":1}'],
    [
      "by a pointer within an $id",
      { properties: { p: { $id: "p", $ref: "#/$defs/A", $defs: { A: a } } }, $defs: { A: b } },
      { p: all },
      '{"p":{"a":1}}',
    ],
    ["all, where a reference leads nowhere", { $ref: "#/$defs/A" }, all, '{"a":1,"b":2,"x":3}'],
    ["what null is an alternative to", { anyOf: [a, nothing] }, all, '{"a":1}'],
    ["null", { anyOf: [a, nothing] }, null, "null"],
    ["what may be null by its type", { ...a, type: ["object", "null"] }, all, '{"a":1}'],
    ["what any alternative names", { anyOf: [a, b] }, all, '{"a":1,"b":2}'],
    [
      "all, where an alternative is open",
      { anyOf: [a, { properties: { b: {} } }] },
      all,
      '{"a":1,"b":2,"x":3}',
    ],
    [
      "what alternatives of a list's items name",
      { anyOf: [{ items: a, type: "array" }, b] },
      [all],
      '[{"a":1}]',
    ],
    [
      "what is below any alternative",
      { anyOf: [closed({ p: a }), closed({ p: b })] },
      { p: all },
      '{"p":{"a":1,"b":2}}',
    ],
    ["what all of several name", { allOf: [a, b] }, all, '{"a":1,"b":2}'],
    ["what one of all closes out", { allOf: [a, { properties: { b: {} } }] }, all, '{"a":1,"b":2}'],
    [
      "what a reference and its siblings name",
      { $ref: "#/$defs/A", ...b, $defs: { A: a } },
      all,
      '{"a":1,"b":2}',
    ],
    [
      "what is named under if, then and else",
      {
        ...closed({}),
        if: { properties: { a: {} } },
        then: { properties: { b: {} } },
        else: { properties: { c: {} } },
      },
      { ...all, c: 4 },
      '{"a":1,"b":2,"c":4}',
    ],
    ["all, where only then closes", { if: {}, then: a }, all, '{"a":1,"b":2,"x":3}'],
    ["what then and else both close", { if: {}, then: a, else: b }, all, '{"a":1,"b":2}'],
    ["what a dependent schema names", { ...a, dependentSchemas: { a: b } }, all, '{"a":1,"b":2}'],
    [
      "what a dependency of an older draft names",
      { ...a, dependencies: { a: b, b: ["a"] } },
      all,
      '{"a":1,"b":2}',
    ],
    ["nothing of what not names", { ...a, not: b }, all, '{"a":1}'],
    [
      "what the tag names",
      { oneOf: [cat, dog] },
      { kind: "cat", lives: 9, tail: 1 },
      '{"kind":"cat","lives":9}',
    ],
    [
      "what a tag of several values names",
      { anyOf: [cat, dog, nothing] },
      { kind: "dog", lives: 9 },
      '{"kind":"dog"}',
    ],
    [
      "what one of a tag's values names",
      { anyOf: [cat, dog, nothing] },
      { kind: "wolf", lives: 9, tail: 1 },
      '{"kind":"wolf","tail":1}',
    ],
    ["what a boxed tag names", { oneOf: [cat, dog] }, { kind: new String("cat"), tail: 1 }, '{"kind":"cat"}'],
    [
      "what a tag that is referred to names",
      { oneOf: [{ $ref: "#/$defs/Cat" }, { $ref: "#/$defs/Dog" }], $defs: { Cat: cat, Dog: dog } },
      { kind: "dog", lives: 9, tail: 1 },
      '{"kind":"dog","tail":1}',
    ],
    [
      "what a tag's own union names",
      { oneOf: [{ oneOf: [cat, closed({ kind: { const: "cat" }, fur: {} }, { required: ["kind"] })] }, dog] },
      { kind: "cat", lives: 9, fur: 1, tail: 1 },
      '{"kind":"cat","lives":9,"fur":1}',
    ],
    [
      "what all share beside a tag",
      { properties: { id: {} }, oneOf: [cat, dog] },
      { id: 1, kind: "cat", tail: 1 },
      '{"id":1,"kind":"cat"}',
    ],
    [
      "what any names, where a tag may be missing",
      { oneOf: [{ ...cat, required: [] }, dog] },
      { kind: "cat", tail: 1, x: 1 },
      '{"kind":"cat","tail":1}',
    ],
    [
      "what any names, where tags overlap",
      {
        oneOf: [
          closed({ k: { enum: [1, 2] }, p: {} }, { required: ["k"] }),
          closed({ k: { enum: [2, 3] }, q: {} }, { required: ["k"] }),
        ],
      },
      { k: 1, p: 1, q: 1, x: 1 },
      '{"k":1,"p":1,"q":1}',
    ],
    [
      "a member named __proto__",
      JSON.parse(
        '{"properties":{"__proto__":{"additionalProperties":false}},"additionalProperties":false}',
      ) as Schema,
      JSON.parse('{"__proto__":{"x":1},"x":1}'),
      '{"__proto__":{}}',
    ],
    [
      "nothing that an object's prototype has",
      a,
      JSON.parse('{"a":1,"constructor":1,"toString":1,"__proto__":1}'),
      '{"a":1}',
    ],
  ])("%s", (_what, schema, value, text) => {
    expect(written(schema, value)).toBe(text);
    const plain: unknown = JSON.parse(JSON.stringify(value));
    const stripped = compileClosedMembers(schema)?.strip(plain) ?? plain;
    expect(stripped).toStrictEqual(JSON.parse(text));
    if (text === JSON.stringify(value)) expect(stripped).toBe(plain);
  });
});

describe("is sent by nobody", () => {
  const pair = { type: "array", prefixItems: [a, text] };
  it.each<[what: string, schema: Schema, value: unknown, said: string]>([
    ["a list that is no object", a, [all], "the value is a list"],
    ["an object that is no list", { type: "array", items: a }, all, "the value is an object"],
    ["a list in a list", { type: "array", items: a }, [[all]], "0 is a list"],
    ["a text that is no object", a, "text", "the value is a string"],
    ["a number that is no object", a, 5, "the value is a number"],
    ["a text for what may be null", { anyOf: [a, nothing] }, "text", "the value is a string"],
    [
      "a text for what may be a boolean",
      { anyOf: [a, { type: "boolean" }] },
      "text",
      "the value is a string",
    ],
    ["an object that is no text", closed({ a: text }), { a: all }, "a is an object"],
    ["a list that is no text", closed({ a: text }), { a: [1] }, "a is a list"],
    ["an object that is no boolean", closed({ a: { type: "boolean" } }), { a: all }, "a is an object"],
    ["an object that is no enum's", closed({ a: { enum: ["x", "y"] } }), { a: all }, "a is an object"],
    ["an object of no other const", closed({ a: { const: 1 } }), { a: {} }, "a is an object"],
    [
      "an object among texts",
      closed({ l: { type: "array", items: text } }),
      { l: ["x", all] },
      "l.1 is an object",
    ],
    [
      "an object in a record of texts",
      closed({ r: { additionalProperties: text } }),
      { r: { k: all } },
      "r.k is an object",
    ],
    [
      "an object by a pattern",
      closed({}, { patternProperties: { "^p": text } }),
      { p1: all },
      "p1 is an object",
    ],
    ["an object below an open one", { properties: { o: a, t: text } }, { x: all, t: all }, "t is an object"],
    ["a member that is false", closed({ a: false }), { a: "x" }, "a is a string"],
    ["an item behind a tuple's end", pair, [{ a: 1 }, "x", all], "2 is an object"],
    ["a text behind it", pair, [{ a: 1 }, "x", "y"], "2 is a string"],
    [
      "a number behind a tuple that is closed",
      { ...pair, items: false },
      [{ a: 1 }, "x", 1],
      "2 is a number",
    ],
    [
      "an item behind one of an older draft",
      { items: [a], additionalItems: false },
      [{}, {}],
      "1 is an object",
    ],
    [
      "an item that is left unevaluated",
      { prefixItems: [a], unevaluatedItems: false },
      [{}, {}],
      "1 is an object",
    ],
    [
      "an object whose tag names nothing",
      { oneOf: [cat, dog] },
      { kind: "cow", lives: 9 },
      'the value is an object whose "kind" matches no alternative',
    ],
    [
      "an object without its tag",
      closed({ pet: { anyOf: [cat, dog, nothing] } }),
      { pet: {} },
      'pet is an object whose "kind" matches no alternative',
    ],
    [
      "an object whose tag is inherited",
      { oneOf: [cat, dog] },
      Object.assign(Object.create({ kind: "cat" }) as object, { lives: 9 }),
      'the value is an object whose "kind" matches no alternative',
    ],
    ["what toJSON makes an object", closed({ a: text }), { a: { toJSON: () => all } }, "a is an object"],
    ["what toJSON makes a text", closed({ o: a }), { o: { toJSON: () => "x" } }, "o is a string"],
    ["a Date that is no object", closed({ o: a }), { o: new Date(0) }, "o is a string"],
    ["bytes that are no text", closed({ a: text }), { a: Buffer.from("x") }, "a is an object"],
    ["a boxed text that is no object", closed({ o: a }), { o: new String("x") }, "o is a string"],
    ["a boxed number that is no object", closed({ o: a }), { o: new Number(1) }, "o is a number"],
  ])("%s", (_what, schema, value, said) => {
    const members = compileClosedMembers(schema);
    const error = `${said}, which the schema of the response does not allow`;
    expect(() => members?.write(value)).toThrow(error);
    expect(() => members?.write(value, (_key, one: unknown) => one)).toThrow(error);
    expect(() => members?.strip(value)).toThrow(error);
  });

  it("what JSON does not have of a value is in nobody's way", () => {
    const inherited = Object.assign(Object.create({ a: all }) as object, { b: "x" });
    const { write } = compileClosedMembers(closed({ a: text, b: text, o: a })) ?? { write: () => undefined };
    expect(write(inherited)).toBe('{"b":"x"}');
    expect(write({ a: new String("x"), b: new Number(1), x: 1 })).toBe('{"a":"x","b":1}');
    expect(write({ a: () => 1, b: Symbol("b"), o: NaN })).toBe('{"o":null}');
    expect(write({ o: new Boolean(true), a: new Date(NaN), x: 1 })).toBe('{"o":true,"a":null}');
  });
});

describe("a schema whose values are turned", () => {
  const open = { type: "object", properties: { a: text, l: { type: "array", items: text } } };

  it("is asked for the kinds that it takes, where it closes nothing out", () => {
    expect(compileClosedMembers(open)).toBeUndefined();
    const turned = compileConvertedMembers(open);
    expect(turned?.write({ ...all, l: ["x"] })).toBe('{"a":1,"b":2,"x":3,"l":["x"]}');
    expect(() => turned?.write([all])).toThrow("the value is a list");
    expect(() => turned?.write({ a: all })).toThrow("a is an object");
    expect(() => turned?.write({ l: [all] })).toThrow("l.0 is an object");
  });

  it("has nothing to say where it takes everything", () => {
    expect(compileConvertedMembers({})).toBeUndefined();
    expect(compileConvertedMembers({ properties: { a: {} }, items: true })).toBeUndefined();
  });
});

/** Each member may be what two schemas say: a schema of n definitions comes to 2 ** n sets of alternatives. */
function growing(n: number): Schema {
  const to = (i: number): Schema => ({ $ref: `#/$defs/${i}` });
  const defs = Array.from({ length: n }, (_, i) => {
    const next = i === 0 ? to(0) : to(i + 1);
    return closed({ a: i === 0 ? { anyOf: [to(0), to(1)] } : next, b: next });
  });
  return { ...to(0), $defs: Object.fromEntries([...defs, closed({ end: text })].entries()) };
}

describe("the closed members of a schema are known without an outline", () => {
  it.each<[of: string, schema: Schema, isKnown: boolean]>([
    ["an object", a, true],
    ["a list within an object", closed({ list: { type: "array", items: a } }), true],
    ["an object that may be null", closed({ a: { anyOf: [a, nothing] } }), true],
    ["one that may be a text or a number", { oneOf: [a, { type: ["string", "integer"] }] }, true],
    ["properties with the names of keywords", closed({ anyOf: a, not: text, $ref: text }), true],
    ["two objects", closed({ one: { anyOf: [a, b] } }), false],
    ["an object or a list", { oneOf: [a, { type: ["array", "null"] }] }, false],
    ["an alternative without a type", { anyOf: [a, { const: null }] }, false],
    ["a choice within an alternative", { anyOf: [nothing, { anyOf: [a, b] }] }, false],
    ["a reference", node, false],
    ["schemas that apply together", { allOf: [a] }, false],
    ["a condition", { if: a }, false],
    ["a pattern of names", { patternProperties: { x: a } }, false],
  ])("of %s", (_, schema, isKnown) => {
    expect(hasNoAlternatives(schema)).toBe(isKnown);
  });

  it("of a deep schema", () => {
    const deep = Array.from({ length: 10_000 }).reduce<Schema>((schema) => closed({ a: schema }), a);
    expect(hasNoAlternatives(deep)).toBe(true);
  });
});

describe("a large schema", () => {
  it("that contains itself in many sets of alternatives has an outline, however deep that is", () => {
    const below = (depth: number): unknown => (depth === 0 ? { x: 1 } : { a: below(depth - 1), x: 1 });
    expect(written(growing(10), below(3))).toBe('{"a":{"a":{"a":{}}}}');
  });

  it("that has too many of them gets that problem", () => {
    expect(() => written(growing(16), {})).toThrow(
      "the schema has too many alternatives to find out which properties are not allowed: simplify its unions",
    );
  });

  it.each<[of: string, schema: Schema, value: unknown]>([
    ["texts", text, "x"],
    ["objects", a, { a: "x" }],
    ["objects that may be null", { anyOf: [a, nothing] }, { a: "x" }],
    ["lists of tagged objects", { type: "array", items: { oneOf: [cat, dog] } }, [{ kind: "cat", lives: 9 }]],
  ])("with thousands of members does not count as one with alternatives: %s", (_of, schema, value) => {
    const names = Array.from({ length: 3_000 }, (_, i) => `m${i}`);
    // Each its own object, as libraries write them.
    const copy = (): Schema => JSON.parse(JSON.stringify(schema)) as Schema;
    const large = closed(Object.fromEntries(names.map((name) => [name, copy()])));
    expect(written(large, { m2999: value, x: 1 })).toBe(JSON.stringify({ m2999: value }));
  });
});

describe("nothing is compiled for", () => {
  it.each<[what: string, schema: Schema]>([
    ["an empty schema", {}],
    ["an open object", { properties: { a: { type: "object" } }, additionalProperties: true }],
    ["what contains itself, openly", { properties: { next: { $ref: "#" } }, items: { $ref: "#" } }],
    ["a reference to itself", { $ref: "#" }],
    ["what is closed under not", { not: a }],
    ["what is closed in no reachable place", { $defs: { A: a } }],
    ["what is closed beside an open alternative", { anyOf: [a, {}] }],
    ["what is closed where no object may be", { ...a, type: "string" }],
  ])("%s", (_what, schema) => {
    expect(compileClosedMembers(schema)).toBeUndefined();
  });
});

describe("as JSON.stringify does", () => {
  const { write } = compileClosedMembers(
    closed({ a: {}, o: a, l: { items: { anyOf: [a, text] } }, t: text }),
  ) ?? {
    write: () => undefined,
  };
  const dated = new Date(0);
  class Account {
    a = 1;
    password = "x";
    get o(): string {
      return `inherited by ${this.a}`;
    }
  }
  class Row {
    constructor(readonly row: unknown) {}
    toJSON(key: string): unknown {
      return typeof this.row === "object" ? { ...this.row, a: key } : this.row;
    }
  }
  it.each<[what: string, value: unknown, text: string | undefined]>([
    [
      "undefined, functions and symbols are no members",
      { a: undefined, o: () => 1, l: Symbol("l"), x: 1 },
      "{}",
    ],
    [
      "they are null in lists",
      { l: [undefined, () => 1, Symbol("l"), all], x: 1 },
      '{"l":[null,null,null,{"a":1}]}',
    ],
    [
      "holes are null",
      { l: Object.assign(new Array<unknown>(3), { 1: all }), x: 1 },
      '{"l":[null,{"a":1},null]}',
    ],
    [
      "numbers that JSON has not are null",
      { a: [NaN, -0, Infinity], o: NaN, x: 1 },
      '{"a":[null,0,null],"o":null}',
    ],
    [
      "boxed primitives are primitives",
      { a: new Number(1), t: new String("text"), x: 1 },
      '{"a":1,"t":"text"}',
    ],
    [
      "dates are texts",
      { a: dated, t: dated, l: [dated], x: 1 },
      `{"a":${JSON.stringify(dated)},"t":${JSON.stringify(dated)},"l":[${JSON.stringify(dated)}]}`,
    ],
    ["a class's own members are written", new Account(), '{"a":1}'],
    [
      "toJSON is told its key",
      new Row({ x: 1, o: new Row(all), l: [new Row(all), new Row(all)] }),
      '{"o":{"a":"o"},"l":[{"a":"0"},{"a":"1"}],"a":""}',
    ],
    [
      "what toJSON gives is not asked again",
      { o: new Row(new Row({ x: 1 })), l: [{ toJSON: () => dated }] },
      '{"o":{"a":"o"},"l":[{}]}',
    ],
    [
      "toJSON may give anything",
      { a: 1, o: new Row(undefined), l: [new Row(undefined), new Row(1)] },
      '{"a":1,"l":[null,1]}',
    ],
    ["maps have no members", { o: new Map([["a", 1]]), x: 1 }, '{"o":{}}'],
    ["a function may have toJSON", { o: Object.assign(() => 1, { toJSON: () => all }) }, '{"o":{"a":1}}'],
    ["nothing is undefined", undefined, undefined],
    ["a function is undefined", () => 1, undefined],
  ])("%s", (_what, value, text) => {
    expect(write(value)).toBe(text);
  });

  it("what is shared and frozen stays as it was", () => {
    const value = Object.freeze({ a: 1, o: Object.freeze({ a: 1, x: 2 }), x: 3 });
    expect(write(value)).toBe('{"a":1,"o":{"a":1}}');
    expect(value).toStrictEqual({ a: 1, o: { a: 1, x: 2 }, x: 3 });
  });

  it("a circle is a TypeError, and none where it is closed out", () => {
    const { write: writeNode } = compileClosedMembers(closed({ next: { $ref: "#" } })) ?? { write };
    const circle: Record<string, unknown> = { x: 1 };
    circle.next = circle;
    expect(() => writeNode(circle)).toThrow(TypeError);
    expect(writeNode({ next: {}, up: circle })).toBe('{"next":{}}');
  });

  it("a BigInt is a TypeError, and none where it is closed out", () => {
    expect(() => write({ a: 1n })).toThrow(TypeError);
    expect(() => write({ o: 1n })).toThrow(TypeError);
    expect(write({ x: 1n })).toBe("{}");
  });

  it("a replacer is asked once for each member, and before members are left out", () => {
    const asked: string[] = [];
    const replacer = (key: string, value: unknown): unknown => {
      asked.push(key);
      return key === "o" ? { a: value, added: true } : value;
    };
    expect(write({ a: 1, o: 2, x: 3 }, replacer)).toBe('{"a":1,"o":{"a":2}}');
    expect(asked).toStrictEqual(["", "a", "o", "a", "added", "x"]);
    expect(write({ a: 1, o: { a: 2 } }, ["a"])).toBe('{"a":1}');
    expect(write({ a: 1, x: 1 }, null)).toBe('{"a":1}');
  });
});
