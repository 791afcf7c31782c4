import { Ajv2020 } from "ajv/dist/2020";
import { jsonValidator } from "../../../src/schema/json-validator";

const ajv = new Ajv2020({ strict: false, ownProperties: true, useDefaults: true, logger: false });

const string = { type: "string" };
const integer = { type: "integer" };
const tree = {
  $ref: "#/$defs/tree",
  $defs: {
    tree: {
      anyOf: [
        { type: "object", properties: { left: { $ref: "#/$defs/tree" } }, required: ["left"] },
        { type: "object", properties: { right: { $ref: "#/$defs/tree" } }, required: ["right"] },
        { type: "null" },
      ],
    },
  },
};

type Row = readonly [schema: object, fitting: readonly unknown[], misfits: readonly unknown[]];

const rows: readonly Row[] = [
  [{}, [1, "a", null, [], {}], []],
  [{ type: "string" }, [""], [1, null, [], {}, undefined]],
  [{ type: "number" }, [1.5], ["1", null]],
  [integer, [1, 1.0], [1.5, "1"]],
  [{ type: "boolean" }, [true], [0, null]],
  [{ type: "null" }, [null], [0, undefined]],
  [{ type: "array" }, [[]], [{}, "a"]],
  [{ type: "object" }, [{}], [[], null]],
  [{ type: ["string", "null"] }, ["a", null], [1]],
  [{ const: { a: [1] } }, [{ a: [1] }], [{ a: [2] }, {}]],
  [{ enum: ["a", 1, null] }, ["a", 1, null], ["b", undefined]],
  [{ minimum: 1, maximum: 3 }, [1, 3, "0"], [0.5, 3.5]],
  [{ exclusiveMinimum: 1, exclusiveMaximum: 3 }, [2], [1, 3]],
  [{ multipleOf: 2 }, [0, 4, -2], [3, 1.5]],
  [{ minLength: 2, maxLength: 2 }, ["ab", "😀a", 1], ["a", "abc", "😀"]],
  [{ pattern: "^\\p{L}+$" }, ["añ", 1], ["1"]],
  [{ minItems: 1, maxItems: 2 }, [[1], [1, 2], 1], [[], [1, 2, 3]]],
  [
    { uniqueItems: true },
    [[{ a: 1 }, { a: 2 }], []],
    [
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [1, 1],
    ],
  ],
  [{ uniqueItems: false }, [[1, 1]], []],
  [{ items: string }, [["a"], []], [["a", 1]]],
  [{ items: false }, [[]], [[1]]],
  [
    { prefixItems: [string, integer], items: false },
    [["a", 1], ["a"], []],
    [
      ["a", "b"],
      ["a", 1, 2],
    ],
  ],
  [{ prefixItems: [string], items: integer }, [["a", 1, 2]], [["a", "b"]]],
  [{ contains: integer }, [["a", 1]], [["a"], []]],
  [{ contains: integer, minContains: 2, maxContains: 3 }, [[1, 2, "a"]], [[1], [1, 2, 3, 4]]],
  [{ properties: { a: string } }, [{ a: "a" }, {}, { b: 1 }, 1], [{ a: 1 }]],
  [{ properties: { a: false } }, [{ b: 1 }, { a: undefined }], [{ a: 1 }]],
  [{ required: ["a"] }, [{ a: null }], [{}, { a: undefined }]],
  [{ required: ["constructor"] }, [{ constructor: 1 }], [{}]],
  [{ properties: { a: {} }, additionalProperties: false }, [{ a: 1 }], [{ b: 1 }]],
  [{ additionalProperties: string }, [{ b: "b" }], [{ b: 1 }]],
  [
    { patternProperties: { "^x-": string }, additionalProperties: false },
    [{ "x-a": "a" }],
    [{ "x-a": 1 }, { a: 1 }],
  ],
  [{ properties: { "x-a": {} }, patternProperties: { "^x-": string } }, [{ "x-a": "a" }], [{ "x-a": 1 }]],
  [{ propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
  [{ minProperties: 1, maxProperties: 1 }, [{ a: 1 }], [{}, { a: 1, b: 2 }]],
  [{ allOf: [string, { minLength: 2 }] }, ["ab"], ["a", 1]],
  [{ anyOf: [string, integer] }, ["a", 1], [null]],
  [{ oneOf: [{ minimum: 2 }, { maximum: 4 }] }, [1, 5], [3]],
  [{ not: string }, [1], ["a"]],
  [{ if: string, then: { minLength: 2 }, else: { minimum: 2 } }, ["ab", 2], ["a", 1]],
  [{ if: string, then: false }, [1], ["a"]],
  [{ format: "email", contentEncoding: "base64", title: "x", "x-own": 1 }, ["a"], []],
  [tree, [null, { left: { right: { left: null } } }], [1, { left: { right: 1 } }, {}]],
  [{ properties: { a: { default: 1 } }, required: ["a"] }, [{}, { a: 2 }, { a: undefined }], []],
  [
    {
      items: { allOf: [{ properties: { a: { $ref: "#/$defs/a" } } }] },
      $defs: { a: { properties: { b: { default: [] } }, required: ["b"] } },
    },
    [[{ a: {} }, {}]],
    [],
  ],
  [{ anyOf: [{ properties: { a: { default: 1 } }, required: ["a"] }] }, [{ a: 1 }], [{}]],
];

/** ajv fills in defaults in its argument. */
function copyOf(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

describe.each(rows)("%j", (schema, fitting, misfits) => {
  const validate = jsonValidator(schema as never);
  const byAjv = ajv.compile(schema);

  it("accepts what fits, as ajv does", () => {
    for (const value of fitting) {
      const expected = copyOf(value);
      expect([value, byAjv(expected)]).toEqual([value, true]);
      expect([value, validate(value)]).toEqual([value, { value: expected }]);
    }
  });

  it("rejects misfits, as ajv does", () => {
    for (const value of misfits) {
      expect([value, byAjv(copyOf(value))]).toEqual([value, false]);
      expect([value, validate(value)]).toEqual([value, { issues: [{ path: [], message: "does not fit" }] }]);
    }
  });
});

describe("other than ajv, it", () => {
  it.each<[what: string, schema: object, value: unknown, isTaken: boolean]>([
    ["accepts no number that JSON has not", { type: "number" }, Number.NaN, false],
    ["allows for the error of a division", { multipleOf: 0.01 }, 0.07, true],
    ["accepts nothing by a pattern that is none", { pattern: "(" }, "(", false],
    ["reads a pattern that is valid without the flag u alone", { pattern: "^\\_$" }, "_", true],
    ["accepts nothing by a keyword that it does not know", { unevaluatedProperties: false }, {}, false],
    ["accepts nothing by a reference that leads nowhere", { $ref: "#/$defs/none" }, 1, false],
    ["ends where a reference leads to itself", { anyOf: [{ $ref: "#" }, string] }, 1, true],
  ])("%s", (_what, schema, value, isTaken) => {
    expect("value" in jsonValidator(schema as never)(value)).toBe(isTaken);
  });

  it("changes no value that it is given", () => {
    const value = { a: {} };
    const schema = { properties: { a: { properties: { b: { default: { c: 1 } } } } } };
    expect(jsonValidator(schema)(value)).toEqual({ value: { a: { b: { c: 1 } } } });
    expect(value).toEqual({ a: {} });
  });

  it("takes linear time for alternatives that contain themselves", () => {
    let calls = 0;
    const counted = (child: unknown): object =>
      Object.defineProperty({}, "right", {
        enumerable: true,
        get: () => {
          calls++;
          return child;
        },
      });
    let value: unknown = 1;
    for (let depth = 0; depth < 30; depth++) value = counted(value);
    expect("value" in jsonValidator(tree)(value)).toBe(false);
    expect(calls).toBeLessThan(30 * 20);
  });
});
