import { KindError } from "../model/response-error";
import type { ClosedMembers, JSONSchema } from "../model/schema";
import { leaveOut, UntakenValue, withoutUndefined } from "./leave-out";
import { outlineOf, type Outline } from "./outline";
import { plainCopy } from "./plain-copy";

/**
 * Compiles what a schema closes out, at any depth; undefined where that is nothing. Of what a schema that closes
 * something out is asked to write, every value is of a kind that the schema takes where it stands.
 *
 * Several alternatives for one value may have every member that one of them names, unless a required member's `const`
 * or `enum` tells which it is.
 *
 * @throws Error where a schema that contains itself has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  return closingBy(outlineOf(json, false));
}

/** The same of a schema whose values are turned: kinds are judged where it closes nothing out, too. */
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
      // Its overloads want to be told which of the two it is.
      const text = JSON.stringify(value, replacer as () => unknown) as string | undefined;
      return text === undefined ? undefined : JSON.stringify(strip(JSON.parse(text)), undefined, space);
    },
    strip,
    copy: (value) => plainCopy(ofValue(value, leftOut)),
  };
}

/**
 * Whether a schema is made of members and items alone, so that what it closes out can be told for certain: it has no
 * alternatives, and nothing that leads back to itself.
 */
export function hasNoAlternatives(json: JSONSchema): boolean {
  return !branchingKeywords.test(JSON.stringify(json));
}

/** Keywords, or members of such a name: then it is only drawn earlier than it is needed. */
const branchingKeywords =
  /"(?:\$ref|\$dynamicRef|allOf|anyOf|oneOf|not|if|dependentSchemas|patternProperties)":/;

function ofValue(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(value);
  } catch (error) {
    // A circle has no end: JSON.stringify says so in words.
    if (error instanceof RangeError) JSON.stringify(value);
    if (!(error instanceof UntakenValue)) throw error;
    return ofCopy(value, keep);
  }
}

/** What JSON writes counts: neither inherited members, nor that a text is boxed, nor NaN, which is null there. */
function ofCopy(value: unknown, keep: (value: unknown) => unknown): unknown {
  try {
    return keep(plainCopy(value));
  } catch (error) {
    throw error instanceof UntakenValue ? new KindError(error.path, error.what) : error;
  }
}
