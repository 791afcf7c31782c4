import { glanceOf } from "../../../src/schema/json-schema/glance";
import type { JSONSchema } from "../../../src/schema/interface/schema";

const root = {
  $defs: {
    Kind: { title: "A kind", const: "cat" },
    Loop: { allOf: [{ $ref: "#/$defs/Loop" }], minProperties: 1 },
    Cat: { type: "object", required: ["kind"], properties: { kind: { $ref: "#/$defs/Kind" } } },
  },
};

const { Cat } = root.$defs;
const glancedCat = { type: "object", required: ["kind"], properties: { kind: { const: "cat" } } };

it.each<[what: string, schema: JSONSchema | boolean, glance: JSONSchema]>([
  ["allows everything", true, {}],
  ["allows nothing", false, { not: {} }],
  ["allows nothing, spelled otherwise", { not: {} }, { not: {} }],
  [
    "has the kind, the constants and sizes",
    { type: "array", minItems: 1, maxItems: 3, uniqueItems: true },
    { type: "array", minItems: 1, maxItems: 3 },
  ],
  ["may be null", { type: "object", nullable: true }, { type: "object", nullable: true }],
  ["is a reference", { $ref: "#/$defs/Cat" }, glancedCat],
  ["leads to itself", { $ref: "#/$defs/Loop" }, { minProperties: 1 }],
  ["is a reference to nothing", { $ref: "#/$defs/Dog" }, {}],
  [
    "says more beside a reference",
    { $ref: "#/$defs/Cat", maxProperties: 2 },
    { allOf: [{ maxProperties: 2 }, glancedCat] },
  ],
  [
    "is one of several",
    { anyOf: [Cat, { type: "string", pattern: "^a" }] },
    { anyOf: [glancedCat, { type: "string" }] },
  ],
  ["is one of several, of which one says nothing", { oneOf: [Cat, {}] }, {}],
  [
    "depends on a condition",
    { if: Cat, then: { type: "object" }, else: { type: "string" } },
    { anyOf: [{ type: "object" }, { type: "string" }] },
  ],
  ["may depend on a condition", { if: Cat, then: { type: "object" } }, {}],
  [
    "is open",
    { properties: { name: { type: "string", minLength: 1 }, tags: { items: { type: "string" } } } },
    { properties: { name: { type: "string" } } },
  ],
  [
    "is closed",
    {
      properties: { tags: {} },
      patternProperties: { "^x-": { type: "string" } },
      additionalProperties: false,
    },
    { properties: { tags: {} }, patternProperties: { "^x-": {} }, additionalProperties: false },
  ],
  [
    "is a tuple",
    { prefixItems: [{ const: "and" }, { type: "array", items: Cat }], items: false },
    { prefixItems: [{ const: "and" }, { type: "array" }], items: false },
  ],
  ["is a list", { type: "array", items: Cat }, { type: "array" }],
])("the glance of a schema that %s", (_what, schema, glance) => {
  expect(glanceOf(root, schema)).toEqual({ schema: glance, isWhole: true });
});

it("looks only at the member that tells alternatives apart", () => {
  const schema = { ...Cat, additionalProperties: false, minProperties: 2, required: ["name", "kind"] };
  expect(glanceOf(root, schema, "kind").schema).toEqual(glancedCat);
  expect(glanceOf(root, schema, "name").schema).toEqual({ type: "object", required: ["name"] });
});

it("leaves out what nested references double at each level, and says so", () => {
  const doubled = Object.fromEntries(
    Array.from({ length: 20 }, (_, i) => [
      `D${i}`,
      { minProperties: i, allOf: [{ $ref: `#/$defs/D${i + 1}` }, { $ref: `#/$defs/D${i + 1}` }] },
    ]),
  );
  expect(glanceOf({ $defs: doubled }, { $ref: "#/$defs/D0" }).isWhole).toBe(false);
});
