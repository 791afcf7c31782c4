import { isObject } from "../model/value";

/** The members of an object schema: each with the schema given for it, and those that this one only wraps. */
export type LibraryMembers = ReadonlyMap<string, readonly object[]>;

/**
 * The members of an object schema of zod or valibot, or in plain JSON Schema; undefined for any other schema.
 *
 * Schemas that are made from it keep the very same objects: `Plan.extend({ seats }).shape.credits` is
 * `Plan.shape.credits`. A partial one wraps them.
 */
export function libraryMembersOf(schema: object): LibraryMembers | undefined {
  const found = memberTable(schema)?.flatMap(([name, member]) =>
    isObject(member) ? [[name, unwrapped(member)] as const] : [],
  );
  return found && new Map(found);
}

/** True if valibot's `pick`, `omit` or `partial` made a schema from another: they keep the function created with it. */
export function isMadeFrom(schema: LibrarySchema, source: LibrarySchema): boolean {
  return schema["~run"] !== undefined && schema["~run"] === source["~run"];
}

/** True if `pick`, `omit` or `partial` of zod made a schema: only they give an object schema an empty list of checks. */
export function isSelection(schema: LibrarySchema): boolean {
  const checks = schema._zod?.def?.checks;
  return Array.isArray(checks) && checks.length === 0;
}

/** The places where libraries keep what a schema was made from. */
interface LibrarySchema {
  /** Of zod. */
  readonly _zod?: { readonly def?: ZodDefinition };
  /** Of an object schema of valibot. */
  readonly entries?: unknown;
  /** Of a schema of valibot that makes another one optional or nullable. */
  readonly wrapped?: unknown;
  /** Of every schema of valibot. */
  readonly "~run"?: unknown;
  /** Of plain JSON Schema. */
  readonly properties?: unknown;
}

interface ZodDefinition {
  readonly shape?: unknown;
  readonly innerType?: unknown;
  readonly checks?: unknown;
}

/** A library's getter may throw before its schema is complete, and a Proxy may always throw. */
function memberTable(schema: LibrarySchema): readonly (readonly [string, unknown])[] | undefined {
  try {
    const table = schema._zod ? schema._zod.def?.shape : (schema.entries ?? schema.properties);
    return isObject(table) ? Object.entries(table) : undefined;
  } catch {
    return undefined;
  }
}

/** A member's schema, and those within its wrappers: `optional`, `nullable`, `default`. */
function unwrapped(member: object): readonly object[] {
  const all = [member];
  // Iterating a list includes members added during the iteration.
  for (const one of all) {
    const inner = innerOf(one);
    if (isObject(inner) && all.length < mostWrappers) all.push(inner);
  }
  return all;
}

/** More than anybody writes; a getter of a recursive schema may return a new wrapper each time. */
const mostWrappers = 8;

function innerOf(schema: LibrarySchema): unknown {
  try {
    return schema._zod ? schema._zod.def?.innerType : schema.wrapped;
  } catch {
    return undefined;
  }
}
