import type { History, Link } from "../model/history";
import type { Schema } from "../model/schema";

/** The link at a depth, 0 for the newest. */
export function linkOf({ links }: Pick<History, "links">, depth: number): Link {
  const link = links[depth];
  if (link) return link;
  throw new Error(`a history has no link ${depth}`);
}

/** The schema that a history is: `Nothing` never stands first. */
export function newestOf(history: Pick<History, "links">): Schema {
  return linkOf(history, 0).schema as Schema;
}
