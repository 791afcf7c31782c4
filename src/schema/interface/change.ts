import { isUnderstood, mark } from "../../core/model/copies";
import { noteStack } from "../../core/model/declaration-stacks";
import { assertFilledText, assertOptions, kinds } from "../../core/model/options";
import type { Version } from "../../core/model/version";

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
