import type { Change } from "../../schema/interface/change";
import type { Renumbering } from "../../core/model/contract";
import { befores, isOf, type WrittenBefore } from "../../core/model/setting";
import type { RouteSettings } from "../../core/model/settings";
import { isText } from "../../core/model/value";
import { status as statusOption } from "../../core/options/status";
import { headerRename, withoutHeader } from "../options/header-changes";
import { restatus } from "../options/restatus";
import { laterBefores, type FormPoint } from "./earlier-settings";

/** Maps the handler's statuses and headers to those of an older version: `201 => 200`. Undefined if none differ. */
export function renumberingAt(
  intendedStatus: number,
  settings: RouteSettings,
  point: FormPoint,
): Renumbering | undefined {
  const steps = laterBefores(settings.of(befores), point).map(answerChangeOf);
  const { order } = point;
  const statuses = chained(steps, statusesOf);
  const { code, before } = settings.of(statusOption);
  if (code !== undefined && before) {
    const changedIn = before.Version;
    const older = steps.filter((step) => order.isBefore(step.change.Version, changedIn));
    const ended = walked(code, older, statusesOf);
    statuses.set(intendedStatus, { ...ended, changes: [before, ...ended.changes] });
  }
  const headers = chained(steps, headerNamesOf);
  for (const [now, { value }] of statuses) if (now === value) statuses.delete(now);
  if (statuses.size === 0 && headers.size === 0) return undefined;
  return {
    statuses: mapped(statuses, ({ value }) => value),
    headers: mapped(headers, ({ value }) => (value === noHeader ? undefined : value)),
    statusChanges: mapped(statuses, ({ changes }) => changes),
    headerChanges: mapped(headers, ({ changes }) => changes),
  };
}

/** Maps the new statuses and headers of one change to the old ones: `201 => 200`, `"x-new" => "X-Old"`. */
interface AnswerChange {
  readonly change: Change;
  readonly statuses: ReadonlyMap<number, number>;
  readonly headers: ReadonlyMap<string, string>;
}

/** Marks a header that older versions do not have. No real header has an empty name. */
const noHeader = "";

function answerChangeOf({ change, settings }: WrittenBefore): AnswerChange {
  const statuses = settings.flatMap((one) =>
    isOf(one, restatus) && isNumber(one.value.old) && isNumber(one.value.now)
      ? [[one.value.now, one.value.old] as const]
      : [],
  );
  const headers = settings.flatMap((one): readonly (readonly [now: string, old: string])[] => {
    if (isOf(one, withoutHeader) && isText(one.value)) return [[one.value.toLowerCase(), noHeader]];
    if (!isOf(one, headerRename)) return [];
    const { old, now } = one.value;
    return isText(old) && isText(now) ? [[now.toLowerCase(), old]] : [];
  });
  return { change, statuses: new Map(statuses), headers: new Map(headers) };
}

type MapOf<Key> = (step: AnswerChange) => ReadonlyMap<Key, Key>;

const statusesOf: MapOf<number> = (step) => step.statuses;
const headerNamesOf: MapOf<string> = (step) => step.headers;

interface ChainEnd<Key> {
  readonly value: Key;
  readonly changes: readonly Change[];
}

function chained<Key extends number | string>(
  steps: readonly AnswerChange[],
  mapOf: MapOf<Key>,
): Map<Key, ChainEnd<Key>> {
  const firsts = new Set(steps.flatMap((step) => [...mapOf(step).keys()]));
  return new Map([...firsts].map((first) => [first, walked(first, steps, mapOf)]));
}

function walked<Key extends number | string>(
  first: Key,
  steps: readonly AnswerChange[],
  mapOf: MapOf<Key>,
): ChainEnd<Key> {
  return steps.reduce<ChainEnd<Key>>(
    ({ value, changes }, step) => {
      const next = mapOf(step).get(caseless(value));
      return next === undefined ? { value, changes } : { value: next, changes: [...changes, step.change] };
    },
    { value: first, changes: [] },
  );
}

function mapped<Key, Value, Result>(map: ReadonlyMap<Key, Value>, resultOf: (value: Value) => Result) {
  return new Map([...map].map(([key, value]) => [key, resultOf(value)] as const));
}

function caseless<Key extends number | string>(value: Key): Key {
  return (typeof value === "string" ? value.toLowerCase() : value) as Key;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
