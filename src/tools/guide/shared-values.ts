import { newestOf } from "../../schema/interface/at-version";
import { liftStep } from "../../changes/history/lift";
import type { Convert, History, Path } from "../../schema/interface/histories";
import type { OutputReader } from "../../schema/interface/schema";

/** Replaces values in `into`, such as cats, by those of the same history in `from`, repeatedly if `into` has more. */
type Move = (from: unknown, into: unknown) => unknown;

/** Makes a function that copies values of histories that both contain, such as `Cat`; undefined if there is none. */
export function movingBetween(from: History, into: History, reader: OutputReader): Move | undefined {
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
      convertingAt(history, source, (one) => found[found.push(one) - 1])(value, undefined, undefined, reader);
      let next = 0;
      return convertingAt(history, target, (own) =>
        found.length === 0 ? own : found[next++ % found.length],
      )(made, undefined, undefined, reader);
    }, whole);
}

interface HistoryPlaces {
  readonly whole: History;
  readonly paths: readonly Path[];
}

/** Lists a history and those inside it, with their paths: `Cat` at `[["cats", Each]]`. */
function placesIn(whole: History): ReadonlyMap<History, readonly Path[]> {
  const places = new Map<History, readonly Path[]>([[whole, [[]]]]);
  for (const { history, paths } of whole.within) {
    // A history at the path `[]` is skipped, because it may describe only some members of an object.
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
