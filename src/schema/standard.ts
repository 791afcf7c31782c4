import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { once } from "../model/collections";
import { isThenable, messageOf, takeRejection } from "../model/value";
import type { Nothing } from "../model/history";
import type { Validate, Verdict, JSONSchema, Side } from "../model/schema";
import { keepingPromises } from "./dropped-promises";
import { issuesOf } from "./issues";
import { holdsMoreThan } from "../model/json-value";
import { callsNoFunctions } from "./own-functions";
import { rawIssuesOf } from "./union-issues";
import { isSchema } from "../json-schema/subschema";

/** Standard Schema's properties: https://standardschema.dev; not all libraries have the JSON Schema converter. */
type Standard = StandardSchemaV1.Props & Partial<Pick<StandardJSONSchemaV1.Props, "jsonSchema">>;

/** The Standard Schema of a value; undefined if it has none. */
export function standardOf(schema: object): Standard | undefined {
  // Some libraries' schemas are functions, and some inherit the property.
  if (!("~standard" in schema)) return undefined;
  const standard = schema["~standard"] as Standard | null | undefined;
  return typeof standard?.validate === "function" ? standard : undefined;
}

/** Validates with a schema's `~standard.validate`, which may be asynchronous. */
export function validatorOf(standard: Standard, schema: object): Validate {
  // Hot path: to watch for promises costs more than to check a small body.
  const dropsNone = once(() => callsNoFunctions(schema));
  return (value) => {
    const overflowed = (error: unknown): Verdict => overflow(error, value);
    const validate = (): ReturnType<Standard["validate"]> => standard.validate(value);
    try {
      const result = dropsNone() ? validate() : keepingPromises(validate);
      return isThenable(result) ? Promise.resolve(result).then(verdictOf, overflowed) : verdictOf(result);
    } catch (error) {
      return overflowed(error);
    }
  };
}

/** A schema as JSON Schema, or the reason why there is none. */
export type DescribedSchema = { readonly json: JSONSchema } | { readonly failure: string };

/** The JSON Schema of one side of a schema, as a plain copy. */
export function describeSchema(
  schema: object,
  side: Side,
  libraryOptions?: Readonly<Record<string, unknown>>,
): DescribedSchema {
  const standard = standardOf(schema);
  if (!standard) return asJSONSchema(schema);
  const converter = standard.jsonSchema;
  if (!converter) return { failure: "its library provides no JSON Schema (`~standard.jsonSchema`)" };
  try {
    return asJSONSchema(converter[side]({ target: "draft-2020-12", libraryOptions }));
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** The JSON Schema of a schema's output; undefined for Nothing, and if there is none. */
export function outputSchemaOf(schema: object | typeof Nothing): JSONSchema | undefined {
  const description = typeof schema === "symbol" ? undefined : describeSchema(schema, "output");
  return description && "json" in description ? description.json : undefined;
}

/** Copies only what JSON has: libraries keep more on their objects. */
function asJSONSchema(schema: object): DescribedSchema {
  try {
    if (takeRejection(schema)) return { failure: "it is a promise: await it first" };
    const json: unknown = JSON.parse(JSON.stringify(schema));
    return isSchema(json) ? { json } : { failure: "it is not an object" };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/**
 * A value whose issues overflow the library's stack is invalid: zod collects issues with `push(...issues)`, which
 * throws a RangeError from about 120,000 on.
 *
 * @throws any other error of the library.
 */
function overflow(error: unknown, value: unknown): Verdict {
  if (!(error instanceof RangeError) || !holdsMoreThan(fewestToOverflow, value)) throw error;
  return { issues: [{ path: [], message: "too many values do not fit" }] };
}

/** Far below the number that overflows, and above what a bug in the application's own schema is likely to cause. */
const fewestToOverflow = 50_000;

function verdictOf(result: StandardSchemaV1.Result<unknown>): Verdict {
  if (!result.issues) return { value: result.value };
  return { issues: issuesOf(rawIssuesOf(result.issues, pathStepsOf), (finding) => finding) };
}

function* pathStepsOf(path: Iterable<PropertyKey | StandardSchemaV1.PathSegment>): Iterable<string | number> {
  for (const step of path) yield pathStepOf(step);
}

function pathStepOf(step: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof step === "object" ? step.key : step;
  return typeof key === "number" ? key : String(key);
}
