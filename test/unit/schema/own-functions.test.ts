import * as v from "valibot";
import { z } from "zod";
import * as mini from "zod/mini";
import { callsNoFunctions } from "../../../src/schema/zod";

interface Tree {
  readonly name: string;
  readonly children: readonly Tree[];
}

const tree: z.ZodType<Tree> = z.object({
  name: z.string(),
  get children() {
    return z.array(tree);
  },
});

const later = (): Promise<boolean> => Promise.resolve(true);

it.each<[string, object]>([
  ["a text", z.string()],
  ["a text with bounds", z.string().min(1).max(100)],
  ["formats", z.object({ email: z.email(), id: z.uuid(), at: z.iso.datetime(), url: z.url() })],
  ["a pattern", z.string().regex(/^a+$/)],
  ["numbers", z.object({ age: z.int().min(0), price: z.number().positive().multipleOf(0.01) })],
  ["lists and objects", z.array(z.strictObject({ tags: z.array(z.string()).max(3) }).partial())],
  ["unions", z.union([z.literal("a"), z.null(), z.enum(["b", "c"])])],
  ["a union by a member", z.discriminatedUnion("kind", [z.object({ kind: z.literal("a") })])],
  ["records and tuples", z.record(z.string(), z.tuple([z.boolean(), z.number()]))],
  ["what is coerced", z.coerce.number()],
  ["a message", z.string("a text, please").min(3, { error: () => "too short" })],
  ["itself", tree],
  ["zod/mini", mini.object({ name: mini.string().check(mini.maxLength(3)) })],
])("a schema of %s calls none", (_, schema) => {
  expect(callsNoFunctions(schema)).toBe(true);
});

class Own extends RegExp {}

it.each<[string, object]>([
  ["a refinement", z.string().refine(later)],
  ["a refinement within", z.array(z.object({ name: z.string().refine(later).optional() }))],
  ["superRefine", z.string().superRefine(() => undefined)],
  ["check", z.string().check(() => undefined)],
  ["a transform", z.string().transform(later)],
  ["preprocess", z.preprocess(later, z.string())],
  ["a codec", z.codec(z.string(), z.number(), { decode: Number, encode: String })],
  ["a pipe to a transform", z.string().pipe(z.transform(later))],
  ["overwrite", z.string().overwrite((text) => text)],
  ["a default", z.string().default("a")],
  ["prefault", z.string().prefault("a")],
  ["catch", z.string().catch("a")],
  ["lazy", z.lazy(() => z.string())],
  ["custom", z.custom<string>(later)],
  ["instanceof", z.instanceof(Own)],
  ["a format of its own", z.stringFormat("own", () => true)],
  ["a promise", z.promise(z.string())],
  ["an async message", z.string({ error: later as never }).min(3, { error: (async () => "no") as never })],
  ["a check by hand", withCheck(z.string())],
  ["a class of its own", withTrait(z.string())],
  [
    "a shape that throws",
    z.object({
      get name(): z.ZodString {
        throw new Error("no");
      },
    }),
  ],
  ["valibot", v.object({ name: v.string() })],
  ["JSON Schema", { type: "string" }],
])("%s may call one", (_, schema) => {
  expect(callsNoFunctions(schema)).toBe(false);
});

function withCheck(schema: z.ZodString): z.ZodString {
  return schema.check({ _zod: { check: later, def: { check: "custom" }, onattach: [] } } as never);
}

function withTrait(schema: z.ZodString): z.ZodString {
  schema._zod.traits.add("Own");
  return schema;
}
