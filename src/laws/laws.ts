import { isDeepStrictEqual } from "node:util";
import { HTTPError } from "../model/http-error";
import { Nothing, type Convert, type LinkSchema } from "../model/history";
import type { Issue } from "../model/schema";
import { describe, isObject, messageOf } from "../model/value";
import { jsonCopy } from "../schema/json-copy";
import type { Judges } from "./judges";
import type { LawStep } from "./steps";

/** The way in which a value breaks a law, in words; undefined where it keeps it. */
type Breach = string | undefined;

/** One law of a step, held for every example of one of its schemas. */
export interface Law {
  /** The law, and what is broken where it is. */
  readonly name: string;
  /** The schema whose examples are judged. */
  readonly of: LinkSchema;
  /** The law is given what the schema put out for an example. */
  readonly holds: (output: unknown) => Promise<Breach>;
  /** The function that has to give the same whenever it is called; undefined for the other laws. */
  readonly again?: (output: unknown) => unknown;
}

/** The laws of a step, as far as values go its ways. */
export function lawsOf(step: LawStep, judges: Judges): readonly Law[] {
  const { up, down, lossy, older, newer } = step;
  // A value that became nothing does not come back.
  const comesBack = !lossy && older !== Nothing && newer !== Nothing;
  return [
    ...(up ? [requestsFit(step, up, judges)] : []),
    ...(down ? [responsesFit(step, down, judges), nothingLeaks(step, down, judges)] : []),
    ...(up && down && comesBack ? [roundTrip(step, up, { down, judges })] : []),
    ...(up ? [pure("Up", older, (output) => attempt(up, cloneOf(output)))] : []),
    ...(down ? [pure("Down", newer, (output) => attempt(down, jsonCopy(output)))] : []),
  ];
}

function requestsFit({ older, newer, stricter, isText }: LawStep, up: Convert, judges: Judges): Law {
  return {
    name: "requests fit: what Up gives does not fit the next schema",
    of: older,
    holds: async (output) => {
      const given = attempt(up, cloneOf(output));
      if ("refused" in given) return undefined;
      if ("failed" in given) return `Up fails: ${given.failed}`;
      const verdict = await judgeOf(isText, judges)(newer, given.value);
      return "issues" in verdict && !stricter
        ? `Up gives ${exampleText(given.value)}: ${issuesText(verdict.issues)}`
        : undefined;
    },
  };
}

function judgeOf(isText: boolean, { judge, judgeText }: Judges): Judges["judge"] {
  return isText ? judgeText : judge;
}

function responsesFit({ older, newer, isAnswer }: LawStep, down: Convert, judges: Judges): Law {
  return {
    name: "responses fit: what Down gives does not fit the older schema",
    of: newer,
    holds: async (output) => {
      const given = attempt(down, jsonCopy(output));
      if ("refused" in given) return undefined;
      if ("failed" in given) return `Down fails: ${given.failed}`;
      // Whatever the schema says: a member may be left out, an answer may not.
      if (isAnswer && given.value === undefined) return "Down gives undefined, which JSON cannot hold";
      if (!(await judges.takesItsOutput(older))) return undefined;
      const verdict = await judges.judge(older, jsonCopy(given.value));
      return "issues" in verdict
        ? `Down gives ${exampleText(given.value)}: ${issuesText(verdict.issues)}`
        : undefined;
    },
  };
}

function nothingLeaks({ older, newer }: LawStep, down: Convert, judges: Judges): Law {
  return {
    name: "nothing leaks: Down gives a member that the older schema does not know",
    of: newer,
    holds: async (output) => {
      const given = attempt(down, jsonCopy(output));
      if (!("value" in given)) return undefined;
      const gives = `Down gives ${exampleText(given.value)}`;
      try {
        const leak = await judges.leakIn(older, jsonCopy(given.value));
        return leak && `${gives}, with ${leak.join(".")}`;
      } catch (error) {
        // A schema may have too many alternatives: what nobody can tell must not pass for what is right.
        return `${gives}, of which no leak can be told: ${messageOf(error)}`;
      }
    },
  };
}

interface Back {
  readonly down: Convert;
  readonly judges: Judges;
}

function roundTrip({ older, newer, isText }: LawStep, up: Convert, { down, judges }: Back): Law {
  return {
    name: "round trip: Down(Up(x)) is not x, and no Lossy says why",
    of: older,
    holds: async (output) => {
      const raised = attempt(up, cloneOf(output));
      if (!("value" in raised)) return undefined;
      const verdict = await judgeOf(isText, judges)(newer, raised.value);
      if ("issues" in verdict) return undefined;
      const back = attempt(down, jsonCopy(verdict.value));
      if (!("value" in back)) return undefined;
      const [was, is] = [jsonCopy(output), jsonCopy(back.value)];
      return isDeepStrictEqual(was, is)
        ? undefined
        : `x is ${exampleText(was)}, Down(Up(x)) is ${exampleText(is)}`;
    },
  };
}

function pure(way: "Up" | "Down", of: LinkSchema, call: (output: unknown) => Attempt): Law {
  return {
    name: `pure: ${way} gives something else the second time`,
    of,
    again: call,
    holds: (output) => {
      const [first, second] = [call(output), call(output)];
      const isSame = isDeepStrictEqual(first, second);
      return Promise.resolve(isSame ? undefined : differs(first, second));
    },
  };
}

/** The difference between two calls of one function on one value. */
export function differs(first: unknown, second: unknown): string {
  return `it gives ${attemptText(first)}, then ${attemptText(second)}`;
}

/** The result of a function; an HTTPError is an answer too. */
type Attempt = { readonly value: unknown } | { readonly refused: string } | { readonly failed: string };

function attempt(convert: Convert, value: unknown): Attempt {
  try {
    return { value: convert(value) };
  } catch (error) {
    if (error instanceof HTTPError) return { refused: `${error.status} ${error.message}` };
    return { failed: messageOf(error) };
  }
}

function attemptText(given: unknown): string {
  const attempt = given as Attempt;
  if ("value" in attempt) return exampleText(attempt.value);
  return "refused" in attempt ? attempt.refused : attempt.failed;
}

/**
 * A function may change what it is given: each call has a copy of what a schema makes; instances of classes are shared.
 *
 * No structuredClone: in a test runner's own realm its Dates are no Dates.
 */
function cloneOf(output: unknown): unknown {
  if (Array.isArray(output)) return output.map(cloneOf);
  if (output instanceof Date) return new Date(output);
  if (!isObject(output)) return output;
  const prototype = Object.getPrototypeOf(output) as object | null;
  if (prototype !== null && prototype !== Object.prototype) return output;
  const members = Object.entries(output).map(([key, member]) => [key, cloneOf(member)] as const);
  return Object.setPrototypeOf(Object.fromEntries(members), prototype);
}

/** A value in an error's message; undefined is no JSON. */
export function exampleText(value: unknown): string {
  if (value === undefined) return "undefined";
  try {
    return JSON.stringify(value);
  } catch {
    return describe(value);
  }
}

function issuesText(issues: readonly Issue[]): string {
  return issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`).join("; ");
}
