import type { Guide, GuideChange, GuideSample, OtherStatus } from "./guide";

/** The headings of the two sides of a sample. */
export interface SideTitles {
  readonly before: string;
  readonly after: string;
}

export function sampleTitle(way: GuideSample["way"]): string {
  return way === "request" ? "What you send" : "What you get";
}

export function sideTitles(way: GuideSample["way"]): SideTitles {
  return way === "request"
    ? { before: "You sent:", after: "You send:" }
    : { before: "You got:", after: "You get:" };
}

/** The treatment of requests that name no version; undefined if none gets the older one. */
export function assumptionInWords({ isAssumed, from, to }: Guide): string | undefined {
  if (!isAssumed) return undefined;
  return `A request that names no version may be taken for one of version ${from}: name version ${to} in each.`;
}

/** True if the guide has no content. */
function isEmptyGuide({ changes, came, ended, moved, replaced, statuses }: Guide): boolean {
  return [changes, came, ended, moved, replaced, statuses].every((told) => told.length === 0);
}

/** The last sentence of a guide, since a client calls other routes too. */
export function restInWords(guide: Guide): string {
  return isEmptyGuide(guide)
    ? "Nothing else has changed."
    : "Routes that are not named here are the same in both versions.";
}

/** `201 instead of 200`. */
export function otherStatusInWords({ was, is }: OtherStatus): string {
  return `${is} instead of ${was}`;
}

/** The notes of a change's author on its step. */
export function stepNotes({
  lossy,
  stricter,
}: GuideSample): readonly { readonly title: string; readonly text: string }[] {
  return [
    ...(lossy === undefined ? [] : [{ title: "Some values are not restored:", text: lossy }]),
    ...(stricter === undefined ? [] : [{ title: "Some requests are now rejected:", text: stricter }]),
  ];
}

/** JSON in a readable layout; undefined if there is no value. */
export function sideText(value: unknown): string | undefined {
  return value === undefined ? undefined : JSON.stringify(value, null, 2);
}

/** A description on one line. */
export function changeHeading({ description }: GuideChange): string {
  return description.replaceAll(/\s+/g, " ").trim();
}
