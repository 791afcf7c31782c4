import type { JSONSchema } from "../../schema/interface/schema";
import { samplerOf } from "../guide/schema-sample";
import type { ChoiceKind, SampleChoices, VariedKind } from "../guide/schema-sample";

/**
 * Makes values of a schema, each different from the whole value in one choice: its own examples, a value with every
 * member, without each optional member, with null, with each alternative, with lists of other sizes, at each limit, and
 * one whose numbers differ. A value may break rules that JSON Schema does not express, and one value may come twice.
 */
export function* variantsOf(schema: JSONSchema): Generator {
  const { examples, make } = samplerOf(schema);
  yield* examples;
  const decisions = decisionsIn(make);
  // The samples are limited, so a recursive schema's own choices come before those of its repetition.
  const variants = [false, true].flatMap((isRepeated) =>
    order.flatMap((kind) => decisions.filter((one) => one.kind === kind && one.isRepeated === isRepeated)),
  );
  yield* valuesOf(make(whole({})));
  for (const { key, count, chosen } of variants) {
    for (let option = 1; option < count; option++) {
      yield* valuesOf(make(whole({ chosen: new Map([...chosen, [key, option]]) })));
    }
  }
  yield* valuesOf(make(whole({ turn: differing() })));
}

/** The order of the values that differ in one choice from the whole value. */
const order: readonly ChoiceKind[] = ["optional", "null", "alternative", "size", "limit"];

/** The options that are not the first at their place, by the key of the choice. */
type Chosen = ReadonlyMap<string, number>;

interface Decision {
  readonly kind: ChoiceKind;
  readonly isRepeated: boolean;
  readonly key: string;
  /** The number of options. */
  readonly count: number;
  /** The alternatives to take to reach this decision. */
  readonly chosen: Chosen;
}

type Make = ReturnType<typeof samplerOf>["make"];

/** The maximum number of decisions. A value has at most twenty samples, so later decisions are hardly ever used. */
const mostDecisions = 400;

/** Finds all decisions, also those inside of alternatives that the whole value does not have. */
function decisionsIn(make: Make): readonly Decision[] {
  const found = new Map<string, Decision>();
  const open: Chosen[] = [new Map()];
  for (const chosen of open) {
    const seen = (decision: Omit<Decision, "chosen">): void => {
      const { kind, key, count } = decision;
      if (count === 1 || found.has(key)) return;
      found.set(key, { ...decision, chosen });
      if (kind !== "alternative") return;
      for (let option = 1; option < count; option++) open.push(new Map([...chosen, [key, option]]));
    };
    make(whole({ chosen, seen }));
    if (found.size > mostDecisions || open.length > mostDecisions) break;
  }
  return [...found.values()];
}

interface WholeChoices {
  readonly chosen?: Chosen;
  readonly seen?: (decision: Omit<Decision, "chosen">) => void;
  readonly turn?: SampleChoices["turn"];
}

/** After so many choices a value becomes as small as it can be, because schemas may refer to each other in many ways. */
const mostChoices = 300;

function whole({ chosen, seen, turn = (_kind, own) => own }: WholeChoices): SampleChoices {
  let count = 0;
  return {
    isWhole: true,
    choose: (kind, { at, isRepeated }, options) => {
      const key = `${kind} ${at}`;
      if (++count > mostChoices) return smallest(kind, options);
      seen?.({ kind, isRepeated, key, count: options.length });
      // The cast is safe: a key has the same options in each value, because it contains the alternatives around it.
      return options[chosen?.get(key) ?? 0] as (typeof options)[0];
    },
    turn,
  };
}

/** The options without a member, with null, and without items. */
const smallestOptions: ReadonlyMap<ChoiceKind, unknown> = new Map<ChoiceKind, unknown>([
  ["optional", false],
  ["null", true],
  ["size", 0],
]);

function smallest<Option>(kind: ChoiceKind, options: readonly [Option, ...Option[]]): Option {
  return options.find((option) => option === smallestOptions.get(kind)) ?? options[0];
}

/** Makes numbers, dates and ids that all differ, so that a conversion which confuses two of them gives another result. */
function differing(): SampleChoices["turn"] {
  const next = { number: 1, format: 0 };
  return (kind: VariedKind, own) => {
    if (kind === "number" || kind === "format") return next[kind]++;
    return kind === "boolean" ? 1 : own;
  };
}

function valuesOf({ made }: ReturnType<Make>): readonly unknown[] {
  return made ? [made.value] : [];
}
