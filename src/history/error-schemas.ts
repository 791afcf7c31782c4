import type { ErrorSchemas } from "../model/error-format";
import { historyOf } from "../model/history";
import type { VersionPoint } from "../model/version-order";
import { linkAt, listedIn, shownBy, typeAt } from "./at-version";

/**
 * Reads the schema of an App's errors; the newest version is the last that is not a preview, undefined with versioning
 * off.
 */
export function errorSchemasOf(
  declared: object | undefined,
  { version: newest, order }: VersionPoint,
): ErrorSchemas {
  const history = historyOf(declared);
  if (!history) return { declared, at: () => declared, typeAt: () => undefined };
  const pointOf = (version = newest): VersionPoint => listedIn(history, { version, order });
  return {
    declared,
    at: (version) => shownBy(linkAt(history, pointOf(version))),
    typeAt: (version) => typeAt(history, pointOf(version)),
  };
}
