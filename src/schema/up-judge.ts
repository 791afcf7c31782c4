import { isBare, ruleOf } from "../json-schema/keywords";
import { isSchema } from "../json-schema/subschema";
import { once } from "../model/collections";
import type { JSONSchema, Validate, Verdict } from "../model/schema";
import { isThenable } from "../model/value";
import { convertedIn } from "./behind-up";
import { schemaLeaving, type IsLeft } from "./leaving-members";
import type { SchemaReader } from "./reader";
import { standardOf } from "./standard";

/**
 * Makes the validator of an Up's result in a body: first as input; if that is rejected, again without the members that
 * are already output, such as the boolean of `z.stringbool()`.
 *
 * `asOutput` is the second validator for libraries whose schemas cannot leave members out.
 */
export function upJudge(
  schema: object,
  validate: Validate,
  { reader, asOutput }: { readonly reader: SchemaReader; readonly asOutput: Validate },
): Validate {
  // Plain JSON Schema has no transforms: its input and output are equal.
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

/** The second validator; undefined if all members have one form as input and output. */
function outputJudgeOf(schema: object, reader: SchemaReader, asOutput: Validate): Validate | undefined {
  const [input, output] = [reader.jsonOf(schema, "input"), reader.jsonOf(schema, "output")];
  if (!input || !output) return undefined;
  const compile = (json: JSONSchema): Validate | undefined => {
    const compiled = reader.compile(json, "body");
    return compiled && "validate" in compiled ? compiled.validate : undefined;
  };
  const converted = convertedMembers({ input, output, compile });
  if (converted.size === 0) return undefined;
  const leaving = schemaLeaving(schema, converted);
  return leaving ? reader.validator(leaving, "body") : asOutput;
}

interface Sides {
  readonly input: JSONSchema;
  readonly output: JSONSchema;
  /** Undefined if ajv is not installed, or refuses the schema. */
  readonly compile: (schema: JSONSchema) => Validate | undefined;
}

/** The members whose output differs from their input. */
export function convertedMembers({ input, output, compile }: Sides): ReadonlyMap<string, IsLeft> {
  const { properties } = output;
  const isConverted = convertedIn(input, output);
  if (!isConverted || !isSchema(properties)) return new Map();
  return new Map(
    Object.entries(properties).flatMap(([name, member]) =>
      isSchema(member) && isConverted(name)
        ? [[name, leftTest(name, { member, output, compile })] as const]
        : [],
    ),
  );
}

interface OutputMember extends Pick<Sides, "output" | "compile"> {
  readonly member: JSONSchema;
}

/** Tests whether a member is output; one without a JSON Schema is output if the input rejects it. */
function leftTest(name: string, { member, output, compile }: OutputMember): IsLeft {
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

/** The test without ajv; only a schema such as `{ type: "boolean" }` can be tested by type. */
function isOfOneType({ type, ...others }: JSONSchema, value: unknown): boolean {
  return typeof value === type && !Object.keys(others).some((keyword) => ruleOf(keyword)?.role !== "words");
}
