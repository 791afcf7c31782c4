import type { CarriedNode } from "./carried";
import type { Change } from "./change";
import type { ContextValues } from "./context";

/**
 * The changes that have made a difference to a request so far, each once: conversions add to them if an observer needs
 * it.
 */
export type TouchedChanges = Change[];

/** Adds the changes of a step or an option that made a difference. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** True if all of these changes are known to have made a difference, so that no further search is needed. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: usually one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** Finds the changes that touched a request, by its value as sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Converts a request up; if watched, it adds the changes that made a difference. */
export type TurnUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Converts a response down; if watched, it adds the changes that made a difference. */
export type TurnDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;
