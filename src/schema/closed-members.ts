import type { ClosedMembers, JSONSchema } from "../model/schema";
import { childSchemas } from "../json-schema/subschema";
import { closedMembersBy } from "./leave-out";
import { outlineOf } from "./outline";

/**
 * Makes the function that removes the members which a schema does not name, at any depth; undefined if it allows them
 * all. The function throws for a value of a kind that the schema does not allow, such as a list for an object.
 *
 * If there are several alternatives, members that any of them names stay, unless the `const` or `enum` of a required
 * member selects one.
 *
 * @throws Error if a recursive schema has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, false);
  return outline && closedMembersBy(outline);
}

/**
 * As {@link compileClosedMembers}, for values that a history converts: kinds are checked even if nothing is removed.
 */
export function compileConvertedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, true);
  return outline && closedMembersBy(outline);
}

/** True if no place of a schema has several alternatives with members or items, and nothing is recursive. */
export function hasNoAlternatives(json: JSONSchema): boolean {
  // A list instead of recursion: a deep schema must not overflow the stack.
  const open = [json];
  for (const schema of open) {
    for (const [keyword, value] of Object.entries(schema)) {
      if (branchingKeywords.has(keyword)) return false;
      const children = childSchemas(keyword, value);
      if (isChoice(keyword) && children.filter(mayHaveParts).length > 1) return false;
      open.push(...children);
    }
  }
  return true;
}

const branchingKeywords: ReadonlySet<string> = new Set([
  "$ref",
  "$dynamicRef",
  "allOf",
  "not",
  "if",
  "dependentSchemas",
  "dependencies",
  "patternProperties",
]);

function isChoice(keyword: string): boolean {
  return keyword === "anyOf" || keyword === "oneOf";
}

/** False for schemas of strings, numbers, booleans and null. */
function mayHaveParts({ type }: JSONSchema): boolean {
  const types: readonly unknown[] = [type].flat();
  return types.some((one) => one === undefined || one === "object" || one === "array");
}
