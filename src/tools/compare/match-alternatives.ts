import { compareKeywords } from "./compare-keywords";
import { inComponent, said, type SchemaComparison, type SchemaDifference } from "./schema-difference";
import { tagsOf, type TypedAlternative } from "./value-alternatives";
import { compareItems, compareProperties } from "./compare-members";

/** The alternatives that exist on both sides, and the differences within them. */
export interface AlternativeMatch {
  readonly kept: number;
  readonly lost: readonly TypedAlternative[];
  readonly gained: readonly TypedAlternative[];
  readonly differences: readonly SchemaDifference[];
}

/** Finds for each alternative the one that it became. */
export function matchAlternatives(
  before: readonly TypedAlternative[],
  after: readonly TypedAlternative[],
  comparison: SchemaComparison,
): AlternativeMatch {
  const [only] = before;
  const [onlyNew] = after;
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    return { kept: 1, lost: [], gained: [], differences: compareTyped(only, onlyNew, comparison) };
  }
  const open = { before: [...before], after: [...after] };
  const differences: SchemaDifference[] = [];
  const pairWhere = (isPair: (one: TypedAlternative, other: TypedAlternative) => boolean): void => {
    for (const one of [...open.before]) {
      const other = open.after.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      open.before.splice(open.before.indexOf(one), 1);
      open.after.splice(open.after.indexOf(other), 1);
      differences.push(...compareTyped(one, other, comparison));
    }
  };
  const tags = new Map([...before, ...after].map((one) => [one, tagsOf(one)]));
  pairWhere((one, other) => isSameAlternative([one, tags.get(one)], [other, tags.get(other)]));
  const isWeighed = open.before.length * open.after.length <= mostPairs;
  if (isWeighed) {
    pairWhere((one, other) => compareTyped(one, other, comparison).length === 0);
    pairWhere((one, other) => isWithin(one, other, comparison) || holdsAll(one, other, comparison));
  }
  // An alternative that another one still allows, or has always allowed, is neither lost nor new.
  const lost = open.before.filter(
    (one) => !isWeighed || !after.some((other) => isWithin(one, other, comparison)),
  );
  const gained = open.after.filter(
    (one) => !isWeighed || !before.some((other) => holdsAll(other, one, comparison)),
  );
  // Without names, a lost and a gained alternative would have the same words: "may no longer be an object", "may be an object".
  const isPaired = (i: number): boolean => {
    const [one, other] = [lost[i], gained[i]];
    if (!one || !other) return false;
    return lost.length === gained.length || (one.name ?? other.name) === undefined;
  };
  lost.forEach((one, i) => {
    const other = gained[i];
    if (other && isPaired(i)) differences.push(...compareTyped(one, other, comparison));
  });
  const isLeft = (_: TypedAlternative, i: number): boolean => !isPaired(i);
  const [left, added] = [lost.filter(isLeft), gained.filter(isLeft)];
  return { kept: before.length - left.length, lost: left, gained: added, differences };
}

/** How many pairs of alternatives without names and tags are compared: others pair by their positions. */
const mostPairs = 256;

type TaggedAlternative = readonly [alternative: TypedAlternative, tags: string | undefined];

/** Alternatives match by name, or by the constants that tell alternatives apart. */
function isSameAlternative([one, tags]: TaggedAlternative, [other, otherTags]: TaggedAlternative): boolean {
  if (tags !== "" || otherTags !== "") return tags === otherTags;
  return one.name !== undefined && one.name === other.name;
}

/** True if the newer alternative allows everything that the older one does. */
function isWithin(before: TypedAlternative, after: TypedAlternative, comparison: SchemaComparison): boolean {
  return compareTyped(before, after, comparison).every(
    ({ effect }) => effect === "widens" || effect === "harmless",
  );
}

/** True if the older alternative allows everything that the newer one does. */
function holdsAll(before: TypedAlternative, after: TypedAlternative, comparison: SchemaComparison): boolean {
  return compareTyped(before, after, comparison).every(
    ({ effect }) => effect === "narrows" || effect === "harmless",
  );
}

function compareTyped(
  before: TypedAlternative,
  after: TypedAlternative,
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
