import { newestOf } from "../../history/at-version";
import { liftStep } from "../../history/lift";
import type { Convert, History, Path } from "../../model/histories";

/** Copies shared values, such as cats, from one response into another, and repeats them if the other has more. */
type Move = (from: unknown, into: unknown) => unknown;

/** Makes a function for two responses that contain values of the same history, such as cats; undefined for others. */
export function movingBetween(from: History, into: History): Move | undefined {
  const [sources, targets] = [placesIn(from), placesIn(into)];
  const shared = [...sources].flatMap(([history, paths]) => {
    const target = targets.get(history);
    return target
      ? [{ history, source: { whole: from, paths }, target: { whole: into, paths: target } }]
      : [];
  });
  if (shared.length === 0) return undefined;
  return (value, whole) =>
    shared.reduce((made, { history, source, target }) => {
      const found: unknown[] = [];
      convertingAt(history, source, (one) => found[found.push(one) - 1])(value);
      let next = 0;
      return convertingAt(history, target, (own) =>
        found.length === 0 ? own : found[next++ % found.length],
      )(made);
    }, whole);
}

interface HistoryPlaces {
  readonly whole: History;
  readonly paths: readonly Path[];
}

/** Finds the places of a history and its inner histories. Omits inner histories at `[]`, which may share one object. */
function placesIn(whole: History): ReadonlyMap<History, readonly Path[]> {
  const places = new Map<History, readonly Path[]>([[whole, [[]]]]);
  for (const { history, paths } of whole.within) {
    if (paths.some((path) => path.length === 0)) continue;
    for (const [inner, innerPaths] of placesIn(history)) {
      const innerPlaces = paths.flatMap((path) => innerPaths.map((rest) => [...path, ...rest]));
      places.set(inner, innerPlaces);
    }
  }
  return places;
}

function convertingAt(history: History, { whole, paths }: HistoryPlaces, convert: Convert): Convert {
  const [part, all] = [newestOf(history), newestOf(whole)];
  if (whole === history || typeof part === "symbol" || typeof all === "symbol") return convert;
  const schemas = { part, whole: all };
  const { down } = liftStep({ up: undefined, down: convert, carriers: [] }, paths, {
    up: schemas,
    down: schemas,
  });
  return down ?? convert;
}
