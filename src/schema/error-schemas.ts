import type { Nothing } from "../model/history";
import type { Version } from "../model/version";
import type { VersionPoint } from "../model/version-order";
import { linkAt, listedIn, shownBy } from "./at-version";
import { historyOf } from "./versioned";

/** The schema of an App's errors by version, undefined for the newest. */
export interface ErrorSchemas {
  /** As it was declared: a history, or a schema; undefined where there is none. */
  readonly declared: object | undefined;
  /** The schema that a version's clients see; undefined where none is declared, and `Nothing` where they are sent no body. */
  readonly at: (version: Version | undefined) => object | typeof Nothing | undefined;
}

/** Reads the schema of an App's errors; the newest version is the last that is no preview, undefined with versioning off. */
export function errorSchemasOf(
  declared: object | undefined,
  { version: newest, order }: VersionPoint,
): ErrorSchemas {
  const history = historyOf(declared);
  if (!history) return { declared, at: () => declared };
  return {
    declared,
    at: (version = newest) => shownBy(linkAt(history, listedIn(history, { version, order }))),
  };
}
