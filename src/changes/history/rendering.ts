import { withoutCarry, type CarriedNode } from "../../schema/interface/carried";
import type { Change } from "../../schema/interface/change";
import type { ContextValues } from "../../schema/interface/context";
import { changesOf, Nothing, type ConvertDown, type History } from "../../schema/interface/histories";
import { misfit, takeRejection, takingRejections } from "../../core/model/value";
import type { ClosedMembers, OutputReader } from "../../schema/interface/schema";
import type { VersionPoint } from "../../core/model/version";
import { linkAt, newestOf, shownBy, typeAt } from "../../schema/interface/at-version";
import { carryOpening, type OpenedCarry, type OpenValue } from "./carry-opening";
import { downsTo } from "./convert";
import { assertConvertible } from "./convertible";
import { sharedReader } from "../../schema/reader";
import { draftCopy, plainCopy } from "../../schema/interface/plain-copy";

/**
 * The steps from a handler's value to an older version's body: `open` separates the data of `Carry(value, data)`,
 * `closed` removes members from a copy of the value, and `convert` converts the copy.
 */
export interface Rendering {
  /** Splits a result of `Carry(value, data)` into value and data; undefined if the schema has no `.Carrying(...)`. */
  readonly open: OpenValue | undefined;
  /** Removes members that the newest schema does not allow; undefined if it allows all. */
  readonly closed: ClosedMembers | undefined;
  /** Converts a JSON copy of the value to the version's form, or throws; undefined if its schema is `Nothing`. */
  readonly convert: ConvertDown | undefined;
  /** The changes that added a body which this version lacks (`Nothing`); empty if this version has a body. */
  readonly dropping: readonly Change[];
  /** True if the newest version has no body (`Nothing`), so that `convert` makes this version's body from undefined. */
  readonly isFromNothing: boolean;
  readonly type: string | undefined;
}

/**
 * Prepares the conversion from the newest schema to a version's schema; undefined if they are the same.
 *
 * @throws ConversionError if a step has no Down, and Error if a union in a schema has too many alternatives.
 */
export function renderingOf(history: History, at: VersionPoint, reader: OutputReader): Rendering | undefined {
  const link = linkAt(history, at);
  const hasNoValue = shownBy(link) === Nothing;
  const convert = hasNoValue ? undefined : downsTo(history, at, reader);
  if (!convert && !hasNoValue) return undefined;
  const newest = newestOf(history);
  return {
    open: convert ? carryOpening()?.openingFor(history, at) : carryOpening()?.openingAlone(history),
    closed: newest === Nothing ? undefined : reader.convertedMembers(newest),
    convert,
    dropping: hasNoValue ? changesOf(link) : [],
    isFromNothing: newest === Nothing,
    type: typeAt(history, at),
  };
}

/** Converts a value. `known` has the `data` of each `Carry(value, data)` that was already replaced by its `value`. */
type RenderValue<Rendered> = (value: unknown, contexts: ContextValues, known?: CarriedNode) => Rendered;

/** Makes the function behind `V.Show`, which converts a value of the newest schema to the form of a version. */
export function showing(history: History, at: VersionPoint): RenderValue<unknown> {
  const reader = sharedReader();
  assertConvertible("Show", { history, at, reader });
  return showingBy({ history, at, reader });
}

/** Like {@link showing}, for a caller with a reader of its own, such as that of an App. */
export function showingBy(means: RenderMeans): RenderValue<unknown> {
  return renderingTo(means, undefined, (value, closed) => (closed ? closed.copy(value) : plainCopy(value)));
}

/** Makes the function that writes a value as a version's JSON. The text is empty if the version has no body. */
export function writing(history: History, at: VersionPoint): RenderValue<string> {
  const reader = sharedReader();
  assertConvertible("For", { history, at, reader });
  return renderingTo({ history, at, reader }, "", (value, closed) =>
    closed ? closed.write(value) : (JSON.stringify(value) as string | undefined),
  );
}

interface RenderMeans {
  readonly history: History;
  readonly at: VersionPoint;
  readonly reader: OutputReader;
}

function renderingTo<Rendered>(
  { history, at, reader }: RenderMeans,
  none: Rendered,
  write: (value: unknown, closed: ClosedMembers | undefined) => Rendered | undefined,
): RenderValue<Rendered> {
  const shown = shownBy(linkAt(history, at));
  if (shown === Nothing) {
    return (given) => {
      assertAwaited("", given);
      return none;
    };
  }
  const rendering = renderingOf(history, at, reader);
  const closed = rendering ? reader.convertedMembers(shown) : reader.closedMembers(shown);
  const open = rendering ? rendering.open : carryOpening()?.openingAlone(history);
  return (given, contexts, known) => {
    assertAwaited("", given);
    const { value, carried } = open ? openedNow(open, given) : { value: given, carried: known };
    const converted = rendering
      ? rendering.convert?.(
          takingRejections(value, () => draftOf(value, rendering)),
          contexts,
          known ?? carried,
        )
      : value;
    const rendered = takingRejections(converted, () => withoutCarry(() => write(converted, closed)));
    if (rendered !== undefined) return rendered;
    throw misfit("the value", "one that JSON can represent", converted);
  };
}

/** Refuses a promise, which JSON would turn into `{}`. */
export function assertAwaited(where: string, value: unknown): void {
  if (!takeRejection(value)) return;
  throw new TypeError(`${where}the value must be one that JSON can represent, got a promise: await it first`);
}

/** Copies a value, because a `Down` may change its argument. The copy lacks members that the schema does not allow. */
function draftOf(value: unknown, { closed, isFromNothing }: Rendering): unknown {
  if (isFromNothing) return undefined;
  return withoutCarry(() => (closed ? closed.draft(value) : draftCopy(value)));
}

function openedNow(open: OpenValue, value: unknown): OpenedCarry {
  const opened = open(value);
  if (!takeRejection(opened)) return opened as OpenedCarry;
  throw new TypeError("V.Show: the carried value must not be a promise: await it first");
}
