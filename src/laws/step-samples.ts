import { isDeepStrictEqual } from "node:util";
import type { CarriedNode } from "../model/carried";
import { Nothing, type Convert, type History, type Link, type LinkSchema } from "../model/history";
import { isObject } from "../model/value";
import { shownBy, linkOf } from "../history/at-version";
import { closing } from "../history/show";
import { compileTurnedMembers } from "../schema/closed-members";
import { describeSchema } from "../schema/standard";
import { jsonCopy } from "../schema/plain-copy";
import { examplesFrom, type Examples } from "./examples";
import { FastCheckMissing } from "./fast-check";
import { judgesWith, type Judges } from "./judges";
import { ownExamples, withOwnExamples } from "./own-examples";
import { missingContext, sampleBeside, type SampleBeside } from "./sample-beside";

/** One value on both sides of a change, as JSON; a side without a value is undefined. */
interface StepSample {
  readonly before: unknown;
  readonly after: unknown;
}

/** The reason why there is no sample, in words. */
interface SampleFailure {
  readonly failure: string;
}

/** Computes the effect of a change on example values. */
interface StepSampler {
  /** A request as clients before the change at a link send it, and the result of Up. */
  readonly request: (history: History, link: number) => Promise<StepSample | SampleFailure>;
  /** A response as clients after the change get it, and the result of Down; `given` are examples of the newest schema. */
  readonly answer: (
    history: History,
    link: number,
    given: readonly unknown[],
  ) => Promise<StepSample | SampleFailure>;
}

/** The same examples every time, so that a guide changes only with its API. */
const seed = 1;
const sampleCount = 300;

/**
 * Creates samples from examples: the schema's own, otherwise those that `CheckChanges` generates, of which the plainest
 * is shown.
 */
export function stepSampler(): StepSampler {
  const examples = examplesFrom(new Map(), seed);
  const tools: Tools = { examples, judges: judgesWith(examples) };
  // A guide is requested again and again, so samples are kept.
  const [requests, answers] = [sampledOnce(), sampledOnce()];
  return {
    request: (history, i) =>
      requests(history, i, () =>
        sampledOf(history, i, tools, (step) => {
          const make: MakeSample = (example) => requestSample(step, example, tools);
          return bestOf(shownBy(step.older), [], make, tools);
        }),
      ),
    answer: (history, i, given) =>
      answers(history, i, () =>
        sampledOf(history, i, tools, (step) => {
          const make: MakeSample = (example) => answerSample(step, example, tools);
          return bestOf(step.newer.schema, i === 1 && !step.newer.face ? given : [], make, tools);
        }),
      ),
  };
}

/** The sample of a step, with the additional arguments of its functions; or the reason why there is none. */
async function sampledOf(
  history: History,
  i: number,
  tools: Tools,
  sample: (step: LinkPair) => PendingSample,
): PendingSample {
  const [older, newer] = [linkOf(history, i), linkOf(history, i - 1)];
  const missing = missingContext(older);
  if (missing !== undefined) return { failure: missing };
  try {
    return await sample({ older, newer, beside: await sampleBeside(history, tools) });
  } catch (error) {
    if (error instanceof FastCheckMissing) return { failure: error.message };
    throw error;
  }
}

type PendingSample = Promise<StepSample | SampleFailure>;

/** Computes the sample of each link once. */
function sampledOnce(): (history: History, link: number, compute: () => PendingSample) => PendingSample {
  const known = new WeakMap<History, Map<number, PendingSample>>();
  return (history, link, compute) => {
    const ofHistory = known.get(history) ?? new Map<number, PendingSample>();
    known.set(history, ofHistory);
    const sampled = ofHistory.get(link) ?? compute();
    ofHistory.set(link, sampled);
    return sampled;
  };
}

interface Tools {
  readonly examples: Examples;
  readonly judges: Judges;
}

/** Two neighbouring links. */
interface LinkPair {
  readonly older: Link;
  readonly newer: Link;
  readonly beside: SampleBeside;
}

/** Undefined if the example does not match, or is rejected. */
type MakeSample = (example: unknown) => Promise<StepSample | undefined>;

const noSample: SampleFailure = {
  failure: "no generated example matches the schema, or the change rejects every one",
};

async function bestOf(
  schema: LinkSchema,
  given: readonly unknown[],
  make: MakeSample,
  { examples }: Tools,
): Promise<StepSample | SampleFailure> {
  if (schema === Nothing) return (await make(undefined)) ?? noSample;
  const description = describeSchema(schema, "input");
  const json = "json" in description ? description.json : undefined;
  for (const example of [...given, ...(json ? ownExamples(json) : [])]) {
    const sample = await make(example);
    if (sample) return sample;
  }
  if (!json) return noSample;
  const samples: StepSample[] = [];
  for (const example of examples.some(schema, sampleCount)) {
    const sample = await make(withOwnExamples(example, json));
    if (sample) samples.push(sample);
  }
  return samples.toSorted(byPlainness)[0] ?? noSample;
}

function requestSample(
  { older, newer, beside: { contexts } }: LinkPair,
  example: unknown,
  { judges }: Tools,
): Promise<StepSample | undefined> {
  return withoutErrors(async () => {
    const sent = await judges.judge(shownBy(older), jsonCopy(example));
    if ("issues" in sent) return undefined;
    const whole = older.face
      ? await fittingValue(older.schema, older.face.up?.(sent.value), judges)
      : sent.value;
    const raised = newer.schema === Nothing ? undefined : callConvert(older.up, [whole, contexts], older);
    const taken = await fittingValue(newer.schema, raised, judges);
    const shown = newer.face?.down ? newer.face.down(jsonCopy(taken)) : raised;
    return { before: jsonCopy(example), after: jsonCopy(shown) };
  });
}

function answerSample(
  { older, newer, beside: { contexts, carriedOf } }: LinkPair,
  example: unknown,
  { judges }: Tools,
): Promise<StepSample | undefined> {
  return withoutErrors(async () => {
    const verdict = await judges.judge(newer.schema, jsonCopy(example));
    if ("issues" in verdict) return undefined;
    const answer = jsonCopy(closedCopy(newer.schema, verdict.value));
    const carried = carriedOf(answer);
    const turned =
      older.schema === Nothing
        ? undefined
        : callConvert(older.down, [jsonCopy(answer), contexts, carried], older);
    return { before: faceValue(older, turned, carried), after: faceValue(newer, answer, carried) };
  });
}

/** The part of a link's JSON that its clients see. */
function faceValue({ schema, face }: Link, json: unknown, carried: CarriedNode | undefined): unknown {
  if (schema === Nothing) return undefined;
  if (!face) return closedCopy(schema, json);
  return closedCopy(
    face.schema,
    callConvert(face.down, [jsonCopy(json), undefined, carried], { name: "a face" }),
  );
}

function closedCopy(schema: LinkSchema, value: unknown): unknown {
  return schema === Nothing ? undefined : jsonCopy(closing(schema, compileTurnedMembers)(value));
}

function callConvert(
  convert: Convert | undefined,
  given: Parameters<Convert>,
  { name }: { readonly name: string },
): unknown {
  if (!convert) throw new Error(`${name} has no function for this direction`);
  return convert(...given);
}

async function fittingValue(schema: LinkSchema, value: unknown, judges: Judges): Promise<unknown> {
  if (schema === Nothing) return undefined;
  const verdict = await judges.judge(schema, value);
  if ("issues" in verdict) throw new Error("the value returned by Up does not match the schema");
  return verdict.value;
}

/** A validator, an Up or a Down may throw for an example, which then shows nothing. */
async function withoutErrors(make: () => Promise<StepSample | undefined>): Promise<StepSample | undefined> {
  try {
    return await make();
  } catch {
    return undefined;
  }
}

/** Words are easier to read than generated characters; a sample without a difference shows nothing. */
function byPlainness(one: StepSample, other: StepSample): number {
  return oddityOf(one) - oddityOf(other);
}

function oddityOf({ before, after }: StepSample): number {
  const isSame = isDeepStrictEqual(before, after);
  return (isSame ? 1e6 : 0) + oddityIn(before) + oddityIn(after);
}

/** Higher for characters other than letters, for empty values, and for length; existing members lower it. */
function oddityIn(value: unknown): number {
  if (typeof value === "string") {
    const odd = value.replaceAll(
      /[A-Za-z0-9]| (?=\S)|(?<=\d)[-:.T](?=\d)|(?<=\d)Z$|(?<=\w)[@.](?=\w)/g,
      "",
    ).length;
    return (value.length < 3 ? 10 - 2 * value.length : 0) + 10 * odd + value.length / 4;
  }
  if (typeof value === "number") return String(value).length;
  if (Array.isArray(value)) return (value.length === 0 ? 6 : 2 * value.length) + sumOfOddities(value);
  if (isObject(value)) return sumOfOddities(Object.values(value)) - 20 * Object.keys(value).length;
  return value === null ? 12 : 0;
}

function sumOfOddities(values: readonly unknown[]): number {
  return values.reduce<number>((sum, one) => sum + oddityIn(one), 0);
}
