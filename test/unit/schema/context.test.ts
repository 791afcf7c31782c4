import { z } from "zod";
import { Change, Context, Versioned } from "versioned-controllers";
import { historyOf } from "../../../src/schema/interface/histories";

describe("a context", () => {
  it.each<[what: string, name: unknown]>([
    ["no name", undefined],
    ["an empty name", ""],
    ["a number", 7],
  ])("is refused with %s", (_what, name) => {
    expect(() => Context(name as string)).toThrow("Context: the name must be a non-empty string, got ");
  });

  it.each<[what: string, options: unknown, message: string]>([
    ["no object", 7, "Context: the options must be an object, got 7"],
    ["another option", { Examples: [] }, "Context: an option must be Example or Description, got Examples"],
    ["an empty description", { Description: "" }, 'Context: Description must be a non-empty string, got ""'],
  ])("is refused with options that are %s", (_what, options, message) => {
    expect(() => Context("org", options as object)).toThrow(message);
  });

  it("keeps its Example and its Description", () => {
    const { Example, Description } = Context<number>("org", { Example: 7, Description: "a number" });
    expect([Example, Description]).toEqual([7, "a number"]);
  });

  it("is made from an example only by a function", () => {
    expect(() => Context("org").For("acme" as never)).toThrow(
      'For: the argument must be a function such as (example) => contextOf(example), got "acme"; for a fixed value, use Is',
    );
  });
});

describe("a step that is given only its value says what it needs", () => {
  const Org = Context<string>("org");
  const Came = Change("2", "It came.");
  const A = z.object({ a: z.string() });
  const B = z.object({ b: z.string() });

  it.each<[what: string, history: object, message: RegExp]>([
    [
      "a context",
      Versioned(A).Before(Came, B, { Needs: [Org], Down: ({ a }, [org]) => ({ b: a + org }) }),
      /^the context "org" is needed, but no WithContext provides it: add WithContext to the route$/,
    ],
    [
      "what is carried, before a context",
      Versioned(A)
        .Carrying(z.string().optional())
        .Before(Came, B, {
          Needs: [Org],
          Down: ({ a }, { Carried: carried, Contexts: [org] }) => ({ b: `${a}${String(carried)}${org}` }),
        }),
      /Carry\(/,
    ],
  ])("%s", (_what, history, message) => {
    const down = historyOf(history)?.links[1]?.down;
    expect(() => down?.({ a: "" })).toThrow(message);
  });
});
