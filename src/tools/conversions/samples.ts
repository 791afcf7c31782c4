import type { LinkSchemas } from "../../core/model/app-internals";
import { Nothing, type LinkSchema } from "../../schema/interface/histories";
import { canonical, isSameJSON } from "../../schema/interface/json-value";
import { messageOf } from "../../core/model/value";
import { besideOf, besideToFreeze } from "./beside";
import type { FrozenBeside, FrozenSample, SampleSide } from "./entries";
import type { ConversionLink } from "./links";
import { inGivenOrder, outcomeOf, readSample } from "./outcome";
import { variantsOf } from "./variants";

/** The maximum number of samples of each link and side that are made of its schema. */
export const mostSamples = 20;

export interface MadeSamples {
  readonly samples: readonly FrozenSample[];
  /** The reasons, in words, why samples are missing. */
  readonly missing: readonly string[];
}

interface SampleTerms {
  readonly schemas: LinkSchemas;
  /** The given values of the samples that the side has already. */
  readonly known: readonly unknown[];
}

/** Makes the samples that one side of a link lacks, and runs its function on them. */
export async function samplesFor(
  link: ConversionLink,
  side: SampleSide,
  terms: SampleTerms,
): Promise<MadeSamples> {
  try {
    const candidates = candidatesOf(link, side, terms.schemas);
    return await samplesAmong(link, side, { ...terms, candidates, most: mostSamples - terms.known.length });
  } catch (error) {
    return { samples: [], missing: [messageOf(error)] };
  }
}

/** Converts candidates to at most `most` samples. Leaves out known values, and values that the schema rejects. */
async function samplesAmong(
  link: ConversionLink,
  side: SampleSide,
  terms: SampleTerms & { readonly candidates: Iterable<unknown>; readonly most: number },
): Promise<MadeSamples> {
  const { candidates, most, known, schemas } = terms;
  const seen = new Set(known.map(canonical));
  const samples: FrozenSample[] = [];
  let unsteady = 0;
  for (const given of candidates) {
    if (samples.length >= most) break;
    const key = canonical(given);
    if (seen.has(key)) continue;
    seen.add(key);
    const besideFor = (value: unknown): Promise<FrozenBeside | undefined> =>
      besideToFreeze(link, side, { value, schemas });
    const sample = await sampleOf(link, side, { given, schemas, besideFor });
    if (sample === "unsteady") unsteady++;
    else if (sample) samples.push(sample);
  }
  return { samples, missing: shortage(samples, { unsteady, known: known.length }) };
}

/** A value to convert, and what its function gets besides. */
interface Candidate {
  readonly given: unknown;
  readonly schemas: LinkSchemas;
  readonly besideFor: (value: unknown) => Promise<FrozenBeside | undefined>;
}

/** Converts a value twice, at different times. Returns undefined for a value that its schema rejects. */
export async function sampleOf(
  link: ConversionLink,
  side: SampleSide,
  { given, schemas, besideFor }: Candidate,
): Promise<FrozenSample | "unsteady" | undefined> {
  const run = async (): Promise<FrozenSample | undefined> => {
    const { value, isAccepted } = await readSample(link, side, { given, schemas });
    if (!isAccepted) return undefined;
    const beside = await besideFor(value);
    return { given, got: await gotOf(link, side, { given, value, beside, schemas }), beside };
  };
  const sample = await run();
  if (!sample) return undefined;
  return isSameJSON(sample, await atLaterTime(run)) ? sample : "unsteady";
}

function shortage(
  { length }: readonly FrozenSample[],
  { unsteady, known }: { readonly unsteady: number; readonly known: number },
): readonly string[] {
  if (unsteady > 0) {
    const values = unsteady === 1 ? "1 sample" : `${unsteady} samples`;
    return [`${values} left out, because two runs at different times returned different results`];
  }
  return length + known === 0 ? ["no value that its schema allows could be made"] : [];
}

export function candidatesOf(
  link: ConversionLink,
  side: SampleSide,
  { describe }: LinkSchemas,
): Iterable<unknown> {
  const from = givenSchemaOf(link, side);
  // JSON has no undefined, which is the only value of `Nothing`.
  if (from === Nothing) return [null];
  const description = describe(from, side === "up" ? "input" : "output");
  if ("json" in description) return variantsOf(description.json);
  throw new Error(`its schema cannot be described: ${description.failure}`);
}

/** The schema of the values that a function gets. */
export function givenSchemaOf({ older, newer }: ConversionLink, side: SampleSide): LinkSchema {
  return side === "up" ? older : newer;
}

/** A sample as its schema has read it, for one run of a function. */
interface SampleRun extends Omit<FrozenSample, "got"> {
  readonly value: unknown;
  readonly schemas: LinkSchemas;
}

/** Runs a function on a sample, with what it was given besides, and returns the result as the file has it. */
export async function gotOf(
  link: ConversionLink,
  side: SampleSide,
  { given, value, beside, schemas }: SampleRun,
): Promise<unknown> {
  const now = await besideOf(link, beside, () => besideToFreeze(link, side, { value, schemas }));
  return inGivenOrder(await outcomeOf(link, side, { value, beside: now, schemas }), given);
}

/** A hundred years, seven months, and some hours, minutes, seconds and milliseconds, so that each part of a date differs. */
const laterMilliseconds = 36_735 * 24 * 60 * 60 * 1000 + 18_431_013;

/**
 * Runs a function while `Date` is a hundred years later. A result that depends on the clock then differs from today's
 * result. A function that asks if a date has passed gives the same result at both times only if the date has passed today.
 */
async function atLaterTime<Result>(run: () => Promise<Result>): Promise<Result> {
  const today = globalThis.Date;
  globalThis.Date = laterDate(today);
  try {
    return await run();
  } finally {
    globalThis.Date = today;
  }
}

function laterDate(today: DateConstructor): DateConstructor {
  const now = (): number => today.now() + laterMilliseconds;
  return new Proxy(today, {
    construct: (target, given, newTarget: () => void) =>
      Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
    apply: () => new today(now()).toString(),
    get: (target, name) => (name === "now" ? now : (Reflect.get(target, name) as unknown)),
  });
}
