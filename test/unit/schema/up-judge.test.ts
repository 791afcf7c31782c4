import { z } from "zod";
import { sharedReader, validatorOfSchema } from "../../../src/schema/reader";
import { upJudge } from "../../../src/schema/up-judge";

/** As where ajv is not installed. */
const reader = { ...sharedReader(), compile: () => undefined };

const mixed = z.object({ flag: z.stringbool(), n: z.string().transform(Number).pipe(z.number().min(1)) });

describe("without ajv, an output of one type is left as it is", () => {
  it.each<[what: string, given: object, value: object | undefined]>([
    ["a boolean", { flag: true, n: "2" }, { flag: true, n: 2 }],
    ["input", { flag: "false", n: "2" }, { flag: false, n: 2 }],
    ["another type", { flag: 1, n: "2" }, undefined],
    ["a number with a rule of its own", { flag: true, n: 2 }, undefined],
  ])("%s", async (_what, given, value) => {
    const asInput = validatorOfSchema(mixed);
    const verdict = await upJudge(mixed, asInput, { reader, asOutput: asInput })(given);
    expect("value" in verdict ? verdict.value : undefined).toEqual(value);
  });
});
