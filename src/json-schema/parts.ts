import type { JSONSchema } from "../model/schema";
import { subschemasAmong, type Subschema } from "./subschema";
import { referencesOf } from "./targets";

/** One part of what a schema is composed of: alternatives of which one holds at least. */
export interface SchemaPart {
  /** The reference that leads to it; undefined for what the schema holds itself. */
  readonly reference: string | undefined;
  readonly alternatives: readonly Subschema[];
}

/** Follows a reference of a schema; undefined where it leads nowhere. */
export type FollowReference = (from: object, reference: string) => Subschema | undefined;

/**
 * The parts that hold together, beside what a schema says itself: `{ $ref: "#/$defs/A", anyOf: [B, C] }` has the parts A,
 * and B or C. A reference that leads nowhere is a part that allows everything.
 */
export function partsOf(schema: JSONSchema, follow: FollowReference): readonly SchemaPart[] {
  const { allOf, anyOf, oneOf } = schema;
  const parts: SchemaPart[] = [];
  for (const reference of referencesOf(schema)) {
    parts.push({ reference, alternatives: [follow(schema, reference) ?? true] });
  }
  for (const one of subschemasAmong(allOf)) parts.push({ reference: undefined, alternatives: [one] });
  for (const choice of [anyOf, oneOf]) {
    const alternatives = subschemasAmong(choice);
    if (alternatives.length > 0) parts.push({ reference: undefined, alternatives });
  }
  return parts;
}
