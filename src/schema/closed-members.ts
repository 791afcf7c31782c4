import type { ClosedMembers, JSONSchema } from "./interface/schema";
import { childSchemas } from "./json-schema/subschema";
import { closedMembersBy } from "./leave-out";
import { outlineMaker } from "./outline";

/**
 * Makes functions that remove forbidden members at any depth. They throw a KindError for a value of the wrong kind, such
 * as a list in place of an object. The result is undefined for a schema that forbids no members; if `isConverted`, such a
 * schema also has functions, which only check kinds of values.
 *
 * @throws Error if a recursive schema has too many alternatives.
 */
export type ClosedMembersMaker = (json: JSONSchema, isConverted: boolean) => ClosedMembers | undefined;

/** Makes a maker for the schemas of one App, whose components it reads only once. */
export function closedMembersMaker(): ClosedMembersMaker {
  const outlineOf = outlineMaker();
  return (json, isConverted) => {
    const outline = outlineOf(json, isConverted);
    return outline && closedMembersBy(outline);
  };
}

/** Like a {@link ClosedMembersMaker}, for a single schema. */
export function compileClosedMembers(json: JSONSchema): ClosedMembers | undefined {
  return closedMembersMaker()(json, false);
}

export function compileConvertedMembers(json: JSONSchema): ClosedMembers | undefined {
  return closedMembersMaker()(json, true);
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
