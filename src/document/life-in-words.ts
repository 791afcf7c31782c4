import { brownoutsToCome, type Life } from "../core/model/lifecycle";

/** Describes a lifecycle: `Deprecated from 2026-01-01. Served until 2026-07-01.` */
export function lifeInWords(life: Life | undefined, now: Date | undefined): string | undefined {
  if (!life) return undefined;
  const { deprecated, sunset, successor, link } = life;
  const words = [
    ...(deprecated ? [`Deprecated from ${dayInWords(deprecated)}.`] : []),
    ...brownoutsToCome(life, now).map(
      ({ from, to }) => `Answered with 410, as if it were gone, from ${minuteOf(from)} to ${minuteOf(to)}.`,
    ),
    ...(sunset ? [`Served until ${dayInWords(sunset)}.`] : []),
    ...(successor === undefined ? [] : [succession(life, successor)]),
    ...(link === undefined ? [] : [`See <${link}>.`]),
  ];
  return words.length === 0 ? undefined : words.join(" ");
}

function succession({ sunset, afterSunset }: Life, successor: string): string {
  return sunset && afterSunset === "successor"
    ? `From then on version ${successor} answers its requests.`
    : `Version ${successor} comes after it.`;
}

function dayInWords(date: Date): string {
  return date.toISOString().replace("T00:00:00.000Z", "");
}

/** Writes a time without seconds if they are zero: `2026-03-01T12:00Z`. */
function minuteOf(date: Date): string {
  return date.toISOString().replace(":00.000Z", "Z");
}
