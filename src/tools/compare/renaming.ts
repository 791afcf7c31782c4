import type { FollowReference } from "../../schema/json-schema/targets";

/** The older and the newer name of a member, which a change of the App, such as `Rename("born", "birthday")`, connects. */
export interface Renaming {
  readonly old: string;
  readonly now: string;
}

/** Resolves the references of a document, and knows the members that have another name in the older document. */
export interface DocumentReader extends FollowReference {
  readonly renamings?: readonly Renaming[];
}

/** Adds renamings to an operation of the newer document. */
export function withRenamings<Operation extends { readonly resolve: DocumentReader }>(
  operation: Operation,
  renamings: readonly Renaming[],
): Operation {
  if (renamings.length === 0) return operation;
  // The function is copied, because the document's other operations share it.
  const resolve: FollowReference = (from, reference) => operation.resolve(from, reference);
  return { ...operation, resolve: Object.assign(resolve, { renamings }) };
}

/** Finds a removed member that changes renamed to `name`. `removedAt` returns a removed member by its older name. */
export function renamedTo<Member>(
  name: string,
  { renamings = [] }: DocumentReader,
  removedAt: (old: string) => Member | undefined,
): Member | undefined {
  for (const { old, now } of renamings) {
    const removed = now === name ? removedAt(old) : undefined;
    if (removed !== undefined) return removed;
  }
  return undefined;
}
