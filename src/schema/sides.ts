import type { JSONSchema, Verdict } from "./interface/schema";
import { isSchema, mapSchemas, withoutKeywords } from "./json-schema/subschema";
import type { RootedSchema } from "./json-schema/targets";
import { jsonValidator } from "./json-validator";
import type { SchemaReader } from "./reader";
import { standardOf } from "./standard";

/** The JSON Schemas of what a schema takes, and of what it makes of that. */
export interface Sides {
  readonly input: RootedSchema;
  readonly output: RootedSchema;
}

export function sidesOf(input: JSONSchema, output: JSONSchema): Sides {
  return { input: { root: input, schema: input }, output: { root: output, schema: output } };
}

/** The sides of a part, such as a member; undefined if one of them has no schema for this part. */
export function sidesWithin(sides: Sides, partOf: (schema: JSONSchema) => unknown): Sides | undefined {
  const [input, output] = [partOf(sides.input.schema), partOf(sides.output.schema)];
  if (!isSchema(input) || !isSchema(output)) return undefined;
  return { input: { ...sides.input, schema: input }, output: { ...sides.output, schema: output } };
}

/** Returns the schema of a member that `properties` names. */
export function memberNamed(name: string): (schema: JSONSchema) => unknown {
  return ({ properties }) =>
    isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
}

/** True if the JSON Schemas show that the schema transforms values. */
export function areConverted({ input, output }: Sides): boolean {
  return textOf(input) !== textOf(output);
}

/** A reference may lead to a schema that differs between input and output, so the text then includes the root. */
function textOf({ root, schema }: RootedSchema): string {
  const text = JSON.stringify(comparable(schema));
  return text.includes('"$ref":') ? `${text} ${JSON.stringify(comparable(root))}` : text;
}

/** Removes keywords that may differ between the JSON Schemas of input and output, although no value is transformed. */
function comparable(schema: JSONSchema): JSONSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      keyword !== "default" &&
      keyword !== "required" &&
      (keyword !== "additionalProperties" || isSchema(value)),
  );
  return mapSchemas(Object.fromEntries(kept), comparable);
}

/** Makes the validator of what a schema has transformed already; undefined if the schema transforms nothing. */
export function outputValidator(
  schema: object,
  { describe }: Pick<SchemaReader, "describe">,
): ((value: unknown) => Verdict) | undefined {
  if (!standardOf(schema)) return undefined;
  const [taken, sent] = [describe(schema, "input"), describe(schema, "output")];
  if (!("json" in taken)) return undefined;
  // Nothing describes the output, so it may be any value.
  if (!("json" in sent)) return (value) => ({ value });
  return areConverted(sidesOf(taken.json, sent.json)) ? validatorOfOutput(sent.json) : undefined;
}

/** Makes a validator without the defaults of a schema: it would set missing members to these, and accept the value. */
export function validatorOfOutput(output: JSONSchema): (value: unknown) => Verdict {
  return jsonValidator(withoutKeywords(output, new Set(["default"])));
}
