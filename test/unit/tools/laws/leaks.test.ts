import { conversionJudges } from "../../../../src/changes/schemas/conversion-judges";
import { examplesFrom } from "../../../../src/tools/laws/examples";
import { judgesWith } from "../../../../src/tools/laws/judges";
import type { JSONSchema } from "../../../../src/schema/interface/schema";
import { contractReader } from "../../../../src/schema/contract-reader";

const reader = contractReader(conversionJudges);

const { leakIn } = judgesWith(examplesFrom(new Map(), 1, reader), reader);

const a = { type: "object", properties: { a: { type: "string" } } };
const b = { type: "object", properties: { b: { type: "string" } } };
const kind = (name: string, member: string) => ({
  type: "object",
  properties: { kind: { const: name }, [member]: {} },
});
const tree = { properties: { kids: { type: "array", items: { $ref: "#" } } } };

it.each<[what: string, schema: JSONSchema, value: unknown, leak: readonly (string | number)[] | undefined]>([
  ["no object", a, "x", undefined],
  ["what is named", a, { a: 1 }, undefined],
  ["what is not", a, { a: 1, b: 2 }, ["b"]],
  ["what is not, of a closed schema", { ...a, additionalProperties: false }, { b: 2 }, ["b"]],
  ["a schema that says nothing", {}, { b: 2 }, undefined],
  ["an object of whatever", { type: "object" }, { b: 2 }, undefined],
  ["a record", { type: "object", additionalProperties: a }, { x: { a: 1 } }, undefined],
  ["in a record's value", { type: "object", additionalProperties: a }, { x: { b: 1 } }, ["x", "b"]],
  ["what is open on purpose", { ...a, additionalProperties: {} }, { b: { c: 2 } }, undefined],
  ["a pattern", { patternProperties: { "^x": {} } }, { x1: 1 }, undefined],
  ["what no pattern names", { patternProperties: { "^x": {} } }, { y: 1 }, ["y"]],
  ["in a member", { properties: { in: a } }, { in: { b: 1 } }, ["in", "b"]],
  ["in a list", { type: "array", items: a }, [{ a: 1 }, { b: 1 }], [1, "b"]],
  ["a list of whatever", { type: "array" }, [{ b: 1 }], undefined],
  ["in a tuple", { prefixItems: [a, b] }, [{ a: 1 }, { a: 1 }], [1, "a"]],
  ["behind a reference", { $ref: "#/$defs/a", $defs: { a } }, { b: 1 }, ["b"]],
  ["in a tree", tree, { kids: [{ kids: [{ no: 1 }] }] }, ["kids", 0, "kids", 0, "no"]],
  ["a circle of references", { $ref: "#" }, { b: 1 }, undefined],
  ["what is composed", { allOf: [a, b] }, { a: 1, b: 1 }, undefined],
  ["what no part names", { allOf: [a, b] }, { c: 1 }, ["c"]],
  ["alternatives that nothing tells apart", { anyOf: [a, b] }, { a: 1, b: 1 }, undefined],
  ["an alternative beside null", { anyOf: [{ type: "null" }, a] }, { b: 1 }, ["b"]],
  [
    "the alternative that a constant names",
    { oneOf: [kind("x", "a"), kind("y", "b")] },
    { kind: "x", a: 1 },
    undefined,
  ],
  ["a member of the other one", { oneOf: [kind("x", "a"), kind("y", "b")] }, { kind: "x", b: 1 }, ["b"]],
  ["a name that every object answers to", a, { constructor: 1 }, ["constructor"]],
  ["`__proto__`", a, JSON.parse('{ "__proto__": 1 }'), ["__proto__"]],
])("%s", async (_what, schema, value, leak) => {
  expect(await leakIn(schema, value)).toEqual(leak);
});
