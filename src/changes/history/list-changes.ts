import { isChange, type Change } from "../../schema/interface/change";
import { once } from "../../core/model/collections";
import { mark } from "../../core/model/copies";
import { noteStack } from "../../core/model/declaration-stacks";
import type { Version, VersionOrder } from "../../core/model/version";

const orderKey: unique symbol = Symbol.for("versioned-controllers.change-order");

/** Copies a change, and adds the order of all versions. The copy counts as unused until {@link takeChange} gets it. */
export function orderedChange(change: Change, order: VersionOrder): Change {
  const ordered: Change = mark(Object.defineProperty({ ...change }, orderKey, { value: order }));
  idleChangesOf(order.list)?.add(ordered);
  return noteStack(Object.freeze(ordered));
}

const idleKey: unique symbol = Symbol.for("versioned-controllers.idle-changes");

/** Freezes a list of versions, and adds an empty set of unused changes; see {@link idleChangesOf}. */
export function listWithChanges<List extends readonly Version[]>(list: List): List {
  return Object.freeze(Object.defineProperty(list, idleKey, { value: new Set<Change>() }));
}

/** The changes of a `DefineVersions` list that no history or option uses; undefined for a list made otherwise. */
export function idleChangesOf(list: unknown): Set<Change> | undefined {
  return Array.isArray(list) && idleKey in list ? (list[idleKey] as Set<Change>) : undefined;
}

/** Removes a change from the unused changes of its list. Called when a history or an option uses the change. */
export function takeChange(change: unknown): void {
  if (isChange(change)) idleChangesOf(orderOf(change)?.list)?.delete(change);
}

/**
 * True if the version of `one` is later than that of `other`. Changes that do not come from the same `DefineVersions`
 * are ordered by the names of their versions: `"9"` before `"10"`.
 */
export function isLaterChange(one: Change, other: Change): boolean {
  const order = orderOf(one);
  if (order && order === orderOf(other)) return order.isBefore(other.Version, one.Version);
  return byName().compare(one.Version, other.Version) > 0;
}

function orderOf(change: Change): VersionOrder | undefined {
  return orderKey in change ? (change[orderKey] as VersionOrder) : undefined;
}

// `once` delays this to the first use, because creating an Intl.Collator takes a quarter of the package's loading time.
const byName = once(() => new Intl.Collator("en", { numeric: true }));

/** Describes the changes of one version: `"A cat's name is split." (version 3)`. */
export function nameOfStep(...changes: readonly Change[]): string {
  const [first] = changes;
  if (!first) return "the newest version";
  const descriptions = changes.map(({ Description }) => JSON.stringify(Description));
  return `${descriptions.join(" and ")} (version ${first.Version})`;
}
