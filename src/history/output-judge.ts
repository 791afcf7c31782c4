import type { JSONSchema, Schema, Validate, Verdict } from "../model/schema";
import { isObject, isThenable } from "../model/value";
import { loadAjv } from "../schema/ajv";
import { describedInDraft2020, transformedBy, withoutDefaults } from "../schema/schemas";
import { once } from "../model/collections";
import { jsonCopy } from "../schema/json-copy";
import { plainCopy } from "../schema/plain-copy";
import { validatorOfSchema } from "./read";

/**
 * The judge of JSON that is what a schema once put out, or else what it takes.
 *
 * The schema is asked in any case. What fits the JSON Schema of its output counts as an output, which is taken as it is. Where
 * no JSON Schema tells the two apart (a bare transform, a Date, a text made of a text), what the schema makes of the value
 * counts if it is the same in JSON: a Date of its text; else the value is an output already.
 *
 * @throws Error where ajv is needed for that, and missing.
 */
export function outputJudge(schema: Schema): Validate {
  const own = validatorOfSchema(schema);
  const isOutput = outputTest(schema);
  const chosen = (json: unknown, verdict: Verdict): Verdict =>
    isOutput(json, verdict) ? { value: json } : verdict;
  return (json) => {
    const verdict = own(plainCopy(json));
    return isThenable(verdict)
      ? Promise.resolve(verdict).then((one: Verdict) => chosen(json, one))
      : chosen(json, verdict);
  };
}

/** Whether JSON is an output, given what the schema made of it. */
function outputTest(schema: Schema): (json: unknown, verdict: Verdict) => boolean {
  const output = transformedBy(schema, describedInDraft2020);
  const isChanged = (json: unknown, verdict: Verdict): boolean =>
    "value" in verdict && !agrees(json, jsonOf(verdict.value));
  if (!output) {
    const fits = once(() => fittingWhereAble(schema));
    return (json, verdict) => isChanged(json, verdict) && fits()(json);
  }
  const fits = output === "not described" ? () => true : fitting(output);
  if ("json" in describedInDraft2020(schema, "output")) return fits;
  return (json, verdict) => ("issues" in verdict || isChanged(json, verdict)) && fits(json);
}

/** Whether JSON fits the output of a schema without transforms; everything does where nothing describes or judges that. */
function fittingWhereAble(schema: Schema): (json: unknown) => boolean {
  const description = describedInDraft2020(schema, "output");
  return "json" in description && ajv() ? fitting(withoutDefaults(description.json)) : () => true;
}

const ajv = once(loadAjv);

/** Whether JSON fits a JSON Schema. */
function fitting(schema: JSONSchema): (json: unknown) => boolean {
  const compiled = ajv()?.(schema, false);
  if (!compiled) {
    throw new Error(
      "the schema has transforms, and their output can only be validated with ajv: npm install ajv",
    );
  }
  if ("failure" in compiled) throw new Error(`the schema's output cannot be validated: ${compiled.failure}`);
  return (json) => {
    // It writes defaults into what it judges.
    const verdict = compiled.validate(plainCopy(json));
    return "value" in verdict;
  };
}

/** What JSON cannot hold agrees with nothing. */
function jsonOf(value: unknown): unknown {
  try {
    return jsonCopy(value);
  } catch {
    return undefined;
  }
}

/** Whether two JSON values differ in nothing but members that one of them has: defaults, and what was closed out. */
function agrees(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
    return one.every((item, i) => agrees(item, other[i]));
  }
  return Object.entries(one).every(
    ([name, member]) => !Object.hasOwn(other, name) || agrees(member, Reflect.get(other, name)),
  );
}
