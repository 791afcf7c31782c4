import { checkListed } from "../../core/check/versions";
import type { Change } from "../../schema/interface/change";
import type { Problem } from "../../core/model/problem";
import type { Versioning } from "../../core/model/versioning";
import { problem } from "./problems";

export function checkChangeVersions(
  where: string,
  changes: readonly Change[],
  versioning: Versioning,
): readonly Problem[] {
  if (!versioning.isEnabled || changes.length === 0) return [];
  if (versioning.order.list.length === 0) return [problem("changes-without-list", where)];
  return changes.flatMap((change) => checkChangeVersion(where, change, versioning));
}

function checkChangeVersion(
  where: string,
  { Version, Description }: Change,
  versioning: Versioning,
): readonly Problem[] {
  switch (versioning.order.placeOf(Version)) {
    case undefined:
      return checkListed(where, Version, versioning);
    case 0:
      return [problem("change-in-first-version", where, Description, Version)];
    default:
      return [];
  }
}
