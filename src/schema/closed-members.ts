import type { ClosedMembers, JSONSchema } from "../model/schema";
import { closedMembersBy } from "./leave-out";
import { outlineOf } from "./outline";

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
  const outline = outlineOf(json, false);
  return outline && closedMembersBy(outline);
}

/** The same for a schema whose values are converted: kinds are checked even if no member is closed out. */
export function compileTurnedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, true);
  return outline && closedMembersBy(outline);
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
