import { z } from "zod";
import { conversionJudges } from "../../../src/changes/schemas/conversion-judges";
import { placeFrom, placeIn } from "../../../src/schema/json-schema/places";
import { contractReader } from "../../../src/schema/contract-reader";
import type { Schema } from "../../../src/schema/interface/schema";

const line = z.object({ name: z.string(), code: z.string().optional() });
const order = z.object({
  total: z.object({ amount: z.number(), currency: z.string() }).nullable(),
  lines: z.array(line),
  prices: z.record(z.string(), line),
  pair: z.tuple([line, z.string()]),
  either: z.union([z.string(), z.object({ left: z.string() }), z.object({ right: z.array(z.string()) })]),
  both: z.intersection(z.object({ one: z.string() }), z.object({ other: z.string() })),
  anything: z.unknown(),
  open: z.looseObject({ known: z.string() }),
  patterns: z.record(z.templateLiteral(["x-", z.string()]), z.object({ deep: z.string() })),
});
interface Tree {
  name: string;
  children: Tree[];
}
const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});
const further = { tuple: { prefixItems: [false] }, gone: { $ref: "#/$defs/none" }, any: true };
const plain = {
  type: "object",
  properties: {
    a: { $ref: "#/$defs/a" },
    list: { type: "array" },
    object: { type: "object" },
    never: false,
    ...further,
  },
  patternProperties: { "^x-": { properties: { y: true } } },
  if: { properties: { kind: { const: "b" } } },
  then: { properties: { b: { type: "string" } } },
  $defs: { a: { properties: { deep: {} } } },
};

describe.each<[name: string, schema: Schema, places: readonly [path: string, place: string | undefined][]]>([
  [
    "a schema of zod",
    order,
    [
      ["total", "total"],
      ["total.currency", "total.currency"],
      ["total.curency", undefined],
      ["currency", undefined],
      ["lines.*.name", "lines.*.name"],
      ["lines.3.name", "lines.*.name"],
      ["lines.name", undefined],
      ["lines.*.name.first", undefined],
      ["prices.*.code", "prices.*.code"],
      ["prices.EUR.code", "prices.*.code"],
      ["prices.*.price", undefined],
      ["pair.0.name", "pair.0.name"],
      ["pair.1.name", undefined],
      ["pair.*.name", "pair.*.name"],
      ["either.left", "either.left"],
      ["either.right.*", "either.right.*"],
      ["either.middle", undefined],
      ["both.one", "both.one"],
      ["both.other", "both.other"],
      ["anything.at.all", "anything.at.all"],
      ["open.known", "open.known"],
      ["open.unknown.deep", "open.*.deep"],
      ["patterns.x-a.deep", "patterns.*.deep"],
    ],
  ],
  ["a recursive schema", tree, [["children.*.children.*.name", "children.*.children.*.name"]]],
  [
    "a plain JSON Schema",
    plain,
    [
      ["a.deep.er", "a.deep.er"],
      ["a.shallow", undefined],
      ["list.*.any", "list.*.any"],
      ["list.any", undefined],
      ["object.any.thing", "object.*.thing"],
      ["never", undefined],
      ["tuple.0.any", undefined],
      ["gone.any", "gone.any"],
      ["any.thing", "any.thing"],
      ["x-1.y.z", "*.y.z"],
      ["b", "b"],
    ],
  ],
])("%s", (_name, schema, places) => {
  it.each(places)("%s is at %s", (path, place) => {
    const json = contractReader(conversionJudges).jsonOf(schema, "output");
    if (!json) throw new Error("no JSON Schema");
    expect(placeIn(json, placeFrom(path))?.join(".")).toBe(place);
  });
});
