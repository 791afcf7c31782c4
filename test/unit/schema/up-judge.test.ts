import { toStandardJsonSchema } from "@valibot/to-json-schema";
import * as v from "valibot";
import { z } from "zod";
import type { Schema } from "../../../src/schema/interface/schema";
import { contractReader } from "../../../src/schema/contract-reader";
import { sharedReader, validatorOfSchema } from "../../../src/schema/reader";
import { conversionJudges } from "../../../src/changes/schemas/conversion-judges";
import { upJudge } from "../../../src/changes/schemas/up-judge";

const reader = sharedReader();
const number = z.string().transform(Number).pipe(z.number().min(1));
const Flag = z.object({ flag: z.stringbool(), n: number });

interface Tree {
  readonly n: number;
  readonly children: readonly Tree[];
}
const Tree: z.ZodType<Tree> = z.object({
  n: number,
  get children() {
    return z.array(Tree);
  },
});

async function madeOf(schema: z.ZodType, given: unknown): Promise<unknown> {
  const verdict = await upJudge(schema, validatorOfSchema(schema), reader)(given);
  return "value" in verdict ? verdict.value : verdict.issues;
}

describe("of another library", () => {
  const Item = v.object({ n: v.pipe(v.string(), v.transform(Number), v.number(), v.minValue(1)) });

  it.each<[what: string, schema: Schema, given: unknown, made: unknown]>([
    ["an object is output as a whole", Item, { n: 2 }, { n: 2 }],
    ["an object is input as a whole", Item, { n: "2" }, { n: 2 }],
    ["a list is output as a whole", v.array(Item), [{ n: 2 }], [{ n: 2 }]],
    ["a list is input as a whole", v.array(Item), [{ n: "2" }], [{ n: 2 }]],
  ])("%s", async (_what, schema, given, made) => {
    const described = toStandardJsonSchema(schema as never);
    const { behindUp } = contractReader(conversionJudges);
    expect(await behindUp(described, "body")(given)).toEqual({ value: made });
  });
});

describe("of what an Up gives, a part that is output already stays as it is", () => {
  it.each<[what: string, schema: z.ZodType, given: unknown, made: unknown]>([
    ["a boolean", Flag, { flag: true, n: "2" }, { flag: true, n: 2 }],
    ["nothing of an input", Flag, { flag: "false", n: "2" }, { flag: false, n: 2 }],
    ["a number with a rule of its own", Flag, { flag: true, n: 2 }, { flag: true, n: 2 }],
    ["in an item of a list", z.array(Flag), [{ flag: true, n: "2" }], [{ flag: true, n: 2 }]],
    ["an item", z.array(z.stringbool()), [true, "false"], [true, false]],
    [
      "a value of a record",
      z.record(z.string(), z.stringbool()),
      { a: true, b: "no" },
      { a: true, b: false },
    ],
    [
      "in an item of a member's list",
      z.object({ items: z.array(Flag).optional() }),
      { items: [{ flag: true, n: "2" }] },
      { items: [{ flag: true, n: 2 }] },
    ],
    [
      "in an optional member",
      z.object({ one: Flag.nullable().optional() }),
      { one: { flag: true, n: "2" } },
      { one: { flag: true, n: 2 } },
    ],
    ["with a default", z.object({ on: z.stringbool().default(false) }), { on: true }, { on: true }],
    [
      "with the defaults of its own members",
      z.object({ deep: z.object({ on: z.stringbool(), n: z.int().default(7) }) }),
      { deep: { on: true } },
      { deep: { on: true, n: 7 } },
    ],
    [
      "in a schema that contains itself",
      Tree,
      { n: 1, children: [{ n: "2", children: [{ n: 3, children: [] }] }] },
      { n: 1, children: [{ n: 2, children: [{ n: 3, children: [] }] }] },
    ],
  ])("%s", async (_what, schema, given, made) => {
    expect(await madeOf(schema, given)).toEqual(made);
  });

  it.each<[what: string, schema: z.ZodType, given: unknown, issues: unknown]>([
    [
      "another type",
      Flag,
      { flag: 1, n: "2" },
      [{ path: ["flag"], message: "Invalid input: expected string, received number" }],
    ],
    [
      "a number that breaks its rule",
      z.array(Flag),
      [{ flag: true, n: 0 }],
      [{ path: [0, "n"], message: "Invalid input: expected string, received number" }],
    ],
    [
      "a list whose own check fails",
      z.array(z.stringbool()).min(2),
      [true],
      [{ path: [], message: "Too small: expected array to have >=2 items" }],
    ],
  ])("but not %s", async (_what, schema, given, issues) => {
    expect(await madeOf(schema, given)).toEqual(issues);
  });
});
