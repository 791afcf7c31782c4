import { z } from "zod";
import { Change, Versioned } from "versioned-controllers";
import { stepsOf, type LawStep } from "../../../../src/tools/laws/steps";
import { historyOf, type HistoryUse } from "../../../../src/schema/interface/histories";
import { sharedReader } from "../../../../src/schema/reader";

const A = z.object({ a: z.string() });
const B = z.object({ b: z.string() });
const C = z.object({ c: z.string() });
const Shorter = Versioned(A).Before(Change("3", "`b` is `a`."), B, {
  Up: ({ b }) => ({ a: b }),
  Down: ({ a }) => ({ b: a }),
});
/** It goes on from the same link: the step from B to A is one. */
const Longer = Shorter.Before(Change("2", "`c` is `b`."), C, {
  Up: ({ c }) => ({ b: c }),
  Down: ({ b }) => ({ c: b }),
});

const ways = {
  query: { takes: true, isText: true, gives: false },
  body: { takes: true, isText: false, gives: false },
  response: { takes: false, isText: false, gives: true },
};
type Way = keyof typeof ways;

function use(schema: object, way: Way): HistoryUse {
  const history = historyOf(schema);
  if (!history) throw new Error("no history");
  return { history, where: way, ...ways[way] };
}

describe.each([
  ["one history", Shorter],
  ["two histories that share a link", Longer],
])("of %s in two places, the step that they share", (_what, other) => {
  const stepOf = (places: readonly [Way, Way]): LawStep => {
    const [one, another] = places;
    const steps = stepsOf([use(Shorter, one), use(other, another)], "3", sharedReader()).filter(
      ({ older }) => older === B,
    );
    const [step] = steps;
    if (!step || steps.length > 1) throw new Error(`${steps.length} steps`);
    return step;
  };

  it.each<[places: readonly [Way, Way], isText: boolean]>([
    [["query", "query"], true],
    [["query", "response"], true],
    [["response", "query"], true],
    [["query", "body"], false],
    [["body", "query"], false],
    [["body", "response"], false],
    [["response", "body"], false],
  ])("is only of texts where all requests send texts: %j is %s", (places, isText) => {
    expect(stepOf(places)).toMatchObject({ isText, where: places[0] });
  });

  it.each<[places: readonly [Way, Way], up: boolean, down: boolean]>([
    [["query", "body"], true, false],
    [["body", "response"], true, true],
    [["response", "body"], true, true],
    [["response", "response"], false, true],
  ])("goes the ways of both: %j goes up %s, down %s", (places, up, down) => {
    const step = stepOf(places);
    expect([step.up !== undefined, step.down !== undefined, step.isAnswer]).toEqual([up, down, down]);
  });
});
