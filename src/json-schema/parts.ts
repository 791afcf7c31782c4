import type { JSONSchema } from "../model/schema";
import { subschemasAmong, type Subschema } from "./subschema";
import { referencesOf } from "./targets";

/** One part of a composed schema: alternatives of which at least one must match. */
export interface SchemaPart {
  /** The reference to it; undefined for an inline part. */
  readonly reference: string | undefined;
  readonly alternatives: readonly Subschema[];
}

/** Follows a reference of a schema; undefined if it has no target. */
export type FollowReference = (from: object, reference: string) => Subschema | undefined;

/**
 * The parts that apply in addition to a schema's own keywords: `{ $ref: "#/$defs/A", anyOf: [B, C] }` has the parts A,
 * and B or C. A reference without a target is a part that allows everything.
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
