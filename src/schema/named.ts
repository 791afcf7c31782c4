import type { JSONSchema } from "../model/schema";
import { clauseMaker } from "../json-schema/alternatives";
import { membersOf } from "../json-schema/members";

/** Tells the members that a schema names in any of its alternatives: by `properties`, or by a pattern that matches. */
export function namedIn(json: JSONSchema): (name: string) => boolean {
  const maker = clauseMaker(json);
  const { byName, byPattern } = membersOf(maker.of(json, false), maker);
  return (name) => byName.has(name) || byPattern.some(({ pattern }) => pattern.test(name));
}
