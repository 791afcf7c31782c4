import { Change, isChange, type ChangeOptions } from "../../schema/interface/change";
import { listWithChanges, orderedChange } from "./list-changes";
import { remembered } from "../../core/model/collections";
import type { ContextValues } from "../../schema/interface/context";
import { historyOf, type History } from "../../schema/interface/histories";
import type { OutputOf } from "../../schema/interface/schema";
import { assertFilledText } from "../../core/model/options";
import { withStoredHistories } from "../../schema/interface/stored-histories";
import { describe, misfit, type NotInferred, quote } from "../../core/model/value";
import { type Version, versionOrder, type VersionOrder, type VersionPoint } from "../../core/model/version";
import { wingAtHand, wingKey } from "../../core/model/wing";
import { contextsReader, type AllGiven, type AnyContexts, type NoContexts } from "./needed-contexts";
import { reading } from "./reading";
import { showing } from "./rendering";
import { storedMaker, type StoredMaker } from "./stored";
import type { AnyVersioned, GivenFor } from "./versioned-type";

/** The versions of an API, with functions that declare changes and convert values of only these versions. */
export interface HistoryVersions<List extends readonly Version[]> {
  /** The versions, oldest first, for `VersioningOptions.Versions`. */
  readonly List: List;

  readonly Change: (version: List[number], description: string, options?: ChangeOptions) => Change;

  /**
   * Converts a value to the JSON for clients of a version, as in a webhook, queue or file: `V.Show(Cat, "1", cat)`.
   *
   * `V.Show<z.infer<typeof Cat1>>(Cat, "1", cat)` sets the type of the result, but the compiler cannot check this type.
   * `V.Show<z.infer<typeof Cat1>, typeof Cat>(Cat, "1", cat)` also lets the compiler check the type of `cat`.
   *
   * @throws the error of a `Down`, such as an HTTPError for a value that the version cannot represent; ConversionError
   * if a `Down` is missing.
   */
  readonly Show: ShowValue<List>;

  /**
   * Writes and reads values that outlive a deploy, such as rows of a database: `V.Stored(Cat)`. Each value is stored
   * with its version, and read in the newest form. `{ Untagged: "1" }` reads values without a version as version 1.
   *
   * @throws TypeError for an invalid schema or option; RangeError if the version `Untagged` is not in the list.
   */
  readonly Stored: StoredMaker<List[number]>;

  /**
   * Converts a value that a client of a version sent to the form that handlers get: `await V.Read(Cat, "1", json)`.
   *
   * Rejects with HTTPError 400 if the value does not match the version's schema, and with any error of an `Up`.
   */
  readonly Read: ReadValue<List>;

  /**
   * True if a version is that of a change, or later: `V.Has(row.version, Born)`. For a request, use `HasChange`.
   *
   * @throws RangeError if the version, or the version of the change, is not in the list.
   */
  readonly Has: (version: List[number], change: Change) => boolean;

  /**
   * True if a version is `other` or later: `V.IsAtLeast(row.version, "2")`. For a request, use `IsAtLeast`.
   *
   * @throws RangeError for a version that is not in the list.
   */
  readonly IsAtLeast: (version: List[number], other: List[number]) => boolean;
}

interface ShowValue<List extends readonly Version[]> {
  <Shown = unknown, H extends AnyVersioned = AnyVersioned>(
    history: H,
    version: List[number],
    value: GivenFor<H>,
    ...context: NoContexts<H>
  ): NotInferred<Shown>;
  <Shown = unknown, H extends AnyVersioned = AnyVersioned, const Given extends AnyContexts = AnyContexts>(
    history: H,
    version: List[number],
    value: GivenFor<H>,
    context: Given & AllGiven<H, Given>,
  ): NotInferred<Shown>;
}

interface ReadValue<List extends readonly Version[]> {
  <H extends AnyVersioned>(
    history: H,
    version: List[number],
    value: unknown,
    ...context: NoContexts<H>
  ): Promise<OutputOf<H>>;
  <H extends AnyVersioned, const Given extends AnyContexts>(
    history: H,
    version: List[number],
    value: unknown,
    context: Given & AllGiven<H, Given>,
  ): Promise<OutputOf<H>>;
}

/**
 * Defines the versions of an API, oldest first: `const V = DefineVersions("1", "2", "3")`. The result creates changes,
 * `V.Change("2", "...")`, and converts values: `V.Show`, `V.Read`, `V.Stored`.
 */
export function DefineVersions<const List extends readonly Version[]>(
  ...versions: List
): HistoryVersions<List> {
  return historyVersions(versions, versionOrder(versions));
}

export function historyVersions<List extends readonly Version[]>(
  versions: List,
  order: VersionOrder,
): HistoryVersions<List> {
  for (const version of versions) assertFilledText("DefineVersions: a version", version);
  listWithChanges(
    withStoredHistories(Object.defineProperty(versions, wingKey, { get: () => wingAtHand("changes") })),
  );
  const show = withoutRequest("Show", order, showing);
  const read = withoutRequest("Read", order, reading);
  return {
    List: versions,
    Change: (version, description, options) => {
      assertListed("Change", { version, order });
      return orderedChange(Change(version, description, options), order);
    },
    // The caller chooses `Shown`, the type of the result, which the cast cannot check.
    Show: <Shown>(history: AnyVersioned, version: Version, value: unknown, context?: unknown) =>
      show(history, version)(value, context) as Shown,
    Stored: storedMaker(order),
    // The cast is safe: the result is the output of the newest schema, and `OutputOf<H>` is its type.
    Read: async <H>(history: H, version: Version, value: unknown, context?: unknown) =>
      (await read(history, version)(value, context)) as OutputOf<H>,
    Has: (version, change) => {
      assertListed("Has", { version, order });
      assertListedChange(change, order);
      return order.isFrom(version, change.Version);
    },
    IsAtLeast: (version, other) => {
      assertListed("IsAtLeast", { version, order });
      assertListed("IsAtLeast", { version: other, order });
      return order.isFrom(version, other);
    },
  };
}

function assertListed(where: string, { version, order }: VersionPoint): void {
  if (version !== undefined && order.has(version)) return;
  throw new RangeError(
    `${where}: the version must be one of ${versionsInWords(order)}, got ${describe(version)}`,
  );
}

function assertListedChange(change: unknown, order: VersionOrder): asserts change is Change {
  if (!isChange(change)) {
    throw misfit("Has: the change", "made by V.Change(...)", change);
  }
  if (order.has(change.Version)) return;
  throw new RangeError(
    `Has: the change ${quote(change.Description)} has version ${quote(change.Version)}, which must be one of ${versionsInWords(order)}`,
  );
}

function versionsInWords({ list }: VersionOrder): string {
  return list.join(", ") || "an empty list";
}

function withoutRequest<Given>(
  where: string,
  order: VersionOrder,
  prepare: (history: History, at: VersionPoint) => (value: unknown, contexts: ContextValues) => Given,
): (schema: unknown, version: Version) => (value: unknown, written: unknown) => Given {
  const prepared = remembered((known, version: Version) => {
    const history = known as History;
    const [make, contextsOf] = [prepare(history, { version, order }), contextsReader(where, history)];
    return (value: unknown, written: unknown) => make(value, contextsOf(written));
  });
  return (schema, version) => {
    const history = historyOf(schema);
    if (!history) {
      throw misfit(`${where}: the history`, "made by Versioned(schema)", schema);
    }
    // Callers in JavaScript may pass undefined, for which the conversion would use the newest version.
    assertListed(where, { version, order });
    return prepared(history, version);
  };
}
