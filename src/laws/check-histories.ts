import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { fastCheck, type Arbitrary, type FastCheckModule } from "./fast-check";
import { Nothing, type HistoryUse, type LinkSchema } from "../model/history";
import type { Schema } from "../model/schema";
import type { Version } from "../model/version";
import { describeSchema } from "../schema/json";
import { examplesFrom, type Examples } from "./examples";
import { judgesWith, type Judges } from "./judges";
import { differs, lawsOf, exampleText, type Law } from "./laws";
import { stepsOf, type LawStep } from "./steps";

/** The way in which `CheckChanges` looks for counterexamples. */
export interface CheckOptions {
  /** The number of examples that each law is held for; default 100. */
  readonly Runs?: number;
  /** A seed makes the same examples again: the error names the one that it had. */
  readonly Seed?: number;
  /** Values that schemas take, for those whose JSON Schema says too little, or which have none. */
  readonly Examples?: ReadonlyMap<Schema, readonly unknown[]>;
}

/**
 * Holds every step of the histories against the five laws; `newest` names the faces of the newest links.
 *
 * Rejects with one Error that has a line for every law that is broken.
 */
export async function checkHistories(
  uses: readonly HistoryUse[],
  newest: Version,
  { Runs = 100, Seed = newSeed(), Examples: given = new Map() }: CheckOptions = {},
): Promise<void> {
  const examples = examplesFrom(given, Seed);
  const judges = judgesWith(examples);
  const found: string[] = [];
  for (const step of stepsOf(uses, newest)) {
    found.push(...(await brokenIn(step, { examples, judges, runs: Runs, seed: Seed })));
  }
  if (found.length === 0) return;
  throw new Error(`${found.length} laws of changes are broken (Seed: ${Seed}):\n${found.join("\n")}`);
}

/** A seed as fast-check takes it: 32 bits, with a sign. */
function newSeed(): number {
  return Math.trunc(Math.random() * 2 ** 31);
}

interface Search {
  readonly examples: Examples;
  readonly judges: Judges;
  readonly runs: number;
  readonly seed: number;
}

/** The laws that a step breaks; a schema without examples is told once. */
async function brokenIn(step: LawStep, search: Search): Promise<readonly string[]> {
  const found = new Set<string>();
  for (const law of lawsOf(step, search.judges)) {
    const broken = await searchAll(law, search);
    if (broken === undefined) continue;
    found.add(
      "lacks" in broken
        ? `${step.name}: too few examples fit ${whichOf(law.of, step)} (${broken.lacks}): give Examples for it`
        : `${step.name}: ${law.name}: for ${exampleText(broken.example)}: ${broken.breach}`,
    );
  }
  return [...found];
}

function whichOf(schema: LinkSchema, { older }: LawStep): string {
  const description = schema === Nothing ? undefined : describeSchema(schema, "input");
  const title =
    description && "json" in description ? (description.json.title ?? description.json.id) : undefined;
  const which = schema === older ? "the older schema" : "the newer schema";
  return typeof title === "string" ? `${which}, ${title}` : which;
}

type Broken = { readonly example: unknown; readonly breach: string } | { readonly lacks: string };

async function searchAll(law: Law, search: Search): Promise<Broken | undefined> {
  const kept: Kept[] = [];
  const broken = await searchOnce(law, search, kept);
  return broken ?? (law.again && (await searchLater(law.again, kept)));
}

/** An example, and what a function gave for it. */
interface Kept {
  readonly example: unknown;
  readonly output: unknown;
  readonly first: unknown;
}

async function searchOnce(law: Law, search: Search, kept: Kept[]): Promise<Broken | undefined> {
  if (law.of === Nothing) {
    const breach = await law.holds(undefined);
    return breach === undefined ? undefined : { example: undefined, breach };
  }
  const { of, holds, again } = law;
  const source = search.examples.of(of);
  /** The breach by one example; "misfit" where the schema does not take it. */
  const hold = async (example: unknown): Promise<"misfit" | { readonly breach: string } | undefined> => {
    const verdict = await search.judges.judge(of, example);
    if ("issues" in verdict) return "misfit";
    const breach = await holds(verdict.value);
    if (breach !== undefined) return { breach };
    if (again) kept.push({ example, output: verdict.value, first: again(verdict.value) });
    return undefined;
  };
  switch (source.kind) {
    case "none":
      return { lacks: source.reason };
    case "given":
      return await amongGiven(source.values, hold);
    case "made":
      return await amongMade(source.values, hold, search);
  }
}

type Hold = (example: unknown) => Promise<"misfit" | { readonly breach: string } | undefined>;

async function amongGiven(values: readonly unknown[], hold: Hold): Promise<Broken | undefined> {
  let fitting = 0;
  for (const example of values) {
    const result = await hold(example);
    if (result === "misfit") continue;
    if (result) return { example, ...result };
    fitting++;
  }
  // One that does not fit is no example: who gave it believes that it was tried.
  return fitting < values.length || fitting === 0 ? { lacks: `${fitting} of ${values.length}` } : undefined;
}

/** The examples that may be skipped for each that fits: enough for a schema that takes every tenth. */
const skipsPerRun = 20;

async function amongMade(
  values: Arbitrary<unknown>,
  hold: Hold,
  { runs, seed }: Search,
): Promise<Broken | undefined> {
  const fc: FastCheckModule = fastCheck();
  const property = fc.asyncProperty(values, async (example) => {
    const result = await hold(example);
    fc.pre(result !== "misfit");
    if (result) throw new BrokenLaw(result.breach);
  });
  const details = await fc.check(property, { numRuns: runs, seed, maxSkipsPerRun: skipsPerRun });
  if (!details.failed) return undefined;
  if (details.counterexample === null) {
    return { lacks: `${details.numRuns} of ${details.numRuns + details.numSkips}` };
  }
  const { errorInstance } = details;
  // Any other error is a validator's.
  if (!(errorInstance instanceof BrokenLaw)) throw errorInstance;
  return { example: details.counterexample[0], breach: errorInstance.message };
}

class BrokenLaw extends Error {}

/** A pause longer than a clock's tick: what a function reads from a clock is then another. */
const laterMilliseconds = 5;

/** The shortest example for which a function gives something else a little later. */
async function searchLater(
  again: (output: unknown) => unknown,
  kept: readonly Kept[],
): Promise<Broken | undefined> {
  await setTimeout(laterMilliseconds);
  const broken = kept.flatMap(({ example, output, first }) => {
    const second = again(output);
    return isDeepStrictEqual(first, second) ? [] : [{ example, breach: differs(first, second) }];
  });
  return broken.toSorted((a, b) => exampleText(a.example).length - exampleText(b.example).length)[0];
}
