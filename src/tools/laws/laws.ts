import { isDeepStrictEqual } from "node:util";
import type { CarriedNode, Carrier } from "../../schema/interface/carried";
import type { ContextValues } from "../../schema/interface/context";
import { isHTTPError } from "../../core/model/http-error";
import { Nothing, type Convert, type LinkSchema } from "../../schema/interface/histories";
import type { Issue } from "../../schema/interface/schema";
import { describe, isObject, messageOf } from "../../core/model/value";
import type { Place } from "../../schema/json-schema/places";
import { plainCopy, valueCopy } from "../../schema/interface/plain-copy";
import { resultOr } from "../result-or";
import type { Judges } from "./judges";
import { isSpared, withoutPlaces } from "./lost-places";
import { hasMember, hasWithin, membersOfBoth, placeOfMember, type SharedMember } from "./shared-members";
import type { LawStep } from "./steps";

/** The place in a value at which a law is broken, and an explanation. */
export interface Breach {
  readonly path: readonly (string | number)[];
  readonly what: string;
}

/** A rule that conversions must keep for every example of the schema `of`. */
export interface Law {
  /** The law and the fault, which begin the message about a breach: `requests fit: the value returned by Up ...`. */
  readonly name: string;
  readonly of: LinkSchema;
  /** Returns the breach; undefined if the law holds, or "not applicable" if `Up` or `Down` refuses the example. */
  readonly holds: (output: unknown, beside: BesideExample) => Promise<Breach | "not applicable" | undefined>;
  /** Calls `Up` or `Down`, for the law that two calls return the same; undefined in all other laws. */
  readonly repeat?: (output: unknown, beside: BesideExample) => unknown;
  /** Only in laws about all tried examples together: returns the first breach; undefined if there is none. */
  readonly inAll?: (examples: readonly HeldExample[]) => BreachAmong | undefined;
  /** Describes the value of `Carrying`, which `Down` needs besides the example; undefined if there is none. */
  readonly carrier?: Carrier | undefined;
}

/** A breach that was found among several examples. `at` is the index of the shortest example that breaks the law. */
interface BreachAmong extends Breach {
  readonly at: number;
  /** How many examples break the law, of those that could break it. */
  readonly lost: number;
  readonly of: number;
  /** True if the breach is only a warning, even if all of these examples break the law. */
  readonly isDoubtful: boolean;
}

interface HeldExample {
  readonly output: unknown;
  readonly beside: BesideExample;
}

/** The arguments of `Up` and `Down` besides the value. */
export interface BesideExample {
  readonly contexts: ContextValues;
  readonly carried: CarriedNode | undefined;
}

/** Lists the laws of a conversion: those of `Up` if requests use it, and those of `Down` if responses use it. */
export function lawsOf(step: LawStep, judges: Judges): readonly Law[] {
  const { up, down, older, newer, carrier } = step;
  return [
    ...(up ? [requestsFit(step, up, judges)] : []),
    ...(down
      ? [responsesFit(step, down, judges), nothingLeaks(step, down, judges)].map((law) => ({
          ...law,
          carrier,
        }))
      : []),
    ...(step.spared === "all" ? [] : lossLawsOf(step, step.spared, judges)),
    ...(up ? pure("Up", older, up) : []),
    ...(down ? pure("Down", newer, down).map((law) => ({ ...law, carrier })) : []),
  ];
}

/** Lists the laws from which `Lossy` exempts places: nothing is lost, neither by `Down` nor on the round trip. */
export function lossLawsOf(step: LawStep, spared: readonly Place[], judges: Judges): readonly Law[] {
  const { down, carrier } = step;
  const losses = down ? nothingIsLost(step, down, { spared, judges }) : [];
  return [
    ...losses.map((law) => ({ ...law, carrier })),
    ...roundTripsOf(step, { spared, judges }).map((law) => refusing(law, undefined)),
  ];
}

/** Lists the laws that a step keeps only if every value comes back. A value that `Up` or `Down` refuses does not. */
export function returnLawsOf(step: LawStep, judges: Judges): readonly Law[] {
  const notBack = wholeBreach("Up or Down refuses x");
  return roundTripsOf(step, { spared: [], judges }).map((law) => refusing(law, notBack));
}

interface LossSearch {
  readonly spared: readonly Place[];
  readonly judges: Judges;
}

function refusing(law: Law, breach: Breach | undefined): Law {
  return {
    ...law,
    holds: async (...example) => {
      const held = await law.holds(...example);
      return held === "not applicable" ? breach : held;
    },
  };
}

function roundTripsOf(step: LawStep, search: LossSearch): readonly Law[] {
  const { up, down, older, newer, carrier } = step;
  // No round trip: `Nothing` cannot be converted back, and with a `carrier`, `Down` needs data that only handlers have.
  if (!up || !down || older === Nothing || newer === Nothing || carrier) return [];
  return [roundTrip(step, { up, down }, search)];
}

function requestsFit({ older, newer, stricter, isText }: LawStep, up: Convert, judges: Judges): Law {
  return {
    name: "requests fit: the value returned by Up does not match the newer schema",
    of: older,
    holds: async (output, beside) => {
      const given = attempt(up, valueCopy(output), beside);
      if ("refused" in given) return "not applicable";
      if ("failed" in given) return wholeBreach(`Up threw: ${given.failed}`);
      const verdict = await judges.judgeUp(newer, given.value, isText);
      if (!("issues" in verdict)) return undefined;
      const isAllowed =
        stricter && verdict.issues.every(({ path }) => stricter.where?.(output, path) ?? true);
      return isAllowed ? "not applicable" : misfitBreach("Up", given.value, verdict.issues);
    },
  };
}

function responsesFit({ older, newer, isAnswer }: LawStep, down: Convert, judges: Judges): Law {
  return {
    name: "responses fit: the value returned by Down does not match the older schema",
    of: newer,
    holds: async (output, beside) => {
      const given = attempt(down, plainCopy(output), beside);
      if ("refused" in given) return "not applicable";
      if ("failed" in given) return wholeBreach(`Down threw: ${given.failed}`);
      // JSON leaves out an undefined member, but a whole response must not become undefined.
      if (isAnswer && given.value === undefined && output !== undefined) {
        return wholeBreach("Down returns undefined, which JSON cannot represent");
      }
      if (!(await judges.takesItsOutput(older))) return undefined;
      const verdict = await judges.judge(older, judges.sent(older, given.value));
      return "issues" in verdict ? misfitBreach("Down", given.value, verdict.issues) : undefined;
    },
  };
}

function nothingLeaks({ older, newer }: LawStep, down: Convert, judges: Judges): Law {
  return {
    name: "nothing leaks: Down returns a member that the older schema does not have",
    of: newer,
    holds: async (output, beside) => {
      const given = attempt(down, plainCopy(output), beside);
      if (!("value" in given)) return undefined;
      const gives = (): string => `Down returns ${exampleText(given.value)}`;
      try {
        const leak = await judges.leakIn(older, judges.sent(older, given.value));
        return leak && { path: leak, what: `${gives()}, with ${leak.join(".")}` };
      } catch (error) {
        // If the schema has too many alternatives, leaks cannot be found, and the law must not count as kept.
        return wholeBreach(`${gives()}, in which leaks cannot be detected: ${messageOf(error)}`);
      }
    },
  };
}

/**
 * Makes a law for each optional member: `Down` must not lose it. No other law finds such a loss, because a value
 * without the member still matches the schema.
 */
function nothingIsLost(
  { older, newer }: LawStep,
  down: Convert,
  { spared, judges }: LossSearch,
): readonly Law[] {
  // Each example is converted only once, and not again for each member.
  const converted = new WeakMap<BesideExample, ConvertedExample | undefined>();
  const convert = ({ output, beside }: HeldExample): ConvertedExample | undefined => {
    if (converted.has(beside)) return converted.get(beside);
    const given = attempt(down, plainCopy(output), beside);
    const one =
      "value" in given ? { had: plainCopy(output), value: judges.sent(older, given.value) } : undefined;
    converted.set(beside, one);
    return one;
  };
  const members = membersOfBoth(older, newer, judges.reader).filter(
    (member) => !isSpared(placeOfMember(member), spared),
  );
  return members.map((member) => ({
    name: "nothing is lost: Down loses an optional member, and no Lossy explains why",
    of: newer,
    holds: () => Promise.resolve(undefined),
    inAll: (examples) => {
      const had = examples.flatMap((example, at) => {
        const one = convert(example);
        return one && isThere(one.had, member) ? [{ ...one, at }] : [];
      });
      return lostAmong(had, member);
    },
  }));
}

interface ConvertedExample {
  readonly had: unknown;
  readonly value: unknown;
}

function isThere(value: unknown, { path, movedName }: SharedMember): boolean {
  return movedName === undefined ? hasMember(value, path) : hasWithin(value, path, movedName);
}

function lostAmong(
  had: readonly (ConvertedExample & { readonly at: number })[],
  member: SharedMember,
): BreachAmong | undefined {
  const { path, isSame, movedName } = member;
  const lost = had.filter(({ value }) => !isThere(value, member));
  const [first] = lost.toSorted((one, other) => exampleJSON(one.had).length - exampleJSON(other.had).length);
  // If the object that contains the member is lost as well, the law for that object reports the loss.
  const around = movedName === undefined ? path.slice(0, -1) : path;
  if (!first || !had.some(({ value }) => hasMember(value, around))) return undefined;
  if (lost.length < had.length && !isSame) return undefined;
  const steps = [...path, ...(movedName === undefined ? [] : [movedName])];
  return {
    at: first.at,
    path: steps.map((step) => (typeof step === "string" ? step : "0")),
    what: `Down returns ${exampleText(first.value)}`,
    lost: lost.length,
    of: had.length,
    isDoubtful: movedName !== undefined,
  };
}

function roundTrip(
  { older, newer, isText }: LawStep,
  { up, down }: Readonly<Record<"up" | "down", Convert>>,
  { spared, judges }: LossSearch,
): Law {
  return {
    name: "round trip: Down(Up(x)) is not x, and no Lossy explains why",
    of: older,
    holds: async (output, beside) => {
      const raised = attempt(up, valueCopy(output), beside);
      if (!("value" in raised)) return "not applicable";
      const verdict = await judges.judgeUp(newer, raised.value, isText);
      if ("issues" in verdict) return "not applicable";
      const back = attempt(down, plainCopy(verdict.value), beside);
      if (!("value" in back)) return "not applicable";
      const [was, is] = [plainCopy(output), judges.sent(older, back.value)];
      const [held, found] = [withoutPlaces(was, spared), withoutPlaces(is, spared)];
      if (isDeepStrictEqual(held, found)) return undefined;
      return {
        path: differingPlace(held, found),
        what: `x is ${exampleText(was)}, Down(Up(x)) is ${exampleText(is)}`,
      };
    },
  };
}

/** Makes two laws: a function must return the same value at each call, and must not change its argument. */
function pure(way: "Up" | "Down", of: LinkSchema, convert: Convert): readonly Law[] {
  const copyOf: (output: unknown) => unknown = way === "Up" ? valueCopy : plainCopy;
  const call: NonNullable<Law["repeat"]> = (output, beside) => attempt(convert, copyOf(output), beside);
  return [
    {
      name: `pure: ${way} returns another value the second time`,
      of,
      repeat: call,
      holds: (output, beside) => {
        const [first, second] = [call(output, beside), call(output, beside)];
        return Promise.resolve(isDeepStrictEqual(first, second) ? undefined : differs(first, second));
      },
    },
    {
      name: `pure: ${way} changes its argument`,
      of,
      holds: (output, beside) => {
        const [was, given] = [copyOf(output), copyOf(output)];
        attempt(convert, given, beside);
        const isSame = isDeepStrictEqual(was, given);
        const what = `it becomes ${exampleText(given)}`;
        return Promise.resolve(isSame ? undefined : { path: differingPlace(was, given), what });
      },
    },
  ];
}

export function differs(first: unknown, second: unknown): Breach {
  return {
    path: differingPlace(valueOf(first), valueOf(second)),
    what: `it returns ${attemptText(first)}, then ${attemptText(second)}`,
  };
}

function valueOf(given: unknown): unknown {
  return isObject(given) && "value" in given ? given.value : undefined;
}

/** The result of a function, or the message of its error: an HTTPError (`refused`), or another error (`failed`). */
type Attempt = { readonly value: unknown } | { readonly refused: string } | { readonly failed: string };

function attempt(convert: Convert, value: unknown, { contexts, carried }: BesideExample): Attempt {
  try {
    return { value: convert(value, contexts, carried) };
  } catch (error) {
    if (isHTTPError(error)) return { refused: `${error.status} ${error.message}` };
    return { failed: messageOf(error) };
  }
}

function attemptText(given: unknown): string {
  const attempt = given as Attempt;
  if ("value" in attempt) return exampleText(attempt.value);
  return "refused" in attempt ? attempt.refused : attempt.failed;
}

export function exampleText(value: unknown): string {
  const text = exampleJSON(value);
  return text.length > longestExample ? `${text.slice(0, longestExample - 3)}...` : text;
}

const longestExample = 300;

function exampleJSON(value: unknown): string {
  return value === undefined ? "undefined" : resultOr(() => JSON.stringify(value), describe(value));
}

function wholeBreach(what: string): Breach {
  return { path: [], what };
}

function misfitBreach(way: "Up" | "Down", value: unknown, issues: readonly Issue[]): Breach {
  const texts = issues.map(({ path, message }) => `${path.join(".") || "the value"}: ${message}`);
  return { path: issues[0]?.path ?? [], what: `${way} returns ${exampleText(value)}: ${texts.join("; ")}` };
}

/** Finds the first member, in the order of the first value, in which two values differ. They need not be JSON. */
export function differingPlace(one: unknown, other: unknown): readonly string[] {
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const name = names.find((each) => !isDeepStrictEqual(ownMember(one, each), ownMember(other, each)));
  if (name === undefined) return [];
  return [name, ...differingPlace(ownMember(one, name), ownMember(other, name))];
}

/** Reads a member that the value itself has, because every object inherits members such as `constructor`. */
function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
