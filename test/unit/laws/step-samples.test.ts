import * as v from "valibot";
import { z } from "zod";
import { Change, Context, Each, Nothing, Now, OneOrEach, Rename, Versioned } from "versioned-controllers";
import { stepSampler } from "../../../src/laws/step-samples";
import { historyOf, type History } from "../../../src/model/history";

const Came = Change("2", "It came.");
const later = Change("3", "It went.");

/** A string whose example is given. */
const text = (example: string) => z.string().meta({ examples: [example] });
const A = z.object({ a: text("x") });
const B = z.object({ b: text("y") });
const up = ({ b }: { b: string }) => ({ a: b });
const down = ({ a }: { a: string }) => ({ b: a });
const failing = (): never => {
  throw new Error("never");
};

function known(schema: object): History {
  const history = historyOf(schema);
  if (history) return history;
  throw new Error("no history");
}

/** The oldest step. */
const lastOf = (schema: object): number => known(schema).links.length - 1;

const nothingFits = { failure: "no generated example matches the schema, or the change rejects every one" };

describe("a request before and after a change", () => {
  it.each<[what: string, history: object, sample: object]>([
    [
      "by the older schema's own example",
      Versioned(A).Before(Came, B, { Up: up }),
      { before: { b: "y" }, after: { a: "y" } },
    ],
    [
      "of nothing",
      Versioned(A).Before(Came, Nothing, { Up: () => ({ a: "new" }) }),
      { before: undefined, after: { a: "new" } },
    ],
    ["of nothing, which is refused", Versioned(A).Before(Came, Nothing, { Up: failing }), nothingFits],
    [
      "which is nothing now",
      Versioned(A)
        .Before(later, Nothing, { Up: () => ({ a: "new" }) })
        .Before(Came, B, { Down: failing }),
      { before: { b: "y" }, after: undefined },
    ],
    ["that Up refuses", Versioned(A).Before(Came, B, { Up: failing }), nothingFits],
    ["for which there is no Up", Versioned(A).Before(Came, B, { Down: down }), nothingFits],
    [
      "that the newer schema refuses",
      Versioned(A).Before(Came, B, { Up: () => ({ a: 1 as never }) }),
      nothingFits,
    ],
    [
      "as clients see both",
      Versioned(A)
        .As(z.object({ shown: z.string() }), {
          Up: ({ shown }) => ({ a: shown }),
          Down: ({ a }) => ({ shown: `now ${a}` }),
        })
        .Before(Came, B, { Up: up, Down: down })
        .As(z.object({ seen: text("z") }), {
          Up: ({ seen }) => ({ b: `was ${seen}` }),
          Down: ({ b }) => ({ seen: b }),
        }),
      { before: { seen: "z" }, after: { shown: "now was z" } },
    ],
    [
      "as clients cannot send it",
      Versioned(A)
        .Before(Came, B, { Up: up, Down: down })
        .As(z.object({ seen: text("z") }), { Down: ({ b }) => ({ seen: b }) }),
      nothingFits,
    ],
    [
      "by the next example, where the schema refuses the first",
      Versioned(A).Before(Came, z.object({ b: z.string() }).meta({ examples: [{ b: 1 }, { b: "y" }] }), {
        Up: up,
      }),
      { before: { b: "y" }, after: { a: "y" } },
    ],
    [
      "of a schema without JSON Schema, of which no example is made",
      Versioned(A).Before(Came, v.object({ b: v.string() }), { Up: up }),
      nothingFits,
    ],
  ])("%s", async (_what, history, sample) => {
    expect(await stepSampler().request(known(history), lastOf(history))).toEqual(sample);
  });
});

describe("an answer before and after a change", () => {
  it.each<[what: string, history: object, sample: object]>([
    [
      "by the newer schema's own example",
      Versioned(A).Before(Came, B, { Down: down }),
      { before: { b: "x" }, after: { a: "x" } },
    ],
    [
      "that was nothing",
      Versioned(A).Before(Came, Nothing, { Up: failing }),
      { before: undefined, after: { a: "x" } },
    ],
    [
      "that is nothing now",
      Versioned(A)
        .Before(later, Nothing, { Up: failing })
        .Before(Came, B, { Down: () => ({ b: "was" }) }),
      { before: { b: "was" }, after: undefined },
    ],
    ["that Down refuses", Versioned(A).Before(Came, B, { Down: failing }), nothingFits],
    ["for which there is no Down", Versioned(A).Before(Came, B, { Up: up }), nothingFits],
    [
      "as clients see both",
      Versioned(A)
        .As(z.object({ shown: z.string() }), { Down: ({ a }) => ({ shown: `now ${a}` }) })
        .Before(Came, B, { Up: up, Down: down })
        .As(z.object({ seen: z.string() }), { Down: ({ b }) => ({ seen: `was ${b}` }) }),
      { before: { seen: "was x" }, after: { shown: "now x" } },
    ],
  ])("%s", async (_what, history, sample) => {
    expect(await stepSampler().answer(known(history), lastOf(history), [])).toEqual(sample);
  });

  it("by the first example of the route that fits, else by the schema's own", async () => {
    const history = known(Versioned(A).Before(Came, B, { Down: down }));
    expect(await stepSampler().answer(history, 1, [{ a: 1 }, { a: "given" }])).toEqual({
      before: { b: "given" },
      after: { a: "given" },
    });
    expect(await stepSampler().answer(history, 1, [{ a: 1 }])).toMatchObject({ after: { a: "x" } });
  });
});

describe("of the examples that are made, the plainest is shown", () => {
  const odd = z.union([z.null(), z.int(), z.literal("word"), z.array(z.literal("a")).max(2)]);

  it.each<[what: string, schema: z.ZodType, before: unknown]>([
    ["a word before a number, null or a list", odd, "word"],
    ["a list of one item before one of none", z.array(z.literal("a")).max(2), ["a"]],
    [
      "a member that is there before one that is left out",
      z.object({ b: z.literal("word").optional() }),
      { b: "word" },
    ],
  ])("%s", async (_what, schema, before) => {
    const history = Versioned(z.object({ now: z.unknown() })).Before(Came, schema, {
      Up: (now) => ({ now }),
    });
    expect(await stepSampler().request(known(history), 1)).toMatchObject({ before });
  });

  it("one that the change changes before one that it leaves as it is", async () => {
    const Either = z.object({ isOld: z.boolean().optional(), a: z.string().optional() });
    const history = Versioned(Either).Before(Came, z.object({ isOld: z.boolean() }), {
      Up: (old) => (old.isOld ? old : { a: "no" }),
    });
    expect(await stepSampler().request(known(history), 1)).toEqual({
      before: { isOld: false },
      after: { a: "no" },
    });
  });
});

describe("what a step is given beside the example", () => {
  const Legacy = z.object({ code: text("gold") });
  const give = ({ a }: { a: string }, { code }: { code: string }) => ({ b: `${a} ${code}` });
  const Carrying = Versioned(A).Carrying(Legacy).Before(Came, B, { Down: give });

  it.each<[what: string, history: object, before: unknown]>([
    ["the value that it carries", Carrying, { b: "x gold" }],
    [
      "that of each member",
      Carrying.Within([["one"], ["other"]], (part) => z.object({ one: part, other: part, more: text("z") })),
      { one: { b: "x gold" }, other: { b: "x gold" }, more: "z" },
    ],
    [
      "that of each value of a record",
      Carrying.Within([Each], (one) => z.record(z.string(), one).meta({ examples: [{ k: { a: "x" } }] })),
      { k: { b: "x gold" } },
    ],
    [
      "that of each item of a list",
      Carrying.Within([Each], (one) => z.array(one).meta({ examples: [[{ a: "x" }, { a: "y" }]] })),
      [{ b: "x gold" }, { b: "y gold" }],
    ],
    [
      "that of one value in the place of a list",
      Carrying.Within([OneOrEach], (one) => z.union([one, z.array(one)]).meta({ examples: [{ a: "x" }] })),
      { b: "x gold" },
    ],
    [
      "that of each item in the place of one value",
      Carrying.Within([OneOrEach], (one) => z.union([one, z.array(one)]).meta({ examples: [[{ a: "x" }]] })),
      [{ b: "x gold" }],
    ],
    [
      "none, where there is no value",
      Carrying.Within(["data", "one"], (one) =>
        z.object({ data: z.object({ one }).nullable() }).meta({ examples: [{ data: null }] }),
      ),
      { data: null },
    ],
    [
      "the first of its examples that fits",
      Versioned(A)
        .Carrying(z.object({ code: z.string() }).meta({ examples: [{ code: 1 }, { code: "silver" }] }))
        .Before(Came, B, { Down: give }),
      { b: "x silver" },
    ],
    [
      "what is made, where it has no example",
      Versioned(A)
        .Carrying(z.object({ code: z.literal("made") }))
        .Before(Came, B, { Down: give }),
      { b: "x made" },
    ],
    [
      "nothing, where no library tells what fits",
      Versioned(A)
        .Carrying(v.object({ code: v.string() }))
        .Before(Came, B, { Down: ({ a }, carried: unknown) => ({ b: `${a} ${String(carried)}` }) }),
      { b: "x undefined" },
    ],
    [
      "the same time in every guide",
      Versioned(A).Before(Came, B, {
        Needs: [Now],
        Down: ({ a }, [now]) => ({ b: `${a} ${now.toISOString()}` }),
      }),
      { b: "x 2026-01-01T00:00:00.000Z" },
    ],
  ])("%s", async (_what, history, before) => {
    expect(await stepSampler().answer(known(history), 1, [])).toMatchObject({ before });
  });

  it("no context that only requests have", async () => {
    const Org = Context<string>("org");
    const history = Versioned(A).Before(Came, B, { Needs: [Org], Down: ({ a }, [org]) => ({ b: a + org }) });
    expect(await stepSampler().answer(known(history), 1, [])).toEqual({
      failure: 'its result depends on the context "org", which differs between requests',
    });
  });
});

describe("without fast-check", () => {
  const missing = { failure: "examples need fast-check: npm install fast-check" };

  beforeAll(() => {
    jest.doMock("fast-check", failing);
  });

  afterAll(() => {
    jest.dontMock("fast-check");
  });

  it("a schema's own examples are shown", async () => {
    const history = known(Versioned(A).Before(Came, B, Rename("b", "a")));
    expect(await stepSampler().request(history, 1)).toEqual({ before: { b: "y" }, after: { a: "y" } });
  });

  it("a guide says what to install where there is none", async () => {
    const history = known(Versioned(A).Before(Came, z.object({ b: z.string() }), Rename("b", "a")));
    expect(await stepSampler().request(history, 1)).toEqual(missing);
  });

  it("any other error is thrown on", async () => {
    const Odd = {
      "~standard": {
        version: 1,
        vendor: "odd",
        validate: failing,
        get jsonSchema() {
          return failing();
        },
      },
    };
    const history = known(Versioned(A).Before(Came, Odd as never, { Up: up as never }));
    await expect(stepSampler().request(history, 1)).rejects.toThrow("never");
  });
});
