import { z } from "zod";
import { outputJudge } from "../../../src/changes/history/output-judge";
import type { Schema } from "../../../src/schema/interface/schema";

const string = { type: "string" };

/** A library's schema that makes `made` of a text, with what it says of both sides. */
function library(
  made: (text: string) => unknown,
  { input, output }: { readonly input?: () => object; readonly output?: () => object } = {},
): Schema {
  const failing = (): never => {
    throw new Error("cannot be represented");
  };
  const jsonSchema = { input: input ?? failing, output: output ?? failing };
  const validate = (value: unknown) =>
    typeof value === "string" ? { value: made(value) } : { issues: [{ message: "no text" }] };
  return { "~standard": { version: 1, vendor: "test", validate, jsonSchema } } as unknown as Schema;
}

const number = (text: string): number => Number(text);
const issues = { issues: [{ path: [], message: "no text" }] };

it.each<[what: string, schema: Schema, json: unknown, verdict: object]>([
  [
    "an output of a described transform",
    library(number, { input: () => string, output: () => ({ type: "number" }) }),
    7,
    { value: 7 },
  ],
  [
    "an input of a described transform",
    library(number, { input: () => string, output: () => ({ type: "number" }) }),
    "7",
    { value: 7 },
  ],
  ["neither", library(number, { input: () => string, output: () => ({ type: "number" }) }), true, issues],
  [
    "anything, where the output is not described",
    library(number, { input: () => string }),
    true,
    { value: true },
  ],
  ["an input that stays as it is, where nothing is described", library((text) => text), "a", { value: "a" }],
  ["what the schema changes, where nothing is described", library((text) => `${text}!`), "a", { value: "a" }],
  ["no misfit, where nothing is described", library((text) => text), 1, issues],
  ["a list that the schema makes longer", library((text) => [text, "more"]), "a", { value: "a" }],
])("JSON is %s", async (_what, schema, json, verdict) => {
  expect(await outputJudge(schema)(json)).toEqual(verdict);
});

describe("lists", () => {
  const Added = z.array(z.string()).transform((list) => [...list, "more"]);

  it("that a bare transform makes longer are outputs already", async () => {
    expect(await outputJudge(Added)(["a"])).toEqual({ value: ["a"] });
  });
});

it("of a described output that no value fits, values are inputs", async () => {
  const schema = library(number, { input: () => string, output: () => ({ type: "nothing" }) });
  expect(await outputJudge(schema)("7")).toEqual({ value: 7 });
  expect(await outputJudge(schema)(7)).toEqual(issues);
});
