import { isSubschema, subschemasAmong } from "../../schema/json-schema/subschema";
import type { JSONSchema } from "../../core/model/schema";
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
  const items = both(pair, ({ schemas }) => schemas.map(itemsIn));
  const placed = Math.max(0, ...[...items.was, ...items.is].map(({ first }) => first.length));
  const compareAt = (i: number): readonly SchemaDifference[] =>
    compare(both(items, (all) => all.flatMap(({ first, others }): Conjunction => first[i] ?? others)));
  return [
    ...Array.from({ length: placed }, (_, i) => at(`[${i}]`, compareAt(i))).flat(),
    ...at("[]", compareAt(placed)),
  ];
}

/** The schemas of a list's items: `first` of each item that has a place of its own, `others` of all further items. */
interface ItemSchemas {
  readonly first: readonly Conjunction[];
  readonly others: Conjunction;
}

function itemsIn({ prefixItems, items }: JSONSchema): ItemSchemas {
  return {
    first: subschemasAmong(prefixItems).map((item) => [item]),
    others: isSubschema(items) ? [items] : [],
  };
}
