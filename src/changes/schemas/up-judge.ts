import { once } from "../../core/model/collections";
import type { Validate, Verdict } from "../../core/model/schema";
import { isThenable } from "../../core/model/value";
import { schemaLeaving } from "./leaving-members";
import type { SchemaReader } from "../../schema/reader";
import { areConverted, sidesOf } from "../../schema/sides";
import { standardOf } from "../../schema/standard";

/**
 * Makes the validator of a body that an `Up` function has converted from an older request. If the schema rejects it, a
 * second validator accepts parts that are already transformed, such as `true` for `z.stringbool()`.
 */
export function upJudge(
  schema: object,
  validate: Validate,
  { reader, asOutput }: { readonly reader: SchemaReader; readonly asOutput: Validate },
): Validate {
  // Plain JSON Schema has no transforms, so its output is the same as its input.
  if (!standardOf(schema)) return validate;
  const again = once(() => outputJudgeOf(schema, reader, asOutput));
  return (given) => {
    const verdict = validate(given);
    return isThenable(verdict)
      ? Promise.resolve(verdict).then((one: Verdict) => settled(one, given))
      : settled(verdict, given);
  };

  function settled(verdict: Verdict, given: unknown): ReturnType<Validate> {
    return "value" in verdict ? verdict : (again()?.(given) ?? verdict);
  }
}

/** Makes a validator of values that are partly output already; undefined if the schema transforms nothing. */
function outputJudgeOf(schema: object, reader: SchemaReader, asOutput: Validate): Validate | undefined {
  const [input, output] = [reader.jsonOf(schema, "input"), reader.jsonOf(schema, "output")];
  const sides = input && output && sidesOf(input, output);
  if (!sides || !areConverted(sides)) return undefined;
  const leaving = schemaLeaving(schema, sides);
  return leaving ? reader.validator(leaving, "body") : asOutput;
}
