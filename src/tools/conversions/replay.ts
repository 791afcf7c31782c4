import type { LinkSchemas } from "../../core/model/app-internals";
import { jsonDifferences } from "../../schema/json-differences";
import { isSameJSON } from "../../schema/interface/json-value";
import { isObject } from "../../core/model/value";
import { pointerTo } from "../compare/difference";
import type { FrozenEntry, FrozenSample, SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import { readSample } from "./outcome";
import { gotOf } from "./samples";

/** The results of today's function of one side for an entry's samples. */
export interface ReplayedSide {
  readonly side: SampleSide;
  readonly count: number;
  /** The samples whose results differ, with today's results. */
  readonly changed: readonly { readonly sample: FrozenSample; readonly now: unknown }[];
  /** The samples that today's schema rejects. */
  readonly refused: readonly FrozenSample[];
}

/** Converts the samples of one side by today's function. */
export async function replayedSide(
  entry: FrozenEntry,
  link: ConversionLink,
  { side, schemas }: { readonly side: SampleSide; readonly schemas: LinkSchemas },
): Promise<ReplayedSide> {
  const samples = entry[side] ?? [];
  const changed: { readonly sample: FrozenSample; readonly now: unknown }[] = [];
  const refused: FrozenSample[] = [];
  for (const sample of samples) {
    const { value, isAccepted } = await readSample(link, side, { given: sample.given, schemas });
    if (!isAccepted) refused.push(sample);
    // An `Up` is never given what the older schema rejects. A `Down` is given whatever the newer functions return.
    if (!isAccepted && side === "up") continue;
    const now = await gotOf(link, side, { ...sample, value, schemas });
    if (!isSameJSON(sample.got, now)) changed.push({ sample, now });
  }
  return { side, count: samples.length, changed, refused };
}

/** Describes the first difference: `/total/amount was 1.5, is 1 (2 of 8 samples differ)`. */
export function changeInWords({ count, changed }: ReplayedSide): string {
  const [first] = changed;
  const differ = `${changed.length} of ${count} ${count === 1 ? "sample differs" : "samples differ"}`;
  return `${differenceInWords(first?.sample.got, first?.now)} (${differ})`;
}

function differenceInWords(old: unknown, now: unknown): string {
  if (isError(old) || isError(now)) return `the result was ${resultInWords(old)}, is ${resultInWords(now)}`;
  const [first] = jsonDifferences(old, now);
  const place = pointerTo((first?.path ?? []).map(String));
  return `${place || "the result"} was ${valueInWords(first?.one)}, is ${valueInWords(first?.other)}`;
}

/** True for the result of a refused or failed conversion, in which no member is compared. */
function isError(result: unknown): result is { readonly refused: number } | { readonly failed: true } {
  if (!isObject(result)) return false;
  const [name, ...others] = Object.keys(result);
  return others.length === 0 && (name === "refused" || name === "failed");
}

function resultInWords(result: unknown): string {
  if (!isError(result)) return valueInWords(result);
  return "refused" in result ? `refused with ${result.refused}` : "an error";
}

const mostCharacters = 80;

/** Writes a value, or its beginning, as JSON. */
export function valueInWords(value: unknown): string {
  if (value === undefined) return "absent";
  const text = JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}...` : text;
}
