import { KindError } from "../model/http-error";
import type { ClosedMembers, JSONSchema } from "../model/schema";
import { leaveOut, UntakenValue, withoutUndefined } from "./leave-out";
import { outlineOf, type Outline } from "./outline";
import { plainCopy } from "./plain-copy";

/**
 * Compiles the removal of members that a schema closes out, at any depth; undefined if it closes out none. If it closes
 * out any, every value must be of a kind that the schema allows at its place.
 *
 * With several alternatives a value may have every member that one of them names, unless a required member's `const` or
 * `enum` selects one.
 *
 * @throws Error if a recursive schema has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  return closingBy(outlineOf(json, false));
}

/** The same for a schema whose values are converted: kinds are checked even if no member is closed out. */
export function compileTurnedMembers(json: JSONSchema): ClosedMembers | undefined {
  return closingBy(outlineOf(json, true));
}

function closingBy(outline: Outline | undefined): ClosedMembers | undefined {
  if (!outline) return undefined;
  const leftOut = (value: unknown): unknown => leaveOut(outline, value, "");
  const stripped = (value: unknown): unknown => withoutUndefined(leftOut(value), value);
  const strip = (value: unknown): unknown => ofValue(value, stripped);
  return {
    write: (value, replacer, space) => {
      if (!replacer) return JSON.stringify(ofValue(value, leftOut), undefined, space);
      // TypeScript's overloads accept a function or a list, but not their union.
      const text = JSON.stringify(value, replacer as () => unknown) as string | undefined;
      return text === undefined ? undefined : JSON.stringify(strip(JSON.parse(text)), undefined, space);
    },
    strip,
    copy: (value) => plainCopy(ofValue(value, leftOut)),
  };
}

/**
 * True if a schema has nothing but members and items, without alternatives and recursion, so that its closed members
 * are known for certain.
 */
export function hasNoAlternatives(json: JSONSchema): boolean {
  return !branchingKeywords.test(JSON.stringify(json));
}

/** A property with such a name only causes the outline to be drawn earlier than needed. */
const branchingKeywords =
  /"(?:\$ref|\$dynamicRef|allOf|anyOf|oneOf|not|if|dependentSchemas|patternProperties)":/;

function ofValue(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(value);
  } catch (error) {
    // A circle never ends: JSON.stringify explains it in its error.
    if (error instanceof RangeError) JSON.stringify(value);
    if (!(error instanceof UntakenValue)) throw error;
    return ofCopy(value, keep);
  }
}

/** Works on the value's JSON: without inherited members, with unboxed texts, and null for NaN. */
function ofCopy(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(plainCopy(value));
  } catch (error) {
    throw error instanceof UntakenValue ? new KindError(error.path, error.what) : error;
  }
}
