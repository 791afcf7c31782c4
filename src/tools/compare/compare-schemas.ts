import { compareDiscriminators } from "./compare-discriminators";
import { compareOneOfs } from "./compare-one-of";
import { compareValues } from "./compare-values";
import { both, isBreaking, pointerTo, stepName } from "./difference";
import type { DifferenceCause, DifferenceLists, DifferenceVerdict } from "./difference";
import type { Direction, Pair, PathStep } from "./difference";
import { propertyReader } from "./property-reader";
import { componentsOf } from "./schema-components";
import { differenceOf, inComponent } from "./schema-difference";
import type { SchemaComparison, SchemaDifference } from "./schema-difference";
import { alternativesOf, valuesIn } from "./value-alternatives";
import type { Alternatives } from "./value-alternatives";
import { matchAlternatives } from "./match-alternatives";
import { withValues, type SomeAlternatives } from "./value-words";
import type { Subschema } from "../../schema/json-schema/subschema";
import { groupedBy } from "../../core/model/collections";
import { canonical } from "../../schema/interface/json-value";
import type { Alternative, SchemaSide, TypedAlternative } from "./alternative";

/** Lists the differences between two schemas in words, and marks those that break clients of the first schema. */
export function compareSchemas(sides: Pair<SchemaSide>, use: SchemaUse): readonly DifferenceVerdict[] {
  const comparison = comparisonOf(sides, use.direction);
  const verdicts = new Map<string, SchemaVerdict>();
  for (const difference of comparison.compare(both(sides, ({ schemas }) => schemas))) {
    const verdict = differenceVerdict(difference, use);
    // Several members of a union may have the same difference. It is breaking if it breaks clients in any of them.
    const key = `${pointerTo(verdict.path)} ${verdict.text}`;
    const isKnown = verdicts.get(key)?.isBreaking === true;
    verdicts.set(key, { ...verdict, isBreaking: isKnown || verdict.isBreaking });
  }
  return toldApart([...verdicts.values()]);
}

/** Adds a step to the paths of differences that otherwise would have the same subject: an entry accepts one of them. */
function toldApart(verdicts: readonly SchemaVerdict[]): readonly DifferenceVerdict[] {
  const subjectOf = ({ kind, path }: SchemaVerdict): string => `${kind} ${pointerTo(path)}`;
  const alike = groupedBy(verdicts, (one) => [subjectOf(one)]);
  return verdicts.map((one) => {
    const { apart, path, cause } = one;
    if (alike.get(subjectOf(one))?.length === 1) return one;
    const step = { alternative: apart.step };
    return {
      ...one,
      path: [...path, step],
      cause: cause && { ...cause, subject: cause.subject + pointerTo([step]) },
      apart: { ...apart, isWritten: true },
    };
  });
}

interface SchemaUse {
  readonly direction: Direction;
  readonly subject: string;
}

function comparisonOf({ was, is }: Pair<SchemaSide>, direction: Direction): SchemaComparison {
  const { ofAlternatives, ofProperties, ofReferences } = componentsOf({ was, is });
  const comparison: SchemaComparison = {
    direction,
    readers: both({ was, is }, ({ resolve }) => propertyReader(resolve, direction)),
    newer: is.resolve,
    once: comparedOnce(),
    componentOf: ofAlternatives,
    componentsIn: ofProperties,
    compare: (schemas) =>
      comparison.once("", schemas, () => {
        const sides = { was: { ...was, schemas: schemas.was }, is: { ...is, schemas: schemas.is } };
        const pair = alternativesOf(sides);
        const differences = compareAlternatives(pair, comparison);
        return inComponent(ofReferences(schemas), [
          ...differences,
          ...(pair.was.isUnion || pair.is.isUnion ? compareUnions(sides, comparison, differences) : []),
          ...(direction === "request" ? compareDefaults(pair) : []),
        ]);
      }),
  };
  return comparison;
}

/** Compares what unions say besides the values of their alternatives. */
function compareUnions(
  sides: Pair<SchemaSide>,
  comparison: SchemaComparison,
  reported: readonly SchemaDifference[],
): readonly SchemaDifference[] {
  const isUnknown = reported.some(({ kind, path }) => kind === "cannot-be-compared" && path.length === 0);
  return [
    ...compareDiscriminators(sides),
    ...(comparison.direction === "request" && !isUnknown ? compareOneOfs(sides, comparison, reported) : []),
  ];
}

type SchemaVerdict = DifferenceVerdict & Required<Pick<DifferenceVerdict, "path" | "apart">>;

function differenceVerdict(difference: SchemaDifference, { direction, subject }: SchemaUse): SchemaVerdict {
  const { kind, path, effect, component, lists, keyword, value, text } = difference;
  return {
    kind,
    ...placedText(difference, path, subject),
    isBreaking: isBreaking(effect, direction),
    cause: component && causeIn(difference, component),
    lists,
    keyword,
    apart: { step: value ?? text, isWritten: false },
  };
}

function causeIn(
  difference: SchemaDifference,
  { name, path }: NonNullable<SchemaDifference["component"]>,
): DifferenceCause {
  const { path: place, text, wholeText, general } = placedText(difference, path, "");
  return {
    name,
    text,
    subject: pointerTo(place),
    wholeText,
    general: general && { text: general.text, subject: pointerTo(general.path) },
  };
}

type PlacedText = Pick<DifferenceVerdict, "text" | "wholeText" | "general"> & {
  readonly path: readonly PathStep[];
};

/** Writes a difference with its place. `whole` is the word for the place with an empty path, such as `the body `. */
function placedText(
  { text, wholeText, alternative, keyword }: SchemaDifference,
  path: readonly PathStep[],
  whole: string,
): PlacedText {
  const place = placeInWords(path, whole);
  const plain = path.filter((step) => typeof step === "string");
  // The text names an alternative that was added or removed, or a keyword, in its own words: only the path gets its label.
  const label = alternative ?? keyword;
  const isPlain = alternative === undefined && plain.length === path.length;
  return {
    path: label === undefined ? path : [...path, { alternative: label }],
    text: place + text,
    wholeText: wholeText === undefined ? undefined : place + wholeText,
    general: isPlain ? undefined : { path: plain, text: placeInWords(plain, whole) + (wholeText ?? text) },
  };
}

/** Writes a place: `property "owner.name" `, or `alternative "owner.Cat" ` for all of one alternative. */
function placeInWords(path: readonly PathStep[], whole: string): string {
  const last = path.at(-1);
  if (last === undefined) return whole;
  const name = path.map(stepName).join(".").replaceAll(".[", "[");
  return `${typeof last === "string" ? "property" : "alternative"} "${name}" `;
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
  const isAnything = { was: before.isAnything, is: after.isAnything };
  if (isAnything.was && isAnything.is) return [];
  const differences = compareForms({ was, is }, comparison);
  if (!isAnything.was && !isAnything.is) return differences;
  // A schema without types is compared with `{}` type by type; only words that say more than these are needed then.
  const effect = isAnything.was ? "narrows" : "widens";
  const isOfEachType = [was, is].every(hasEachType);
  const isTold = differences.some((one) => one.effect === effect || one.effect === "breaks");
  if (isOfEachType && (differences.length === 0 || isTold)) return differences;
  const written = withValues((words) =>
    isAnything.was
      ? `was anything and is now ${words.ofAlternatives(is)}`
      : `was ${words.ofAlternatives(was)} and may now be anything`,
  );
  return [{ ...differenceOf("type-changed", written.text, effect), ...written }];
}

function compareForms(
  { was, is }: Pair<readonly Alternative[]>,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  const present = new Set([...was, ...is].map(({ kind }) => kind));
  const compared = families.filter((family) => family.some((kind) => present.has(kind)));
  const matches = compared.map((kinds) =>
    matchAlternatives({ was: typedIn(was, kinds), is: typedIn(is, kinds) }, comparison),
  );
  const values = compareValues({ was, is });
  const lost = { typed: matches.flatMap((match) => match.lost), values: values.lost };
  const gained = { typed: matches.flatMap((match) => match.gained), values: values.gained };
  const lists = differingLists(was, is);
  const isOther = lost.values.length === valuesIn(was).length && matches.every(({ kept }) => kept === 0);
  const [isLess, isMore] = [lost, gained].map((some) => some.typed.length + some.values.length > 0);
  if (isOther && isLess && isMore) {
    const written = withValues(({ ofSome }) => `was ${ofSome(lost, is)} and is now ${ofSome(gained, was)}`);
    return [{ ...differenceOf("type-changed", written.text, "breaks", lists), ...written }];
  }
  const removed = { kind: "values-removed", words: "may no longer be", effect: "narrows", lists } as const;
  const added = { kind: "values-added", words: "may now be", effect: "widens", lists } as const;
  return [
    ...differencesInForms(lost, is, removed),
    ...differencesInForms(gained, was, added),
    ...values.differences,
    ...matches.flatMap((match) => match.differences),
  ];
}

interface FormChange extends Pick<SchemaDifference, "kind" | "effect" | "lists"> {
  readonly words: string;
}

/** Creates one difference for each labelled alternative of a union, and one for all other types and values. */
function differencesInForms(
  { typed, values }: SomeAlternatives,
  others: readonly Alternative[],
  change: FormChange,
): readonly SchemaDifference[] {
  const isOwn = ({ label, isNamed }: TypedAlternative): boolean =>
    // The number of an added alternative says nothing, because alternatives are numbered in the older document.
    label !== undefined && (isNamed === true || change.kind === "values-removed");
  const rest = { typed: typed.filter((one) => !isOwn(one)), values };
  const isRest = rest.typed.length + values.length > 0;
  return [
    ...(isRest ? [formDifference(rest, others, change)] : []),
    ...typed.filter(isOwn).map((one) => ({
      ...formDifference({ typed: [one], values: [] }, others, { ...change, lists: undefined }),
      alternative: one.label,
    })),
  ];
}

function formDifference(
  some: SomeAlternatives,
  others: readonly Alternative[],
  { kind, words, effect, lists }: FormChange,
): SchemaDifference {
  const written = withValues(({ ofSome }) => `${words} ${ofSome(some, others)}`);
  return { ...differenceOf(kind, written.text, effect, lists), ...written };
}

/** True if a schema allows values of each type, so that it says nothing of types. */
function hasEachType(alternatives: readonly Alternative[]): boolean {
  const kinds = new Set(alternatives.map(({ kind }) => kind));
  const values = valuesIn(alternatives);
  return (
    families.every((family) => kinds.has(family[0])) &&
    [null, true, false].every((value) => values.includes(value))
  );
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

/** Only types in the same list can have values in common: each integer is a number. The first type is the widest. */
const families: readonly (readonly [TypedAlternative["kind"], ...TypedAlternative["kind"][]])[] = [
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
