import { isUnderstood, mark } from "./copies";
import { once } from "./collections";
import { assertFilledText } from "./value";
import type { Version, VersionOrder } from "./version";

/** A named difference between a version and the one before it; made by {@link Change}. */
export interface Change {
  /** The first version that has the change. */
  readonly Version: Version;
  /** The description for clients: "A cat's `born` is `birthday`." */
  readonly Description: string;
  /** True keeps the change out of the changelog and every document. */
  readonly Internal: boolean;
}

/** The options of a change besides its version and description. */
export interface ChangeOptions {
  /** True keeps the change out of the changelog and every document; default false. */
  readonly Internal?: boolean;
}

/**
 * Names a difference between a version and the one before: ``Change("2", "A cat's `born` is `birthday`.")``.
 *
 * Declare a change once, as a constant: two changes of the same text are different. When the last version before the
 * change is gone, delete the constant, and the compiler lists the code to delete with it.
 *
 * @throws TypeError for a version or description that is not a non-empty string.
 */
export function Change(version: Version, description: string, options: ChangeOptions = {}): Change {
  assertFilledText("Change: the version", version);
  assertFilledText("Change: the description", description);
  const made = { Version: version, Description: description, Internal: options.Internal === true };
  return Object.freeze(mark(made));
}

/** The member of a change with the order of all versions; a change that was made without a list has no order. */
const orderKey: unique symbol = Symbol.for("versioned-controllers.change-order");

/** Copies a change, with the order of its versions; by the list of that order Build finds unused changes. */
export function orderedChange(change: Change, order: VersionOrder): Change {
  const ordered: Change = mark(Object.defineProperty({ ...change }, orderKey, { value: order }));
  idleChangesOf(order.list)?.add(ordered);
  return Object.freeze(ordered);
}

/** A `DefineVersions` list keeps its unused changes in this member; all copies of this package share the symbol. */
const idleKey: unique symbol = Symbol.for("versioned-controllers.idle-changes");

/** Freezes the list of a `DefineVersions`, and adds an empty set for changes that are not used yet. */
export function listWithChanges<List extends readonly Version[]>(list: List): List {
  return Object.freeze(Object.defineProperty(list, idleKey, { value: new Set<Change>() }));
}

/** The changes of a `DefineVersions` list that no link or option uses; undefined for other lists. */
export function idleChangesOf(list: unknown): Set<Change> | undefined {
  return Array.isArray(list) && idleKey in list ? (list[idleKey] as Set<Change>) : undefined;
}

/** Removes a change from the unused ones, because a link or an option uses it. */
export function takeChange(change: unknown): void {
  if (isChange(change)) idleChangesOf(orderOf(change)?.list)?.delete(change);
}

/**
 * True if the version of `one` is later than that of `other`: by the list of both changes, otherwise by name, where
 * `"10"` is later than `"9"`. `check` reports names whose order differs from `Versions`.
 */
export function isLaterChange(one: Change, other: Change): boolean {
  const order = orderOf(one);
  if (order && order === orderOf(other)) return order.isBefore(other.Version, one.Version);
  return byName().compare(one.Version, other.Version) > 0;
}

function orderOf(change: Change): VersionOrder | undefined {
  return orderKey in change ? (change[orderKey] as VersionOrder) : undefined;
}

// `once`, because creating an Intl.Collator takes a quarter of the time in which the package loads.
const byName = once(() => new Intl.Collator("en", { numeric: true }));

/** True if a value is a change, for callers without types. */
export function isChange(value: unknown): value is Change {
  return (
    typeof value === "object" &&
    value !== null &&
    "Version" in value &&
    typeof value.Version === "string" &&
    "Description" in value &&
    typeof value.Description === "string" &&
    isUnderstood(value)
  );
}

/** Names a link by its changes: `"A cat's name is split." (version 3)`; the newest link has none. */
export function nameOfStep(...changes: readonly Change[]): string {
  const [first] = changes;
  if (!first) return "the newest version";
  const descriptions = changes.map(({ Description }) => JSON.stringify(Description));
  return `${descriptions.join(" and ")} (version ${first.Version})`;
}
