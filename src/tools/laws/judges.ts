import { isDeepStrictEqual } from "node:util";
import { remembered } from "../../core/model/collections";
import { Nothing, type LinkSchema } from "../../schema/interface/histories";
import { isKindError } from "../../core/model/fault";
import type { ClosedMembers, JSONSchema, Schema, Verdict } from "../../schema/interface/schema";
import { isObject } from "../../core/model/value";
import { ruleOf } from "../../schema/json-schema/keywords";
import { isSchema, requiredNames, mapSchemas } from "../../schema/json-schema/subschema";
import { compileClosedMembers } from "../../schema/closed-members";
import type { ContractReader } from "../../schema/contract-reader";
import { plainCopy } from "../../schema/interface/plain-copy";
import { validatorOfSchema, withoutClosed } from "../../schema/reader";
import { resultOr } from "../result-or";
import type { Examples } from "./examples";

/** The functions that validate values. Each schema's validator is made only once. */
export interface Judges {
  readonly reader: ContractReader;
  readonly judge: (schema: LinkSchema, value: unknown) => Promise<Verdict>;
  /** Validates a converted part of a request. `isText` is true if clients send the part as text, such as a query. */
  readonly judgeUp: (schema: LinkSchema, value: unknown, isText: boolean) => Promise<Verdict>;
  /** Returns a converted response as the JSON that clients get, without members that the schema does not name. */
  readonly sent: (schema: LinkSchema, value: unknown) => unknown;
  /** Returns the path to a member that the schema does not name; undefined if there is none. */
  readonly leakIn: (schema: LinkSchema, value: unknown) => Promise<MemberPath | undefined>;
  /** True if a schema accepts the JSON of its own output. A schema that converts strings to numbers does not. */
  readonly takesItsOutput: (schema: LinkSchema) => Promise<boolean>;
}

type MemberPath = readonly (string | number)[];

/** The number of examples that decide whether a schema accepts its own output. */
const outputSamples = 20;

export function judgesWith(examples: Examples, reader: ContractReader): Judges {
  const validator = remembered((schema) => validatorOfSchema(schema, reader));
  const judge = async (schema: LinkSchema, value: unknown): Promise<Verdict> =>
    schema === Nothing ? { value: undefined } : await validator(schema)(value);
  const { behindUp } = reader;
  const known = remembered((schema) => membersKnownBy(schema, reader, (value) => judge(schema, value)));
  const taking = remembered((schema) => takesItsOutput(schema));
  // If a union has too many alternatives, `withoutClosed` throws: no member is removed, and `leakIn` reports the union.
  const close = remembered((schema) =>
    resultOr(
      () => withoutClosed(schema, reader),
      (json: unknown) => json,
    ),
  );
  return {
    reader,
    judge,
    sent: (schema, value) => {
      const json = plainCopy(value);
      return schema === Nothing ? json : close(schema)(json);
    },
    judgeUp: async (schema, value, isText) =>
      schema === Nothing ? { value: undefined } : await behindUp(schema, isText ? "query" : "body")(value),
    leakIn: async (schema, value) => (schema === Nothing ? undefined : await known(schema)(value)),
    takesItsOutput: async (schema) => schema === Nothing || (await taking(schema)),
  };

  async function takesItsOutput(schema: Schema): Promise<boolean> {
    for (const example of examples.some(schema, outputSamples)) {
      const first = await judge(schema, example);
      if ("issues" in first) continue;
      if ("issues" in (await judge(schema, plainCopy(first.value)))) return false;
    }
    return true;
  }
}

/** Makes a function that finds a member outside the JSON Schema or, if there is none, one that validation removes. */
function membersKnownBy(
  schema: Schema,
  { jsonOf }: ContractReader,
  judge: (value: unknown) => Promise<Verdict>,
): (value: unknown) => Promise<MemberPath | undefined> {
  for (const side of ["output", "input"] as const) {
    const json = jsonOf(schema, side);
    if (!json) continue;
    const members = compileClosedMembers(closedEverywhere(json));
    return (value) => Promise.resolve(members && closedOutOf(value, members));
  }
  return async (value) => {
    const verdict = await judge(value);
    return "value" in verdict ? missingMember(value, verdict.value, []) : undefined;
  };
}

function closedOutOf(value: unknown, members: ClosedMembers): MemberPath | undefined {
  try {
    return missingMember(value, members.strip(value), []);
  } catch (error) {
    // `strip` throws a KindError for a value of the wrong type, such as a list for an object. Validation rejects it.
    if (isKindError(error)) return undefined;
    throw error;
  }
}

function missingMember(value: unknown, kept: unknown, path: MemberPath): MemberPath | undefined {
  if (!isObject(value) || !isObject(kept) || isDeepStrictEqual(value, kept)) return undefined;
  for (const [step, member] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (!Object.hasOwn(kept, step)) return [...path, step];
    const leak = missingMember(member, Reflect.get(kept, step), [...path, step]);
    if (leak) return leak;
  }
  return undefined;
}

/**
 * Copies a schema, and makes objects refuse other members: `{ properties: { kind: { const: "cat" } } }` gets
 * `additionalProperties: false`, unless it has `additionalProperties`. Constants become required, because they
 * distinguish the alternatives of a union.
 */
export function closedEverywhere(schema: JSONSchema): JSONSchema {
  const members = Object.entries(mapSchemas(schema, closedEverywhere)).map(([keyword, value]) => [
    keyword,
    // Schemas inside an unknown keyword are copied in the same way, because a `$ref` may refer to them.
    ruleOf(keyword) ? value : closedWithin(value),
  ]);
  const tags = tagNamesOf(schema);
  return {
    ...(Object.fromEntries(members) as JSONSchema),
    ...(isOpenObject(schema) && { additionalProperties: false }),
    ...(tags.length > 0 && { required: [...requiredNames(schema), ...tags] }),
  };
}

function closedWithin(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closedWithin);
  return isSchema(value) ? closedEverywhere(value) : value;
}

function isOpenObject(schema: JSONSchema): boolean {
  const has = (keyword: string): boolean => schema[keyword] !== undefined;
  const namesMembers = has("properties") || has("patternProperties");
  return namesMembers && !has("additionalProperties") && !has("unevaluatedProperties");
}

function tagNamesOf({ properties }: JSONSchema): readonly string[] {
  if (!isSchema(properties)) return [];
  const isListed = (member: unknown): boolean => isSchema(member) && ("const" in member || "enum" in member);
  return Object.keys(properties).filter((name) => isListed(properties[name]));
}
