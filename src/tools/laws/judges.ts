import { isDeepStrictEqual } from "node:util";
import { Nothing, type Convert, type LinkSchema } from "../../model/history";
import { isKindError } from "../../model/http-error";
import type { ClosedMembers, Schema, Verdict } from "../../model/schema";
import { isObject } from "../../model/value";
import { closedEverywhere } from "../../json-schema/closed-everywhere";
import { closing } from "../../history/show";
import { compileClosedMembers, compileConvertedMembers } from "../../schema/closed-members";
import { contractReader } from "../../schema/contract-reader";
import { plainCopy } from "../../schema/plain-copy";
import { remembered, sharedReader, validatorOfSchema } from "../../schema/reader";
import type { Examples } from "./examples";

/** Validates values by schemas; each schema is read once. */
export interface Judges {
  readonly judge: (schema: LinkSchema, value: unknown) => Promise<Verdict>;
  /** The same for an Up's result; `isText` in the place of a part that clients send as text. */
  readonly judgeUp: (schema: LinkSchema, value: unknown, isText: boolean) => Promise<Verdict>;
  /** The JSON of a Down's result without the members that the schema closes out, as it would be sent. */
  readonly sent: (schema: LinkSchema, value: unknown) => unknown;
  /** The path to a member that a schema does not have. */
  readonly leakIn: (schema: LinkSchema, value: unknown) => Promise<MemberPath | undefined>;
  /**
   * True if a schema accepts the JSON of its output: one that parses a text to a number does not, and says nothing of
   * responses.
   */
  readonly takesItsOutput: (schema: LinkSchema) => Promise<boolean>;
}

type MemberPath = readonly (string | number)[];

/** How many examples decide if a schema accepts its output. */
const outputSamples = 20;

export function judgesWith(examples: Examples): Judges {
  const validator = remembered((schema) => validatorOfSchema(schema));
  const judge = async (schema: LinkSchema, value: unknown): Promise<Verdict> =>
    schema === Nothing ? { value: undefined } : await validator(schema, "")(value);
  const { behindUp } = contractReader(undefined);
  const known = remembered((schema) => membersKnownBy(schema, (value) => judge(schema, value)));
  const taking = remembered((schema) => takesItsOutput(schema));
  const close = remembered((schema) => closingOf(schema));
  return {
    judge,
    sent: (schema, value) => {
      const json = plainCopy(value);
      return schema === Nothing ? json : close(schema, "")(json);
    },
    judgeUp: async (schema, value, isText) =>
      schema === Nothing ? { value: undefined } : await behindUp(schema, isText ? "query" : "body")(value),
    leakIn: async (schema, value) => (schema === Nothing ? undefined : await known(schema, "")(value)),
    takesItsOutput: async (schema) => schema === Nothing || (await taking(schema, "")),
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

/**
 * Members are known by the schema's JSON Schema, of which an open schema knows the named ones; without JSON Schema, by
 * the members that the schema's output keeps.
 */
function membersKnownBy(
  schema: Schema,
  judge: (value: unknown) => Promise<Verdict>,
): (value: unknown) => Promise<MemberPath | undefined> {
  for (const side of ["output", "input"] as const) {
    const description = sharedReader().describe(schema, side);
    if (!("json" in description)) continue;
    const members = compileClosedMembers(closedEverywhere(description.json));
    return (value) => Promise.resolve(members && closedOutOf(value, members));
  }
  return async (value) => {
    const verdict = await judge(value);
    return "value" in verdict ? missingMember(value, verdict.value, []) : undefined;
  };
}

/** A value that cannot be closed stays as it is: the search for leaks reports a schema of too many alternatives. */
function closingOf(schema: Schema): Convert {
  const close = orElse(() => closing(schema, compileConvertedMembers), undefined);
  // A value of another kind is rejected by the schema itself.
  return (json) => orElse(() => (close ? close(json) : json), json);
}

function orElse<Value>(make: () => Value, otherwise: Value): Value {
  try {
    return make();
  } catch {
    return otherwise;
  }
}

function closedOutOf(value: unknown, members: ClosedMembers): MemberPath | undefined {
  try {
    return missingMember(value, members.strip(value), []);
  } catch (error) {
    // A value of another kind is not a leak: it is never sent, and the schema itself rejects it.
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
