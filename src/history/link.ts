import type { History, Link, LinkSchema } from "../model/history";

/** The link at a depth, 0 for the newest. */
export function linkOf({ links }: Pick<History, "links">, depth: number): Link {
  const link = links[depth];
  if (link) return link;
  throw new Error(`a history has no link ${depth}`);
}

/** What a history is: the schema that its handlers speak, or Nothing. */
export function newestOf(history: Pick<History, "links">): LinkSchema {
  return linkOf(history, 0).schema;
}
