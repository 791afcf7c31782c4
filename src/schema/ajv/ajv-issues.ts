import type { ErrorObject, ValidateFunction } from "ajv";
import type { Issue, Verdict } from "../interface/schema";
import { takeRejection } from "../../core/model/value";
import { issuesOf } from "../issues";
import { messageWithin } from "../union-issues";

/** An error of ajv, and the alternative of each union around it: `{ index: 1, count: 3 }` is the second of three. */
export interface ErrorOfAjv {
  readonly error: ErrorObject;
  readonly choices: Parameters<typeof messageWithin>[0];
}

/** Selects the errors that become issues. */
export type ReadErrors = (errors: readonly ErrorObject[]) => Iterable<ErrorOfAjv>;

/** Runs a validator of ajv. Its errors become issues, by default one issue for each error. */
export function ajvVerdict(
  check: ValidateFunction,
  value: unknown,
  read: ReadErrors = withoutChoices,
): Verdict {
  const fits: unknown = check(value);
  if (takeRejection(fits)) {
    throw new TypeError("the function that ajv compiled must return its result synchronously, got a promise");
  }
  return fits === true ? { value } : { issues: issuesOf(readable(read(check.errors ?? [])), ajvFinding) };
}

/** Reads each error by itself, as one of no union. */
export function* withoutChoices(errors: readonly ErrorObject[]): Iterable<ErrorOfAjv> {
  for (const error of errors) yield { error, choices: [] };
}

/** Limits the total length of JSON Pointers: a thousand errors with pointers of a megabyte would need a gigabyte. */
function* readable(errors: Iterable<ErrorOfAjv>): Iterable<ErrorOfAjv> {
  let left = 4_000_000;
  for (const one of errors) {
    yield one;
    left -= one.error.instancePath.length;
    if (left < 0) return;
  }
}

function ajvFinding({ error, choices }: ErrorOfAjv): Issue {
  const path = error.instancePath.split("/").slice(1).map(pointerStep);
  const member = memberOf(error);
  return {
    path: member === undefined ? path : [...path, member],
    message: messageWithin(choices, messageIn(error)),
  };
}

function memberOf({ keyword, params }: ErrorObject): string | undefined {
  const names: Readonly<Record<string, unknown>> = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
    unevaluatedProperties: params.unevaluatedProperty,
  };
  const name = Object.hasOwn(names, keyword) ? names[keyword] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** Adds the allowed values, the constant, or the property's name to ajv's message, which lacks them. */
function messageIn({ keyword, params, propertyName, message = "does not fit" }: ErrorObject): string {
  const name: unknown = propertyName ?? (keyword === "propertyNames" ? params.propertyName : undefined);
  // A property name comes from the client, and may be a megabyte long.
  if (typeof name === "string") {
    return `property name ${JSON.stringify(name.slice(0, mostShown))} ${message.replace(/^property name /, "")}`;
  }
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `${message}: ${valuesInWords(params.allowedValues)}`;
  }
  return keyword === "const" ? `${message}: ${JSON.stringify(params.allowedValue)}` : message;
}

/** A name or list is cut to this length early, because `issuesOf` cuts the whole message to a kilobyte anyway. */
const mostShown = 1_000;

const knownWords = new WeakMap<readonly unknown[], string>();

/** Makes the text only once for each list, because thousands of values in one body may violate the same `enum`. */
function valuesInWords(values: readonly unknown[]): string {
  const words =
    knownWords.get(values) ??
    values
      .map((value) => JSON.stringify(value))
      .join(", ")
      .slice(0, mostShown);
  knownWords.set(values, words);
  return words;
}

function pointerStep(step: string): string | number {
  if (/^(?:0|[1-9]\d*)$/.test(step)) return Number(step);
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
