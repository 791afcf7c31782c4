import { compareTyped } from "./compare-typed";
import type { Effect, Pair } from "./difference";
import type { SchemaComparison, SchemaDifference, TypedAlternative } from "./schema-difference";
import { tagsOf } from "./value-alternatives";

export interface AlternativeMatch {
  readonly kept: number;
  readonly lost: readonly TypedAlternative[];
  readonly gained: readonly TypedAlternative[];
  readonly differences: readonly SchemaDifference[];
}

/** Pairs the forms of a value in two documents, such as the members of `oneOf`, and compares each pair. */
export function matchAlternatives(
  { was: before, is: after }: Pair<readonly TypedAlternative[]>,
  comparison: SchemaComparison,
): AlternativeMatch {
  const compared = (one: TypedAlternative, other: TypedAlternative): readonly SchemaDifference[] =>
    compareTyped({ was: one, is: other }, comparison);
  const [[only], [onlyNew]] = [before, after];
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    return { kept: 1, lost: [], gained: [], differences: compared(only, onlyNew) };
  }
  const differences: SchemaDifference[] = [];
  const open = { before: [...before], after: [...after] };
  const pairWhere = (isPair: (one: TypedAlternative, other: TypedAlternative) => boolean): void => {
    for (const one of [...open.before]) {
      const other = open.after.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      open.before.splice(open.before.indexOf(one), 1);
      open.after.splice(open.after.indexOf(other), 1);
      differences.push(...compared(one, other));
    }
  };
  const allows = (effect: Effect, one: TypedAlternative, other: TypedAlternative): boolean =>
    compared(one, other).every((inner) => [effect, "harmless"].includes(inner.effect));
  const tags = new Map([...before, ...after].map((one) => [one, tagsOf(one)]));
  pairWhere((one, other) => isSameAlternative([one, tags.get(one)], [other, tags.get(other)]));
  const isWeighed = open.before.length * open.after.length <= mostPairs;
  if (isWeighed) {
    pairWhere((one, other) => compared(one, other).length === 0);
    pairWhere((one, other) => allows("widens", one, other) || allows("narrows", one, other));
  }
  // An alternative is lost if none in the other document allows its values. With too many, each unpaired one is lost.
  const lost = open.before.filter(
    (one) => !isWeighed || !after.some((other) => allows("widens", one, other)),
  );
  const gained = open.after.filter(
    (one) => !isWeighed || !before.some((other) => allows("narrows", other, one)),
  );
  // A lost form is compared with a gained one. Otherwise, a changed object would be reported as removed and added.
  const paired = new Set<TypedAlternative>();
  lost.forEach((one, i) => {
    const other = gained[i];
    if (!other || (lost.length !== gained.length && (one.name ?? other.name) !== undefined)) return;
    differences.push(...compared(one, other));
    paired.add(one).add(other);
  });
  const left = lost.filter((one) => !paired.has(one));
  return {
    kept: before.length - left.length,
    lost: left,
    gained: gained.filter((one) => !paired.has(one)),
    differences,
  };
}

/** The maximum number of pairs to compare. With more, forms are paired by name, tag (`kind: "cat"`) or position. */
const mostPairs = 256;

type TaggedAlternative = readonly [alternative: TypedAlternative, tags: string | undefined];

/** True if two forms have equal constants, such as `kind: "cat"`. If neither has constants, compares their names. */
function isSameAlternative([one, tags]: TaggedAlternative, [other, otherTags]: TaggedAlternative): boolean {
  if (tags !== "" || otherTags !== "") return tags === otherTags;
  return one.name !== undefined && one.name === other.name;
}
