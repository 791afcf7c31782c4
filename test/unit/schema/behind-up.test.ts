import { judgeBehindUp } from "../../../src/changes/schemas/behind-up";
import type { JSONSchema, Validate, Verdict } from "../../../src/schema/interface/schema";

const string = { type: "string" };
const boolean = { type: "boolean" };
const object = (properties: JSONSchema, more: JSONSchema = {}) => ({ type: "object", properties, ...more });
const misfit = (...path: readonly string[]): Verdict => ({ issues: [{ path, message: "no" }] });

/** Reads `flag` of a text, as a library does. */
const reading: Validate = (value) => {
  const { flag } = value as { flag?: unknown };
  return typeof flag === "string" ? { value: { flag: flag === "yes" } } : misfit("flag");
};

const sides = { input: object({ flag: string }), output: object({ flag: boolean }) };

describe("behind an Up, a value", () => {
  it.each<[what: string, judge: Validate, given: unknown, verdict: Verdict]>([
    [
      "that is an output already stays as it is",
      judgeBehindUp({ validate: reading, ...sides }),
      { flag: true },
      { value: { flag: true } },
    ],
    [
      "that is a text is read",
      judgeBehindUp({ validate: reading, ...sides }),
      { flag: "yes" },
      { value: { flag: true } },
    ],
    [
      "that is neither has the schema's issues",
      judgeBehindUp({ validate: reading, ...sides }),
      { flag: 1 },
      misfit("flag"),
    ],
    [
      "that is no object is the schema's own matter",
      judgeBehindUp({ validate: () => misfit(), ...sides }),
      "text",
      misfit(),
    ],
    [
      "is what the schema makes of it, where that is no object",
      judgeBehindUp({
        validate: () => ({ value: "made" }),
        input: undefined,
        output: undefined,
      }),
      { flag: "yes" },
      { value: "made" },
    ],
    [
      "that is no text is an output, where nothing is described",
      judgeBehindUp({ validate: reading, input: undefined, output: undefined }),
      { flag: true },
      { value: { flag: true } },
    ],
    [
      "is an output, where the schema throws at it",
      judgeBehindUp({
        validate: () => {
          throw new TypeError("no text");
        },
        ...sides,
      }),
      { flag: true },
      { value: { flag: true } },
    ],
    [
      "misfits as a whole, whatever its members are",
      judgeBehindUp({ validate: () => misfit(), ...sides }),
      { flag: true },
      misfit(),
    ],
    [
      "misfits in a member that it does not have",
      judgeBehindUp({ validate: () => misfit("other"), ...sides }),
      { flag: true },
      misfit("other"),
    ],
    [
      "may be an output in each member of what is composed",
      judgeBehindUp({
        validate: () => misfit("flag"),
        input: { allOf: [object({ flag: string })] },
        output: { allOf: [object({ flag: boolean })] },
      }),
      { flag: true },
      { value: { flag: true } },
    ],
    [
      "may be an output in members of any name",
      judgeBehindUp({
        validate: () => misfit("flag"),
        input: { type: "object", additionalProperties: string },
        output: { type: "object", additionalProperties: boolean },
      }),
      { flag: true },
      { value: { flag: true } },
    ],
    [
      "is no output where the two sides are one",
      judgeBehindUp({
        validate: () => misfit("flag"),
        input: sides.input,
        output: sides.input,
      }),
      { flag: "yes" },
      misfit("flag"),
    ],
  ])("%s", async (_what, judge, given, verdict) => {
    expect(await judge(given)).toEqual(verdict);
  });
});
