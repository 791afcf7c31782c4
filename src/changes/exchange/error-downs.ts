import { type History, historyOf } from "../../schema/interface/histories";
import type { ErrorDown, ErrorDowns } from "../../core/model/serving";
import type { Version, VersionPoint } from "../../core/model/version";
import { releasedIn, type Versioning } from "../../core/model/versioning";
import type { Schemas } from "../../schema/schemas";
import { typeAt } from "../../schema/interface/at-version";
import { downsTo } from "../history/convert";

/** Prepares the conversion of error bodies to each version; undefined if the error schema never changed. */
export function compileErrorDowns(schemas: Schemas, versioning: Versioning): ErrorDowns | undefined {
  const { order, isEnabled } = versioning;
  const history = historyOf(schemas.errors.declared);
  if (!history) return undefined;
  const released = isEnabled ? releasedIn(order.list, versioning).at(-1) : undefined;
  const newest = errorDownOf(history, { version: released, order }, schemas);
  const older = new Map<Version, ErrorDown | undefined>(
    isEnabled
      ? order.list.map((version) => [version, errorDownOf(history, { version, order }, schemas)])
      : [],
  );
  if (!newest && ![...older.values()].some((down) => down)) return undefined;
  return (version) => (version === undefined || !older.has(version) ? newest : older.get(version));
}

function errorDownOf(history: History, at: VersionPoint, schemas: Schemas): ErrorDown | undefined {
  const convert = downsTo(history, at, schemas);
  return convert && { convert, type: typeAt(history, at) };
}
