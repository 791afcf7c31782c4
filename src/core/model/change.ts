import { isUnderstood, mark } from "./copies";
import { once } from "./collections";
import { noteStack } from "./declaration-stacks";
import { assertFilledText, assertOptions, kinds } from "./options";
import type { Version, VersionOrder } from "./version";

/** A named difference between a version and the version before it; made by {@link Change}. */
export interface Change {
  /** The version that the change introduces. */
  readonly Version: Version;
  /** The description that clients read: "A cat's `born` is `birthday`." */
  readonly Description: string;
  /** True keeps the change out of the changelog and every document. */
  readonly Internal: boolean;
}

/** The options of a change, in addition to its version and description. */
export interface ChangeOptions {
  /** True keeps the change out of the changelog and every document; default false. */
  readonly Internal?: boolean;
}

/**
 * Describes a difference between a version and the one before it: ``Change("2", "A cat's `born` is `birthday`.")``.
 *
 * Declare each change once, as a constant: two changes with the same text are different. When all versions before the
 * change have ended, delete the constant: the compiler then lists the code to delete with it.
 *
 * @throws TypeError for a version or description that is not a non-empty string, and for wrong options.
 */
export function Change(version: Version, description: string, options: ChangeOptions = {}): Change {
  assertFilledText("Change: the version", version);
  assertFilledText("Change: the description", description);
  assertOptions<ChangeOptions>("Change", options, { Internal: kinds.flag });
  const made = { Version: version, Description: description, Internal: options.Internal === true };
  return noteStack(Object.freeze(mark(made)));
}

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

/** Describes the changes of one version: `"A cat's name is split." (version 3)`. */
export function nameOfStep(...changes: readonly Change[]): string {
  const [first] = changes;
  if (!first) return "the newest version";
  const descriptions = changes.map(({ Description }) => JSON.stringify(Description));
  return `${descriptions.join(" and ")} (version ${first.Version})`;
}
