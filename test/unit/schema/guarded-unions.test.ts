import Ajv2020 from "ajv/dist/2020";
import type { JSONSchema, Verdict } from "../../../src/schema/interface/schema";
import { guardedSchemaOf } from "../../../src/schema/ajv/guarded-unions";
import "../../../src/schema/plain-reader";
import { schemaReader } from "../../../src/schema/reader";

const options = { isLeft: () => false, counts: true };

const rule = (op: string, of: object): JSONSchema => ({
  type: "object",
  required: ["op"],
  properties: { op: { const: op }, of },
});

const filters = (of: object): JSONSchema => ({ oneOf: [rule("a", of), rule("b", of)] });

describe("a schema is left as it is written", () => {
  it.each<[what: string, schema: JSONSchema]>([
    ["without a union", { type: "object" }],
    ["whose unions are flat", { oneOf: [rule("a", {}), rule("b", {})] }],
    [
      "in whose union one alternative takes objects",
      { anyOf: [{ properties: { of: { $ref: "#" } }, type: "object" }, { type: "null" }] },
    ],
    [
      "in which a reference depends on what led to it",
      {
        $dynamicAnchor: "node",
        ...filters({ $dynamicRef: "#node" }),
        $defs: { Other: { $dynamicAnchor: "node" } },
      },
    ],
    ["with two references at one place", { ...filters({ $ref: "#", $dynamicRef: "#" }) }],
  ])("%s", (_what, schema) => {
    expect(guardedSchemaOf(schema, options)).toBeUndefined();
  });
});

it("each target of a reference is among the definitions, whatever it was called by", () => {
  const guarded = guardedSchemaOf(
    { $id: "https://cats.org/filter", $anchor: "all", ...filters({ $ref: "#all" }), $defs: { Never: {} } },
    options,
  );
  const [start, first] = (guarded?.schema.oneOf ?? []) as readonly JSONSchema[];
  expect(start).toEqual({ not: {} });
  const glance = { type: "object", required: ["op"], properties: { op: { const: "a" } } };
  expect(first).toEqual({ if: { not: glance }, then: glance, else: rule("a", { $ref: "#" }) });
  expect(guarded?.schema).not.toHaveProperty("$id");
  expect(guarded?.schema.$defs).toEqual({});
});

it("a boolean among the alternatives, and behind a reference", () => {
  const schema = {
    anyOf: [false, rule("a", { $ref: "#" }), rule("b", { $ref: "#/$defs/None" })],
    $defs: { None: false },
  };
  const validate = new Ajv2020({ strict: false }).compile(guardedSchemaOf(schema, options)?.schema ?? {});
  const of = (value: unknown): boolean => validate(value);
  expect([of({ op: "b" }), of({ op: "a", of: { op: "b" } })]).toEqual([true, true]);
  expect([of(1), of({ op: "b", of: 1 }), of({ op: "a", of: { op: "c" } })]).toEqual([false, false, false]);
});

describe("an ajv of the application's own", () => {
  const alike = {
    anyOf: ["x", "y"].map((name) => ({
      type: "object",
      properties: { of: { $ref: "#" }, [name]: { type: "number" } },
    })),
  };
  const nested = (levels: number): object =>
    Array.from({ length: levels }).reduce<object>((of) => ({ of }), { x: "1", y: "1" });
  const verdict = (
    schema: object,
    make: (defaults: { allErrors: boolean }) => object,
    value: unknown,
  ): unknown => {
    // The cast is safe: the factory gets the defaults, whose type is that of ajv.
    const reader = schemaReader((defaults) => make(defaults as { allErrors: boolean }) as never);
    const found = reader.validator(schema, "body")(value) as Verdict;
    return "value" in found ? "fits" : (found.isUntried ?? "does not fit");
  };

  it("that rejects the guarded form compiles the schema as it is written", () => {
    const make = (defaults: object): object => {
      const ajv = new Ajv2020(defaults);
      const compile = (schema: object): unknown => {
        if (JSON.stringify(schema).includes('"if":')) throw new Error("if is not allowed");
        return ajv.compile(schema);
      };
      return { compile };
    };
    expect(verdict(filters({ $ref: "#" }), make, { op: "a", of: { op: "b" } })).toBe("fits");
  });

  it("whose variant for first errors cannot count uses the one that can", () => {
    const make = (defaults: { allErrors: boolean }): object => {
      const ajv = new Ajv2020(defaults);
      return defaults.allErrors ? ajv : { compile: (schema: object) => ajv.compile(schema) };
    };
    expect(verdict(alike, make, nested(3))).toBe("does not fit");
    expect(verdict(alike, make, nested(20))).toBe(true);
  });
});

it("a reference to a meta-schema stays as it is", () => {
  const meta = "https://json-schema.org/draft/2020-12/schema";
  const schema = { anyOf: [rule("a", { $ref: "#" }), rule("b", { $ref: meta })] };
  const validate = new Ajv2020({ strict: false }).compile(guardedSchemaOf(schema, options)?.schema ?? {});
  const of = (value: unknown): boolean => validate(value);
  expect([of({ op: "b", of: { type: "string" } }), of({ op: "b", of: { type: "cat" } })]).toEqual([
    true,
    false,
  ]);
});
