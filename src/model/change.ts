import { describe } from "./value";
import type { Version } from "./version";
import type { VersionOrder } from "./version-order";

/** A named difference between a version and the one before it; made by {@link Change}. */
export interface Change {
  /** The first version that has it. */
  readonly Version: Version;
  /** The words for clients: "A cat's `born` is `birthday`." */
  readonly Description: string;
  /** Whether it stands in no changelog and no document. */
  readonly Internal: boolean;
}

/** The facts of a change besides its version and description. */
export interface ChangeOptions {
  /** Leaves it out of the changelog and of every document; default false. */
  readonly Internal?: boolean;
}

/**
 * Names a difference between a version and the one before: ``Change("2", "A cat's `born` is `birthday`.")``.
 *
 * A change is known by its identity: declare it once, as a constant, and delete that constant when the last version
 * before it has gone. The compiler then lists what to delete with it.
 *
 * @throws TypeError where version or description is no text, or an empty one.
 */
export function Change(version: Version, description: string, options: ChangeOptions = {}): Change {
  assertText("version", version);
  assertText("description", description);
  return Object.freeze({ Version: version, Description: description, Internal: options.Internal === true });
}

function assertText(what: string, value: unknown): void {
  if (typeof value === "string" && value !== "") return;
  throw new TypeError(`Change: the ${what} must be a non-empty string, got ${describe(value)}`);
}

/** The order of the versions that a change's is one of; changes that are made without a list have none. */
const orderKey: unique symbol = Symbol.for("versioned-controllers.change-order");

/** The same change, which knows the order of its versions. */
export function orderedChange(change: Change, order: VersionOrder): Change {
  return Object.freeze(Object.defineProperty({ ...change }, orderKey, { value: order }));
}

/**
 * Whether the version of a change is later than another's: by the list that both were made with, else by their names, of
 * which numbers compare as numbers. `check` tells where that is not the order of `Versions`.
 */
export function isLaterChange(one: Change, other: Change): boolean {
  const order = orderOf(one);
  if (order && order === orderOf(other)) return order.isBefore(other.Version, one.Version);
  return byName.compare(one.Version, other.Version) > 0;
}

function orderOf(change: Change): VersionOrder | undefined {
  return orderKey in change ? (change[orderKey] as VersionOrder) : undefined;
}

const byName = new Intl.Collator("en", { numeric: true });

/** Whether a value is a change, for callers without types. */
export function isChange(value: unknown): value is Change {
  return (
    typeof value === "object" &&
    value !== null &&
    "Version" in value &&
    typeof value.Version === "string" &&
    "Description" in value &&
    typeof value.Description === "string"
  );
}
