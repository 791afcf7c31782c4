import type { Life } from "../model/lifecycle";

/** The end of an operation, for people: `Deprecated from 2026-01-01. Served until 2026-07-01.` */
export function lifeInWords(life: Life | undefined): string | undefined {
  if (!life) return undefined;
  const { deprecated, sunset, successor, link } = life;
  return [
    ...(deprecated ? [`Deprecated from ${dayOf(deprecated)}.`] : []),
    ...(sunset ? [`Served until ${dayOf(sunset)}.`] : []),
    ...(successor === undefined ? [] : [`Version ${successor} comes after it.`]),
    ...(link === undefined ? [] : [`See <${link}>.`]),
  ].join(" ");
}

/** The date alone where it is midnight in UTC, as a date without a time is read. */
function dayOf(date: Date): string {
  return date.toISOString().replace("T00:00:00.000Z", "");
}
