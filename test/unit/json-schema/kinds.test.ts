import { listsIn, takesNull } from "../../../src/schema/json-schema/kinds";

type Schema = Readonly<Record<string, unknown>>;

describe("the names that hold a list and nothing else", () => {
  const list = { type: "array" };
  it.each<[what: string, property: Schema, isList: boolean]>([
    ["a list", list, true],
    ["a text", { type: "string" }, false],
    ["nothing said", {}, false],
    ["items without a type", { items: {} }, false],
    ["a list or null", { anyOf: [list, { type: "null" }] }, true],
    ["one of two lists", { oneOf: [list, list] }, true],
    ["a list or a text", { anyOf: [list, { type: "string" }] }, false],
    ["a list or null, by their types", { type: ["array", "null"] }, true],
    ["types, a list among them", { type: ["array", "string"] }, false],
    ["null alone", { anyOf: [{ type: "null" }] }, false],
    ["all of a list and more", { allOf: [{ minItems: 1 }, list] }, true],
    ["a list or anything", { anyOf: [list, true] }, false],
    ["a list or what never fits", { anyOf: [list, false] }, true],
    ["a list beside alternatives of any kind", { anyOf: [list], oneOf: [{}, { type: "string" }] }, true],
    ["a list beside a reference to no kind", { $ref: "#/$defs/Any", type: "array" }, true],
    ["a reference to a list", { $ref: "#/$defs/List" }, true],
    ["a reference to a text", { $ref: "#/$defs/Text" }, false],
    ["a reference that leads nowhere", { $ref: "#/$defs/None" }, false],
    ["a circle", { $ref: "#/$defs/Circle" }, false],
    ["values that are lists", { enum: [["a"], ["b"], null] }, true],
    ["values, a list among them", { enum: [["a"], "b"] }, false],
    [
      "a list or a text, of which a part excludes the text",
      { anyOf: [list, { type: "string" }], type: "array" },
      true,
    ],
  ])("%s", (_what, property, isList) => {
    const root = {
      properties: { x: property, y: { type: "string" } },
      $defs: {
        List: list,
        Any: {},
        Text: { type: "string" },
        Circle: { anyOf: [{ $ref: "#/$defs/Circle" }] },
      },
    };
    const tell = listsIn(root);
    expect([tell?.("x") ?? false, tell?.("y") ?? false, tell?.("z") ?? false]).toEqual([
      isList,
      false,
      false,
    ]);
  });
});

describe("a schema takes null", () => {
  it.each<[what: string, schema: Schema, isTaken: boolean]>([
    ["nothing said", {}, true],
    ["null", { type: "null" }, true],
    ["a text or null", { type: ["string", "null"] }, true],
    ["a text", { type: "string" }, false],
    ["a constant", { const: 1 }, false],
    ["the constant null", { const: null }, true],
    ["values without null", { enum: ["a"] }, false],
    ["values with null", { enum: ["a", null] }, true],
    ["an alternative", { anyOf: [{ type: "string" }, { type: "null" }] }, true],
    ["no alternative", { oneOf: [{ type: "string" }, false] }, false],
    ["any alternative", { anyOf: [true] }, true],
    ["one of all parts", { allOf: [{ type: "null" }, { type: "string" }] }, false],
    ["a reference", { $ref: "#/$defs/N" }, true],
    ["a reference to text", { $ref: "#/$defs/T" }, false],
    ["a circle, which restricts nothing", { $ref: "#/$defs/C" }, true],
    ["a union with itself", { anyOf: [{ type: "string" }, { $ref: "#/$defs/U" }] }, true],
    ["a text beside a union with null", { type: "string", anyOf: [{ type: "null" }, true] }, false],
  ])("%s", (_what, schema, isTaken) => {
    const $defs = {
      N: { type: "null" },
      T: { type: "string" },
      C: { anyOf: [{ $ref: "#/$defs/C" }] },
      U: { anyOf: [{ type: "string" }, { type: "null" }, { $ref: "#/$defs/U" }] },
    };
    expect(takesNull({ ...schema, $defs })).toBe(isTaken);
  });
});
