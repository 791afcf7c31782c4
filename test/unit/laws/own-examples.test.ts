import { ownExamples, withOwnExamples } from "../../../src/laws/own-examples";
import type { JSONSchema } from "../../../src/model/schema";

describe("the examples that a schema gives itself", () => {
  it.each<[what: string, schema: JSONSchema, examples: readonly unknown[]]>([
    ["`examples`", { examples: [1, 2] }, [1, 2]],
    ["`example`", { example: "a" }, ["a"]],
    ["those of a target", { $ref: "#/$defs/a", $defs: { a: { examples: [1] } } }, [1]],
    ["an example before a default", { properties: { a: {} }, examples: [{ a: 1 }], default: {} }, [{ a: 1 }]],
    ["a constant", { const: 0 }, [0]],
    ["a default", { type: "string", default: "" }, [""]],
    ["the first of an enum", { enum: ["b", "a"] }, ["b"]],
    ["those of properties", { type: "object", properties: { a: { const: 1 }, b: {} } }, [{ a: 1 }]],
    ["the first alternative's", { anyOf: [{ const: 1 }, { const: 2 }] }, [1]],
    ["the first alternative's, one of several", { oneOf: [{ const: 1 }, { const: 2 }] }, [1]],
    ["a list of one item", { type: "array", items: { examples: ["a", "b"] } }, [["a"]]],
    [
      "a tree without its branches",
      { type: "object", properties: { name: { const: "a" }, child: { $ref: "#" } } },
      [nested("a", 11)],
    ],
    ["none, of a list of anything", { type: "array" }, []],
    ["none, of a list of items without one", { type: "array", items: { type: "string" } }, []],
    ["none, of a list that contains itself", { type: "array", items: { $ref: "#" } }, []],
    ["none, of an object without properties", { type: "object" }, []],
    ["none, of an object without examples", { type: "object", properties: { a: {} } }, []],
    [
      "none, where a required property has none",
      { type: "object", properties: { a: { const: 1 }, b: {} }, required: ["a", "b"] },
      [],
    ],
  ])("%s", (_what, schema, examples) => {
    expect(ownExamples(schema)).toEqual(examples);
  });
});

describe("a value that was made has the examples of its schema", () => {
  it.each<[what: string, value: unknown, schema: JSONSchema, expected: unknown]>([
    ["as a whole", 5, { examples: [1] }, 1],
    ["in properties", { a: 5, b: 6 }, { properties: { a: { example: 1 }, b: {} } }, { a: 1, b: 6 }],
    [
      "in each item",
      [{ a: 5 }, { a: 6 }],
      { items: { properties: { a: { example: 1 } } } },
      [{ a: 1 }, { a: 1 }],
    ],
    ["in no item of a list of anything", [5], { type: "array" }, [5]],
    ["in no member that no property describes", { more: 5 }, { type: "object" }, { more: 5 }],
    ["but no default", { a: 5 }, { properties: { a: { default: 1 } } }, { a: 5 }],
  ])("%s", (_what, value, schema, expected) => {
    expect(withOwnExamples(value, schema)).toEqual(expected);
  });
});

/** A tree of one branch, as deep as a schema that leads back to itself is followed. */
function nested(name: string, depth: number): object {
  return depth === 1 ? { name } : { name, child: nested(name, depth - 1) };
}
