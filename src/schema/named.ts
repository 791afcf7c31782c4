import type { JSONSchema } from "../model/schema";
import { clauseMaker } from "../json-schema/alternatives";
import { membersOf, patternOf } from "../json-schema/members";
import { isObject } from "../model/value";

/**
 * Finds the members that a schema names in any alternative: by `properties`, by a matching pattern, or, for a record,
 * by a pattern of its keys.
 */
export function namedIn(json: JSONSchema): (name: string) => boolean {
  const maker = clauseMaker(json);
  const clauses = maker.of(json, false);
  const { byName, byPattern } = membersOf(clauses, maker);
  const ofKeys = clauses.flat().flatMap(({ schema }) => keyPatternOf(schema) ?? []);
  const patterns = [...byPattern.map(({ pattern }) => pattern), ...ofKeys];
  return (name) => byName.has(name) || patterns.some((pattern) => pattern.test(name));
}

function keyPatternOf({ propertyNames }: JSONSchema): RegExp | undefined {
  return isObject(propertyNames) && "pattern" in propertyNames && typeof propertyNames.pattern === "string"
    ? patternOf(propertyNames.pattern)
    : undefined;
}
