import type { JSONSchema, Schema, Validate, Verdict } from "../model/schema";
import { once } from "../model/collections";
import { isObject, isThenable } from "../model/value";
import { adviceForAjv } from "../schema/ajv";
import { jsonCopy, plainCopy } from "../schema/plain-copy";
import { sharedReader, validatorOfSchema, withoutDefaults, type SchemaReader } from "../schema/reader";

/**
 * Validates JSON of which it is unknown whether it is a schema's input, or its earlier output.
 *
 * The schema validates every value. JSON that matches the JSON Schema of the output is output, and stays as it is. If
 * JSON Schema cannot tell (a bare transform, a Date, a text made of a text), the schema's result counts if it has the
 * same JSON, such as a Date for its text; otherwise the JSON is output.
 *
 * @throws Error if that needs ajv, and ajv is missing.
 */
export function outputJudge(schema: Schema, reader: SchemaReader = sharedReader()): Validate {
  const own = validatorOfSchema(schema, reader);
  const isOutput = outputTest(schema, reader);
  const chosen = (json: unknown, verdict: Verdict): Verdict =>
    isOutput(json, verdict) ? { value: json } : verdict;
  return (json) => {
    const verdict = own(plainCopy(json));
    return isThenable(verdict)
      ? Promise.resolve(verdict).then((one: Verdict) => chosen(json, one))
      : chosen(json, verdict);
  };
}

/** True if JSON is an output, judged by what the schema makes of it. */
function outputTest(schema: Schema, reader: SchemaReader): (json: unknown, verdict: Verdict) => boolean {
  const output = reader.transformedBy(schema);
  const isChanged = (json: unknown, verdict: Verdict): boolean =>
    "value" in verdict && !agrees(json, parsedJSONOf(verdict.value));
  if (!output) {
    const fits = once(() => fittingWhereAble(schema, reader));
    return (json, verdict) => isChanged(json, verdict) && fits()(json);
  }
  const fits = output === "not described" ? () => true : validatorByAjv(output, reader);
  const description = reader.describe(schema, "output");
  if ("json" in description && description.gap === undefined) return fits;
  return (json, verdict) => ("issues" in verdict || isChanged(json, verdict)) && fits(json);
}

/** True if JSON matches the output of a schema, or if it is unknown whether it does. */
function fittingWhereAble(schema: Schema, reader: SchemaReader): (json: unknown) => boolean {
  const json = reader.jsonOf(schema, "output");
  return json && reader.compile({}, "body") ? validatorByAjv(withoutDefaults(json), reader) : () => true;
}

/** True if JSON matches a JSON Schema. */
function validatorByAjv(schema: JSONSchema, reader: SchemaReader): (json: unknown) => boolean {
  const compiled = reader.compile(schema, "body");
  if (!compiled) {
    throw new Error(
      `the schema has transforms, and their output can only be validated with ajv: ${adviceForAjv()}`,
    );
  }
  if (!("validate" in compiled)) {
    const reason = "failure" in compiled ? compiled.failure : compiled.ajvFailure;
    throw new Error(`the schema's output cannot be validated: ${reason}`);
  }
  return (json) => {
    // ajv writes defaults into its argument.
    const verdict = compiled.validate(plainCopy(json));
    return "value" in verdict;
  };
}

function parsedJSONOf(value: unknown): unknown {
  try {
    return jsonCopy(value);
  } catch {
    return undefined;
  }
}

/** True if two JSON values differ only in members that one of them lacks: defaults, and removed members. */
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
