import type { History } from "./histories";
import type { Version } from "./version";

const storedKey: unique symbol = Symbol.for("versioned-controllers.stored-histories");

/** Gives the list of a `DefineVersions` an empty set of the histories that `V.Stored` reads. */
export function withStoredHistories<List extends readonly Version[]>(list: List): List {
  return Object.defineProperty(list, storedKey, { value: new Set<History>() });
}

/** Notes that `V.Stored` reads values of a history. A history without changes converts none, so it is left out. */
export function noteStored(list: readonly Version[], history: History): void {
  if (history.links.length > 1) storedIn(list).add(history);
}

/** The histories of `V.Stored`; empty for a list that no `DefineVersions` made. */
export function storedHistoriesIn(list: unknown): readonly History[] {
  return [...storedIn(list)];
}

function storedIn(list: unknown): Set<History> {
  return Array.isArray(list) && storedKey in list ? (list[storedKey] as Set<History>) : new Set();
}
