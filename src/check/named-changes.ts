import { isChange, type Change } from "../model/change";
import type { Problem } from "../model/problem";
import type { VersionOrder } from "../model/version";
import type { Versioning } from "../model/versioning";
import { problem } from "./problems";

/** The problems of the changes in WithChanges; with versioning off changes have no effect, and need no list. */
export function checkNamedChanges(
  where: string,
  named: readonly unknown[],
  { isEnabled, order }: Versioning,
): readonly Problem[] {
  const changes = named.filter(isChange);
  return [
    ...(isEnabled && changes.length > 0 && order.list.length === 0
      ? [problem("changes-without-list", where)]
      : []),
    ...(isEnabled && order.list.length > 0
      ? changes.flatMap((change) => checkChangeVersion(where, change, order))
      : []),
  ];
}

/** A change must have a version of the closed list, but not the first. */
export function checkChangeVersion(
  where: string,
  { Version, Description }: Change,
  { placeOf }: VersionOrder,
): readonly Problem[] {
  switch (placeOf(Version)) {
    case undefined:
      return [problem("version-not-listed", where, Version)];
    case 0:
      return [problem("change-in-first-version", where, Description, Version)];
    default:
      return [];
  }
}
