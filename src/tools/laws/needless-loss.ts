import { placeFrom } from "../../schema/json-schema/places";
import { lossLawsOf, returnLawsOf } from "./laws";
import { nameOfPlace } from "./lost-places";
import { breachesOf, type StepSearch } from "./search";

/** Warnings about a `Lossy` that exempts a whole link, although naming some places would do, or none is lost. */
export async function doubtsAbout(search: StepSearch): Promise<readonly string[]> {
  const { where, reason } = search.step;
  if (reason === undefined) return [];
  const lost = await lostPlaces(search);
  if (lost === undefined) return [];
  if (lost.length > 0) {
    const places = lost.map((place) => `${JSON.stringify(place)}: ${JSON.stringify(reason)}`).join(", ");
    return [
      `${where}: Lossy exempts the whole link from both laws, but only these places are lost: ` +
        `replace the text by Lossy: { ${places} }`,
    ];
  }
  const returns = returnLawsOf(search.step, search.judges);
  if (returns.length === 0 || (await breachesOf(returns, search)).length > 0) return [];
  return [
    `${where}: Lossy is not needed, because Down(Up(x)) was x for every example x: remove Lossy, or add Examples ` +
      "of a value that is lost, or name the places that older versions do not have: Lossy: { place: reason }",
  ];
}

/** The places without which all laws hold, as `Lossy` would name them; undefined if places are not enough. */
async function lostPlaces(search: StepSearch): Promise<readonly string[] | undefined> {
  const { step, judges } = search;
  const lost = new Set<string>();
  while (lost.size < mostPlaces) {
    const laws = lossLawsOf(step, [...lost].map(placeFrom), judges);
    const breaches = await breachesOf(laws, search);
    if (breaches.length === 0) return [...lost];
    for (const [, broken] of breaches) {
      const place =
        "path" in broken ? nameOfPlace(broken.path, [step.older, step.newer], judges.reader) : undefined;
      if (place === undefined || lost.has(place)) return undefined;
      lost.add(place);
    }
  }
  return undefined;
}

/** With more places, a text for the whole link reads better. */
const mostPlaces = 20;
