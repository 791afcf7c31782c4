import { fastCheck, type Arbitrary } from "./fast-check";
import { remembered } from "../../core/model/collections";
import { newestOf } from "../../schema/interface/at-version";
import { historyOf, type LinkSchema } from "../../schema/interface/histories";
import type { Schema } from "../../schema/interface/schema";
import { type SchemaReader } from "../../schema/reader";
import type { DescribedSchema } from "../../schema/standard";
import { arbitraryOf } from "./arbitrary";

/** The source of a schema's examples: the application, a generator, or none. */
export type ExampleSource<Example = unknown> =
  | { readonly kind: "given"; readonly values: readonly Example[] }
  | { readonly kind: "made"; readonly values: Arbitrary<Example> }
  | { readonly kind: "none"; readonly reason: string };

export interface Examples {
  readonly of: (schema: Schema) => ExampleSource;
  /** Returns the given examples, or `count` generated ones, the same at each call. Some may not match the schema. */
  readonly some: (schema: Schema, count: number) => readonly unknown[];
}

/** Finds examples for schemas: the application's examples in `given`, or examples generated from JSON Schema. */
export function examplesFrom(
  given: ReadonlyMap<Schema, readonly unknown[]>,
  seed: number,
  { describe }: SchemaReader,
): Examples {
  const made = remembered((schema) => madeFor(describe(schema, "input")));
  // `given` may contain examples for a history, such as `Versioned(schema)`. They are examples for its newest schema.
  const ofNewest = [...given].flatMap(([schema, values]) => {
    const history = historyOf(schema);
    return history ? [[newestOf(history), values] as const] : [];
  });
  const byHistory = new Map<LinkSchema, readonly unknown[]>(ofNewest);
  const of = (schema: Schema): ExampleSource => {
    const values = given.get(schema) ?? byHistory.get(schema);
    return values ? { kind: "given", values } : made(schema);
  };
  return {
    of,
    some: (schema, count) => {
      const source = of(schema);
      switch (source.kind) {
        case "given":
          return source.values;
        case "made":
          return fastCheck().sample(source.values, { numRuns: count, seed });
        case "none":
          return [];
      }
    },
  };
}

function madeFor(description: DescribedSchema): ExampleSource {
  if ("failure" in description) return { kind: "none", reason: description.failure };
  const values = arbitraryOf(description.json);
  return values ? { kind: "made", values } : { kind: "none", reason: "no value can match its JSON Schema" };
}
