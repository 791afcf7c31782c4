import { Change, type ChangeOptions } from "../model/change";
import type { OutputOf } from "../model/schema";
import { describe } from "../model/value";
import type { Version } from "../model/version";
import { versionOrder, type VersionPoint } from "../model/version-order";
import { historyOf, type History } from "../model/history";
import { reading } from "../history/read";
import { remembered } from "../schema/schemas";
import { showing } from "../history/show";
import type { AnyVersioned } from "../history/versioned-type";
import type { Option } from "./option";
import { Since, Until, WithVersion } from "./options";

/** The options of a closed list of versions: a name that is not in it does not compile. */
export interface DefinedVersions<List extends readonly Version[]> {
  /** For `VersioningOptions.Versions`. */
  readonly List: List;
  readonly WithVersion: (...versions: List[number][]) => Option;
  readonly Since: (version: List[number]) => Option;
  readonly Until: (version: List[number]) => Option;
  readonly Change: (version: List[number], description: string, options?: ChangeOptions) => Change;

  /**
   * The JSON value that a version is sent, without a request: for webhooks, queues, files.
   *
   * @throws whatever a Down throws, an HTTPError where the value has no such form; ConversionError where a step has none.
   */
  readonly Show: <H extends AnyVersioned>(history: H, version: List[number], value: OutputOf<H>) => unknown;

  /**
   * The value that a handler would be given for one that a version's client wrote.
   *
   * Rejects with HTTPError 400 where it does not fit the version's schema, and with what an Up throws.
   */
  readonly Read: <H extends AnyVersioned>(
    history: H,
    version: List[number],
    value: unknown,
  ) => Promise<OutputOf<H>>;
}

/** `const { List, WithVersion, Since, Until, Change, Show, Read } = DefineVersions("1", "2", "3")`, oldest first. */
export function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): DefinedVersions<List> {
  Object.freeze(versions);
  const order = versionOrder(versions);
  const shown = remembered((history, version: Version) => showing(history as History, { version, order }));
  const read = remembered((history, version: Version) => reading(history as History, { version, order }));
  return {
    List: versions,
    WithVersion,
    Since,
    Until,
    Change: (version, description, options) => {
      assertListed({ version, order });
      return Change(version, description, options);
    },
    Show: (history, version, value) => shown(knownHistory("Show", history), version)(value),
    Read: async (history, version, value) =>
      // The newest link's output is of its type.
      (await read(knownHistory("Read", history), version)(value)) as OutputOf<typeof history>,
  };
}

function assertListed({ version, order: { list } }: VersionPoint): void {
  if (version !== undefined && list.includes(version)) return;
  throw new RangeError(
    `Change: version ${describe(version)} is none of ${list.join(", ") || "an empty list"}`,
  );
}

function knownHistory(where: string, schema: unknown): History {
  const history = historyOf(schema);
  if (history) return history;
  throw new TypeError(`${where}: a history is needed (Versioned(schema)), got ${describe(schema)}`);
}
