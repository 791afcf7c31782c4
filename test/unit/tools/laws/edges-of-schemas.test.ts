import Ajv2020 from "ajv/dist/2020";
import fc from "fast-check";
import { conversionJudges } from "../../../../src/changes/schemas/conversion-judges";
import { arbitraryOf } from "../../../../src/tools/laws/arbitrary";
import { examplesFrom } from "../../../../src/tools/laws/examples";
import { judgesWith } from "../../../../src/tools/laws/judges";
import type { JSONSchema } from "../../../../src/schema/interface/schema";
import { contractReader } from "../../../../src/schema/contract-reader";

const reader = contractReader(conversionJudges);

const { leakIn } = judgesWith(examplesFrom(new Map(), 1, reader), reader);
const ajv = new Ajv2020({ strict: false });
const impossible = { not: {} };
const integer = { type: "integer" };

function valuesOf(schema: JSONSchema): readonly unknown[] {
  const values = arbitraryOf(schema);
  if (!values) throw new Error("no values");
  return fc.sample(values, { numRuns: 200, seed: 1 });
}

describe("examples fit a schema", () => {
  it.each<[what: string, schema: JSONSchema]>([
    ["whose bounds alone say that it is of numbers", { minimum: 3, maximum: 5 }],
    ["of a tuple that says nothing of further items", { type: "array", prefixItems: [integer], minItems: 1 }],
    ["of a list that may only be empty", { type: "array", prefixItems: [impossible] }],
    ["of a record that may only be empty", { type: "object", additionalProperties: impossible }],
    [
      "of a record without a possible name",
      { type: "object", propertyNames: impossible, additionalProperties: integer },
    ],
    [
      "that two members refer to",
      {
        type: "object",
        properties: { a: { $ref: "#/$defs/n" }, b: { $ref: "#/$defs/n" } },
        required: ["a", "b"],
        $defs: { n: integer },
      },
    ],
    [
      "composed of one that a reference leads to, by way of another",
      {
        allOf: [{ $ref: "#/$defs/a" }, { maximum: 9 }],
        $defs: { a: { $ref: "#/$defs/b" }, b: { type: "integer", minimum: 7 } },
      },
    ],
    [
      "composed of parts, beside alternatives that are composed too",
      {
        allOf: [{ type: "object", properties: { a: integer }, required: ["a"] }],
        anyOf: [{ allOf: [{ properties: { b: { type: "null" } }, required: ["b"] }] }],
      },
    ],
  ])("%s", (_what, schema) => {
    const fits = ajv.compile(schema);
    expect(valuesOf(schema).filter((value) => !fits(value))).toEqual([]);
  });
});

describe("no example is made of a schema", () => {
  it.each<[what: string, schema: JSONSchema]>([
    ["of a list that needs an item, and allows none", { type: "array", items: false, minItems: 1 }],
    ["of a tuple whose item is impossible", { type: "array", prefixItems: [impossible], minItems: 1 }],
    [
      "composed of references that lead in a circle",
      { allOf: [{ $ref: "#/$defs/a" }], $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } },
    ],
  ])("%s", (_what, schema) => {
    expect(arbitraryOf(schema)).toBeUndefined();
  });
});

it("a part whose reference leads nowhere adds nothing to the others", () => {
  const schema = { allOf: [{ $ref: "#/$defs/nope" }, { type: "integer", minimum: 3, maximum: 5 }] };
  expect([...new Set(valuesOf(schema))].toSorted()).toEqual([3, 4, 5]);
});

describe("of a union's alternatives, a value is of", () => {
  const a = { type: "object", properties: { kind: { enum: ["a", "A"] }, x: {} } };
  const b = { type: "object", properties: { kind: { enum: ["b"] }, y: {} } };
  const union = { anyOf: [{ $ref: "#/$defs/a" }, { $ref: "#/$defs/b" }], $defs: { a, b } };
  const listOrObject = {
    anyOf: [
      { type: "array", items: { properties: { x: {} } } },
      { type: "object", properties: { y: {} } },
    ],
  };

  it.each<[what: string, schema: JSONSchema, value: unknown, leak: readonly (string | number)[] | undefined]>(
    [
      ["the one whose enum has its member, behind a reference", union, { kind: "A", x: 1 }, undefined],
      ["no other one than that", union, { kind: "A", y: 1 }, ["y"]],
      ["that of lists, where it is one", listOrObject, [{ x: 1 }], undefined],
      ["none of objects, where it is a list", listOrObject, [{ y: 1 }], [0, "y"]],
      [
        "any that says nothing of members",
        { anyOf: [{ type: "object" }, b] },
        { kind: "a", y: 1 },
        undefined,
      ],
    ],
  )("%s", async (_what, schema, value, leak) => {
    expect(await leakIn(schema, value)).toEqual(leak);
  });
});
