import type { LinkSchemas } from "../../core/model/app-internals";
import { isSameJSON } from "../../core/model/json-value";
import { isObject } from "../../core/model/value";
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
  const { path, was, is } = firstDifference(first?.sample.got, first?.now);
  const place = path.length === 0 ? "the result" : path.map((step) => `/${step}`).join("");
  const differ = `${changed.length} of ${count} ${count === 1 ? "sample differs" : "samples differ"}`;
  return `${place} was ${inWords(was)}, is ${inWords(is)} (${differ})`;
}

interface ValueDifference {
  readonly path: readonly string[];
  readonly was: unknown;
  readonly is: unknown;
}

function firstDifference(was: unknown, is: unknown): ValueDifference {
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) {
    return { path: [], was, is };
  }
  if (isError(was) || isError(is)) return { path: [], was, is };
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const name = names.find((one) => !isSameJSON(Reflect.get(was, one), Reflect.get(is, one))) ?? "";
  const inner = firstDifference(Reflect.get(was, name), Reflect.get(is, name));
  return { ...inner, path: [name, ...inner.path] };
}

/** True for the result of a refused or failed conversion, in which no member is compared. */
function isError(result: object): boolean {
  const [name, ...others] = Object.keys(result);
  return others.length === 0 && (name === "refused" || name === "failed");
}

const mostCharacters = 80;

function inWords(value: unknown): string {
  if (value === undefined) return "absent";
  if (isObject(value) && isError(value)) {
    return "refused" in value ? `refused with ${JSON.stringify(value.refused)}` : "an error";
  }
  const text = JSON.stringify(value);
  return text.length > mostCharacters ? `${text.slice(0, mostCharacters)}...` : text;
}
