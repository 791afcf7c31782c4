import { groupedBy } from "../../core/model/collections";
import type { JSONSchema } from "../../schema/interface/schema";
import { isSubschema, subschemasAmong } from "../../schema/json-schema/subschema";
import { both, pointerTo, type Effect, type Pair } from "./difference";
import { at, inComponent, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import { tagsIn } from "./constants";
import type { Conjunction, TypedAlternative } from "./alternative";
import { compareKeywords } from "./compare-keywords";
import { compareProperties } from "./compare-objects";

export interface AlternativeMatch {
  readonly kept: number;
  readonly lost: readonly TypedAlternative[];
  readonly gained: readonly TypedAlternative[];
  readonly differences: readonly SchemaDifference[];
}

type TypedPair = Pair<TypedAlternative>;

/** Pairs the forms of a value in two documents, such as the members of `oneOf`, and compares each pair. */
export function matchAlternatives(
  { was: before, is: after }: Pair<readonly TypedAlternative[]>,
  comparison: SchemaComparison,
): AlternativeMatch {
  const [[only], [onlyNew]] = [before, after];
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    const differences = differencesOf([{ was: only, is: onlyNew }], comparison);
    return { kept: 1, lost: [], gained: [], differences };
  }
  const { pairs, open } = pairedAlternatives({ was: before, is: after }, comparison);
  const isWeighed = open.was.length * open.is.length <= mostPairs;
  // An alternative is lost if none in the other document allows its values. With too many, each unpaired one is lost.
  const lost = open.was.filter(
    (one) => !isWeighed || !after.some((other) => allows("widens", { was: one, is: other }, comparison)),
  );
  const gained = open.is.filter(
    (one) => !isWeighed || !before.some((other) => allows("narrows", { was: other, is: one }, comparison)),
  );
  // A lost form is compared with a gained one. Otherwise, a changed object would be reported as removed and added.
  const changed = lost.flatMap((was, i): readonly TypedPair[] => {
    const is = gained[i];
    const isByPlace = lost.length === gained.length || (was.name ?? is?.name) === undefined;
    return is && isByPlace ? [{ was, is }] : [];
  });
  const left = lost.filter((one) => !changed.some(({ was }) => was === one));
  return {
    kept: before.length - left.length,
    lost: left,
    gained: gained.filter((one) => !changed.some(({ is }) => is === one)),
    differences: differencesOf([...pairs, ...changed], comparison),
  };
}

/** The maximum number of pairs to compare. With more, forms are paired by name, tag (`kind: "cat"`) or position. */
export const mostPairs = 256;

interface Pairing {
  readonly pairs: readonly TypedPair[];
  /** The forms without a partner. */
  readonly open: Pair<readonly TypedAlternative[]>;
}

/** Pairs forms with a name of their own, then those with constants of their own, then forms without a difference, then forms that only allow more or less. */
function pairedAlternatives(
  { was, is }: Pair<readonly TypedAlternative[]>,
  comparison: SchemaComparison,
): Pairing {
  const pairs: TypedPair[] = [];
  const open = { was: new Set(was), is: new Set(is) };
  const pairWhere = (isPair: (pair: TypedPair) => boolean): void => {
    for (const one of [...open.was]) {
      const other = [...open.is].find((candidate) => isPair({ was: one, is: candidate }));
      if (!other) continue;
      open.was.delete(one);
      open.is.delete(other);
      pairs.push({ was: one, is: other });
    }
  };
  const tagsOf = ({ schemas }: TypedAlternative): readonly string[] => tagsIn(schemas);
  for (const keysOf of [({ names }: TypedAlternative) => names, tagsOf]) {
    const keys = both({ was, is }, (forms) => uniqueKeys(forms, keysOf));
    pairWhere((pair) => [...(keys.was.get(pair.was) ?? [])].some((key) => keys.is.get(pair.is)?.has(key)));
  }
  if (open.was.size * open.is.size <= mostPairs) {
    pairWhere((pair) => compareTyped(pair, comparison).length === 0);
    pairWhere((pair) => allows("widens", pair, comparison) || allows("narrows", pair, comparison));
  }
  return { pairs, open: both(open, (all) => [...all]) };
}

/** Returns for each form the keys, such as names, that no other form of the union has. */
function uniqueKeys(
  forms: readonly TypedAlternative[],
  keysOf: (form: TypedAlternative) => readonly string[],
): ReadonlyMap<TypedAlternative, ReadonlySet<string>> {
  const uses = groupedBy(forms, (form) => [...new Set(keysOf(form))]);
  const isUnique = (key: string): boolean => uses.get(key)?.length === 1;
  return new Map(forms.map((form) => [form, new Set(keysOf(form).filter(isUnique))]));
}

/** True if the newer form differs from the older one at most by the given effect. */
function allows(effect: Effect, pair: TypedPair, comparison: SchemaComparison): boolean {
  return compareTyped(pair, comparison).every((inner) => [effect, "harmless"].includes(inner.effect));
}

/** Compares pairs of forms. The path of a difference has the label of its form, unless all forms share the cause. */
function differencesOf(
  pairs: readonly TypedPair[],
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const found = pairs.map((pair) => compareTyped(pair, comparison));
  const isShared = sharedAmong(pairs, found, comparison);
  return pairs.flatMap(({ was: { label } }, i) => {
    const differences = found[i] ?? [];
    if (label === undefined) return differences;
    const own = differences.filter((one) => !isShared(one));
    return [...differences.filter(isShared), ...at({ alternative: label }, own)];
  });
}

/** Returns a test for a difference in the schemas that all forms have, and not in the members of the union. */
function sharedAmong(
  pairs: readonly TypedPair[],
  found: readonly (readonly SchemaDifference[])[],
  comparison: SchemaComparison,
): (one: SchemaDifference) => boolean {
  const common = both({ was: pairs.map(({ was }) => was), is: pairs.map(({ is }) => is) }, commonSchemas);
  const [first] = pairs;
  if (!first || pairs.length < 2 || common.was.length === 0 || common.is.length === 0) return () => false;
  const pair = { was: { ...first.was, schemas: common.was }, is: { ...first.is, schemas: common.is } };
  const keys = [compareTyped(pair, comparison), ...found].map((all) => new Set(all.map(keyOf)));
  return (one) => keys.every((known) => known.has(keyOf(one)));
}

function commonSchemas(forms: readonly TypedAlternative[]): TypedAlternative["schemas"] {
  const [first, ...others] = forms.map(({ schemas }) => new Set(schemas));
  return [...(first ?? [])].filter((schema) => others.every((schemas) => schemas.has(schema)));
}

function keyOf({ kind, path, text, effect }: SchemaDifference): string {
  return [kind, effect, pointerTo(path), text].join(" ");
}

/** Compares two forms of a value, such as an object of both documents: their keywords, properties and items. */
function compareTyped(
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
