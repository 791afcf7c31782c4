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

/** Another ajv for the same use. */
export interface AjvVariant {
  /** True to stop at the first error: for large values, finding all takes quadratic time. */
  readonly stopsEarly?: boolean;
  /** True if the texts of a part are converted already. */
  readonly isConverted?: boolean;
}

/** The options of an ajv instance. */
export function ajvDefaults(
  use: AjvUse,
  { stopsEarly = false, isConverted = false }: AjvVariant = {},
): object {
  return {
    allErrors: !stopsEarly,
    // `verbose` adds `parentSchema` to errors, so that `unionReader` finds the alternative to which an error belongs.
    verbose: true,
    coerceTypes: use === "text" && !isConverted,
    useDefaults: true,
    // Without `ownProperties`, every object would satisfy `required: ["constructor"]`.
    ownProperties: true,
    // ajv's strict mode would reject keywords of other tools, such as `example` and `x-internal`.
    strict: false,
    // No logger, because Build itself warns of unknown formats.
    logger: false,
  } satisfies Options;
}

/** Makes the ajvs of an application's own function, one for each use. */
export function ownAjv(factory: AjvFactory): AjvMaker {
  const made = new Map<string, AjvLike | AjvFailure>();
  return (_schema, use, variant = {}) => {
    const key = `${use} ${variantKey(variant)}`;
    const ajv = made.get(key) ?? makeAjv(factory, use, variant);
    made.set(key, ajv);
    return ajv;
  };
}

/** The key of a variant among the ajvs of one use. */
export function variantKey({ stopsEarly = false, isConverted = false }: AjvVariant): string {
  return `${stopsEarly} ${isConverted}`;
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
