import type { LinkSchemas } from "../../core/model/app-internals";
import { isSameJSON } from "../../schema/interface/json-value";
import {
  sampleSides,
  sideInWords,
  type EntryPlace,
  type FrozenEntry,
  type SampleSide,
} from "../conversions/entries";
import type { ConversionLink } from "../conversions/links";
import { changeInWords, replayedSide, valueInWords, type ReplayedSide } from "../conversions/replay";
import type { FindingKind } from "../compare/finding-kinds";
import { wholeFinding, type Finding } from "./findings";

/** Converts the samples of an entry again, and reports what differs. */
export async function replayFindings(
  entry: FrozenEntry,
  link: ConversionLink,
  schemas: LinkSchemas,
): Promise<readonly Finding[]> {
  const found: Finding[] = [];
  for (const side of sampleSides) {
    const replayed = await replayedSide(entry, link, { side, schemas });
    if (replayed.changed.length > 0) {
      const what = `${functionOf(entry, side)} gives another result: ${changeInWords(replayed)}`;
      found.push(entryFinding(entry, { kind: "conversion-changed", side, what }));
    }
    if (replayed.refused.length > 0) found.push(refusedFinding(entry, replayed));
  }
  return found;
}

function functionOf({ change }: FrozenEntry, side: SampleSide): string {
  return `${sideInWords(side)} of ${JSON.stringify(change)}`;
}

function refusedFinding(entry: FrozenEntry, { side, refused, count }: ReplayedSide): Finding {
  const which = side === "up" ? "older" : "newer";
  const samples = `${refused.length} of ${count} ${count === 1 ? "sample" : "samples"}`;
  const what = `${functionOf(entry, side)}: the ${which} schema rejects ${samples}, such as ${valueInWords(refused[0]?.given)}`;
  if (side === "up") return entryFinding(entry, { kind: "sample-refused", side, what });
  return { ...entryFinding(entry, { kind: "sample-refused", side, what, breaking: false }), isTold: true };
}

export function removedFinding(entry: FrozenEntry): Finding {
  const what = `the conversion of ${JSON.stringify(entry.change)} was removed, but a version before the change is served`;
  return entryFinding(entry, { kind: "conversion-removed", what });
}

export function missingFinding({ change, isFace }: ConversionLink, where: EntryPlace): Finding {
  const entry = { change, where, face: isFace, up: undefined, down: undefined };
  const what = `the conversion of ${JSON.stringify(change)} is not frozen`;
  const finding = entryFinding(entry, { kind: "frozen-conversion-missing", what });
  return { ...finding, line: `${finding.line}; ${freezing} writes it`, together };
}

const freezing = "versioned-controllers freeze <module> --all";

const together = { what: "conversions are not frozen", remedy: `${freezing} writes them` };

interface EntryFinding {
  readonly kind: FindingKind;
  readonly side?: SampleSide;
  readonly what: string;
  readonly breaking?: boolean;
}

function entryFinding({ change, where }: FrozenEntry, { side, ...finding }: EntryFinding): Finding {
  const subject = side ? `${change}, ${sideInWords(side)}` : change;
  return wholeFinding({ ...finding, where: where.join(", "), subject });
}

/** Reports an entry of the base commit that was deleted since, or that has lost or changed a sample. */
export function faultsSince(
  entry: FrozenEntry,
  now: FrozenEntry | undefined,
  base: string,
): readonly Finding[] {
  const conversion = `the frozen conversion of ${JSON.stringify(entry.change)}`;
  if (!now) return [fault("frozen-conversion-deleted", `${conversion} was deleted`)];
  const isKept = sampleSides.every((side) =>
    (entry[side] ?? []).every((sample) => now[side]?.some((one) => isSameJSON(one, sample))),
  );
  return isKept ? [] : [fault("frozen-conversion-changed", `${conversion} was changed`)];

  function fault(kind: FindingKind, what: string): Finding {
    const finding = entryFinding(entry, { kind, what });
    return { ...finding, line: `${finding.line} since ${base}` };
  }
}
