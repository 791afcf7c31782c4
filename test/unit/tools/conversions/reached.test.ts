import { z } from "zod";
import type { JSONSchema } from "../../../../src/schema/interface/schema";
import { reachedIn } from "../../../../src/tools/conversions/reached";

const jsonOf = (schema: z.ZodType): JSONSchema => z.toJSONSchema(schema);
const node: z.ZodType = z.object({
  name: z.string(),
  get nodes() {
    return z.array(node).optional();
  },
});
const deep = (levels: number): object =>
  levels === 0 ? { name: "" } : { name: "", nodes: [deep(levels - 1)] };

it.each<[what: string, schema: JSONSchema | undefined, value: unknown, reached: readonly string[]]>([
  ["a member", jsonOf(z.object({ a: z.string() })), { a: "x" }, ["{}", "/a=string"]],
  ["null", jsonOf(z.object({ a: z.string().nullable() })), { a: null }, ["{}", "/a=null"]],
  [
    "a value of an enum",
    jsonOf(z.union([z.enum(["on", "off"]), z.number(), z.string().min(7)])),
    "on",
    ['="on"'],
  ],
  ["another text", jsonOf(z.union([z.enum(["on", "off"]), z.string().min(7)])), "whatever", ["=string"]],
  [
    "items",
    jsonOf(z.array(z.union([z.number(), z.string()]))),
    [1, "x", 2],
    ["[]", "/*=number", "/*=string"],
  ],
  [
    "items of a tuple",
    jsonOf(z.tuple([z.literal("a")]).rest(z.number())),
    ["a", 1],
    ["[]", '/*="a"', "/*=number"],
  ],
  [
    "a member of one alternative",
    jsonOf(
      z.union([
        z.object({ kind: z.literal("card"), note: z.string() }),
        z.object({ kind: z.literal("cash"), note: z.string() }),
      ]),
    ),
    { kind: "cash", note: "x" },
    ['?kind="cash"{}', '?kind="cash"/kind="cash"', '?kind="cash"/note=string'],
  ],
  [
    "the values of a record, which have no names",
    jsonOf(z.record(z.string(), z.object({ a: z.number() }))),
    { tom: { a: 1 }, kit: { a: 2 } },
    ["{}", "/*{}", "/*/a=number"],
  ],
  [
    "members by a pattern",
    { patternProperties: { "^x-": { type: "string" } } },
    { "x-a": "1", "x-b": "2" },
    ["{}", "/*=string"],
  ],
  ["no member without a name in the schema", jsonOf(z.object({ a: z.string() })), { b: "x" }, ["{}"]],
  ["a name with a slash", jsonOf(z.object({ "a/b": z.string() })), { "a/b": "x" }, ["{}", "/a~1b=string"]],
  ["a member of any schema", { properties: { a: true } }, { a: { b: 1 } }, ["{}", "/a{}", "/a/b=number"]],
  ["each name without a schema", undefined, { a: [{ b: 1 }] }, ["{}", "/a[]", "/a/*{}", "/a/*/b=number"]],
])("finds %s", (_what, schema, value, reached) => {
  expect([...reachedIn(schema)(value)]).toEqual(reached);
});

it("ends in a deep value", () => {
  const reached = reachedIn(jsonOf(node));
  expect(reached(deep(20))).toEqual(reached(deep(30)));
});
