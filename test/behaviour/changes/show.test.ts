import { DefineVersions, Versioned } from "versioned-controllers";
import { z } from "zod";
import { Cat, Cat2, Cat3, Names, names, tom, tomIn, V } from "./cats";

describe("Show gives what a response of the version would hold", () => {
  it.each(names)("without what no schema has, in version %s", (version) => {
    expect(V.Show(Cat, version, { ...tom, password: "x" } as typeof tom)).toEqual(tomIn[version]);
  });

  it("without what an older schema closes out, whatever Down gives", () => {
    const Leaking = Versioned(Cat3).Before(Names, Cat2, { Down: (now) => ({ ...now, name: "Tom" }) });
    expect(V.Show(Leaking, "2", tom)).toEqual({ name: "Tom", birthday: tom.birthday });
  });

  it("as JSON, whatever Down gives", () => {
    const { V: Two, Plan } = planWhoseDownGives({ gone: undefined, at: new Date(0), list: [undefined] });
    expect(Two.Show(Plan, "1", {})).toStrictEqual({ at: "1970-01-01T00:00:00.000Z", list: [null] });
  });

  it("and throws where JSON cannot hold what Down gives", () => {
    const { V: Two, Plan } = planWhoseDownGives(() => "x");
    expect(() => Two.Show(Plan, "1", {})).toThrow(
      new TypeError("the value must be one that JSON can represent, got the function without a name"),
    );
  });
});

describe.each<[library: string, schema: object]>([
  ["closed", z.object({ a: z.string() })],
  ["open", { type: "object" }],
])(
  "Show throws where JSON cannot hold the newest version's value, of a schema that is %s",
  (_library, schema) => {
    const Plan = Versioned(schema as typeof Cat3).Before(Names, schema as typeof Cat3, {
      Down: (plan) => plan,
    });
    it.each<[what: string, value: unknown]>([
      ["undefined", undefined],
      ["a promise: await it first", Promise.resolve({ a: "x" })],
      [
        "the function without a name",
        (
          () => () =>
            "x"
        )(),
      ],
    ])("%s", (what, value) => {
      expect(() => V.Show(Plan, "3", value as never)).toThrow(
        new TypeError(`the value must be one that JSON can represent, got ${what}`),
      );
    });
  },
);

function planWhoseDownGives(given: unknown) {
  const V = DefineVersions("1", "2");
  return {
    V,
    Plan: Versioned(z.object({})).Before(V.Change("2", "A plan."), z.any(), { Down: () => given }),
  };
}
