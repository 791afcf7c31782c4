import { closedEverywhere } from "../../../../src/tools/laws/judges";
import type { JSONSchema } from "../../../../src/schema/interface/schema";

const open = { properties: { a: {} } };
const shut = { properties: { a: {} }, additionalProperties: false };

it.each<[what: string, schema: JSONSchema, closed: JSONSchema]>([
  ["one that names members", open, shut],
  [
    "one that names them by pattern",
    { patternProperties: { "^x": {} } },
    { patternProperties: { "^x": {} }, additionalProperties: false },
  ],
  ["at any depth", { items: { anyOf: [open] } }, { items: { anyOf: [shut] } }],
  [
    "behind a reference",
    { $ref: "#/$defs/a", $defs: { a: open } },
    { $ref: "#/$defs/a", $defs: { a: shut } },
  ],
  [
    "where no keyword holds a schema",
    { $ref: "#/x-more/0/a", "x-more": [{ a: open }], "x-since": "2" },
    { $ref: "#/x-more/0/a", "x-more": [{ a: shut }], "x-since": "2" },
  ],
  [
    "members that tell alternatives apart are required",
    { properties: { kind: { const: "a" }, size: { enum: [1] } }, required: ["b"] },
    {
      properties: { kind: { const: "a" }, size: { enum: [1] } },
      additionalProperties: false,
      required: ["b", "kind", "size"],
    },
  ],
  [
    "one that is open on purpose stays so",
    { ...open, additionalProperties: {} },
    { ...open, additionalProperties: {} },
  ],
  [
    "or has a schema for further members",
    { ...open, unevaluatedProperties: { type: "string" } },
    { ...open, unevaluatedProperties: { type: "string" } },
  ],
  ["one that names none stays open", { type: "object" }, { type: "object" }],
  ["values stay as they are", { default: open }, { default: open }],
])("%s", (_what, schema, closed) => {
  expect(closedEverywhere(schema)).toEqual(closed);
});
