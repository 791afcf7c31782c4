import { compareKeywords } from "./bounds";
import { said, type Comparing, type Difference } from "./difference";
import { tagsOf, type TypedForm } from "./forms";
import { compareItems, compareProperties } from "./members";

/** Which forms stay, and what differs in them. */
export interface Match {
  readonly kept: number;
  readonly lost: readonly TypedForm[];
  readonly gained: readonly TypedForm[];
  readonly differences: readonly Difference[];
}

/** Finds for each form the one that it has become. */
export function matchForms(
  before: readonly TypedForm[],
  after: readonly TypedForm[],
  comparing: Comparing,
): Match {
  const [only] = before;
  const [onlyNew] = after;
  if (before.length === 1 && after.length === 1 && only && onlyNew) {
    return { kept: 1, lost: [], gained: [], differences: compareTyped(only, onlyNew, comparing) };
  }
  const open = { before: [...before], after: [...after] };
  const differences: Difference[] = [];
  const pairWhere = (isPair: (one: TypedForm, other: TypedForm) => boolean): void => {
    for (const one of [...open.before]) {
      const other = open.after.find((candidate) => isPair(one, candidate));
      if (!other) continue;
      open.before.splice(open.before.indexOf(one), 1);
      open.after.splice(open.after.indexOf(other), 1);
      differences.push(...compareTyped(one, other, comparing));
    }
  };
  pairWhere((one, other) => compareTyped(one, other, comparing).length === 0);
  pairWhere(isSameForm);
  pairWhere((one, other) => isWithin(one, other, comparing) || holdsAll(one, other, comparing));
  // One that another still allows, or has always allowed, is neither lost nor new.
  const lost = open.before.filter((one) => !after.some((other) => isWithin(one, other, comparing)));
  const gained = open.after.filter((one) => !before.some((other) => holdsAll(other, one, comparing)));
  const [lostOne] = lost;
  const [newOne] = gained;
  if (lost.length === 1 && gained.length === 1 && lostOne && newOne) {
    differences.push(...compareTyped(lostOne, newOne, comparing));
    return { kept: before.length, lost: [], gained: [], differences };
  }
  return { kept: before.length - lost.length, lost, gained, differences };
}

/** By name, or by the constants that tell forms apart. */
function isSameForm(one: TypedForm, other: TypedForm): boolean {
  const [tags, otherTags] = [tagsOf(one), tagsOf(other)];
  if (tags !== "" || otherTags !== "") return tags === otherTags;
  return one.name !== undefined && one.name === other.name;
}

/** Whether the newer form allows all that the older one does. */
function isWithin(before: TypedForm, after: TypedForm, comparing: Comparing): boolean {
  return compareTyped(before, after, comparing).every(
    ({ effect }) => effect === "widens" || effect === "harmless",
  );
}

/** Whether the older form allows all that the newer one does. */
function holdsAll(before: TypedForm, after: TypedForm, comparing: Comparing): boolean {
  return compareTyped(before, after, comparing).every(
    ({ effect }) => effect === "narrows" || effect === "harmless",
  );
}

function compareTyped(before: TypedForm, after: TypedForm, comparing: Comparing): readonly Difference[] {
  return comparing.once(`${before.kind} ${after.kind}`, [before.schemas, after.schemas], () => [
    ...compareKeywords(before, after).map(({ text, effect }) => said(text, effect)),
    ...(before.kind === "array" ? compareItems(before, after, comparing) : []),
    ...(before.kind === "object" ? compareProperties(before, after, comparing) : []),
  ]);
}
