import type { ClosedMembers, JSONSchema } from "../model/schema";
import { leaveOut, withoutUndefined } from "./leave-out";
import { outlineOf, type Outline } from "./outline";

/**
 * Compiles what a schema closes out, at any depth; undefined where that is nothing.
 *
 * Several alternatives for one value may have every member that one of them names, unless a required member's `const`
 * or `enum` tells which it is.
 *
 * @throws Error where a schema that contains itself has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json);
  if (!outline) return undefined;
  const strip = (value: unknown): unknown => withoutUndefined(leftOut(outline, value), value);
  return {
    write: (value, replacer, space) => {
      if (!replacer) return JSON.stringify(leftOut(outline, value), undefined, space);
      // Its overloads want to be told which of the two it is.
      const text = JSON.stringify(value, replacer as () => unknown) as string | undefined;
      return text === undefined ? undefined : JSON.stringify(strip(JSON.parse(text)), undefined, space);
    },
    strip,
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

function leftOut(outline: Outline, value: unknown): unknown {
  try {
    return leaveOut(outline, value, "");
  } catch (error) {
    // A circle has no end: JSON.stringify says so in words.
    if (error instanceof RangeError) JSON.stringify(value);
    throw error;
  }
}
