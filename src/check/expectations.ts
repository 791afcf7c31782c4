import type { Problem } from "../model/problem";
import { describe, isObjectOrFunction } from "../model/value";
import { problem } from "./problems";

/** The expected value of an option, in words that follow "must be", and its test. */
export interface Expectation {
  readonly expected: string;
  readonly holds: (value: unknown) => boolean;
}

/** The options of one object, by name. */
export type Expectations = Readonly<Record<string, Expectation>>;

/** The codes of problems with the text `<name> must be <expected>, got <written>`. */
type ExpectationCode =
  | "option-invalid"
  | "lifecycle-invalid"
  | "body-option-invalid"
  | "query-option-invalid"
  | "response-option-invalid";

/** The unknown options of an object, and those with unexpected values; undefined counts as unset. */
export function checkExpectations(
  { where, code, of = "" }: { readonly where: string; readonly code: ExpectationCode; readonly of?: string },
  options: object,
  known: Expectations,
): readonly Problem[] {
  return Object.entries(options).flatMap(([name, value]: [string, unknown]) => {
    const expectation = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!expectation) return [problem("option-unknown-name", where, name)];
    if (value === undefined || expectation.holds(value)) return [];
    return [problem(code, where, `${name}${of}`, expectation.expected, describe(value))];
  });
}

/** Expects an object, or a function, with these functions. */
export function hasFunctions(...names: readonly string[]): (value: unknown) => boolean {
  return (value) =>
    isObjectOrFunction(value) && names.every((name) => typeof Reflect.get(value, name) === "function");
}
