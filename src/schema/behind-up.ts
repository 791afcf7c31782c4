import type { JSONSchema, Validate, Verdict } from "../model/schema";
import { isObject } from "../model/value";
import { isSchema } from "../json-schema/subschema";
import { mapSchemas } from "../json-schema/walk";
import { setMember } from "./member";

/** What is known of a schema of a part that clients send as text. */
interface TextSchema {
  /** Judges what clients send. */
  readonly validate: Validate;
  /** The JSON Schema of each side, which leaves open what none can say; undefined where the library gives none. */
  readonly input: JSONSchema | undefined;
  readonly output: JSONSchema | undefined;
  /** Compiles JSON Schema; undefined where ajv is not installed, or refuses it. */
  readonly compile: (schema: JSONSchema) => Validate | undefined;
}

/**
 * Judges what an Up gave in the place of texts: `{ deep: true }` of a schema that reads `deep=true`.
 *
 * It is the schema's output where it fits the JSON Schema of that, and else it is read as input. What no conversion
 * touches is judged by the schema itself too, whose rules say more than JSON Schema can.
 */
export function judgeBehindUp({ validate, input, output, compile }: TextSchema): Validate {
  const known = input && output && { isConverted: convertedIn(input, output), isBare: isBare(output) };
  const asOutput = input && output && membersJudge(input, output, compile);
  return async (given) => {
    if (!isObject(given)) return await validate(given);
    const sent = asOutput ? await asOutput(given) : { value: given };
    if ("issues" in sent) return await validate(given);
    const read = await readAgain(validate, given);
    if (!read) return sent;
    if ("value" in read) {
      return {
        value: isObject(read.value) ? joined(given, sent.value, { read: read.value, known }) : read.value,
      };
    }
    const issues = read.issues.filter(({ path: [name] }) => !isOutput(given, name, known));
    return issues.length > 0 ? { issues } : sent;
  };
}

/** What JSON Schema tells of a schema; undefined where the library gives none. */
type Known = { readonly isConverted: (name: string) => boolean; readonly isBare: boolean } | undefined;

/** The verdict of a schema that may be given its own output; undefined where it throws, since it reads texts alone. */
async function readAgain(validate: Validate, given: unknown): Promise<Verdict | undefined> {
  try {
    return await validate(given);
  } catch {
    return undefined;
  }
}

/** Whether what does not fit as input may be a conversion's output. */
function isOutput(given: object, name: string | number | undefined, known: Known): boolean {
  if (known?.isBare) return true;
  if (name === undefined || !Object.hasOwn(given, name)) return false;
  // Clients send texts alone: whatever is no text has been converted.
  return known ? known.isConverted(String(name)) : typeof Reflect.get(given, name) !== "string";
}

/** The members that a schema has read; of those that are its output already, as they are. */
function joined(
  given: object,
  sent: unknown,
  { read, known }: { readonly read: object; readonly known: Known },
): object {
  const value: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(read)) {
    const own: unknown = Object.hasOwn(given, name) ? Reflect.get(given, name) : undefined;
    const isConverted = typeof own !== "string" || !known || known.isConverted(name);
    const isAsItIs = own !== undefined && isConverted && isOfOneKind(own, member) && isObject(sent);
    setMember(value, name, isAsItIs ? Reflect.get(sent, name) : member);
  }
  return value;
}

function isOfOneKind(one: unknown, other: unknown): boolean {
  if (!isObject(one) || !isObject(other)) return typeof one === typeof other;
  return Object.getPrototypeOf(one) === Object.getPrototypeOf(other);
}

/** Whether nothing is known of what a schema puts out, as of a transform. */
function isBare(output: JSONSchema): boolean {
  return Object.keys(output).every((keyword) => keyword === "$schema");
}

/** Tells the members that a schema makes something else of than what it takes. */
function convertedIn(input: JSONSchema, output: JSONSchema): (name: string) => boolean {
  const [taken, made] = [comparable(input), comparable(output)];
  if (JSON.stringify(taken) === JSON.stringify(made)) return () => false;
  if ([taken, made].some((schema) => composition.some((keyword) => keyword in schema))) return () => true;
  return (name) => JSON.stringify(memberOf(taken, name)) !== JSON.stringify(memberOf(made, name));
}

const composition = ["$ref", "$defs", "allOf", "anyOf", "oneOf"] as const;

function memberOf({ properties, additionalProperties }: JSONSchema, name: string): unknown {
  return isSchema(properties) && Object.hasOwn(properties, name) ? properties[name] : additionalProperties;
}

/** A schema without what the two sides of a schema that converts nothing differ in. */
function comparable(schema: JSONSchema): JSONSchema {
  const kept = Object.entries(schema).filter(
    ([keyword, value]) =>
      keyword !== "default" &&
      keyword !== "required" &&
      (keyword !== "additionalProperties" || isSchema(value)),
  );
  return mapSchemas(Object.fromEntries(kept), comparable);
}

/** Judges by what a schema puts out; undefined where nothing can. Defaults may be left out, and are put in. */
function membersJudge(
  input: JSONSchema,
  output: JSONSchema,
  compile: TextSchema["compile"],
): ((given: object) => Promise<Verdict>) | undefined {
  const { properties, required, additionalProperties, ...rest } = output;
  const named = isSchema(properties) ? properties : {};
  const hasDefault = (name: unknown): boolean => {
    const member = typeof name === "string" ? named[name] : undefined;
    return isSchema(member) && "default" in member;
  };
  // Zod closes what it puts out by leaving members out; a strict object is closed on both sides.
  const leavesOut = additionalProperties === false && input.additionalProperties !== false;
  const fits = compile({
    ...rest,
    ...(properties !== undefined && { properties }),
    ...(Array.isArray(required) && { required: required.filter((name) => !hasDefault(name)) }),
    ...(additionalProperties !== undefined && !leavesOut && { additionalProperties }),
  });
  return (
    fits &&
    (async (given) => {
      const members = Object.entries(given).filter(([name]) => !leavesOut || Object.hasOwn(named, name));
      return await fits(Object.fromEntries(members));
    })
  );
}
