import type { JSONSchema, Validate, Verdict } from "../../schema/interface/schema";
import { afterwards, isObject, isThenable } from "../../core/model/value";
import { jsonValidator } from "../../schema/json-validator";
import { isBare } from "../../schema/json-schema/keywords";
import { isSchema } from "../../schema/json-schema/subschema";
import { setMember } from "../../schema/interface/plain-copy";
import { areConverted, memberNamed, sidesOf, sidesWithin } from "../../schema/sides";

interface TextSchema {
  readonly validate: Validate;
  /** Undefined if the schema's library cannot create JSON Schemas; `{}` if it cannot describe the input. */
  readonly input: JSONSchema | undefined;
  readonly output: JSONSchema | undefined;
  /** Makes a validator that also accepts parsed members, such as `true` for `"true"`, if the schema's library can. */
  readonly checks?: () => Validate | undefined;
}

/**
 * Makes the validator of a query, or other texts, that an `Up` function has converted from an older request. The `Up`
 * may return texts that the schema parses, such as `"true"`, or parsed values, such as `true`.
 */
export function judgeBehindUp({ validate, input, output, checks }: TextSchema): Validate {
  const known = input &&
    output && { isConverted: convertedIn(input, output) ?? always, isBare: isBare(output) };
  const asOutput = input && output && membersJudge(input, output);
  return (given) => {
    if (!isObject(given)) return validate(given);
    const sent = asOutput ? asOutput(given) : { value: given };
    if ("issues" in sent) {
      return afterwards(validate(given), (verdict) =>
        "value" in verdict ? verdict : (checks?.()?.(given) ?? verdict),
      );
    }
    return afterwards(readAgain(validate, given), (read) => {
      if (!read) return sent;
      if ("value" in read) {
        return {
          value: isObject(read.value)
            ? joinedMembers(given, sent.value, { read: read.value, known })
            : read.value,
        };
      }
      const issues = read.issues.filter(({ path: [name] }) => !isOutput(given, name, known));
      if (issues.length > 0) return { issues };
      return afterwards(checks?.()?.(given), (checked) => (checked && "issues" in checked ? checked : sent));
    });
  };
}

const always = (): boolean => true;

type JSONSchemaFacts =
  { readonly isConverted: (name: string) => boolean; readonly isBare: boolean } | undefined;

/** Validates a value; undefined if the schema throws, as it may for a value that an `Up` function has parsed. */
function readAgain(validate: Validate, given: unknown): Verdict | undefined | Promise<Verdict | undefined> {
  try {
    const verdict = validate(given);
    return isThenable(verdict) ? Promise.resolve(verdict).catch(() => undefined) : verdict;
  } catch {
    return undefined;
  }
}

/** True if a member that `validate` rejects may be a value that an `Up` has parsed, such as `true` for `"true"`. */
function isOutput(given: object, name: string | number | undefined, known: JSONSchemaFacts): boolean {
  if (known?.isBare) return true;
  if (name === undefined || !Object.hasOwn(given, name)) return false;
  // Clients send parameters and form fields as texts, so any other value comes from an `Up` function.
  return known ? known.isConverted(String(name)) : typeof Reflect.get(given, name) !== "string";
}

function joinedMembers(
  given: object,
  sent: unknown,
  { read, known }: { readonly read: object; readonly known: JSONSchemaFacts },
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

/** Makes a test for members that the schema converts, as from text to number; undefined for a union or a reference. */
function convertedIn(input: JSONSchema, output: JSONSchema): ((name: string) => boolean) | undefined {
  const sides = sidesOf(input, output);
  if (!areConverted(sides)) return () => false;
  if ([input, output].some((schema) => composition.some((keyword) => keyword in schema))) return undefined;
  return (name) => {
    const member = sidesWithin(sides, (schema) => memberNamed(name)(schema) ?? othersOf(schema));
    return member !== undefined && areConverted(member);
  };
}

const composition = ["$ref", "allOf", "anyOf", "oneOf"] as const;

function othersOf({ additionalProperties, items }: JSONSchema): unknown {
  return isSchema(additionalProperties) ? additionalProperties : items;
}

/** The validator fills in defaults. Members that the schema removes do not count. */
function membersJudge(input: JSONSchema, output: JSONSchema): (given: object) => Verdict {
  const { properties, additionalProperties, ...rest } = output;
  const named = isSchema(properties) ? properties : {};
  // zod describes an output with `additionalProperties: false`, even if it only removes unknown members.
  const leavesOut = additionalProperties === false && input.additionalProperties !== false;
  if (!leavesOut) return jsonValidator(output);
  const fits = jsonValidator({ ...rest, properties: named });
  return (given) =>
    fits(Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(named, name))));
}
