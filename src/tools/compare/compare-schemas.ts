import { fitsKeywords } from "./compare-keywords";
import { both, either, isBreaking, pointerTo } from "./difference";
import type { DifferenceLists, DifferenceVerdict, Direction, Pair } from "./difference";
import { componentsOf } from "./schema-components";
import { differenceOf, inComponent } from "./schema-difference";
import type { Alternative, SchemaComparison, SchemaDifference, TypedAlternative } from "./schema-difference";
import { alternativesOf, isOfType, valuesIn } from "./value-alternatives";
import type { Alternatives, SchemaSide } from "./value-alternatives";
import { matchAlternatives } from "./match-alternatives";
import type { Subschema } from "../../json-schema/subschema";
import { canonical } from "../../model/json-value";

/** Lists the differences between two schemas in words, and marks those that break clients of the first schema. */
export function compareSchemas(sides: Pair<SchemaSide>, use: SchemaUse): readonly DifferenceVerdict[] {
  const comparison = comparisonOf(sides, use.direction);
  const verdicts = new Map<string, DifferenceVerdict>();
  for (const difference of comparison.compare(both(sides, ({ schemas }) => schemas))) {
    const verdict = differenceVerdict(difference, use);
    // Several members of a union may have the same difference. It is breaking if it breaks clients in any of them.
    const isKnown = verdicts.get(verdict.text)?.isBreaking === true;
    verdicts.set(verdict.text, { ...verdict, isBreaking: isKnown || verdict.isBreaking });
  }
  return [...verdicts.values()];
}

interface SchemaUse {
  readonly direction: Direction;
  readonly subject: string;
}

function comparisonOf({ was, is }: Pair<SchemaSide>, direction: Direction): SchemaComparison {
  const { ofAlternatives, ofReferences } = componentsOf({ was, is });
  const comparison: SchemaComparison = {
    direction,
    once: comparedOnce(),
    componentOf: ofAlternatives,
    compare: (schemas) =>
      comparison.once("", schemas, () => {
        const sides = { was: { ...was, schemas: schemas.was }, is: { ...is, schemas: schemas.is } };
        const pair = alternativesOf(sides);
        return inComponent(ofReferences(schemas), [
          ...compareAlternatives(pair, comparison),
          ...(direction === "request" ? compareDefaults(pair) : []),
        ]);
      }),
  };
  return comparison;
}

function differenceVerdict(
  { kind, path, text, effect, component, lists }: SchemaDifference,
  { direction, subject }: SchemaUse,
): DifferenceVerdict {
  const textAt = (place: readonly string[], whole: string): string =>
    `${place.length === 0 ? whole : `property "${place.join(".").replaceAll(".[", "[")}" `}${text}`;
  const cause = component && {
    name: component.name,
    text: textAt(component.path, ""),
    subject: pointerTo(component.path),
  };
  return { kind, path, text: textAt(path, subject), isBreaking: isBreaking(effect, direction), cause, lists };
}

/** Compares each pair of schemas only once, because a schema may occur in many places, and inside itself. */
function comparedOnce(): SchemaComparison["once"] {
  const known = new Map<string, readonly SchemaDifference[]>();
  const ids = new Map<Subschema, number>();
  const idOf = (schema: Subschema): number => {
    const id = ids.get(schema) ?? ids.size;
    ids.set(schema, id);
    return id;
  };
  return (kind, { was, is }, compare) => {
    const key = [kind, ...[was, is].map((schemas) => schemas.map(idOf).sort().join())].join(" ");
    const found = known.get(key);
    if (found) return found;
    // A schema that contains itself gets this empty list, which ends the recursion.
    known.set(key, []);
    const differences = compare();
    known.set(key, differences);
    return differences;
  };
}

function compareAlternatives(
  { was: before, is: after }: Pair<Alternatives>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const [was, is] = [before.alternatives, after.alternatives];
  if (!was || !is) {
    const text = "cannot be compared: it has more alternatives than are compared";
    return [differenceOf("cannot-be-compared", text, "breaks")];
  }
  if (before.isAnything && after.isAnything) return [];
  if (before.isAnything) {
    return [differenceOf("type-changed", `was anything and is now ${alternativeInWords(is)}`, "narrows")];
  }
  if (after.isAnything) {
    return [differenceOf("type-changed", `was ${alternativeInWords(was)} and may now be anything`, "widens")];
  }

  const matches = families.map((kinds) =>
    matchAlternatives({ was: typedIn(was, kinds), is: typedIn(is, kinds) }, comparison),
  );
  const [lostValues, gainedValues] = [valuesOnlyIn(was, is), valuesOnlyIn(is, was)];
  const lost = [
    ...matches.flatMap((match) => match.lost.map((alternative) => wordFor(alternative, is))),
    ...wordsForValues(lostValues),
  ];
  const gained = [
    ...matches.flatMap((match) => match.gained.map((alternative) => wordFor(alternative, was))),
    ...wordsForValues(gainedValues),
  ];
  const lists = differingLists(was, is);
  const isOther = lostValues.length === valuesIn(was).length && matches.every(({ kept }) => kept === 0);
  const [old, now] = [either(lost), either(gained)];
  if (isOther && lost.length > 0 && gained.length > 0) {
    return [differenceOf("type-changed", `was ${old} and is now ${now}`, "breaks", lists)];
  }
  return [
    ...(lost.length > 0 ? [differenceOf("values-removed", `may no longer be ${old}`, "narrows", lists)] : []),
    ...(gained.length > 0 ? [differenceOf("values-added", `may now be ${now}`, "widens", lists)] : []),
    ...matches.flatMap((match) => match.differences),
  ];
}

function valuesOnlyIn(some: readonly Alternative[], others: readonly Alternative[]): readonly unknown[] {
  return valuesIn(some).filter((value) => !others.some((alternative) => accepts(alternative, value)));
}

/** Returns both `enum`s if they differ. One with only booleans and null is ignored, because it may come from `type`. */
function differingLists(
  was: readonly Alternative[],
  is: readonly Alternative[],
): DifferenceLists | undefined {
  const [old, now] = [valuesIn(was), valuesIn(is)];
  const isList = (values: readonly unknown[]): boolean =>
    values.some((value) => value !== null && typeof value !== "boolean");
  const [oldSet, newSet] = [old, now].map((values) => values.map(canonical).sort().join());
  return isList(old) && isList(now) && oldSet !== newSet ? { keyword: "enum", old, new: now } : undefined;
}

/** Only types in the same list can have values in common: each integer is a number. */
const families: readonly (readonly TypedAlternative["kind"][])[] = [
  ["string"],
  ["number", "integer"],
  ["array"],
  ["object"],
];

/** Compares `default`, the value of a member that a request leaves out. */
function compareDefaults(pair: Pair<Alternatives>): readonly SchemaDifference[] {
  const { was, is } = both(pair, ({ schemas }) =>
    schemas.map((schema) => schema.default).find((value) => value !== undefined),
  );
  const [old, now] = [canonical(was), canonical(is)];
  if (old === now) return [];
  if (was === undefined) return [differenceOf("default-added", `now has the default ${now}`, "harmless")];
  return is === undefined
    ? [differenceOf("default-removed", `no longer has the default ${old}`, "breaks")]
    : [differenceOf("default-changed", `has the default ${now} instead of ${old}`, "breaks")];
}

function typedIn(
  alternatives: readonly Alternative[],
  kinds: readonly TypedAlternative["kind"][],
): readonly TypedAlternative[] {
  return alternatives.filter((one) => one.kind !== "value").filter(({ kind }) => kinds.includes(kind));
}

function accepts(alternative: Alternative, value: unknown): boolean {
  if (alternative.kind === "value") return canonical(alternative.value) === canonical(value);
  return isOfType(value, alternative.kind) && fitsKeywords(value, alternative);
}

/** Describes the types and values that a schema allows: `a string or null`. */
function alternativeInWords(alternatives: readonly Alternative[]): string {
  return either([
    ...alternatives.flatMap((one) => (one.kind === "value" ? [] : [alternativeName(one)])),
    ...wordsForValues(valuesIn(alternatives)),
  ]);
}

/** Describes a type: `a string`, or `a string other than "a"` if the other document allows `"a"`. */
function wordFor(alternative: TypedAlternative, others: readonly Alternative[]): string {
  const values = valuesIn(others).filter((value) => isOfType(value, alternative.kind));
  const word = alternativeName(alternative);
  return values.length === 0 ? word : `${word} other than ${either(wordsForValues(values))}`;
}

/** Describes values: `"a"` or `null`. `true` and `false` together become `a boolean`. */
function wordsForValues(values: readonly unknown[]): readonly string[] {
  const isBoolean = values.includes(true) && values.includes(false);
  return [
    ...(isBoolean ? ["a boolean"] : []),
    ...values.filter((value) => !isBoolean || typeof value !== "boolean").map(canonical),
  ];
}

/** Describes an alternative by its kind, and an object also by its schema's name: `an object (Cat)`. */
function alternativeName({ kind, name }: TypedAlternative): string {
  return kind === "object" && name !== undefined ? `${kindWords[kind]} (${name})` : kindWords[kind];
}

const kindWords: Readonly<Record<TypedAlternative["kind"], string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  array: "a list",
  object: "an object",
};
