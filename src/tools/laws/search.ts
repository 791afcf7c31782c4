import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { Nothing } from "../../schema/interface/histories";
import { takingNone } from "../../changes/history/way";
import { fastCheck, type Arbitrary, type FastCheckModule } from "./fast-check";
import { nodeOf, pairedExamples } from "./law-contexts";
import type { Example, LawContexts } from "./law-contexts";
import type { Examples, ExampleSource } from "./examples";
import type { Judges } from "./judges";
import { differs, exampleText } from "./laws";
import type { BesideExample, Breach, Law } from "./laws";
import type { LawStep } from "./steps";

/** The examples, the validators and the options of a search for broken laws. */
export interface Search {
  readonly examples: Examples;
  readonly judges: Judges;
  readonly contexts: LawContexts;
  readonly warn: (message: string) => void;
  readonly runs: number;
  readonly seed: number;
}

export type LawBreach =
  | BrokenExample
  | { readonly lacks: string }
  /** The number of examples that could not test the law, if they are more than half: `60 of 100`. */
  | { readonly inapplicable: string };

interface BrokenExample extends Breach {
  readonly example: unknown;
  readonly carried?: unknown;
  /** How many examples break the law, if the breach is only a warning: `in 3 of 100 examples`. */
  readonly warning?: string;
}

export interface StepSearch extends Search {
  readonly step: LawStep;
}

interface Round extends StepSearch {
  /** True if no search follows, so that this search must find the shortest example that breaks a law. */
  readonly isLast: boolean;
}

/** Tries laws with examples. Returns the laws that are broken, in the given order, each with its breach. */
export async function breachesOf(
  laws: readonly Law[],
  search: StepSearch,
): Promise<readonly (readonly [Law, LawBreach])[]> {
  const tried = new Map<Law, TriedExamples>();
  for (const alike of lawsByExamples(laws)) {
    for (const [law, all] of await tryAll(alike, search)) tried.set(law, all);
  }
  const breaches: (readonly [Law, LawBreach])[] = [];
  for (const [law, all] of tried) {
    const broken = await breachOf(law, all, search);
    if (broken) breaches.push([law, broken]);
  }
  return breaches.toSorted(([one], [other]) => laws.indexOf(one) - laws.indexOf(other));
}

function lawsByExamples(laws: readonly Law[]): readonly (readonly Law[])[] {
  const groups: Law[][] = [];
  for (const law of laws) {
    const group = groups.find(([first]) => first?.of === law.of && first.carrier === law.carrier);
    if (group) group.push(law);
    else groups.push([law]);
  }
  return groups;
}

/** Tries laws on the same examples. If one is broken, tries each separately, to find the shortest that breaks it. */
async function tryAll(laws: readonly Law[], search: StepSearch): Promise<ReadonlyMap<Law, TriedExamples>> {
  const tried = new Map(
    laws.map((law): [Law, TriedExamples] => [
      law,
      { source: undefined, kept: [], inapplicable: 0, broken: undefined },
    ]),
  );
  // Laws with `inAll` can be tried together: they never end a search, but are checked after it, on all examples.
  const apart = laws.filter(({ inAll }) => !inAll).map((law) => [law]);
  const isLast = laws.length === 1 || apart.length === 0;
  const broken = await searchOnce(tried, { ...search, isLast });
  for (const examples of tried.values()) examples.broken = broken;
  if (!broken || isLast) return tried;
  const found = new Map<Law, TriedExamples>();
  for (const some of [...apart, laws.filter(({ inAll }) => inAll)]) {
    for (const [law, all] of await tryAll(some, search)) found.set(law, all);
  }
  return found;
}

async function breachOf(law: Law, tried: TriedExamples, search: StepSearch): Promise<LawBreach | undefined> {
  const broken = tried.broken ?? (await tryMore(law, tried, search));
  if (broken) return broken;
  const { kept, inapplicable, source } = tried;
  if (isHardlyTried(tried)) return { inapplicable: `${inapplicable} of ${kept.length}` };
  if (law.repeat) return await searchLater(law.repeat, kept);
  const among = law.inAll?.(kept);
  if (!among) return undefined;
  const { at, lost, of, isDoubtful, ...breach } = among;
  const isCertain = !isDoubtful && lost === of && (of >= enoughExamples || source?.kind === "given");
  const warning = `in ${lost} of ${of} examples`;
  return { ...breach, example: kept[at]?.example, ...(!isCertain && { warning }) };
}

/** A Down that brings a member through in one of 20 examples loses the member in all of so many only by great bad luck. */
const enoughExamples = 200;

/** Tries a law on more examples while its result depends on luck. Returns a breach that these examples find. */
async function tryMore(law: Law, tried: TriedExamples, search: StepSearch): Promise<LawBreach | undefined> {
  const { source } = tried;
  if (source?.kind !== "made") return undefined;
  const hold = holdingAll(new Map([[law, tried]]), search);
  for (let round = 1; round <= mostRounds && isByLuck(law, tried); round++) {
    const seed = search.seed + round;
    for (const example of fastCheck().sample(source.values, { numRuns: examplesPerRound, seed })) {
      const result = await hold(example);
      if (result && result !== "misfit") return { example: example[0], carried: example[1], ...result };
    }
  }
  return undefined;
}

const examplesPerRound = 100;
const mostRounds = 100;

function isByLuck({ inAll }: Law, { kept, inapplicable }: TriedExamples): boolean {
  if (inapplicable * 2 > kept.length) return !areMost(inapplicable, kept.length) && kept.length < mostForHalf;
  const among = inAll?.(kept);
  return among !== undefined && among.lost === among.of && among.of < enoughExamples;
}

function isHardlyTried({ kept, inapplicable, source }: TriedExamples): boolean {
  return source?.kind === "made" ? areMost(inapplicable, kept.length) : inapplicable * 2 > kept.length;
}

/** True if some of the generated examples are more than half by more than chance: by three standard deviations. */
function areMost(some: number, all: number): boolean {
  return some > all / 2 + 1.5 * Math.sqrt(all);
}

/** The number of examples from which more examples would hardly change whether more than half are refused. */
const mostForHalf = 500;

/** The examples that were tried for a law. `inapplicable` is the number of examples to which the law does not apply. */
interface TriedExamples {
  /** Undefined for `Nothing`, whose only value is undefined. */
  source: ExampleSource<Example> | undefined;
  readonly kept: TriedExample[];
  inapplicable: number;
  broken: LawBreach | undefined;
}

/** An example that does not break a law. `first` is the result of `Up` or `Down`, to be compared with a second call. */
interface TriedExample {
  readonly example: unknown;
  readonly carried: unknown;
  readonly output: unknown;
  readonly beside: BesideExample;
  readonly first: unknown;
  readonly isInapplicable: boolean;
}

async function searchOnce(
  laws: ReadonlyMap<Law, TriedExamples>,
  search: Round,
): Promise<LawBreach | undefined> {
  const { step, examples, judges } = search;
  const [law] = laws.keys();
  if (!law) return undefined;
  const { of, carrier } = law;
  if (of === Nothing) return await amongNothing([...laws.keys()], search);
  const hold = holdingAll(laws, search);
  // A part of a larger value may be missing. Generated JSON is never undefined, so undefined is tried here.
  if (step.isPart && !carrier && takingNone(of, judges.reader)(undefined)) {
    const held = await hold([undefined, undefined]);
    if (held && held !== "misfit") return { example: undefined, carried: undefined, ...held };
  }
  const source = pairedExamples(of, carrier, examples);
  for (const tried of laws.values()) tried.source = source;
  switch (source.kind) {
    case "none":
      return { lacks: source.reason };
    case "given":
      return await amongGiven(source.values, hold);
    case "made":
      return await amongMade(source.values, hold, search);
  }
}

/** Checks the laws with undefined, the only value of `Nothing`. */
async function amongNothing(
  laws: readonly Law[],
  { step, contexts }: StepSearch,
): Promise<LawBreach | undefined> {
  for (const { holds } of laws) {
    const breach = await holds(undefined, {
      contexts: contexts.valuesFor(step, undefined),
      carried: undefined,
    });
    if (breach !== undefined && breach !== "not applicable") return { example: undefined, ...breach };
  }
  return undefined;
}

/** Makes a function that tries laws on an example until one does not hold. Adds it to `kept` of each law that holds. */
function holdingAll(laws: ReadonlyMap<Law, TriedExamples>, search: StepSearch): ExampleCheck {
  return async (example) => {
    let shared: TriedExample | undefined;
    for (const [law, tried] of laws) {
      // Laws with `inAll` share one tried example. Others get their own, because `Up` or `Down` may change it.
      const held = (law.inAll && shared) ?? (await heldBy(law, example, search));
      if (held === "misfit" || "what" in held) return held;
      if (law.inAll) shared = held;
      if (held.isInapplicable) tried.inapplicable++;
      tried.kept.push(held);
    }
    return undefined;
  };
}

async function heldBy(
  { of, carrier, holds, repeat }: Law,
  [example, carried]: Example,
  { step, contexts, judges }: StepSearch,
): Promise<"misfit" | Breach | TriedExample> {
  const verdict = await judges.judge(of, example);
  if ("issues" in verdict) return "misfit";
  const node = carrier && (await nodeOf(carrier, carried, judges));
  if (carrier && !node) return "misfit";
  const output = verdict.value;
  const beside = { contexts: contexts.valuesFor(step, output), carried: node };
  const held = await holds(output, beside);
  if (held !== undefined && held !== "not applicable") return held;
  return {
    example,
    carried,
    output,
    beside,
    first: repeat?.(output, beside),
    isInapplicable: held === "not applicable",
  };
}

/** Tries one example. Returns a breach, "misfit" if it does not match the schema, or undefined if all laws hold. */
type ExampleCheck = (example: Example) => Promise<"misfit" | Breach | undefined>;

async function amongGiven(values: readonly Example[], hold: ExampleCheck): Promise<LawBreach | undefined> {
  let fitting = 0;
  for (const example of values) {
    const result = await hold(example);
    if (result === "misfit") continue;
    if (result) return { example: example[0], carried: example[1], ...result };
    fitting++;
  }
  // Every given example must match the schema, because its author expects that the example is tried.
  return fitting < values.length || fitting === 0 ? { lacks: `${fitting} of ${values.length}` } : undefined;
}

/** The maximum number of examples that do not match the schema, for each one that does. With more, the search fails. */
const skipsPerRun = 20;

async function amongMade(
  values: Arbitrary<Example>,
  hold: ExampleCheck,
  { runs, seed, isLast }: Round,
): Promise<LawBreach | undefined> {
  const fc: FastCheckModule = fastCheck();
  const property = fc.asyncProperty(values, async (example) => {
    const result = await hold(example);
    fc.pre(result !== "misfit");
    if (result) throw new BrokenLaw(result);
  });
  const details = await fc.check(property, {
    numRuns: runs,
    seed,
    maxSkipsPerRun: skipsPerRun,
    endOnFailure: !isLast,
  });
  if (!details.failed) return undefined;
  if (details.counterexample === null) {
    return { lacks: `${details.numRuns} of ${details.numRuns + details.numSkips}` };
  }
  const { errorInstance } = details;
  // Any other error comes from a validator, and is thrown again.
  if (!(errorInstance instanceof BrokenLaw)) throw errorInstance;
  const [[example, carried]] = details.counterexample;
  return { example, carried, ...errorInstance.breach };
}

class BrokenLaw extends Error {
  constructor(readonly breach: Breach) {
    super(breach.what);
  }
}

/** A delay after which a function that reads the clock returns a different value. */
const laterMilliseconds = 5;

/** Calls a function again a little later. Returns the shortest example for which its result has changed. */
async function searchLater(
  repeat: NonNullable<Law["repeat"]>,
  kept: readonly TriedExample[],
): Promise<LawBreach | undefined> {
  await setTimeout(laterMilliseconds);
  const broken = kept.flatMap(({ example, carried, output, beside, first }) => {
    const second = repeat(output, beside);
    return isDeepStrictEqual(first, second) ? [] : [{ example, carried, ...differs(first, second) }];
  });
  return broken.toSorted((a, b) => exampleText(a.example).length - exampleText(b.example).length)[0];
}
