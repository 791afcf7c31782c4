import type { History } from "./histories";
import type { Version } from "../../core/model/version";

const storedKey: unique symbol = Symbol.for("versioned-controllers.stored-histories");

interface StoredList {
  readonly [storedKey]?: Set<History>;
}

/** Gives the list of a `DefineVersions` an empty set of the histories that `V.Stored` reads. */
export function withStoredHistories<List extends readonly Version[]>(list: List): List {
  return Object.defineProperty(list, storedKey, { value: new Set<History>() });
}

/** Notes that `V.Stored` reads values of a history. */
export function noteStored(list: readonly Version[] & StoredList, history: History): void {
  list[storedKey]?.add(history);
}

/** The histories of `V.Stored` that have changes; empty for a list that no `DefineVersions` made. */
export function storedHistoriesIn(list: unknown): readonly History[] {
  const stored = Array.isArray(list) ? (list as StoredList)[storedKey] : undefined;
  return [...(stored ?? [])].filter(({ links }) => links.length > 1);
}
