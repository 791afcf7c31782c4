import { ClauseMaker } from "../../schema/json-schema/normal";
import type { FollowReference } from "../../schema/json-schema/targets";

const knownMakers = new WeakMap<FollowReference, ClauseMaker>();

/** Returns the maker of a document's clauses; one for each document, because it remembers the schemas that it has read. */
export function makerBy(resolve: FollowReference): ClauseMaker {
  const maker = knownMakers.get(resolve) ?? new ClauseMaker(resolve, { hasConditions: false });
  knownMakers.set(resolve, maker);
  return maker;
}
