import { isAsyncFunction } from "../model/runtime";
import { isObject, isPlainObject } from "../model/value";

/**
 * True if a zod schema certainly calls no function of the application that could return a promise: it has no transform,
 * refinement, default or lazy schema. False for other libraries' schemas, and for unknown parts.
 */
export function callsNoFunctions(schema: object): boolean {
  try {
    return "_zod" in schema && isCertain(schema, new Set());
  } catch {
    // The getter of a shape may be the application's own.
    return false;
  }
}

/** A schema or a check of zod 4, each of which says what it is made of. */
interface Inner {
  readonly def: object;
  readonly traits: ReadonlySet<string>;
}

function isCertain(value: unknown, seen: Set<object>): boolean {
  if (!isObject(value)) return typeof value !== "function";
  if (seen.has(value)) return true;
  seen.add(value);
  if (value instanceof RegExp) return true;
  if ("_zod" in value) return isCertainPart(value._zod as Partial<Inner>, seen);
  return (
    (Array.isArray(value) || isPlainObject(value)) &&
    Object.values(value).every((one) => isCertain(one, seen))
  );
}

/** A class that an application has derived from zod's, which can do anything, has a trait of its own. */
function isCertainPart({ def, traits }: Partial<Inner>, seen: Set<object>): boolean {
  if (!def || !traits || ![...traits].every((trait) => /^[$_]?[$]?Zod/.test(trait))) return false;
  const { type, check } = def as { readonly type?: string; readonly check?: string };
  if (type === undefined ? check === undefined : !certainTypes.has(type)) return false;
  if (check !== undefined && !certainChecks.has(check)) return false;
  return Object.entries(Object.getOwnPropertyDescriptors(def)).every(([name, property]) => {
    if (name === "shape") return isCertain((def as { readonly shape: unknown }).shape, seen);
    // The getter of a default may call a function.
    return "value" in property && (isMessageOrTest(name, property.value) || isCertain(property.value, seen));
  });
}

/** zod calls these two for a text and a boolean, which none of them gives later. */
function isMessageOrTest(name: string, value: unknown): boolean {
  return (name === "error" || name === "when") && typeof value === "function" && !isAsyncFunction(value);
}

/** The types that consist of other schemas and values only. */
const certainTypes: ReadonlySet<string> = new Set([
  "any",
  "array",
  "bigint",
  "boolean",
  "date",
  "enum",
  "intersection",
  "literal",
  "map",
  "nan",
  "never",
  "nonoptional",
  "null",
  "nullable",
  "number",
  "object",
  "optional",
  "readonly",
  "record",
  "set",
  "string",
  "symbol",
  "template_literal",
  "tuple",
  "undefined",
  "union",
  "unknown",
  "void",
]);

const certainChecks: ReadonlySet<string> = new Set([
  "bigint_format",
  "greater_than",
  "length_equals",
  "less_than",
  "max_length",
  "max_size",
  "min_length",
  "min_size",
  "multiple_of",
  "number_format",
  "size_equals",
  "string_format",
]);
