import { compareKeywords } from "./compare-keywords";
import { inComponent, said, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import { tagsOf, type TypedVariant } from "./value-variants";
import { compareItems, compareProperties } from "./compare-members";

/** The variants that exist on both sides, and the differences within them. */
export interface VariantMatch {
  readonly kept: number;
  readonly lost: readonly TypedVariant[];
  readonly gained: readonly TypedVariant[];
  readonly differences: readonly SchemaDifference[];
}

/** Finds for each variant the one that it became. */
export function matchVariants(
  before: readonly TypedVariant[],
  after: readonly TypedVariant[],
  comparison: SchemaComparison,
): VariantMatch {
  const [only] = before;
  const [onlyNew] = after;
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    return { kept: 1, lost: [], gained: [], differences: compareTyped(only, onlyNew, comparison) };
  }
  const open = { before: [...before], after: [...after] };
  const differences: SchemaDifference[] = [];
  const pairWhere = (isPair: (one: TypedVariant, other: TypedVariant) => boolean): void => {
    for (const one of [...open.before]) {
      const other = open.after.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      open.before.splice(open.before.indexOf(one), 1);
      open.after.splice(open.after.indexOf(other), 1);
      differences.push(...compareTyped(one, other, comparison));
    }
  };
  const tags = new Map([...before, ...after].map((one) => [one, tagsOf(one)]));
  pairWhere((one, other) => isSameVariant([one, tags.get(one)], [other, tags.get(other)]));
  const isWeighed = open.before.length * open.after.length <= mostPairs;
  if (isWeighed) {
    pairWhere((one, other) => compareTyped(one, other, comparison).length === 0);
    pairWhere((one, other) => isWithin(one, other, comparison) || holdsAll(one, other, comparison));
  }
  // A variant that another one still allows, or has always allowed, is neither lost nor new.
  const lost = open.before.filter(
    (one) => !isWeighed || !after.some((other) => isWithin(one, other, comparison)),
  );
  const gained = open.after.filter(
    (one) => !isWeighed || !before.some((other) => holdsAll(other, one, comparison)),
  );
  // Without names, a lost and a gained variant would have the same words: "may no longer be an object", "may be an object".
  const isPaired = (i: number): boolean => {
    const [one, other] = [lost[i], gained[i]];
    if (!one || !other) return false;
    return lost.length === gained.length || (one.name ?? other.name) === undefined;
  };
  lost.forEach((one, i) => {
    const other = gained[i];
    if (other && isPaired(i)) differences.push(...compareTyped(one, other, comparison));
  });
  const isLeft = (_: TypedVariant, i: number): boolean => !isPaired(i);
  const [left, added] = [lost.filter(isLeft), gained.filter(isLeft)];
  return { kept: before.length - left.length, lost: left, gained: added, differences };
}

/** How many pairs of variants without names and tags are compared: others pair by their positions. */
const mostPairs = 256;

type TaggedVariant = readonly [variant: TypedVariant, tags: string | undefined];

/** Variants match by name, or by the constants that tell variants apart. */
function isSameVariant([one, tags]: TaggedVariant, [other, otherTags]: TaggedVariant): boolean {
  if (tags !== "" || otherTags !== "") return tags === otherTags;
  return one.name !== undefined && one.name === other.name;
}

/** True if the newer variant allows everything that the older one does. */
function isWithin(before: TypedVariant, after: TypedVariant, comparison: SchemaComparison): boolean {
  return compareTyped(before, after, comparison).every(
    ({ effect }) => effect === "widens" || effect === "harmless",
  );
}

/** True if the older variant allows everything that the newer one does. */
function holdsAll(before: TypedVariant, after: TypedVariant, comparison: SchemaComparison): boolean {
  return compareTyped(before, after, comparison).every(
    ({ effect }) => effect === "narrows" || effect === "harmless",
  );
}

function compareTyped(
  before: TypedVariant,
  after: TypedVariant,
  comparison: SchemaComparison,
): readonly SchemaDifference[] {
  return comparison.once(`${before.kind} ${after.kind}`, [before.schemas, after.schemas], () =>
    inComponent(comparison.componentOf(before, after), [
      ...compareKeywords(before, after).map(({ kind, text, effect }) => said(kind, text, effect)),
      ...(before.kind === "array" ? compareItems(before, after, comparison) : []),
      ...(before.kind === "object" ? compareProperties(before, after, comparison) : []),
    ]),
  );
}
