import type { Version } from "../model/version";
import type { Option } from "./option";
import { Since, Until, WithVersion } from "./options";

/** The options of a closed list of versions: a name that is not in it does not compile. */
export interface DefinedVersions<List extends readonly Version[]> {
  /** For `VersioningOptions.Versions`. */
  readonly List: List;
  readonly WithVersion: (...versions: List[number][]) => Option;
  readonly Since: (version: List[number]) => Option;
  readonly Until: (version: List[number]) => Option;
}

/** `const { List, WithVersion, Since, Until } = DefineVersions("1", "2", "3")`, oldest first. */
export function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): DefinedVersions<List> {
  return { List: Object.freeze(versions), WithVersion, Since, Until };
}
