import { isBare, ruleOf } from "../json-schema/keywords";
import { isSchema } from "../json-schema/subschema";
import { once } from "../model/collections";
import type { JSONSchema, Validate, Verdict } from "../model/schema";
import { isThenable } from "../model/value";
import { convertedIn } from "./behind-up";
import { schemaLeaving, type IsLeft } from "./leaving-members";
import { validatorOfJSON, type SchemaReader } from "./reader";
import { standardOf } from "./standard";

/**
 * Makes the validator of a body that an `Up` function has converted from an older request. If the schema rejects it, a
 * second validator accepts members that are already transformed, such as `true` for `z.stringbool()`.
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

/** Makes a validator of values whose members are already transformed; undefined if the schema transforms no members. */
function outputJudgeOf(schema: object, reader: SchemaReader, asOutput: Validate): Validate | undefined {
  const [input, output] = [reader.jsonOf(schema, "input"), reader.jsonOf(schema, "output")];
  if (!input || !output) return undefined;
  const compile = (json: JSONSchema): Validate | undefined => validatorOfJSON(reader, json, "body");
  const converted = convertedMembers({ input, output, compile });
  if (converted.size === 0) return undefined;
  const leaving = schemaLeaving(schema, converted);
  return leaving ? reader.validator(leaving, "body") : asOutput;
}

interface Sides {
  readonly input: JSONSchema;
  readonly output: JSONSchema;
  readonly compile: (schema: JSONSchema) => Validate | undefined;
}

/** Finds the members that a schema transforms, and for each a test for values that are already transformed. */
export function convertedMembers(sides: Sides): ReadonlyMap<string, IsLeft> {
  const { properties } = sides.output;
  const isConverted = convertedIn(sides.input, sides.output);
  if (!isConverted || !isSchema(properties)) return new Map();
  return new Map(
    Object.entries(properties).flatMap(([name, member]) =>
      isSchema(member) && isConverted(name) ? [[name, leftTest(name, member, sides)] as const] : [],
    ),
  );
}

function leftTest(name: string, member: JSONSchema, { output, compile }: Sides): IsLeft {
  // The output's JSON Schema `{}` allows every value, so it does not show which values are already transformed.
  if (isBare(member)) return "if refused";
  const one = { properties: { [name]: member }, required: [name], additionalProperties: {} };
  const fits = once(() => compile({ ...output, ...one }));
  return (value) => {
    const validate = fits();
    if (!validate) return isOfOneType(member, value);
    const verdict = validate({ [name]: value });
    return !isThenable(verdict) && "value" in verdict;
  };
}

/** Without ajv, tests a value by a simple schema such as `{ type: "boolean" }`; false for other schemas. */
function isOfOneType({ type, ...others }: JSONSchema, value: unknown): boolean {
  return typeof value === type && !Object.keys(others).some((keyword) => ruleOf(keyword)?.role !== "words");
}
