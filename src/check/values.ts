import type { Problem } from "../model/problem";
import { describe, isObject, nameOf, isObjectOrFunction } from "../model/value";
import { problem } from "./problems";
import { parseTemplate } from "../http/path-template";
import { isCallable } from "../model/setting";

/** Where the problems of `AppOptions.Versioning` are. */
export const versioningWhere = "AppOptions.Versioning";

/** The problem of an option's text. */
export function checkText(where: string, option: string, text: unknown): readonly Problem[] {
  return typeof text === "string" && text !== ""
    ? []
    : [problem("text-invalid", where, option, describe(text))];
}

/** True if a value is a status that a route can answer with: a whole number from 200 to 599. */
export function isStatus(code: unknown): boolean {
  return typeof code === "number" && Number.isInteger(code) && code >= 200 && code <= 599;
}

/** True if a value is an object that JSON can represent, for a document. */
export function isJSONObject(value: unknown): boolean {
  if (!isObject(value) || Array.isArray(value)) return false;
  try {
    return typeof JSON.stringify(value) === "string";
  } catch {
    return false;
  }
}

/** The problems of one path or prefix, by itself. */
export function checkPath(where: string, path: unknown): readonly Problem[] {
  if (typeof path !== "string") return [problem("path-not-text", where, describe(path))];
  if (path === "") return [];
  if (!path.startsWith("/")) return [problem("path-without-slash", where, path)];
  const malformed = parseTemplate(path).filter((segment) => segment.kind === "malformed");
  return malformed.map(({ text }) =>
    text === "" ? problem("path-empty-segment", where, path) : problem("parameter-malformed", where, text),
  );
}

/** The problem of a route's handler. */
export function checkHandler(where: string, handler: unknown): readonly Problem[] {
  return isCallable(handler) ? [] : [problem("handler-not-a-function", where, describe(handler))];
}

/** The problem of one guard. */
export function checkGuard(where: string, guard: unknown): readonly Problem[] {
  return isCallable(guard) ? [] : [problem("guard-not-a-function", where, describe(guard))];
}

/** The problem of one middleware. */
export function checkMiddleware(where: string, handler: unknown): readonly Problem[] {
  if (!isCallable(handler)) return [problem("middleware-not-a-function", where, describe(handler))];
  if (handler.length < 4) return [];
  return [problem("middleware-with-four-parameters", where, nameOf(handler))];
}

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
