import Ajv2020 from "ajv/dist/2020";
import { unionReader } from "../../../src/schema/ajv/ajv-unions";
import { messageWithin } from "../../../src/schema/union-issues";
import type { JSONSchema } from "../../../src/schema/interface/schema";

/** The errors that are told of a value: each its pointer, then its message. */
function toldOf(schema: JSONSchema, value: unknown, verbose = true): readonly string[] {
  const validate = new Ajv2020({ allErrors: true, verbose, strict: false }).compile(schema);
  validate(value);
  const errors = [...unionReader({ schema, components: new Map() })(validate.errors ?? [])];
  return errors.map(
    ({ error: { instancePath, message }, choices }) =>
      `${instancePath}: ${messageWithin(choices, String(message))}`,
  );
}

const number = { type: "number" };
const named = (...names: readonly string[]) => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, number])),
  required: names,
});

describe("in the place of a union that nothing fits are the errors of its nearest alternative", () => {
  it.each<[what: string, schema: JSONSchema, value: unknown, told: readonly string[]]>([
    [
      "of those with the fewest",
      { anyOf: [named("a", "b"), named("c")] },
      {},
      [": must have required property 'c' (alternative 2 of 2)"],
    ],
    [
      "beside one that never fits",
      { anyOf: [false, named("a")] },
      {},
      [": must have required property 'a' (alternative 2 of 2)"],
    ],
    [
      "where alternatives share a part",
      {
        anyOf: [
          { properties: { kind: { const: 1 }, at: { $ref: "#/$defs/At" } } },
          { properties: { kind: { const: 2 }, at: { $ref: "#/$defs/At" }, more: number } },
        ],
        $defs: { At: number },
      },
      { kind: 3, at: 1 },
      ["/kind: must be equal to constant (alternative 1 of 2)"],
    ],
    [
      "behind an error of the whole",
      { enum: ["abc"], anyOf: [{ pattern: "^a" }, { pattern: "^b", maxLength: 1 }] },
      "xyz",
      [": must be equal to one of the allowed values", ': must match pattern "^a" (alternative 1 of 2)'],
    ],
    ["none, where something fits", { anyOf: [named("a"), number] }, 1, []],
  ])("%s", (_what, schema, value, told) => {
    expect(toldOf(schema, value)).toEqual(told);
  });

  it("but for an ajv that does not say of which schema an error is", () => {
    expect(toldOf({ anyOf: [named("a", "b"), named("c")] }, {}, false)).toContain(
      ": must match a schema in anyOf",
    );
  });
});
