import { isSubschema, subschemasAmong } from "../../json-schema/subschema";
import type { JSONSchema } from "../../model/schema";
import { compareKeywords } from "./compare-keywords";
import { compareProperties } from "./compare-objects";
import { both, type Pair } from "./difference";
import { at, inComponent } from "./schema-difference";
import type { SchemaComparison, SchemaDifference } from "./schema-difference";
import type { Conjunction, TypedAlternative } from "./alternative";

/** Compares two forms of a value, such as an object of both documents: their keywords, properties and items. */
export function compareTyped(
  pair: Pair<TypedAlternative>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const { kind } = pair.was;
  return comparison.once(
    `${kind} ${pair.is.kind}`,
    both(pair, ({ schemas }) => schemas),
    () =>
      inComponent(comparison.componentOf(pair), [
        ...compareKeywords(pair),
        ...(kind === "array" ? compareItems(pair, comparison) : []),
        ...(kind === "object" ? compareProperties(pair, comparison) : []),
      ]),
  );
}

function compareItems(
  pair: Pair<TypedAlternative>,
  { compare }: SchemaComparison,
): readonly SchemaDifference[] {
  const placed = Math.max(placedItems(pair.was), placedItems(pair.is));
  const compareAt = (i: number): readonly SchemaDifference[] =>
    compare(both(pair, ({ schemas }) => itemSchemas(schemas, i)));
  return [
    ...Array.from({ length: placed }, (_, i) => at(`[${i}]`, compareAt(i))).flat(),
    ...at("[]", compareAt(placed)),
  ];
}

function placedItems({ schemas }: TypedAlternative): number {
  return Math.max(0, ...schemas.map(({ prefixItems }) => subschemasAmong(prefixItems).length));
}

function itemSchemas(schemas: readonly JSONSchema[], i: number): Conjunction {
  return schemas.flatMap(({ prefixItems, items }) => {
    const item = subschemasAmong(prefixItems)[i] ?? items;
    return isSubschema(item) ? [item] : [];
  });
}
