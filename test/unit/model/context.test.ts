import { z } from "zod";
import { Change, Context, Versioned } from "versioned-controllers";
import { historyOf } from "../../../src/model/history";

describe("a context", () => {
  it.each<[what: string, name: unknown]>([
    ["no name", undefined],
    ["an empty name", ""],
    ["a number", 7],
  ])("is refused with %s", (_what, name) => {
    expect(() => Context(name as string)).toThrow("Context: the name must be text that is not empty, got ");
  });

  it("is made from an example by a function alone", () => {
    expect(() => Context("org").For("acme" as never)).toThrow(
      'For: a function must make the value, got "acme"',
    );
  });
});

describe("a step that is given no context at all says which one it needs", () => {
  const Org = Context<string>("org");
  const Came = Change("2", "It came.");
  const A = z.object({ a: z.string() });
  const B = z.object({ b: z.string() });

  it.each<[what: string, history: object]>([
    ["alone", Versioned(A).Before(Came, B, { Needs: [Org], Down: ({ a }, [org]) => ({ b: a + org }) })],
    [
      "beside what is carried",
      Versioned(A)
        .Carrying(z.string().optional())
        .Before(Came, B, {
          Needs: [Org],
          Down: ({ a }, carried, [org]) => ({ b: `${a}${String(carried)}${org}` }),
        }),
    ],
  ])("%s", (_what, history) => {
    const down = historyOf(history)?.links[1]?.down;
    expect(() => down?.({ a: "" })).toThrow(/the context "org" is needed, and nobody gives it|carr/);
  });
});
