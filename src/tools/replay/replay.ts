import type { App } from "../../core/app/app";
import { internals } from "../../core/model/app-internals";
import type { ReplayableRoute } from "../../schema/interface/exchange-recorder";
import type { WatchHistory } from "../../schema/interface/histories";
import type { RecordedLine } from "../../records/recorded-line";
import { assertOptions } from "../../core/model/options";
import { isObject, misfit, quote } from "../../core/model/value";
import type { Version } from "../../core/model/version";
import { exchangeDifferences } from "./exchange-replay";
import { FoundDifferences, type ReplayDifference } from "./found-differences";
import { recordIn } from "./records";

/** The lines of a recording, or the records in them. */
export type RecordedLines = Iterable<unknown> | AsyncIterable<unknown>;

/** The options of `Replay`. */
export interface ReplayOptions {
  /** The maximum number of differences, default 100. `More` counts the others. */
  readonly Most?: number;
}

/** The result of `Replay`. */
export interface ReplayResult {
  /** The number of records that were converted again. */
  readonly Replayed: number;
  /** The numbers of other records, by the reason: `{ "the App no longer serves version 1": 12 }`. */
  readonly Skipped: Readonly<Record<string, number>>;
  readonly Differences: readonly ReplayDifference[];
  /** The number of differences beyond `Most`. */
  readonly More: number;
}

/** Converts the values of a recording again by the App of today. Rejects with a TypeError for any other line. */
export async function replayLines(
  app: App,
  lines: RecordedLines,
  { Most = 100 }: ReplayOptions = {},
): Promise<ReplayResult> {
  assertOptions<ReplayOptions>("Replay", { Most }, { Most: limit });
  if (!isObject(lines)) throw misfit("Replay: the lines", "a list or an iterable of lines", lines);
  const found = new FoundDifferences(Most);
  const skipped = new Map<string, number>();
  const conversionsFor = conversionFinder(app);
  let [number, replayed] = [0, 0];
  for await (const line of lines) {
    const record = recordIn(line, ++number);
    if (!record) continue;
    const conversions = conversionsFor(record);
    const differences =
      typeof conversions === "string" ? conversions : await exchangeDifferences(record, conversions);
    if (typeof differences === "string") skipped.set(differences, (skipped.get(differences) ?? 0) + 1);
    else {
      replayed += 1;
      for (const one of differences) {
        found.add({ Line: number, Route: record.route, Version: record.version, ...one });
      }
    }
  }
  return {
    Replayed: replayed,
    Skipped: Object.fromEntries(skipped),
    Differences: found.differences,
    More: found.more,
  };
}

const limit = {
  expected: "a whole number",
  holds: (most: unknown) => Number.isSafeInteger(most) && Number(most) >= 0,
};

type Conversions = ReturnType<ReplayableRoute["conversionsTo"]>;

/** Returns a function that finds the conversions for a record, or the reason, in words, why there are none. */
export function conversionFinder(
  app: App,
  watched?: WatchHistory,
): (record: RecordedLine) => Conversions | string {
  const { listed, replayable } = app[internals];
  const routes = new Map<Version, readonly ReplayableRoute[]>();
  const known = new Map<string, Conversions | string>();
  const found = ({ route, version, newest }: RecordedLine): ReplayableRoute | string => {
    if (!listed.includes(newest)) {
      return `the App has no version ${quote(newest)}, the newest of the recording`;
    }
    const inVersion = routes.get(version) ?? (listed.includes(version) ? replayable(version) : []);
    routes.set(version, inVersion);
    if (inVersion.length === 0) return `the App no longer serves version ${quote(version)}`;
    const named = inVersion.filter(({ isNamed }) => isNamed(route, newest));
    const served = named.find(({ isGone }) => !isGone);
    if (served) return served;
    const where = `${route} in version ${quote(version)}`;
    return named.length > 0 ? `the end of ${where} has come` : `the App no longer has the route ${where}`;
  };
  return (record) => {
    const key = JSON.stringify([record.route, record.version, record.newest]);
    const before = known.get(key);
    if (before !== undefined) return before;
    const route = found(record);
    const conversions = typeof route === "string" ? route : route.conversionsTo(record.newest, watched);
    known.set(key, conversions);
    return conversions;
  };
}
