import { samplesOf } from "../../../src/tools/guide/schema-sample";
import type { JSONSchema } from "../../../src/schema/interface/schema";

const objectWith = (properties: JSONSchema, required = Object.keys(properties)): JSONSchema => ({
  type: "object",
  properties,
  required,
});

describe("a sample made by rule", () => {
  it.each<[what: string, schema: JSONSchema, sample: unknown]>([
    ["a boolean", { type: "boolean" }, true],
    ["null where nothing else fits", { type: "null" }, null],
    ["the kind that is not null", { type: ["null", "boolean"] }, true],
    ["a constant", { const: "cat" }, "cat"],
    ["the first of an enum", { enum: ["a", "b"] }, "a"],
    [
      "an example of an alternative",
      { anyOf: [{ type: "string", examples: ["Tom"] }, { type: "boolean" }] },
      "Tom",
    ],
    ["an object without members", { type: "object" }, {}],
    [
      "an object whose names are free",
      { type: "object", additionalProperties: { type: "boolean" } },
      { name: true },
    ],
    [
      "a name that propertyNames allow",
      { type: "object", propertyNames: { enum: ["de", "en"] }, additionalProperties: { type: "boolean" } },
      { de: true },
    ],
    [
      "no name that propertyNames refuse",
      { type: "object", propertyNames: { pattern: "^\\d{9}z$" }, additionalProperties: { type: "boolean" } },
      { name: true },
    ],
    [
      "no member of a record whose values cannot be made",
      { type: "object", additionalProperties: { type: "string", pattern: "^\\d{9}z$" } },
      {},
    ],
    [
      "no member that is optional",
      objectWith({ a: { type: "boolean" }, b: { type: "boolean" } }, ["a"]),
      { a: true },
    ],
    ["a required member that no schema names", { type: "object", required: ["a"] }, { a: "a" }],
    ["one item", { type: "array", items: { type: "boolean" } }, [true]],
    [
      "as many items as there must be",
      { type: "array", items: { type: "boolean" }, minItems: 2 },
      [true, true],
    ],
    ["no item where none is allowed", { type: "array", items: { type: "boolean" }, maxItems: 0 }, []],
    ["no item where items are false", { type: "array", items: false }, []],
    ["an item of any kind", { type: "array" }, ["text"]],
    ["a tuple", { type: "array", prefixItems: [{ type: "boolean" }, { const: 2 }] }, [true, 2]],
    [
      "no item that cannot be made and need not be",
      { type: "array", items: { type: "string", pattern: "^\\d{9}z$" }, minItems: 0 },
      [],
    ],
    ["1", { type: "number" }, 1],
    ["the least number", { type: "integer", minimum: 10 }, 10],
    ["the number above a bound", { type: "integer", exclusiveMinimum: 10 }, 11],
    ["the greatest number", { type: "integer", maximum: -3 }, -3],
    ["the number below a bound", { type: "integer", exclusiveMaximum: -3 }, -4],
    ["a multiple", { type: "integer", multipleOf: 5, minimum: 11 }, 15],
    ["1 where the multiple says nothing", { type: "integer", multipleOf: 0 }, 1],
    [
      "a fraction between limits without an integer",
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      0.5,
    ],
    ["a fraction of two decimals", { type: "number", exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 }, 0.15],
    ["a fraction from a limit", { type: "number", minimum: 0.25, maximum: 0.25 }, 0.25],
    ["a negative fraction", { type: "number", minimum: -0.9, exclusiveMaximum: -0.8 }, -0.9],
    ["a very small fraction", { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1e-20 }, 5e-21],
    [
      "a multiple of a fraction",
      { type: "number", multipleOf: 0.1, exclusiveMinimum: 0.2, exclusiveMaximum: 0.4 },
      0.3,
    ],
    ["the value of a format", { type: "string", format: "date" }, "2026-01-01"],
    ["a text where the format is unknown", { type: "string", format: "isbn" }, "text"],
    ["a text of the least length", { type: "string", minLength: 6 }, "textte"],
    ["a text of the greatest length", { type: "string", maxLength: 2 }, "te"],
    ["a text that a pattern allows", { type: "string", pattern: "^[A-Z]{3}$" }, "ABC"],
    ["the name of its member", objectWith({ colour: { type: "string" } }), { colour: "colour" }],
  ])("is %s", (_what, schema, sample) => {
    expect(samplesOf(schema)).toEqual([sample]);
  });

  it.each<[what: string, schema: JSONSchema]>([
    ["a pattern of which no text is known", { type: "string", pattern: "^\\d{9}z$" }],
    ["a pattern that is no regular expression", { type: "string", pattern: "(" }],
    ["a text of over a thousand characters", { type: "string", minLength: 1001 }],
    ["a required member without a sample", objectWith({ id: { type: "string", pattern: "^\\d{9}z$" } })],
    [
      "an item that must be there, without a sample",
      { type: "array", items: { type: "string", pattern: "^\\d{9}z$" } },
    ],
    [
      "a schema that contains itself for ever",
      { type: "object", properties: { a: { $ref: "#" } }, required: ["a"] },
    ],
    ["a schema that allows nothing", { not: {} }],
    ["limits without a number", { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 1 }],
    ["limits without an integer", { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 }],
    [
      "limits without a multiple",
      { type: "number", multipleOf: 1, exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ],
  ])("is not there for %s", (_what, schema) => {
    expect(samplesOf(schema)).toEqual([]);
  });
});

it("a schema's own examples come before the one that is made", () => {
  expect(samplesOf({ type: "string", examples: ["Tom"], example: "Kitty" })).toEqual(["Tom", "Kitty", "Tom"]);
});

describe("next to the schemas of other versions a sample", () => {
  const other = (properties: JSONSchema): readonly JSONSchema[] => [objectWith(properties)];

  it.each<[what: string, schema: JSONSchema, others: readonly JSONSchema[], samples: readonly unknown[]]>([
    [
      "has the text that another version fixes",
      objectWith({ kind: { type: "string" } }),
      other({ kind: { const: "cat" } }),
      [{ kind: "cat" }],
    ],
    [
      "has the text that another version gives as an example",
      objectWith({ kind: { type: "string" } }),
      other({ kind: { type: "string", examples: ["dog"] } }),
      [{ kind: "dog" }],
    ],
    [
      "has no number for a text",
      objectWith({ kind: { type: "string" } }),
      other({ kind: { const: 1 } }),
      [{ kind: "kind" }],
    ],
    [
      "keeps to its own pattern",
      objectWith({ kind: { type: "string", pattern: "^[A-Z]{3}$" } }),
      other({ kind: { const: "cat" } }),
      [{ kind: "ABC" }],
    ],
    [
      "has the format of another version, where its own text is free",
      objectWith({ born: { type: "string" } }),
      other({ born: { type: "string", format: "date" } }),
      [{ born: "2026-01-01" }],
    ],
    [
      "has an optional member that another version describes otherwise",
      objectWith({ a: { type: "boolean" }, b: { type: "boolean" } }, []),
      [objectWith({ a: { type: "boolean" }, b: { type: "string" } }, [])],
      [{ b: true }, {}],
    ],
    [
      "has an optional member that another version does not have, without its own optional members",
      objectWith({ owner: objectWith({ name: { type: "string" }, age: { type: "number" } }, ["name"]) }, []),
      [{ type: "object" }],
      [{ owner: { name: "name" } }, {}],
    ],
    [
      "has a member whose schema is `true` in one version alone",
      objectWith({ a: true }, []),
      [objectWith({ a: { type: "boolean" } }, [])],
      [{ a: "a" }, {}],
    ],
    [
      "has changed members of items",
      { type: "array", items: objectWith({ a: { type: "boolean" }, b: { type: "boolean" } }, []) },
      [{ type: "array", items: objectWith({ a: { type: "boolean" } }, []) }],
      [[{ b: true }], [{}]],
    ],
    [
      "has the members of items that the other version does not have at all",
      { type: "array", items: objectWith({ a: { type: "boolean" } }, []) },
      [{ type: "string" }],
      [[{ a: true }], [{}]],
    ],
    [
      "leaves out each of its optional members, and then all",
      objectWith({ a: { type: "boolean" }, owner: objectWith({ b: { type: "boolean" } }, []) }, ["owner"]),
      other({ owner: objectWith({ b: { type: "string" } }, []) }),
      [{ a: true, owner: { b: true } }, { owner: { b: true } }, { a: true, owner: {} }, { owner: {} }],
    ],
  ])("%s", (_what, schema, others, samples) => {
    expect(samplesOf(schema, others)).toEqual(samples);
  });
});
