import { types } from "node:util";
import { Now } from "../../schema/interface/context";
import type { HistoryUse, LinkSchema } from "../../schema/interface/histories";
import { assertOptions } from "../../core/model/options";
import type { Schema } from "../../schema/interface/schema";
import type { Version } from "../../core/model/version";
import type { AppComponents } from "../../schema/app-components";
import { conversionJudges } from "../../changes/schemas/conversion-judges";
import { contractReader } from "../../schema/contract-reader";
import { placeFrom } from "../../schema/json-schema/places";
import { jsonSchemaOf, type SchemaReader } from "../../schema/reader";
import { lawContextsOf, type LawContext } from "./law-contexts";
import { examplesFrom } from "./examples";
import { judgesWith } from "./judges";
import { exampleText, lawsOf, lossLawsOf, returnLawsOf, type Law } from "./laws";
import { nameOfPlace } from "./lost-places";
import { breachesOf, type LawBreach, type Search, type StepSearch } from "./search";
import { stepsOf, type LawStep } from "./steps";

/** The options of `CheckChanges`. */
export interface CheckOptions {
  /** The number of examples for each law, which is a rule that `Up` and `Down` must keep; default 100. */
  readonly Runs?: number;
  /** The seed in the message of an earlier error. It generates the same examples again. */
  readonly Seed?: number;
  /** Examples for schemas that have no JSON Schema, or whose JSON Schema is too imprecise. */
  readonly Examples?: ReadonlyMap<Schema, readonly unknown[]>;
  /** The contexts that `Up` and `Down` need: `[Org.Is(org)]`, or `[Org.For((example) => orgOf(example))]`. */
  readonly Context?: readonly LawContext[];
}

/**
 * Tests every `Up` and `Down` with examples: for instance, `Down(Up(x))` must be `x`. Rejects with an Error that lists
 * the broken rules, or with a TypeError for wrong options.
 */
export async function checkHistories(
  uses: readonly HistoryUse[],
  newest: Version,
  options: CheckOptions = {},
  { now = () => new Date(), warn = () => undefined, components = () => new Map() }: CheckSurroundings = {},
): Promise<void> {
  assertOptions<CheckOptions>("CheckChanges", options, checkOptions);
  const {
    Runs = 100,
    // fast-check takes a signed seed of 32 bits, so a positive seed is less than 2 ** 31.
    Seed = Math.trunc(Math.random() * 2 ** 31),
    Examples: given = new Map(),
    Context = [],
  } = options;
  const reader = contractReader(conversionJudges, undefined, components());
  const examples = examplesFrom(given, Seed, reader);
  const judges = judgesWith(examples, reader);
  const steps = stepsOf(uses, newest, reader);
  // `Now` has one value for the whole check, so that functions that need it return the same result at every call.
  const isTimed = steps.some(({ needs }) => needs.includes(Now));
  const contexts = lawContextsOf(Context, isTimed ? new Map([[Now, now()]]) : new Map());
  const found: string[] = [];
  for (const step of steps) {
    found.push(...(await brokenIn(step, { examples, judges, contexts, warn, runs: Runs, seed: Seed })));
  }
  if (found.length === 0) return;
  const [laws, are] = found.length === 1 ? ["law", "is"] : ["laws", "are"];
  throw new Error(`${found.length} ${laws} of changes ${are} broken (Seed: ${Seed}):\n${found.join("\n")}`);
}

const checkOptions = {
  // With `Runs: 0`, no example would be tried, and every law would hold.
  Runs: {
    expected: "a whole number above 0",
    holds: (runs: unknown) => Number.isInteger(runs) && Number(runs) > 0,
  },
  Seed: { expected: "a whole number", holds: Number.isInteger },
  Examples: { expected: "a Map of schemas and lists", holds: types.isMap },
  Context: { expected: "a list such as [Org.Is(org)]", holds: Array.isArray },
};

interface CheckSurroundings {
  readonly now?: () => Date;
  readonly warn?: (message: string) => void;
  readonly components?: () => AppComponents;
}

async function brokenIn(step: LawStep, search: Search): Promise<readonly string[]> {
  const missing = search.contexts.missingFor(step);
  if (missing !== undefined) return [`${step.name}: ${missing}`];
  const found = new Set<string>();
  const ofStep: StepSearch = { ...search, step };
  for (const [law, broken] of await breachesOf(lawsOf(step, search.judges), ofStep)) {
    const text = `${step.name}: ${brokenLawText(broken, law, ofStep)}`;
    if ("warning" in broken) search.warn(`${text} (${broken.warning})`);
    else found.add(text);
  }
  for (const doubt of await doubtsAbout(ofStep)) search.warn(`${step.name}: ${doubt}`);
  return [...found];
}

function brokenLawText(broken: LawBreach, law: Law, { step, judges }: StepSearch): string {
  if ("lacks" in broken) {
    return `${step.where}: too few examples match ${whichOf(law.of, step, judges.reader)} (${broken.lacks}): add Examples for this schema`;
  }
  if ("inapplicable" in broken) {
    const [name] = law.name.split(":");
    return (
      `${name} was hardly tried: ${step.where}: ${broken.inapplicable} examples ended in an HTTPError or were refused: ` +
      `add Examples of ${whichOf(law.of, step, judges.reader)} that can be converted`
    );
  }
  const { path, what, example, carried } = broken;
  const place = path.length > 0 ? `${step.where}, at ${path.join(".")}` : step.where;
  const carries = carried === undefined ? "" : `, which carries ${exampleText(carried)}`;
  return `${law.name}: ${place}: for ${exampleText(example)}${carries}: ${what}`;
}

function whichOf(schema: LinkSchema, { older }: LawStep, reader: SchemaReader): string {
  const json = jsonSchemaOf(schema, "input", reader);
  const title = json?.title ?? json?.id;
  const which = schema === older ? "the older schema" : "the newer schema";
  return typeof title === "string" ? `${which}, ${title}` : which;
}

/** Warnings about a `Lossy` that exempts a whole link, although naming some places would do, or none is lost. */
async function doubtsAbout(search: StepSearch): Promise<readonly string[]> {
  const { where, reason } = search.step;
  if (reason === undefined) return [];
  const lost = await lostPlaces(search);
  if (lost === undefined) return [];
  if (lost.length > 0) {
    const places = lost.map((place) => `${JSON.stringify(place)}: ${JSON.stringify(reason)}`).join(", ");
    return [
      `${where}: Lossy exempts the whole link from both laws, but only these places are lost: ` +
        `replace the text by Lossy: { ${places} }`,
    ];
  }
  const returns = returnLawsOf(search.step, search.judges);
  if (returns.length === 0 || (await breachesOf(returns, search)).length > 0) return [];
  return [
    `${where}: Lossy is not needed, because Down(Up(x)) was x for every example x: remove Lossy, or add Examples ` +
      "of a value that is lost, or name the places that older versions do not have: Lossy: { place: reason }",
  ];
}

/** The places without which all laws hold, as `Lossy` would name them; undefined if places are not enough. */
async function lostPlaces(search: StepSearch): Promise<readonly string[] | undefined> {
  const { step, judges } = search;
  const lost = new Set<string>();
  while (lost.size < mostPlaces) {
    const laws = lossLawsOf(step, [...lost].map(placeFrom), judges);
    const breaches = await breachesOf(laws, search);
    if (breaches.length === 0) return [...lost];
    for (const [, broken] of breaches) {
      const place =
        "path" in broken ? nameOfPlace(broken.path, [step.older, step.newer], judges.reader) : undefined;
      if (place === undefined || lost.has(place)) return undefined;
      lost.add(place);
    }
  }
  return undefined;
}

/** With more places, a text for the whole link reads better. */
const mostPlaces = 20;
