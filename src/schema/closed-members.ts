import type { ClosedMembers, JSONSchema } from "../model/schema";
import { childSchemas } from "../json-schema/subschema";
import { closedMembersBy } from "./leave-out";
import { outlineOf } from "./outline";

/**
 * Makes functions that remove, at any depth, the members that a schema forbids; undefined if the schema forbids none. A
 * union allows the members of all alternatives, unless a required member with `const` or `enum` selects one
 * alternative. The functions throw a KindError for a value of a kind that the schema does not allow, such as a list.
 *
 * @throws Error if a recursive schema has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, false);
  return outline && closedMembersBy(outline);
}

/** Makes functions that remove forbidden members and check the kinds of values; undefined if all values are allowed. */
export function compileConvertedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, true);
  return outline && closedMembersBy(outline);
}

/** True if a schema allows the same members in every value, because it has no unions and no references. */
export function hasNoAlternatives(json: JSONSchema): boolean {
  // Recursion would overflow the stack for a deep schema.
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

function mayHaveParts({ type }: JSONSchema): boolean {
  const types: readonly unknown[] = [type].flat();
  return types.some((one) => one === undefined || one === "object" || one === "array");
}
