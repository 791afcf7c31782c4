import type { Schema, Side } from "./interface/schema";
import { isAsyncFunction } from "./interface/runtime";
import { isObject, isPlainObject } from "../core/model/value";

/*
 * Everything that this package knows about the insides of zod 4. A schema of another major version has none of it:
 * its `~standard` still validates and describes it, but nothing is built on the parts of a schema.
 */

/** The name of zod in `~standard`. */
export const zodVendor = "zod";

interface Internals {
  readonly version?: { readonly major?: unknown };
  readonly def: ZodDefinition;
}

/** The definition of a schema: its type, and the schemas and values that it is made of. */
export interface ZodDefinition {
  readonly type?: unknown;
  readonly shape?: unknown;
  readonly element?: unknown;
  readonly valueType?: unknown;
  readonly items?: readonly unknown[];
  readonly options?: readonly unknown[];
  readonly innerType?: object;
  readonly checks?: readonly unknown[];
}

/** Returns the definition of a schema of zod 4 or `zod/mini`; undefined for any other value. */
export function zodDefinitionOf(schema: object): ZodDefinition | undefined {
  if (!("_zod" in schema) || !isObject(schema._zod)) return undefined;
  const { version, def } = schema._zod as Partial<Internals>;
  return version?.major === 4 ? def : undefined;
}

/** Names the edition of a schema of zod that cannot describe itself: it has no `~standard.jsonSchema`. */
export function undescribedEdition(schema: object): string {
  return "_zod" in schema ? "zod/mini, like zod before 4.2," : "zod 3";
}

/** True if zod, not an author, chose a key of `$defs`: `__schema0`. */
export function isInventedKey(key: string): boolean {
  return key.startsWith("__");
}

/** True for a schema such as `z.preprocess(f, z.string())`, which accepts values that its JSON Schema forbids. */
export function beginsWithTransform(schema: object): boolean {
  const definition = zodDefinitionOf(schema) as (ZodDefinition & { readonly in?: object }) | undefined;
  const inner = definition?.in ?? definition?.innerType;
  return definition?.type === "transform" || (inner !== undefined && beginsWithTransform(inner));
}

/** The definition of a schema, or of one of its checks, and the schemas that it was made from. */
export interface ZodParts {
  readonly definition: object;
  readonly origins: readonly unknown[];
}

/** Returns the parts of a schema of zod; undefined for other objects. `read` may catch what a getter throws. */
export function zodPartsOf(
  value: object,
  read: (from: object, key: string) => unknown = Reflect.get,
): ZodParts | undefined {
  const own = read(value, "_zod");
  const definition = isObject(own) ? read(own, "def") : undefined;
  if (!isObject(own) || !isObject(definition)) return undefined;
  return { definition, origins: [read(own, "parent"), read(own, "innerType")] };
}

/** Copies a schema with other parts; undefined if it cannot be copied. */
export function zodWith(schema: object, parts: Partial<ZodDefinition>): object | undefined {
  const { clone } = schema as { readonly clone?: (definition: object) => object };
  return typeof clone === "function"
    ? clone.call(schema, { ...zodDefinitionOf(schema), ...parts })
    : undefined;
}

/** A value on its way through a schema, and the issues that the schema found. */
export interface ZodPayload {
  readonly value: unknown;
  readonly issues: readonly unknown[];
}

/** Validates and converts a value. */
export type ZodRun = (payload: ZodPayload, context: unknown) => ZodPayload | Promise<ZodPayload>;

export function zodRunOf(part: object): ZodRun | undefined {
  return zodDefinitionOf(part) ? (part as { readonly _zod: { readonly run: ZodRun } })._zod.run : undefined;
}

/** Copies a schema that validates by another function. */
export function zodRunning(part: object, run: ZodRun): object {
  const { _zod: own } = part as { readonly _zod: object };
  return Object.create(part, {
    _zod: { value: Object.create(own, { run: { value: run } }) as object },
  }) as object;
}

/** The schema of a member, as far as links of members use it. */
export interface ZodMember {
  readonly description?: string;
  readonly optional: () => ZodMember;
  readonly nonoptional: () => ZodMember;
  readonly unwrap?: () => ZodMember;
  readonly describe: (text: string) => ZodMember;
}

/** The schema of an object, as far as links of members use it. */
export interface ZodObject {
  readonly shape: Readonly<Record<string, ZodMember>>;
  readonly omit: (mask: Readonly<Record<string, true>>) => ZodObject & Schema;
  readonly extend: (shape: Readonly<Record<string, unknown>>) => ZodObject & Schema;
  readonly meta?: {
    (): unknown;
    (words: Readonly<Record<string, unknown>>): ZodObject & Schema;
  };
}

/** True for a zod object (not `zod/mini`) without checks. A check might read a member that the older schema lacks. */
export function isZodObject(schema: unknown): schema is ZodObject & Schema {
  if (!isObject(schema) || !("~standard" in schema)) return false;
  const { omit, extend, shape } = schema as Partial<ZodObject>;
  const definition = zodDefinitionOf(schema);
  const isOne = definition?.type === "object" && typeof omit === "function" && typeof extend === "function";
  return isOne && isObject(shape) && (definition.checks ?? []).length === 0;
}

interface Optionality {
  readonly _zod: { readonly optin?: unknown; readonly optout?: unknown };
}

/** True if values may lack a member. In zod, `optin` and `optout` are undefined for a required member. */
export function isOptionalIn(member: ZodMember, side: Side): boolean {
  return (member as ZodMember & Optionality)._zod[side === "input" ? "optin" : "optout"] !== undefined;
}

/** Makes a member required, and keeps its description. Unwraps nested schemas, too: `x.optional().optional()`. */
export function requiredOf(member: ZodMember): ZodMember {
  const { unwrap, description } = member;
  if (!unwrap || !optionalTypes.has(zodDefinitionOf(member)?.type)) return member.nonoptional();
  const inner = unwrap.call(member);
  const required = isOptionalIn(inner, "input") ? requiredOf(inner) : inner;
  return description === undefined || required.description !== undefined
    ? required
    : required.describe(description);
}

const optionalTypes: ReadonlySet<unknown> = new Set(["optional", "default", "prefault"]);

/** True if a schema of zod certainly calls no function that could return a promise; false for other libraries. */
export function callsNoFunctions(schema: object): boolean {
  try {
    return zodDefinitionOf(schema) !== undefined && isCertain(schema, new Set());
  } catch {
    // A getter in a schema may call a function of the application, which may throw.
    return false;
  }
}

function isCertain(value: unknown, seen: Set<object>): boolean {
  if (!isObject(value)) return typeof value !== "function";
  if (seen.has(value)) return true;
  seen.add(value);
  if (value instanceof RegExp) return true;
  if ("_zod" in value) return isCertainPart(value._zod as Partial<CheckedInternals>, seen);
  return (
    (Array.isArray(value) || isPlainObject(value)) &&
    Object.values(value).every((one) => isCertain(one, seen))
  );
}

/** The internals of a schema or of a check. */
interface CheckedInternals {
  readonly def: object;
  readonly traits: ReadonlySet<string>;
}

/** True if a part certainly returns no promise. An application's own subclass of a zod class may return one. */
function isCertainPart({ def, traits }: Partial<CheckedInternals>, seen: Set<object>): boolean {
  if (!def || !traits || ![...traits].every((trait) => /^[$_]?[$]?Zod/.test(trait))) return false;
  const { type, check } = def as { readonly type?: string; readonly check?: string };
  if (type === undefined ? check === undefined : !certainTypes.has(type)) return false;
  if (check !== undefined && !certainChecks.has(check)) return false;
  return Object.entries(Object.getOwnPropertyDescriptors(def)).every(([name, property]) => {
    if (name === "shape") return isCertain((def as { readonly shape: unknown }).shape, seen);
    // A getter, as in zod's `.default()`, calls the application's function, which may return a promise.
    return "value" in property && (isMessageOrTest(name, property.value) || isCertain(property.value, seen));
  });
}

/** True for the functions `error` and `when`: zod takes their results as text and boolean, and never as promises. */
function isMessageOrTest(name: string, value: unknown): boolean {
  return (name === "error" || name === "when") && typeof value === "function" && !isAsyncFunction(value);
}

// Literal lists, because a bundler leaves out a Set that it need not compute.
/** The types of schemas that contain no functions, only other schemas and values. */
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
