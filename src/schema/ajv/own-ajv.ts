import type { Options } from "ajv";
import type { AjvFactory, JSONSchema } from "../interface/schema";
import { describe, isObject, messageOf, takeRejection } from "../../core/model/value";
import type { AjvFailure, AjvUse } from "../compiled-schema";
import type { AjvLike } from "./ajv-like";

/** Finds or creates the ajv for a schema; undefined if ajv is not installed. */
export type AjvMaker = (
  schema: JSONSchema,
  use: AjvUse,
  variant?: AjvVariant,
) => AjvLike | AjvFailure | undefined;

/**
 * The options of another ajv for the same use: one that stops at the first error, because finding all takes quadratic
 * time for large values, or one for texts that are converted already.
 */
export type AjvVariant = Readonly<Partial<Record<"allErrors" | "coerceTypes", false>>>;

/** The options of an ajv instance. */
export function ajvDefaults(use: AjvUse, variant: AjvVariant = {}): object {
  return {
    allErrors: true,
    // `verbose` adds `parentSchema` to errors, so that `unionReader` finds the alternative to which an error belongs.
    verbose: true,
    coerceTypes: use === "text",
    useDefaults: true,
    // Without `ownProperties`, every object would satisfy `required: ["constructor"]`.
    ownProperties: true,
    // ajv's strict mode would reject keywords of other tools, such as `example` and `x-internal`.
    strict: false,
    // No logger, because Build itself warns of unknown formats.
    logger: false,
    ...variant,
  } satisfies Options;
}

/** Makes the ajvs of an application's own function, one for each use. */
export function ownAjv(factory: AjvFactory): AjvMaker {
  const made = new Map<string, AjvLike | AjvFailure>();
  return (_schema, use, variant = {}) => {
    const key = JSON.stringify([use, variant]);
    const ajv = made.get(key) ?? makeAjv(factory, use, variant);
    made.set(key, ajv);
    return ajv;
  };
}

function makeAjv(factory: AjvFactory, use: AjvUse, variant: AjvVariant): AjvLike | AjvFailure {
  try {
    const ajv: unknown = factory(ajvDefaults(use, variant), use);
    if (isAjv(ajv)) return ajv;
    return { ajvFailure: `returned ${unusable(ajv)}` };
  } catch (error) {
    return { ajvFailure: `threw: ${messageOf(error)}` };
  }
}

function isAjv(value: unknown): value is AjvLike {
  return isObject(value) && "compile" in value && typeof value.compile === "function";
}

/** Describes a value of a wrong type for a message: `a promise`. */
export function unusable(value: unknown): string {
  return takeRejection(value) ? "a promise" : describe(value);
}

/** True if an ajv checks a keyword. An ajv without `getKeyword` is assumed to check all keywords. */
export function isKeywordOf(ajv: AjvLike, keyword: string): boolean {
  return ajv.getKeyword?.(keyword) !== false;
}
