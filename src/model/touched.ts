import type { CarriedNode } from "./carried";
import type { Change } from "./change";
import type { ContextValues } from "./context";

/** The changes that have made a difference to a request so far, each once: those who convert add to them, where somebody asks. */
export type TouchedChanges = Change[];

/** Adds the changes of a step or an option that made a difference. */
export function touch(touched: TouchedChanges | undefined, changes: readonly Change[] | undefined): void {
  if (!touched || !changes) return;
  for (const change of changes) if (!touched.includes(change)) touched.push(change);
}

/** Whether all of some changes are among those that made a difference: then nothing more has to be found out of them. */
export function areTouched(touched: readonly Change[], changes: readonly Change[]): boolean {
  // Hot path: mostly one change.
  for (const change of changes) if (!touched.includes(change)) return false;
  return true;
}

/** The means to find what a version's request meets: the changes that it was touched by, and the value as it was sent. */
interface UpWatch {
  readonly touched: TouchedChanges;
  readonly sent: unknown;
}

/** Turns a request up; where it is watched, it tells which changes made a difference. */
export type TurnUp = (value: unknown, contexts?: ContextValues, watch?: UpWatch) => Promise<unknown>;

/** Turns an answer down; where it is watched, it tells which changes made a difference. */
export type TurnDown = (
  copy: unknown,
  contexts?: ContextValues,
  carried?: CarriedNode,
  touched?: TouchedChanges,
) => unknown;
