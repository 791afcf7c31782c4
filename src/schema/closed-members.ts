import type { ClosedMembers, JSONSchema } from "../core/model/schema";
import { childSchemas } from "./json-schema/subschema";
import { closedMembersBy } from "./leave-out";
import { outlineOf } from "./outline";

/**
 * Makes functions that remove forbidden members at any depth; undefined for a schema that forbids none. They throw a
 * KindError for a value of the wrong kind, such as a list in place of an object.
 *
 * @throws Error if a recursive schema has too many alternatives.
 */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, false);
  return outline && closedMembersBy(outline);
}

/** Like `compileClosedMembers`, but for a schema that forbids no members, the functions only check kinds of values. */
export function compileConvertedMembers(json: JSONSchema): ClosedMembers | undefined {
  const outline = outlineOf(json, true);
  return outline && closedMembersBy(outline);
}

/** True if a schema allows the same members for all values: no keyword such as `$ref` or `if`, no union of objects. */
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
