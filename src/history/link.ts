import type { History, Link, LinkSchema } from "../model/history";

/** The link at a depth, 0 for the newest. */
export function linkOf({ links }: Pick<History, "links">, depth: number): Link {
  const link = links[depth];
  if (link) return link;
  throw new Error(`a history has no link ${depth}`);
}

/** The schema of the handlers, or Nothing. */
export function newestOf(history: Pick<History, "links">): LinkSchema {
  return linkOf(history, 0).schema;
}
