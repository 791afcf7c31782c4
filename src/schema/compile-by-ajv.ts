import type { ErrorObject, Options, ValidateFunction } from "ajv";
import { isAsyncFunction } from "../model/runtime";
import { once } from "../model/collections";
import type { Issue, JSONSchema, Validate } from "../model/schema";
import { takeRejection, describe, isObject, messageOf } from "../model/value";
import { type ErrorOfAjv, unionReader } from "./ajv-unions";
import { issuesOf } from "./issues";
import { isSchema, schemasIn } from "../json-schema/subschema";
import { messageWithin } from "./union-issues";
import { holdsMoreThan } from "../model/json-value";
import { referenceOf } from "../json-schema/targets";

/** A validator, and the keywords of its schema that it does not check: `format "email"`. */
interface Validator {
  readonly validate: Validate;
  readonly unchecked: readonly string[];
}

/** A schema's validator, or the reason why it has none. */
export type CompiledSchema = Validator | { readonly failure: string };

/** The members of an ajv that this package uses; an application's own ajv is only certain to have `compile`. */
export interface AjvLike {
  compile(schema: object): unknown;
  removeSchema?(schema: object): unknown;
  removeKeyword?(keyword: string): unknown;
  getKeyword?(keyword: string): unknown;
  getSchema?(reference: string): unknown;
  readonly formats?: Readonly<Record<string, unknown>>;
  readonly schemas?: Readonly<Record<string, unknown>>;
  readonly refs?: Readonly<Record<string, unknown>>;
  readonly opts?: { readonly validateFormats?: boolean };
  readonly RULES?: { readonly keywords?: Readonly<Record<string, unknown>> };
}

/** The values that an ajv validates: bodies, the texts of all other parts of a request, or responses. */
export type AjvUse = "body" | "text" | "response";

/** The options to create an ajv with, which reports every misfit or stops at the first one. */
export function ajvDefaults(use: AjvUse, reportsAll: boolean): Options {
  return {
    allErrors: reportsAll,
    // Errors then have their schema, which shows the alternative of a union.
    verbose: true,
    coerceTypes: use === "text",
    useDefaults: true,
    // Otherwise every object would satisfy `required: ["constructor"]`.
    ownProperties: true,
    // Keywords of other tools (`example`, `x-...`) are allowed.
    strict: false,
    // Build warns of unknown formats itself.
    logger: false,
  };
}

/**
 * Compiles a schema, unless ajv throws.
 *
 * `thorough` is the ajv that reports every misfit, if `ajv` stops at the first one: it compiles the schema for the first
 * value that does not fit, so that valid values cost the least. If it throws or refuses the schema, only the first misfit
 * is reported.
 */
export function compileBy(ajv: AjvLike, schema: JSONSchema, thorough?: () => AjvLike): CompiledSchema {
  try {
    if (isAsync(schema)) {
      return { failure: "$async is not supported, because ajv would return a promise: remove it" };
    }
    const check = checkBy(ajv, schema);
    if (!isValidator(check)) {
      return { failure: `ajv compiled it to ${unusable(check)}, which is not a function` };
    }
    if (isAsyncFunction(check)) {
      return { failure: "ajv compiled it to an async function, which is not supported" };
    }
    const checkAgain = thorough && againOf(check, schema, thorough);
    const read = unionReader(schema);
    const judge = (value: unknown): ReturnType<Validate> => {
      if (isFit(check(value))) return { value };
      const errors = checkAgain?.(value) ?? check.errors ?? [];
      return { issues: issuesOf(readable(read(errors)), ajvFinding) };
    };
    const validate = hasDefaultForInherited(schema)
      ? (value: unknown) => withoutInherited(value, () => judge(value))
      : judge;
    return { validate, unchecked: uncheckedIn(schema, ajv) };
  } catch (error) {
    return { failure: messageOf(error) };
  }
}

/** Compiles a schema by ajv, and removes the schema from that ajv. */
function checkBy(ajv: AjvLike, schema: JSONSchema): unknown {
  // ajv throws on "id", which names a schema here.
  ajv.removeKeyword?.("id");
  const isShared = isKnownTo(ajv, schema);
  const check = ajv.compile(schema);
  // Otherwise ajv would refuse the next schema with the same $id.
  if (!isShared) ajv.removeSchema?.(schema);
  return check;
}

/**
 * The greatest number of values for which every misfit is reported: with references in the schema, the time to report
 * them grows with the square of their number.
 */
const mostJudged = { withReferences: 1_000, without: 5_000 };

/** Finds every misfit of an invalid value; undefined if there are none, or if the value is too large. */
function againOf(
  check: ValidateFunction,
  schema: JSONSchema,
  thorough: () => AjvLike,
): (value: unknown) => ValidateFunction["errors"] {
  const hasReferences = schemasIn(schema).some((one) => referenceOf(one) !== undefined);
  const most = hasReferences ? mostJudged.withReferences : mostJudged.without;
  const checkOfAll = once(() => {
    try {
      const found = checkBy(thorough(), schema);
      return isValidator(found) ? found : check;
    } catch {
      return check;
    }
  });
  return (value) => {
    if (holdsMoreThan(most, value)) return undefined;
    const all = checkOfAll();
    return isFit(all(value)) ? undefined : all.errors;
  };
}

/** True if the application itself added the schema by `addSchema`, for other schemas to refer to. */
export function isKnownTo({ schemas, refs }: AjvLike, { $id }: JSONSchema): boolean {
  if (typeof $id !== "string") return false;
  return [schemas, refs].some((known) => known !== undefined && Object.hasOwn(known, $id));
}

function isValidator(value: unknown): value is ValidateFunction {
  return typeof value === "function";
}

/** Describes a value that cannot serve as an ajv or a check; the rejection of a promise is ignored. */
export function unusable(value: unknown): string {
  return takeRejection(value) ? "a promise" : describe(value);
}

function uncheckedIn(schema: JSONSchema, ajv: AjvLike): readonly string[] {
  const words = schemasIn(schema).flatMap((one) => [
    ...Object.keys(one)
      .filter((keyword) => newerKeywords.has(keyword) && !isKeywordOf(ajv, keyword))
      .map((keyword) => `keyword ${JSON.stringify(keyword)}`),
    ...(typeof one.format === "string" && !isFormatOf(ajv, one.format)
      ? [`format ${JSON.stringify(one.format)}`]
      : []),
  ]);
  return [...new Set(words)];
}

/** Keywords that ajv's class for draft-07 ignores silently. */
const newerKeywords: ReadonlySet<string> = new Set([
  "$dynamicRef",
  "dependentRequired",
  "dependentSchemas",
  "maxContains",
  "minContains",
  "prefixItems",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** True if an ajv checks a keyword; an ajv that cannot tell is assumed to know all. */
export function isKeywordOf(ajv: AjvLike, keyword: string): boolean {
  return ajv.getKeyword?.(keyword) !== false;
}

/** True also for a keyword that checks nothing: ajv has no definition of a keyword that was added by name. */
export function isAllowedBy(ajv: AjvLike, keyword: string): boolean {
  return isKeywordOf(ajv, keyword) || ajv.RULES?.keywords?.[keyword] === true;
}

function isFormatOf({ formats, opts }: AjvLike, format: string): boolean {
  if (!formats) return true;
  return opts?.validateFormats !== false && Object.hasOwn(formats, format);
}

/**
 * With `$async`, ajv returns a promise: it is truthy, so any value would pass, and a rejection would end the process.
 */
function isAsync(schema: JSONSchema): boolean {
  return schemasIn(schema).some(({ $async }) => Boolean($async));
}

/** True if a default is declared for a name that every object inherits: `toString`. */
function hasDefaultForInherited(schema: JSONSchema): boolean {
  return schemasIn(schema).some(
    ({ properties }) =>
      isSchema(properties) &&
      Object.entries(properties).some(
        ([name, property]) => name in Object.prototype && isSchema(property) && "default" in property,
      ),
  );
}

/** Calls `judge` without prototypes: ajv fills in a default only if the member, own or inherited, is undefined. */
function withoutInherited<Result>(value: unknown, judge: () => Result): Result {
  const plain = plainObjectsIn(value);
  for (const object of plain) Object.setPrototypeOf(object, null);
  try {
    return judge();
  } finally {
    for (const object of plain) Object.setPrototypeOf(object, Object.prototype);
  }
}

function plainObjectsIn(value: unknown): ReadonlySet<object> {
  const seen = new Set<object>();
  const open = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next) || seen.has(next)) continue;
    seen.add(next);
    // A spread, `push(...items)`, would fail: a list may have more items than a call can have arguments.
    for (const child of Object.values(next)) open.push(child);
  }
  return new Set([...seen].filter((object) => Object.getPrototypeOf(object) === Object.prototype));
}

/** Only `true` means valid. */
function isFit(verdict: unknown): boolean {
  if (takeRejection(verdict)) {
    throw new TypeError("the function compiled by ajv must return a result synchronously, got a promise");
  }
  return verdict === true;
}

/** Limits the errors: reading a pointer of one megabyte for each of a thousand errors would need a gigabyte. */
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

/** The member that is missing, or that the schema does not have. */
function memberOf({ keyword, params }: ErrorObject): string | undefined {
  const names: Readonly<Record<string, unknown>> = {
    required: params.missingProperty,
    additionalProperties: params.additionalProperty,
    unevaluatedProperties: params.unevaluatedProperty,
  };
  const name = Object.hasOwn(names, keyword) ? names[keyword] : undefined;
  return typeof name === "string" ? name : undefined;
}

/** ajv's message, with facts that it lacks: the allowed values, the constant, the name of the property. */
function messageIn({ keyword, params, propertyName, message = "does not fit" }: ErrorObject): string {
  const name: unknown = propertyName ?? (keyword === "propertyNames" ? params.propertyName : undefined);
  // The client's own text may have a megabyte.
  if (typeof name === "string") {
    return `property name ${JSON.stringify(name.slice(0, mostShown))} ${message.replace(/^property name /, "")}`;
  }
  if (keyword === "enum" && Array.isArray(params.allowedValues)) {
    return `${message}: ${valuesInWords(params.allowedValues)}`;
  }
  return keyword === "const" ? `${message}: ${JSON.stringify(params.allowedValue)}` : message;
}

/** The greatest length of a client's or schema's text in a message; an issue's message is cut at a kilobyte. */
const mostShown = 1_000;

const knownWords = new WeakMap<readonly unknown[], string>();

/** The allowed values in words, made once for each list: thousands of values may be misfits of the same list. */
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

/** A step of a JSON pointer (RFC 6901). */
function pointerStep(step: string): string | number {
  if (/^(?:0|[1-9]\d*)$/.test(step)) return Number(step);
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}
