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
  const choices = [schema.anyOf, schema.oneOf].map(subschemasAmong).filter(({ length }) => length > 0);
  return [
    ...referencesOf(schema).map((reference) => ({
      reference,
      alternatives: [follow(schema, reference) ?? true],
    })),
    ...[...subschemasAmong(schema.allOf).map((one) => [one]), ...choices].map((alternatives) => ({
      reference: undefined,
      alternatives,
    })),
  ];
}
