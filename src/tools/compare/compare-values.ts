import { canonical } from "../../schema/interface/json-value";
import type { Keyword } from "../../schema/json-schema/keywords";
import type { JSONSchema } from "../../schema/interface/schema";
import { fitsKeywords, ruleDifferences, setOf, untriedKeywords } from "./compare-keywords";
import { groupedBy } from "../../core/model/collections";
import { both, pairsByKey, type Pair } from "./difference";
import type { SchemaDifference } from "./schema-difference";
import { isOfType, valuesIn } from "./value-alternatives";
import type { Alternative } from "./alternative";

interface ValueComparison {
  readonly lost: readonly unknown[];
  readonly gained: readonly unknown[];
  /** The differences in rules such as `pattern`, which values may have to match besides being listed. */
  readonly differences: readonly SchemaDifference[];
}

/** Compares the listed values, such as those of `enum`, with the listed values and the types of the other document. */
export function compareValues(sides: Pair<readonly Alternative[]>): ValueComparison {
  const values = both(sides, valuesIn);
  if (values.was.length + values.is.length === 0) return { lost: [], gained: [], differences: [] };
  const schemasFor = both(sides, acceptingSchemas);
  return {
    lost: values.was.filter((value) => schemasFor.is(value).length === 0),
    gained: values.is.filter((value) => schemasFor.was(value).length === 0),
    differences: compareRules([...values.was, ...values.is], schemasFor),
  };
}

/** For a value, the schemas of each alternative that accepts it. */
type AcceptingSchemas = (value: unknown) => readonly (readonly JSONSchema[])[];

function acceptingSchemas(alternatives: readonly Alternative[]): AcceptingSchemas {
  const listed = groupedBy(alternatives, (one) => (one.kind === "value" ? [canonical(one.value)] : []));
  const typed = alternatives.filter((one) => one.kind !== "value");
  return (value) => {
    const ofType = typed.filter((one) => isOfType(value, one.kind) && fitsKeywords(value, one));
    return [...(listed.get(canonical(value)) ?? []), ...ofType].map(({ schemas }) => schemas);
  };
}

/** Compares rules such as `pattern`. A value stays allowed if one alternative that accepts it has no rule in addition. */
function compareRules(
  values: readonly unknown[],
  schemasFor: Pair<AcceptingSchemas>,
): readonly SchemaDifference[] {
  const lost = new Map<Keyword, Set<string>>();
  const gained = new Map<Keyword, Set<string>>();
  const rulesOf = rulesReader();
  for (const value of values) {
    const { was, is } = both(schemasFor, (schemasOf) => schemasOf(value).map((all) => rulesOf(all, value)));
    addMissing(gained, was, is);
    addMissing(lost, is, was);
  }
  return pairsByKey({ was: lost, is: gained }).flatMap(({ key, was, is }) =>
    ruleDifferences(key, { was: [...(was ?? [])], is: [...(is ?? [])] }),
  );
}

type Rules = ReadonlyMap<string, Keyword>;

function rulesReader(): (schemas: readonly JSONSchema[], value: unknown) => Rules {
  const known = { text: new Map<unknown, Rules>(), other: new Map<unknown, Rules>() };
  return (schemas, value) => {
    const ofType = known[typeof value === "string" ? "text" : "other"];
    const rules = ofType.get(schemas) ?? rulesIn(schemas, value);
    ofType.set(schemas, rules);
    return rules;
  };
}

function rulesIn(schemas: readonly JSONSchema[], value: unknown): Rules {
  return new Map(
    untriedKeywords(value).flatMap((keyword) =>
      setOf(schemas, keyword).map((text) => [`${keyword} ${text}`, keyword] as const),
    ),
  );
}

/** Adds the rules that the alternatives in `others` have in addition, for each of `some` that has none without them. */
function addMissing(
  found: Map<Keyword, Set<string>>,
  some: readonly Rules[],
  others: readonly Rules[],
): void {
  const [first] = others;
  if (!first) return;
  const isAmong = (rules: Rules, own: Rules): boolean => [...rules.keys()].every((rule) => own.has(rule));
  for (const own of some) {
    if (others.some((rules) => isAmong(rules, own))) continue;
    for (const [rule, keyword] of first) {
      if (own.has(rule)) continue;
      const texts = found.get(keyword) ?? new Set();
      found.set(keyword, texts.add(rule.slice(keyword.length + 1)));
    }
  }
}
