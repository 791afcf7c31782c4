import type { Renumbering } from "../model/contract";
import { isAnswerSetting, type WrittenBefore, type RouteSettings } from "../model/setting";
import { isText } from "../model/value";
import type { VersionPoint } from "../model/version-order";
import { laterBefores } from "./earlier-settings";

interface Renumbered {
  /** The status of the answer that the handler means, without a word of its own. */
  readonly meant: number;
  /** The settings of the route in that version, with the `Before`s of all its places. */
  readonly settings: RouteSettings;
}

/**
 * The statuses and headers that a version is sent other ones for; undefined where there are none.
 *
 * The route's own status is the one that the oldest `Status` says; what changes before that one say holds for it too.
 * Every other status goes through each `Restatus`, newest first.
 */
export function renumberingAt({ meant, settings }: Renumbered, point: VersionPoint): Renumbering | undefined {
  const steps = laterBefores(settings.befores, point).map(answerChangeOf);
  const { order } = point;
  const statuses = chained(steps.map((step) => step.statuses));
  if (settings.status !== undefined && settings.statusBefore) {
    const said = settings.statusBefore.Version;
    const older = steps.filter((step) => order.isBefore(step.version, said));
    statuses.set(
      meant,
      older.reduce((code, step) => step.statuses.get(code) ?? code, settings.status),
    );
  }
  const headers = chained(steps.map((step) => step.headers));
  for (const [now, old] of statuses) if (now === old) statuses.delete(now);
  return statuses.size === 0 && headers.size === 0 ? undefined : { statuses, headers };
}

/** The share of one `Before` in answers; names of headers in lower case, but for those that are sent. */
interface AnswerChange {
  readonly version: string;
  readonly statuses: ReadonlyMap<number, number>;
  readonly headers: ReadonlyMap<string, string>;
}

function answerChangeOf({ change, settings }: WrittenBefore): AnswerChange {
  const statuses = new Map<number, number>();
  const headers = new Map<string, string>();
  for (const setting of settings.filter(isAnswerSetting)) {
    const { kind, old, now } = setting;
    switch (kind) {
      case "restatus":
        if (isNumber(old) && isNumber(now)) statuses.set(now, old);
        break;
      case "headerRename":
        if (isText(old) && isText(now)) headers.set(now.toLowerCase(), old);
        break;
    }
  }
  return { version: change.Version, statuses, headers };
}

/** Where each thing that some step says something of ends, when all have been applied in turn. */
function chained<Key extends number | string>(steps: readonly ReadonlyMap<Key, Key>[]): Map<Key, Key> {
  const all = new Map<Key, Key>();
  for (const first of new Set(steps.flatMap((step) => [...step.keys()]))) {
    all.set(
      first,
      steps.reduce<Key>((at, step) => step.get(caseless(at)) ?? at, first),
    );
  }
  return all;
}

/** A field's name is the same in either case. */
function caseless<Key extends number | string>(value: Key): Key {
  return (typeof value === "string" ? value.toLowerCase() : value) as Key;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number";
}
