import type { Schema, Validate, Verdict } from "../../schema/interface/schema";
import { once } from "../../core/model/collections";
import { afterwards, isObject } from "../../core/model/value";
import { jsonCopy, plainCopy } from "../../schema/interface/plain-copy";
import { upJudge } from "../schemas/up-judge";
import { sharedReader, validatorOfSchema, type SchemaReader } from "../../schema/reader";
import { outputValidator, validatorOfOutput } from "../../schema/sides";

/**
 * Makes a validator for JSON that may already be a schema's output, such as a stored row. The validator returns an
 * output unchanged, and validates other JSON as the schema's input.
 *
 * @throws Error for plain JSON Schema if ajv is missing or rejects the schema.
 */
export function outputJudge(schema: Schema, reader: SchemaReader = sharedReader()): Validate {
  // Some members of an object may be parsed already, others not, so `upJudge` tests each member.
  const own = upJudge(schema, validatorOfSchema(schema, reader), reader);
  const isOutput = outputTest(schema, reader);
  return (json) =>
    afterwards(own(plainCopy(json)), (verdict) => (isOutput(json, verdict) ? { value: json } : verdict));
}

function outputTest(schema: Schema, reader: SchemaReader): (json: unknown, verdict: Verdict) => boolean {
  const asOutput = outputValidator(schema, reader);
  const isChanged = (json: unknown, verdict: Verdict): boolean =>
    "value" in verdict && !agrees(json, parsedJSONOf(verdict.value));
  if (!asOutput) {
    const fits = once(() => fittingWhereAble(schema, reader));
    return (json, verdict) => isChanged(json, verdict) && fits()(json);
  }
  const fits = (json: unknown): boolean => "value" in asOutput(json);
  const description = reader.describe(schema, "output");
  if ("json" in description && description.gap === undefined) return fits;
  return (json, verdict) => ("issues" in verdict || isChanged(json, verdict)) && fits(json);
}

/** Makes the test whether JSON matches the JSON Schema of the output. Without a JSON Schema, all JSON passes. */
function fittingWhereAble(schema: Schema, reader: SchemaReader): (json: unknown) => boolean {
  const output = reader.jsonOf(schema, "output");
  if (!output) return () => true;
  const validate = validatorOfOutput(output);
  return (json) => "value" in validate(json);
}

function parsedJSONOf(value: unknown): unknown {
  try {
    return jsonCopy(value);
  } catch {
    return undefined;
  }
}

/** True if two JSON values are equal, apart from members that only one of them has, such as defaults. */
function agrees(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return one === other;
  if (Array.isArray(one) || Array.isArray(other)) {
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  }
  return Object.entries(one).every(
    ([name, member]) => !Object.hasOwn(other, name) || agrees(member, Reflect.get(other, name)),
  );
}
