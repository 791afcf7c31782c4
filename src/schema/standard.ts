import type { StandardJSONSchemaV1, StandardSchemaV1 } from "@standard-schema/spec";
import { isThenable } from "../model/value";
import type { Validate, Verdict } from "../model/schema";
import { keepingPromises } from "./dropped-promises";
import { issuesOf } from "./issues";
import { holdsMoreThan } from "./large";
import { findingsOf } from "./union-issues";

/** Standard Schema's properties: https://standardschema.dev; the converter is an extension that not all have. */
type Standard = StandardSchemaV1.Props & Partial<Pick<StandardJSONSchemaV1.Props, "jsonSchema">>;

/** The Standard Schema of a value, in the words that libraries share; undefined where it is none. */
export function standardOf(schema: object): Standard | undefined {
  // Some libraries' schemas are functions, and some inherit it.
  if (!("~standard" in schema)) return undefined;
  const standard = schema["~standard"] as Standard | null | undefined;
  return typeof standard?.validate === "function" ? standard : undefined;
}

/** Validates by `~standard.validate`, which may answer later. */
export function validatorOf(standard: Standard): Validate {
  return (value) => {
    const overflowed = (error: unknown): Verdict => overflow(error, value);
    try {
      const result = keepingPromises(() => standard.validate(value));
      return isThenable(result) ? Promise.resolve(result).then(verdictOf, overflowed) : verdictOf(result);
    } catch (error) {
      return overflowed(error);
    }
  };
}

/**
 * A value whose misfits overflow the stack of the library does not fit: zod collects them by `push(...issues)`, which throws
 * a RangeError from some 120,000 on.
 *
 * @throws whatever else the library threw.
 */
function overflow(error: unknown, value: unknown): Verdict {
  if (!(error instanceof RangeError) || !holdsMoreThan(fewestToOverflow, value)) throw error;
  return { issues: [{ path: [], message: "too many values do not fit" }] };
}

/** Far below what overflows, and above what a mistake of the application's own is likely to be met by. */
const fewestToOverflow = 50_000;

function verdictOf(result: StandardSchemaV1.Result<unknown>): Verdict {
  if (!result.issues) return { value: result.value };
  return { issues: issuesOf(findingsOf(result.issues, stepsOf), (finding) => finding) };
}

function* stepsOf(path: Iterable<PropertyKey | StandardSchemaV1.PathSegment>): Iterable<string | number> {
  for (const step of path) yield stepOf(step);
}

function stepOf(step: PropertyKey | StandardSchemaV1.PathSegment): string | number {
  const key = typeof step === "object" ? step.key : step;
  return typeof key === "number" ? key : String(key);
}
