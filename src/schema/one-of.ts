import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { once } from "../model/collections";
import { historyOf } from "../model/history";
import { takeRejection, describe, isObject } from "../model/value";
import { KindError } from "../model/http-error";
import type {
  ClosedMembers,
  InputOf,
  JSONSchema,
  OutputOf,
  Schema,
  Side,
  Validate,
  Verdict,
} from "../model/schema";
import { asDraft2020 } from "../json-schema/drafts";
import { movedTo } from "../json-schema/targets";
import { loadAjv } from "./ajv";
import { describeSchema, standardOf, validatorOf } from "./standard";
import { jsonCopy, plainCopy } from "./plain-copy";

/** A schema that a function selects from several; see {@link OneOf}. */
export interface OneOfSchema<Schemas extends readonly Schema[] = readonly Schema[]> {
  readonly "~standard": StandardSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>> &
    StandardJSONSchemaV1.Props<InputOf<Schemas[number]>, OutputOf<Schemas[number]>>;
}

/** The key of such a schema's alternatives. */
const choiceKey: unique symbol = Symbol("versioned-controllers OneOf");

/** The alternatives of a schema, and the function that selects one of them. */
export interface Choice {
  readonly alternatives: readonly Schema[];
  /**
   * Selects the schema for a value, as the client sent it or, as JSON, the handler returned it; undefined if none is
   * meant for it.
   *
   * @throws Error whose cause is whatever the application's function threw.
   */
  readonly choose: (value: unknown) => Schema | undefined;
}

/**
 * A schema for values of several kinds, which a function tells apart:
 *
 * ```
 * const NewBooking = OneOf((body) => (body?.instant === undefined ? Regular : Instant), [Instant, Regular]);
 * ```
 *
 * Only the selected schema validates the value and removes extra members. If the function returns nothing, or a schema
 * outside of the list, the value is invalid. Documents have `oneOf`. The value may be anything that a client sends,
 * such as null or text.
 *
 * @throws TypeError if the first argument is not a function, or the second not a list of schemas.
 */
export function OneOf<const Schemas extends readonly [Schema, ...Schema[]]>(
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- with unknown, no `"instant" in body` would compile
  choose: (value: any) => Schemas[number] | undefined,
  alternatives: Schemas,
): OneOfSchema<Schemas> {
  assertChoice(choose, alternatives);
  const choice = choiceOf(choose, [...alternatives]);
  const validate = once(() => choosingValidator(choice, validatorOfAlternative));
  const schema = {
    "~standard": {
      version: 1 as const,
      vendor: "versioned-controllers",
      validate: (value: unknown) => resultOf(validate()(value)),
      jsonSchema: { input: describing(choice, "input"), output: describing(choice, "output") },
    },
    [choiceKey]: choice,
  };
  // The validators are untyped, but the values are the outputs of the alternatives.
  return Object.freeze(schema) as unknown as OneOfSchema<Schemas>;
}

/** The alternatives and function of a OneOf schema; undefined for any other schema. */
export function choiceIn(schema: object): Choice | undefined {
  return choiceKey in schema ? (schema[choiceKey] as Choice) : undefined;
}

/** Validates a value by the schema selected for it. */
export function choosingValidator(
  { alternatives, choose }: Choice,
  validatorFor: (alternative: Schema) => Validate,
): Validate {
  const validators = new Map(alternatives.map((one) => [one, validatorFor(one)]));
  return (value) => {
    const chosen = choose(value);
    const validate = chosen && validators.get(chosen);
    return validate ? validate(value) : noneFits;
  };
}

const noneFits: Verdict = {
  issues: [{ path: [], message: "must match one of the alternatives, matches none" }],
};

/** Removes the members that the selected schema does not allow; undefined if no alternative removes any. */
export function choosingClosed(
  { alternatives, choose }: Choice,
  closedOf: (alternative: Schema) => ClosedMembers | undefined,
): ClosedMembers | undefined {
  const closed = new Map(alternatives.map((one) => [one, closedOf(one)]));
  if ([...closed.values()].every((one) => one === undefined)) return undefined;
  const strip = (json: unknown): unknown => {
    const chosen = choose(json);
    if (!chosen) throw new KindError([], "a value for which the function of OneOf chose no alternative");
    const members = closed.get(chosen);
    return members ? members.strip(json) : json;
  };
  const copy = (value: unknown): unknown => strip(plainCopy(value));
  return {
    write: (value, replacer, space) => {
      // TypeScript's overloads accept a function or a list, but not their union.
      const json = replacer ? jsonCopy(value, replacer as () => unknown) : plainCopy(value);
      return json === undefined ? undefined : JSON.stringify(strip(json), undefined, space);
    },
    strip: copy,
    copy,
  };
}

function choiceOf(choose: (value: unknown) => unknown, alternatives: readonly Schema[]): Choice {
  const known = new Set<unknown>(alternatives);
  const isAlternative = (value: unknown): value is Schema => known.has(value);
  return {
    alternatives,
    choose: (value) => {
      const chosen = asked(choose, value);
      if (isAlternative(chosen)) return chosen;
      if (takeRejection(chosen)) {
        throw new TypeError("the function of OneOf must return a schema synchronously, got a promise");
      }
      return undefined;
    },
  };
}

/** The wrapper keeps an HTTPError of the function from looking like a verdict on the value. */
function asked(choose: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return choose(value);
  } catch (cause) {
    throw new Error("the function of OneOf threw", { cause });
  }
}

function assertChoice(choose: unknown, alternatives: unknown): void {
  if (typeof choose !== "function") {
    throw new TypeError(`OneOf: the first argument must be a function, got ${describe(choose)}`);
  }
  if (!Array.isArray(alternatives) || alternatives.length === 0) {
    throw new TypeError(
      `OneOf: the second argument must be a list of schemas, got ${describe(alternatives)}`,
    );
  }
  for (const one of alternatives as readonly unknown[]) {
    const isSchema = typeof one === "function" ? "~standard" in one : isObject(one) && !Array.isArray(one);
    if (!isSchema || takeRejection(one)) {
      throw new TypeError(`OneOf: each alternative must be a schema, got ${describe(one)}`);
    }
    if (historyOf(one)) {
      throw new TypeError(
        "OneOf: each alternative must be a schema, got a history: write Versioned(OneOf(...)).Before(change, OneOf(...), ...)",
      );
    }
  }
}

/** For direct calls of the schema: a Build has its own ajv. */
function validatorOfAlternative(schema: Schema): Validate {
  const standard = standardOf(schema);
  if (standard) return validatorOf(standard, schema);
  const compiled = loadAjv()?.(schema as JSONSchema, false);
  if (!compiled) throw new Error("plain JSON Schema needs ajv: npm install ajv");
  if ("failure" in compiled) throw new Error(`the schema cannot be compiled: ${compiled.failure}`);
  return (value) => compiled.validate(jsonCopy(value));
}

function resultOf(
  verdict: Verdict | Promise<Verdict>,
): StandardSchemaV1.Result<unknown> | Promise<StandardSchemaV1.Result<unknown>> {
  // A verdict already has the shape of a result.
  return verdict;
}

function describing({ alternatives }: Choice, side: Side): StandardJSONSchemaV1.Converter[Side] {
  return ({ libraryOptions }) => ({
    oneOf: alternatives.map((alternative, i) => {
      const described = describeSchema(alternative, side, libraryOptions);
      if ("failure" in described) throw new Error(described.failure);
      const members = Object.entries(asDraft2020(described.json));
      // The outer schema has the draft.
      const json = Object.fromEntries(members.filter(([keyword]) => keyword !== "$schema"));
      return movedTo(`/oneOf/${i}`, json);
    }),
  });
}
