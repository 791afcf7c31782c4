import { KindError } from "../core/model/fault";
import type { ClosedMembers, Schema, Validate, Verdict } from "./interface/schema";
import { takeRejection } from "../core/model/value";
import { asDraft2020 } from "./json-schema/drafts";
import { movedTo } from "./json-schema/targets";
import { jsonCopy, plainCopy } from "./interface/plain-copy";
import type { Choice } from "./choice";
import { distinctPlaces, type AjvFailure, type CompiledSchema } from "./compiled-schema";
import type { DescribedSchema } from "./standard";

type Selection = Pick<Choice, "alternatives" | "choose">;

/** Makes the choice of an application's function. A result that is not in the list of alternatives becomes undefined. */
export function choiceOf(choose: (value: unknown) => unknown, alternatives: readonly Schema[]): Choice {
  const known = new Set<unknown>(alternatives);
  const isAlternative = (value: unknown): value is Schema => known.has(value);
  const selection: Selection = {
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
  return {
    ...selection,
    validator: (validatorFor) => choosingValidator(selection, validatorFor),
    compiled: (compile, validateOf) => compiledChoice(selection, compile, validateOf),
    closed: (closedOf) => choosingClosed(selection, closedOf),
    described: (describe) => describedChoice(selection, describe),
  };
}

function choosingValidator(
  { alternatives, choose }: Selection,
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

function compiledChoice(
  selection: Selection,
  compile: (schema: Schema) => CompiledSchema | AjvFailure | undefined,
  validateOf: (compiled: CompiledSchema | AjvFailure | undefined) => Validate,
): CompiledSchema | AjvFailure | undefined {
  const compiled = new Map(selection.alternatives.map((one) => [one, compile(one)]));
  const all = [...compiled.values()];
  const usable = all.filter((one) => one !== undefined && "validate" in one);
  if (usable.length < all.length) return all.find((one) => !one || !("validate" in one));
  return {
    validate: choosingValidator(selection, (one) => validateOf(compiled.get(one))),
    unchecked: [...new Set(usable.flatMap(({ unchecked }) => unchecked))],
    costly: distinctPlaces(usable.flatMap(({ costly }) => costly)),
  };
}

function choosingClosed(
  { alternatives, choose }: Selection,
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
    write: (value, replacer) => {
      // The cast only satisfies the compiler: `JSON.stringify` accepts a function or a list as replacer.
      const json = replacer ? jsonCopy(value, replacer as () => unknown) : plainCopy(value);
      return json === undefined ? undefined : JSON.stringify(strip(json));
    },
    strip: copy,
    copy,
    draft: copy,
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

function describedChoice(
  { alternatives }: Selection,
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
