import * as v from "valibot";
import { z } from "zod";
import { Change, Versioned } from "versioned-controllers";
import { checkHistories, type CheckOptions } from "../../../../src/tools/laws/check-histories";
import { historyOf } from "../../../../src/schema/interface/histories";

const Came = Change("2", "It came.");
const Plan = z.object({ price: z.int() });
const Older = z.object({ plan: z.string() });
const Legacy = z.object({ code: z.string().min(1) });
/** A schema whose library gives no JSON Schema. */
const Bare = v.object({ code: v.string() });

type Give = (plan: { price: number }, legacy: { code: string }) => { plan: string };
const planOf: Give = ({ price }, { code }) => ({ plan: `${code} ${String(price)}` });

/** The lines of the error, one for each law that is broken. */
async function brokenLaws(schema: object, Examples?: CheckOptions["Examples"]): Promise<readonly string[]> {
  const history = historyOf(schema);
  if (!history) throw new Error("no history");
  const use = { history, where: "GET /", takes: false, isText: false, gives: true };
  try {
    await checkHistories([use], "2", { Seed: 1, Runs: 30, ...(Examples && { Examples }) });
    return [];
  } catch (error) {
    return (error as Error).message.split("\n").slice(1);
  }
}

describe("the examples of a value are beside those of what it carries", () => {
  const of = (give: Give) => Versioned(Plan).Carrying(Legacy).Before(Came, Older, { Down: give });
  const wrong = of(({ price }, { code }) => ({
    plan: code === "gold" && price === 70_007 ? (1 as never) : "",
  }));

  it.each<[what: string, examples: CheckOptions["Examples"], isFound: boolean]>([
    ["made for both", new Map(), false],
    [
      "given for both",
      new Map<object, unknown[]>([
        [wrong, [{ price: 70_007 }]],
        [Legacy, [{ code: "gold" }]],
      ]),
      true,
    ],
    ["given for the value alone", new Map<object, unknown[]>([[wrong, [{ price: 70_007 }]]]), false],
    ["given for what is carried alone", new Map<object, unknown[]>([[Legacy, [{ code: "gold" }]]]), false],
  ])("%s", async (_what, examples, isFound) => {
    expect(await brokenLaws(of(planOf), examples)).toEqual([]);
    const found = expect.stringContaining('for {"price":70007}, which carries {"code":"gold"}: ') as unknown;
    expect(await brokenLaws(wrong, examples)).toEqual(isFound ? [found] : []);
  });

  it("as often as they are fewer", async () => {
    const prices = [1, 2, 70_007].map((price) => ({ price }));
    const examples = new Map<object, unknown[]>([
      [wrong, prices],
      [Legacy, [{ code: "gold" }]],
    ]);
    expect(await brokenLaws(wrong, examples)).toHaveLength(1);
  });
});

describe("a lack of examples is reported", () => {
  it.each<[what: string, schema: object, examples: readonly (readonly [object, unknown[]])[], words: string]>(
    [
      [
        "of what is carried",
        Versioned(Plan).Carrying(Bare).Before(Came, Older, { Down: planOf }),
        [],
        "(its carried value: valibot provides no JSON Schema in `~standard.jsonSchema`: wrap the schema",
      ],
      [
        "of the value",
        Versioned(v.object({ price: v.number() }))
          .Carrying(Legacy)
          .Before(Came, Older, { Down: planOf }),
        [],
        "(valibot provides no JSON Schema in `~standard.jsonSchema`: wrap the schema",
      ],
      [
        "of what is carried, where those that are given do not fit",
        Versioned(Plan).Carrying(Legacy).Before(Came, Older, { Down: planOf }),
        [[Legacy, [{ code: "" }]]],
        "too few examples match",
      ],
    ],
  )("%s", async (_what, schema, examples, words) => {
    expect(await brokenLaws(schema, new Map(examples))).toEqual([expect.stringContaining(words) as unknown]);
  });
});
