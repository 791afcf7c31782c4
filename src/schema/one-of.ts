import { mark } from "../core/model/copies";
import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { once } from "../core/model/collections";
import { historyOf } from "./interface/histories";
import type { InputOf, JSONSchema, OutputOf, Schema, Side, Verdict } from "./interface/schema";
import { describe, misfit, takeRejection } from "../core/model/value";
import { choiceKey } from "./choice";
import { choiceOf } from "./choosing";
import { sharedReader, validatorOfSchema } from "./reader";
import { isSchemaLike, noSchemaInWords } from "./interface/schema-like";

/** A schema that validates each value by one of several schemas, which a function selects; see {@link OneOf}. */
export interface OneOfSchema<Schemas extends readonly Schema[] = readonly Schema[]> {
  readonly "~standard": StandardSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>> &
    StandardJSONSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>>;
}

/**
 * A schema for values of several kinds. A function selects the schema for each value:
 *
 * ```
 * const NewBooking = OneOf((body) => (body?.instant === undefined ? Regular : Instant), [Instant, Regular]);
 * ```
 *
 * Only the selected schema validates the value, and removes extra members. A value is invalid if the function returns
 * no schema of the list. Documents show `oneOf`. The function may get any value that a client sends, such as null.
 *
 * @throws TypeError if the first argument is not a function, or the second is not a list of schemas.
 */
export function OneOf<const Schemas extends readonly [Schema, ...Schema[]]>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- with unknown, no `"instant" in body` would compile
  choose: (value: any) => Schemas[number] | undefined,
  alternatives: Schemas,
): OneOfSchema<Schemas> {
  assertChoice(choose, alternatives);
  const choice = choiceOf(choose, [...alternatives]);
  // This validator is for direct calls of `~standard.validate`. An App compiles the alternatives with its own ajv.
  const validate = once(() => choice.validator(validatorOfSchema));
  const described = (side: Side): JSONSchema => {
    const description = choice.described((one) => sharedReader().describe(one, side));
    if ("json" in description) return description.json;
    throw new Error(description.failure);
  };
  const schema = {
    "~standard": {
      version: 1 as const,
      vendor: "versioned-controllers",
      validate: (value: unknown) => resultOf(validate()(value)),
      jsonSchema: { input: () => described("input"), output: () => described("output") },
    },
    [choiceKey]: choice,
  };
  // The cast is safe: `validate` returns the output of an alternative, although its type says `unknown`.
  return Object.freeze(mark(schema)) as unknown as OneOfSchema<Schemas>;
}

function assertChoice(choose: unknown, alternatives: unknown): void {
  if (typeof choose !== "function") {
    throw misfit("OneOf: the first argument", "a function", choose);
  }
  if (!Array.isArray(alternatives) || alternatives.length === 0) {
    const got = Array.isArray(alternatives) ? "an empty list" : describe(alternatives);
    throw new TypeError(`OneOf: the second argument must be a list of schemas, got ${got}`);
  }
  for (const one of alternatives as readonly unknown[]) {
    if (!isSchemaLike(one) || takeRejection(one)) {
      throw new TypeError(`OneOf: each alternative must be a schema, ${noSchemaInWords(one)}`);
    }
    if (historyOf(one)) {
      throw new TypeError(
        "OneOf: each alternative must be a schema, got a history: write Versioned(OneOf(...)).Before(change, OneOf(...), ...)",
      );
    }
  }
}

function resultOf(
  verdict: Verdict | Promise<Verdict>,
): StandardSchemaV1.Result<unknown> | Promise<StandardSchemaV1.Result<unknown>> {
  // A verdict has the same shape as a result of Standard Schema.
  return verdict;
}
