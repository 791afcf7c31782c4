import { allowedNames, schemaShapeOf } from "../../../src/schema/json-schema/shape";

type Schema = Readonly<Record<string, unknown>>;

/** `a b?`: the names of the properties, those that may be missing with a question mark. */
function told(schema: Schema): string {
  return schemaShapeOf(schema)
    .properties.map(({ name, required }) => (required ? name : `${name}?`))
    .join(" ");
}

const a = { properties: { a: {} }, required: ["a"] };
const b = { properties: { b: {} }, required: ["b"] };
const ab = { properties: { a: {}, b: {} }, required: ["a", "b"] };

describe("the properties of an object's schema", () => {
  it.each<[what: string, schema: Schema, properties: string]>([
    ["nothing", {}, ""],
    ["properties, required or not", { properties: { a: {}, b: {} }, required: ["b"] }, "a? b"],
    ["a schema that is true", { properties: { a: true } }, "a?"],
    ["required without properties", { required: ["a"] }, ""],
    ["required that is no list", { properties: { a: {} }, required: true }, "a?"],
    ["all of several", { allOf: [a, b] }, "a b"],
    ["all of several and its own", { ...a, allOf: [b] }, "a b"],
    [
      "required by one of all",
      { properties: { a: {} }, allOf: [{ required: ["a"], properties: { a: {} } }] },
      "a",
    ],
    ["any of several", { anyOf: [a, b] }, "a? b?"],
    ["any of several that all require it", { anyOf: [a, ab] }, "a b?"],
    ["one of several", { oneOf: [a, ab] }, "a b?"],
    ["any of one", { anyOf: [ab] }, "a b"],
    ["any of none", { anyOf: [] }, ""],
    ["a reference", { $ref: "#/$defs/A", $defs: { A: a } }, "a"],
    ["a reference and its own", { $ref: "#/$defs/A", ...b, $defs: { A: a } }, "b a"],
    ["a reference that leads nowhere", { $ref: "#/$defs/A" }, ""],
    ["a reference to itself", { $ref: "#", ...a }, "a"],
    [
      "a circle of references",
      { $ref: "#/$defs/A", $defs: { A: { $ref: "#/$defs/B", ...a }, B: { $ref: "#/$defs/A", ...b } } },
      "a b",
    ],
    ["alternatives that contain the whole", { ...a, anyOf: [{ $ref: "#" }, b] }, "a b?"],
    ["a property named __proto__", JSON.parse('{"properties":{"__proto__":{}}}') as Schema, "__proto__?"],
  ])("%s", (_what, schema, properties) => {
    expect(told(schema)).toBe(properties);
  });
});

describe("the names that a schema allows", () => {
  const closed = { ...a, additionalProperties: false };
  it.each<[what: string, schema: Schema, names: readonly string[] | undefined]>([
    ["nothing is said", {}, undefined],
    ["properties, and others", a, undefined],
    ["properties and no others", closed, ["a"]],
    ["no others than what is required", { additionalProperties: false, required: ["b"] }, ["b"]],
    ["what is required too", { ...closed, required: ["b"] }, ["a", "b"]],
    ["a reference to such a schema", { $ref: "#/$defs/A", $defs: { A: closed } }, ["a"]],
    ["properties by pattern", { ...closed, patternProperties: { "^x": {} } }, undefined],
    ["all of several", { ...closed, allOf: [b] }, ["a"]],
    ["properties and words for people", { ...closed, $comment: "?", examples: [], deprecated: true }, ["a"]],
    ["another rule", { ...closed, minProperties: 2 }, ["a"]],
  ])("%s", (_what, schema, names) => {
    const allowed = allowedNames(schema);
    expect(allowed && [...allowed]).toEqual(names);
  });
});
