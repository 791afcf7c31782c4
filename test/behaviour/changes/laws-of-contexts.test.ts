import {
  Context,
  Each,
  Now,
  Since,
  Versioned,
  WithBody,
  WithContext,
  WithResponse,
  type App,
} from "versioned-controllers";
import { CheckChanges, type CheckOptions } from "versioned-controllers/check";
import { z } from "zod";
import { appWith, Names } from "./cats";

const Org = Context<{ readonly known: readonly string[] }>("org");
const Plan3 = z.object({ feature: z.string() });
const Plan2 = z.object({ index: z.int() });

/** A plan whose Down wants its feature to be known to the organisation. */
const Plan = Versioned(Plan3).Before(Names, Plan2, {
  Needs: [Org],
  Down: ({ feature }, [org]) => {
    if (!org.known.includes(feature)) throw new Error(`no such feature: ${feature}`);
    return { index: org.known.indexOf(feature) };
  },
});

function app(schema: object, value: unknown = {}): App {
  return appWith((one) =>
    one.Get(
      "/plans",
      (() => value) as never,
      Since("1"),
      WithResponse(200, schema),
      WithContext(Org, () => ({ known: [] })),
    ),
  ).app;
}

async function brokenIn(one: App, options: CheckOptions = {}): Promise<string> {
  try {
    await CheckChanges(one, { Seed: 1, Runs: 30, ...options });
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

describe("CheckChanges holds links that need contexts", () => {
  it("and asks for a context that is not given", async () => {
    expect(await brokenIn(app(Plan))).toContain(
      '(version 3): needs the context "org": add org.Is(value) to the Context option of CheckChanges',
    );
  });

  it("by a value", async () => {
    expect(await brokenIn(app(Plan), { Context: [Org.Is({ known: [] })] })).toContain("no such feature");
  });

  it("by a value made from each example", async () => {
    const Context = [Org.For((example) => ({ known: [(example as { feature: string }).feature] }))];
    expect(await brokenIn(app(Plan), { Context })).toBe("");
  });

  interface Known {
    readonly known: readonly string[];
  }
  const knowing = (value: unknown): Known => ({ known: [(value as { feature: string }).feature] });

  it.each<[what: string, example: Known | ((value: unknown) => Known), broken: string]>([
    ["a value", { known: [] }, "Down threw: no such feature"],
    ["made from the value to convert", knowing, ""],
  ])("by the Example of the key, %s, unless Context has the key", async (_what, Example, broken) => {
    const Key = Context<Known>("org", { Example });
    const Keyed = Versioned(Plan3).Before(Names, Plan2, {
      Needs: [Key],
      Down: ({ feature }, [org]) => {
        if (!org.known.includes(feature)) throw new Error(`no such feature: ${feature}`);
        return { index: org.known.indexOf(feature) };
      },
    });
    const { app: one } = appWith((made) =>
      made.Get(
        "/plans",
        () => ({ feature: "" }),
        Since("1"),
        WithResponse(200, Keyed),
        WithContext(Key, () => ({ known: [] })),
      ),
    );
    const found = await brokenIn(one);
    expect(broken === "" ? found : found.includes(broken)).toBe(broken === "" ? "" : true);
    expect(await brokenIn(one, { Context: [Key.For(knowing)] })).toBe("");
  });

  it("by one time of the App's clock, unless it is given", async () => {
    const seen = new Set<number>();
    const Dated = Versioned(Plan3).Before(Names, z.object({ year: z.int() }), {
      Needs: [Now],
      Down: (_plan, [now]) => {
        seen.add(now.getTime());
        return { year: now.getUTCFullYear() };
      },
    });
    expect(await brokenIn(app(Dated))).toBe("");
    expect(seen.size).toBe(1);
    seen.clear();
    expect(await brokenIn(app(Dated), { Context: [Now.Is(new Date(7))] })).toBe("");
    expect([...seen]).toEqual([7]);
  });

  it("and a request's, one context for both ways", async () => {
    const Both = Versioned(z.object({ text: z.string() })).Before(Names, z.object({ old: z.string() }), {
      Needs: [Org],
      Up: ({ old }, [org]) => ({ text: `${org.known.join()}${old}` }),
      Down: ({ text }, [org]) => ({ old: text.slice(org.known.join().length) }),
    });
    const { app: one } = appWith((each) =>
      each.Post(
        "/plans",
        (req) => req.body as { text: string },
        Since("1"),
        WithBody(Both),
        WithResponse(200, Both),
        WithContext(Org, () => ({ known: [] })),
      ),
    );
    expect(
      await brokenIn(one, { Context: [Org.For((example) => ({ known: [JSON.stringify(example)] }))] }),
    ).toBe("");
    expect(await brokenIn(one)).toContain("needs the context");
  });

  it.each([
    [
      "twice",
      [Org.Is({ known: [] }), Org.For(() => ({ known: [] }))],
      'the context "org" is in the list twice: remove one',
    ],
    ["as something else", [{ known: [] }], "each context must be made by its method Is or For"],
    ["by its key alone", [{ Key: Org }], "each context must be made by its method Is or For"],
  ])("and refuses one that is given %s", async (_what, Context, message) => {
    expect(await brokenIn(app(Plan), { Context: Context as never })).toContain(message);
  });
});

describe("CheckChanges makes examples of what values carry", () => {
  const Legacy = z.object({ subscription: z.enum(["a", "b"]) });
  const carrying = (down: (legacy: z.infer<typeof Legacy>) => unknown): object =>
    Versioned(Plan3)
      .Carrying(Legacy)
      .Before(Names, Legacy, { Down: (_plan, legacy) => down(legacy) as z.infer<typeof Legacy> })
      .Within([Each], (plan) => z.array(plan));

  it("and finds nothing where all laws are kept", async () => {
    expect(await brokenIn(app(carrying(({ subscription }) => ({ subscription }))))).toBe("");
  });

  it("and tells of what breaks one, with what was carried", async () => {
    const message = await brokenIn(
      app(carrying(({ subscription }) => (subscription === "b" ? {} : { subscription }))),
    );
    expect(message).toContain('for {"feature":""}, which carries {"subscription":"b"}: Down returns {}');
  });

  it("and of a Down that changes what is carried", async () => {
    const message = await brokenIn(
      app(
        carrying((legacy) => {
          const given = { ...legacy };
          legacy.subscription = "a";
          return given;
        }),
      ),
    );
    expect(message).toContain("pure: Down returns another value the second time");
  });

  it("and takes Examples of it", async () => {
    const seen = new Set<string>();
    const one = app(
      carrying(({ subscription }) => {
        seen.add(subscription);
        return { subscription };
      }),
    );
    expect(await brokenIn(one, { Examples: new Map([[Legacy, [{ subscription: "b" }]]]) })).toBe("");
    expect([...seen]).toEqual(["b"]);
  });
});
