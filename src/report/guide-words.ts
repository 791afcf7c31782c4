import type { GuideChange, GuideSample, OtherStatus } from "./guide";

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

/** `201 instead of 200`. */
export function statusInWords({ was, is }: OtherStatus): string {
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
