import { KindError } from "../model/http-error";
import type { ClosedMembers, Schema, Validate, Verdict } from "../model/schema";
import { takeRejection } from "../model/value";
import { asDraft2020 } from "../json-schema/drafts";
import { movedTo } from "../json-schema/targets";
import { jsonCopy, plainCopy } from "./plain-copy";
import type { DescribedSchema } from "./standard";

/** A schema made by `OneOf` has its {@link Choice} in this member. */
export const choiceKey: unique symbol = Symbol.for("versioned-controllers.one-of");

export interface Choice {
  readonly alternatives: readonly Schema[];
  /** Selects a value's schema. If the application's function throws, its error is the `cause` of the thrown Error. */
  readonly choose: (value: unknown) => Schema | undefined;
}

export function choiceIn(schema: object): Choice | undefined {
  return choiceKey in schema ? (schema[choiceKey] as Choice) : undefined;
}

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

/** Makes functions that remove the members which the selected schema forbids; undefined if no schema forbids any. */
export function choosingClosed(
  { alternatives, choose }: Choice,
  closedOf: (alternative: Schema) => ClosedMembers | undefined,
): ClosedMembers | undefined {
  const closed = new Map(alternatives.map((one) => [one, closedOf(one)]));
  if ([...closed.values()].every((one) => one === undefined)) return undefined;
  const strip = (json: unknown): unknown => {
    const chosen = choose(json);
    if (!chosen) throw new KindError([], "a value for which the function of OneOf returned no alternative");
    const members = closed.get(chosen);
    return members ? members.strip(json) : json;
  };
  const copy = (value: unknown): unknown => strip(plainCopy(value));
  return {
    write: (value, replacer, space) => {
      // The cast only satisfies the compiler: `JSON.stringify` accepts a function or a list as replacer.
      const json = replacer ? jsonCopy(value, replacer as () => unknown) : plainCopy(value);
      return json === undefined ? undefined : JSON.stringify(strip(json), undefined, space);
    },
    strip: copy,
    copy,
    draft: copy,
  };
}

/** Wraps the application's function: a result that is not in the list of alternatives becomes undefined. */
export function choiceOf(choose: (value: unknown) => unknown, alternatives: readonly Schema[]): Choice {
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

/** Wraps the errors of `choose`, because a thrown HTTPError would become the client's answer. */
function asked(choose: (value: unknown) => unknown, value: unknown): unknown {
  try {
    return choose(value);
  } catch (cause) {
    throw new Error("the function of OneOf threw", { cause });
  }
}

/** Describes a choice as `{ oneOf: [...] }`. An alternative without JSON Schema becomes `{}`. */
export function describedChoice(
  { alternatives }: Choice,
  describe: (alternative: Schema) => DescribedSchema,
): DescribedSchema {
  const described = alternatives.map(describe);
  const reasons = described.flatMap((one) => ("json" in one ? one.gap : one.failure) ?? []);
  const json = {
    oneOf: described.map((one, i) => {
      if (!("json" in one)) return {};
      const members = Object.entries(asDraft2020(one.json));
      // `$schema` is allowed only in the outermost schema.
      const kept = Object.fromEntries(members.filter(([keyword]) => keyword !== "$schema"));
      return movedTo(`/oneOf/${i}`, kept);
    }),
  };
  const [failure] = reasons;
  if (failure === undefined) return { json };
  return described.some((one) => "json" in one) ? { json, gap: failure } : { failure };
}
