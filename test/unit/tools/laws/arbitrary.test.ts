import Ajv2020 from "ajv/dist/2020";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { z } from "zod";
import { arbitraryOf } from "../../../../src/tools/laws/arbitrary";
import type { JSONSchema } from "../../../../src/schema/interface/schema";

const ajv = addFormats(new Ajv2020({ strict: false }));

function valuesOf(schema: JSONSchema): readonly unknown[] {
  const values = arbitraryOf(schema);
  if (!values) throw new Error("no values");
  return fc.sample(values, { numRuns: 200, seed: 1 });
}

const tree = {
  $ref: "#/$defs/tree",
  $defs: {
    tree: {
      type: "object",
      properties: {
        value: { type: "integer" },
        children: { type: "array", items: { $ref: "#/$defs/tree" } },
      },
      required: ["value", "children"],
    },
  },
};
const list = {
  anyOf: [{ type: "null" }, { type: "object", properties: { next: { $ref: "#" } }, required: ["next"] }],
};

describe("what is made fits the schema", () => {
  it.each<[what: string, schema: JSONSchema]>([
    ["anything", {}],
    ["null", { type: "null" }],
    ["a boolean", { type: "boolean" }],
    ["one of several types", { type: ["string", "null"], maxLength: 2 }],
    ["a constant", { const: { a: 1 } }],
    ["an enum", { enum: ["a", 1, null] }],
    ["an integer", { type: "integer" }],
    ["an integer within bounds", { type: "integer", minimum: 3, maximum: 5 }],
    ["a number between", { type: "number", exclusiveMinimum: 0, maximum: 1 }],
    ["hundredths", { type: "number", multipleOf: 0.25, minimum: -2, maximum: 10 }],
    ["text", { type: "string" }],
    ["text of one length and more", { type: "string", minLength: 3 }],
    ["long text", { type: "string", minLength: 100 }],
    ["text of a pattern", { type: "string", pattern: "^[a-c]{2}\\d+$" }],
    ["text by its pattern alone", { pattern: "^x" }],
    ["text of a property", { type: "string", pattern: "^\\P{Cc}*$" }],
    ["text of properties in a class", { type: "string", pattern: "^[\\p{L}\\-\\[\\p{Nd}]{2,}\\[$" }],
    ["text of a property that few characters have", { type: "string", pattern: "^\\p{Script=Ogham}$" }],
    ...["date-time", "date", "duration", "email", "uuid", "uri", "hostname", "ipv4", "ipv6"].map(
      (format): [string, JSONSchema] => [format, { type: "string", format }],
    ),
    ["a list", { type: "array", items: { type: "integer" } }],
    ["a list with bounds", { type: "array", items: { type: "integer" }, minItems: 2, maxItems: 3 }],
    ["a long list", { type: "array", items: { type: "integer" }, minItems: 20 }],
    ["a list without repetition", { type: "array", items: { type: "integer" }, uniqueItems: true }],
    [
      "a tuple",
      { type: "array", prefixItems: [{ type: "string" }, { type: "null" }], items: false, minItems: 2 },
    ],
    ["a tuple and more", { prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 3 }],
    [
      "an object",
      { type: "object", properties: { a: { type: "string" }, b: { type: "null" } }, required: ["a"] },
    ],
    ["an object by its properties alone", { properties: { a: { type: "string" } } }],
    ["a required name without a schema", { type: "object", required: ["a"] }],
    ["a record", { type: "object", additionalProperties: { type: "integer" } }],
    [
      "a record of certain names",
      { type: "object", propertyNames: { enum: ["a", "b"] }, additionalProperties: { type: "integer" } },
    ],
    [
      "names of a pattern",
      { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    ],
    ["alternatives", { anyOf: [{ type: "string" }, { type: "null" }] }],
    [
      "alternatives of what is required",
      {
        type: "object",
        properties: { a: { type: "null" }, b: { type: "null" } },
        oneOf: [
          { required: ["a"], properties: { b: false } },
          { required: ["b"], properties: { a: false } },
        ],
      },
    ],
    [
      "what is composed",
      {
        allOf: [
          { properties: { a: { type: "integer", minimum: 1 } }, required: ["a"] },
          { properties: { a: { maximum: 2 }, b: { type: "null" } }, required: ["b"] },
        ],
      },
    ],
    [
      "the narrower bounds of what is composed",
      {
        allOf: [{ type: "integer", minimum: 2, maximum: 9 }, { minimum: 5, maximum: 30 }, { maximum: 6 }],
      },
    ],
    [
      "items of what is composed",
      { allOf: [{ type: "array", items: { type: "integer", maximum: 9 } }, { items: { minimum: 7 } }] },
    ],
    ["one object that is composed", { allOf: [{ const: { a: 1 } }, { const: { a: 1 } }] }],
    [
      "what a reference leads to, and more",
      { $ref: "#/$defs/a", minimum: 5, $defs: { a: { type: "integer" } } },
    ],
    ["a tree", tree],
    ["a list that ends", list],
    ["a member that nothing fits", { type: "object", properties: { a: { not: {} }, b: { type: "null" } } }],
  ])("%s", (_what, schema) => {
    const fits = ajv.compile(schema);
    expect(valuesOf(schema).filter((value) => !fits(value))).toEqual([]);
  });

  it.each<[what: string, schema: JSONSchema]>([
    [
      "a required member that nothing fits",
      { type: "object", properties: { a: { not: {} } }, required: ["a"] },
    ],
    ["a circle without an end", { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] }],
    ["a reference that leads nowhere", { $ref: "#/$defs/nope" }],
    ["an enum of nothing", { enum: [] }],
  ])("%s: there is nothing", (_what, schema) => {
    expect(arbitraryOf(schema)).toBeUndefined();
  });

  it("as zod says it", () => {
    const Everything = z.object({
      id: z.uuid(),
      at: z.iso.datetime(),
      on: z.iso.date(),
      mail: z.email(),
      link: z.url(),
      count: z.int().min(1),
      price: z.number().multipleOf(0.01),
      kind: z.enum(["a", "b"]),
      tags: z.array(z.string().min(1)).max(3),
      names: z.record(z.string(), z.string()),
      either: z.union([z.string(), z.object({ a: z.int() })]),
      nick: z.string().nullable().optional(),
      both: z.intersection(z.object({ a: z.int() }), z.object({ b: z.int() })),
    });
    const json = z.toJSONSchema(Everything, { io: "input" }) as JSONSchema;
    expect(valuesOf(json).map((value) => Everything.safeParse(value).error?.issues ?? [])).toEqual(
      Array(200).fill([]),
    );
  });
});

it("texts are empty, of several words, long, and figures, now and then", () => {
  const texts = valuesOf({ type: "string" }) as readonly string[];
  expect(texts.some((text) => text === "")).toBe(true);
  expect(texts.some((text) => text.split(" ").length > 2)).toBe(true);
  expect(texts.some((text) => text.length > 100)).toBe(true);
  expect(texts.some((text) => text !== "" && Number.isFinite(Number(text)))).toBe(true);
});

describe("numbers have a size of which a few can be multiplied", () => {
  const libraryLimits = { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };

  it.each<[what: string, schema: JSONSchema, smallest: number, largest: number]>([
    ["a number without limits", { type: "number" }, -1e15, 1e15],
    ["a number above 0", { type: "number", exclusiveMinimum: 0 }, 0, 1e15],
    ["an integer without limits", { type: "integer" }, -1e12, 1e12],
    ["an integer as zod describes it", { type: "integer", ...libraryLimits }, -1e12, 1e12],
    ["a count as zod describes it", { type: "integer", ...libraryLimits, minimum: 1 }, 1, 1e12],
    ["hundredths", { type: "number", multipleOf: 0.01 }, -1e14, 1e14],
    ["a number with a larger limit", { type: "number", minimum: 0, maximum: 1e30 }, 0, 1e30],
    ["a number with a large lower limit", { type: "number", minimum: 1e20 }, 1e20, 2e20],
    ["an integer with a larger limit", { type: "integer", minimum: 0, maximum: 1e14 }, 0, 1e14],
  ])("%s", (_what, schema, smallest, largest) => {
    const values = valuesOf(schema) as readonly number[];
    expect(values.filter((value) => value < smallest || value > largest)).toEqual([]);
    // At least one value is near a limit: the limits are not narrower than they must be.
    expect(Math.max(...values.map(Math.abs))).toBeGreaterThan(largest / 10);
  });

  it("in a value that may be anything", () => {
    const numbers = JSON.stringify(valuesOf({})).match(/-?\d[\d.e+-]*/g) ?? [];
    expect(numbers.map(Number).filter((value) => Math.abs(value) > 1e15)).toEqual([]);
  });
});
