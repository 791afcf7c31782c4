import { once } from "../../core/model/collections";
import type { Validate } from "../../schema/interface/schema";
import { afterwards } from "../../core/model/value";
import { judgeBehindUp } from "./behind-up";
import { schemaLeaving } from "./leaving-members";
import type { SchemaReader } from "../../schema/reader";
import { areConverted, sidesOf } from "../../schema/sides";
import { standardOf } from "../../schema/standard";

/**
 * Makes the validator of a body that an `Up` function has converted from an older request. If the schema rejects it, a
 * second validator accepts parts that are already transformed, such as `true` for `z.stringbool()`.
 */
export function upJudge(schema: object, validate: Validate, reader: SchemaReader): Validate {
  // Plain JSON Schema has no transforms, so its output is the same as its input.
  if (!standardOf(schema)) return validate;
  const again = once(() => partlyOutputJudge(schema, validate, reader));
  return (given) =>
    afterwards(validate(given), (verdict) => ("value" in verdict ? verdict : (again()?.(given) ?? verdict)));
}

/** Makes a validator of values that are partly output already; undefined if the schema transforms nothing. */
function partlyOutputJudge(schema: object, validate: Validate, reader: SchemaReader): Validate | undefined {
  const [input, output] = [reader.jsonOf(schema, "input"), reader.jsonOf(schema, "output")];
  const sides = input && output && sidesOf(input, output);
  if (!sides || !areConverted(sides)) return undefined;
  const leaving = schemaLeaving(schema, sides);
  return leaving ? reader.validator(leaving, "body") : judgeBehindUp({ validate, input, output });
}
