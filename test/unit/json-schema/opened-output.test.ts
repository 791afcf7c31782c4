import { openedOutput } from "../../../src/schema/json-schema/opened-output";
import type { JSONSchema } from "../../../src/schema/interface/schema";

/** An object as it is in the input, and in the output of a library that removes unnamed members. */
function open(properties: JSONSchema, more: JSONSchema = {}): JSONSchema {
  return { type: "object", properties, ...more };
}
function closed(properties: JSONSchema, more: JSONSchema = {}): JSONSchema {
  return { ...open(properties, more), additionalProperties: false };
}

const [a, b] = [{ a: {} }, { b: {} }];
const tagged = (kind: string): JSONSchema => ({ kind: { const: kind } });
const byKind = { required: ["kind"] };

it.each<[what: string, output: JSONSchema, input: JSONSchema, documented: JSONSchema]>([
  ["one whose input is open is open", closed(a), open(a), open(a)],
  ["one whose input is closed stays closed", closed(a), closed(a), closed(a)],
  ["one whose input is something else is open", closed(a), { type: "string" }, open(a)],
  [
    "a record keeps the schema of its members",
    open(a, { additionalProperties: a }),
    open(a),
    open(a, { additionalProperties: a }),
  ],
  [
    "each object by its own input",
    closed({ x: closed(a), y: { items: closed(b) } }),
    open({ y: { items: open(b) }, x: closed(a) }),
    open({ x: closed(a), y: { items: open(b) } }),
  ],
  [
    "behind references, and in a circle",
    { $ref: "#/$defs/x", $defs: { x: closed({ next: { $ref: "#/$defs/x" } }), y: closed(a) } },
    { $ref: "#/$defs/z", $defs: { z: open({ next: { $ref: "#/$defs/z" } }) } },
    { $ref: "#/$defs/x", $defs: { x: open({ next: { $ref: "#/$defs/x" } }), y: closed(a) } },
  ],
  [
    "behind a reference of the output alone",
    { items: { $ref: "#/$defs/x" }, $defs: { x: closed(a) } },
    { items: closed(a) },
    { items: { $ref: "#/$defs/x" }, $defs: { x: closed(a) } },
  ],
  [
    "alternatives of anyOf, and parts of allOf",
    { anyOf: [closed(a), { allOf: [closed(a), closed(b)] }] },
    { anyOf: [open(a), { allOf: [open(a), open(b)] }] },
    { anyOf: [open(a), { allOf: [open(a), open(b)] }] },
  ],
  [
    "alternatives of oneOf that a member distinguishes",
    { oneOf: [closed(tagged("x"), byKind), closed(tagged("y"), byKind)] },
    {},
    { oneOf: [open(tagged("x"), byKind), open(tagged("y"), byKind)] },
  ],
  [
    "the one object among alternatives of oneOf",
    { oneOf: [closed(a), { type: "null" }] },
    {},
    { oneOf: [open(a), { type: "null" }] },
  ],
  [
    "but not alternatives of oneOf that no member distinguishes, though what they contain",
    { oneOf: [{ $ref: "#/$defs/x" }, closed({ b: closed(a) })], $defs: { x: closed(a) } },
    {},
    { oneOf: [{ $ref: "#/$defs/x" }, closed({ b: open(a) })], $defs: { x: closed(a) } },
  ],
  [
    "nor those that have the same value of it",
    {
      oneOf: [
        closed(tagged("x"), byKind),
        closed({ ...tagged("x"), b: {} }, byKind),
        closed(tagged("y"), byKind),
      ],
    },
    {},
    {
      oneOf: [
        closed(tagged("x"), byKind),
        closed({ ...tagged("x"), b: {} }, byKind),
        open(tagged("y"), byKind),
      ],
    },
  ],
  ["not a schema that forbids", { not: closed(a), x: closed(a) }, {}, { not: closed(a), x: closed(a) }],
])("%s", (_what, output, input, documented) => {
  const written = JSON.stringify(output);
  expect(openedOutput(output, input)).toEqual(documented);
  expect(JSON.stringify(output)).toBe(written);
});
