import type { Convert, Path, ConversionStep } from "../model/history";
import type { OutputOf } from "../model/schema";
import { isObject } from "../model/value";
import { setMember } from "../schema/member";

/** In a path of `Within`: every item of a list, every value of a record. */
export const Each: unique symbol = Symbol.for("versioned-controllers.each");

/** A path as it is written: `["data", Each]`. */
export type WrittenPath = readonly (string | typeof Each)[];

/** The type of the values at a path; members on the way that may be absent or null are passed over. */
type At<Whole, P extends readonly unknown[]> = P extends readonly [infer Key, ...infer Rest]
  ? MemberAt<NonNullable<Whole>, Key> extends infer Found
    ? At<Found, Rest>
    : never
  : NonNullable<Whole>;

type MemberAt<Whole, Key> = Whole extends readonly (infer Item)[]
  ? Key extends typeof Each
    ? Item
    : never
  : Whole extends object
    ? Key extends typeof Each
      ? Whole[keyof Whole]
      : Key extends keyof Whole
        ? Whole[Key]
        : never
    : never;

/** Whether a path of `Whole` leads to values of `Part`: anything, or an object that says why not. */
type Leads<Whole, P extends readonly unknown[], Part> = [At<Whole, P>] extends [never]
  ? { readonly "the path leads nowhere": never }
  : At<Whole, P> extends Part
    ? unknown
    : { readonly "the path leads elsewhere": never };

/** The same of one path, or of each of several. */
export type AllLead<W, P, Newest> = P extends WrittenPath
  ? Leads<OutputOf<W>, P, OutputOf<Newest>>
  : EachLeads<W, P, Newest>;

type EachLeads<W, Paths, Newest> = Paths extends readonly [infer First extends WrittenPath, ...infer Rest]
  ? Leads<OutputOf<W>, First, OutputOf<Newest>> & EachLeads<W, Rest, Newest>
  : unknown;

/** One path or several, as a list of them. */
export function pathsOf(written: WrittenPath | readonly WrittenPath[]): readonly Path[] {
  const isOne = written.every((step) => !Array.isArray(step));
  // Every is true of the empty path, which is the whole value.
  return isOne ? [written as WrittenPath] : (written as readonly WrittenPath[]);
}

/** A step of what stands at the paths, as a step of the whole. */
export function liftStep({ up, down }: ConversionStep, paths: readonly Path[]): ConversionStep {
  return { up: up && lift(up, paths), down: down && lift(down, paths) };
}

function lift(convert: Convert, paths: readonly Path[]): Convert {
  return paths
    .map((path) => walker(path, convert))
    .reduceRight((rest, first) => (value) => rest(first(value)));
}

/** Converts what stands at a path in a copy of what leads there: the value itself may be the application's, or frozen. */
function walker(path: Path, convert: Convert): Convert {
  const [step, ...rest] = path;
  if (step === undefined) return convert;
  const inner = walker(rest, convert);
  // The end of a path is passed over like the way to it: an optional member that is absent stays absent.
  const go: Convert = (value) => (value === undefined || value === null ? value : inner(value));
  return typeof step === "symbol" ? (value) => atEach(value, go) : (value) => atKey(value, step, go);
}

function atEach(value: unknown, go: Convert): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => go(item));
  return isObject(value) ? copyWith(value, (_key, member) => go(member)) : value;
}

function atKey(value: unknown, key: string, go: Convert): unknown {
  if (!isObject(value) || Array.isArray(value) || !Object.hasOwn(value, key)) return value;
  return copyWith(value, (name, member) => (name === key ? go(member) : member));
}

/** A loop, not rest and spread: V8 takes eight times as long for those. */
function copyWith(value: object, memberOf: (key: string, member: unknown) => unknown): object {
  const members = value as Readonly<Record<string, unknown>>;
  const prototype = Object.getPrototypeOf(value) as object | null;
  const copy = (prototype === Object.prototype ? {} : Object.create(prototype)) as Record<string, unknown>;
  for (const key of Object.keys(value)) setMember(copy, key, memberOf(key, members[key]));
  return copy;
}
