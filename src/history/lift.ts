import type { CarriedNode } from "../model/carried";
import type { ContextValues } from "../model/context";
import type { Convert, ConversionStep, Path } from "../model/history";
import { once } from "../model/collections";
import type { Schema } from "../model/schema";
import { describe, isObject } from "../model/value";
import { setMember } from "../schema/plain-copy";
import { ConversionError } from "./conversion-errors";
import { kindOfSchema, wayTo, type KindAlone, type Way } from "./way";
import { Each, OneOrEach, pathText } from "./within";

/** A link's schema, and the whole that `Within` composed around it. */
export interface LiftedSchema {
  readonly part: Schema;
  readonly whole: Schema;
}

/**
 * Turns a step of the values at the paths into a step of the whole: `Up` gets the older one's output, `Down` the newer
 * one's.
 */
export function liftStep(
  { up, down }: ConversionStep,
  paths: readonly Path[],
  given: Readonly<Record<keyof ConversionStep, LiftedSchema>>,
): ConversionStep {
  return { up: up && lift(up, paths, given.up), down: down && lift(down, paths, given.down) };
}

function lift(convert: Convert, paths: readonly Path[], { part, whole }: LiftedSchema): Convert {
  const kindOf = once(() => kindOfSchema(part));
  return paths
    .map((path) => walker(path, { path, convert, kindOf, wayOf: once(() => wayTo(path, whole)) }))
    .reduceRight(
      (rest, first) => (value, contexts, carried) => rest(first(value, contexts, carried), contexts, carried),
    );
}

/** A path as written, and the facts about its values, which are read from the schemas for the first value. */
interface Walk {
  readonly path: Path;
  readonly convert: Convert;
  readonly kindOf: () => KindAlone | undefined;
  readonly wayOf: () => readonly Way[];
}

/** Converts the values at a path in a copy: the value itself may be the application's, or frozen. */
function walker(left: Path, walk: Walk): Convert {
  const [step, ...rest] = left;
  if (step === undefined) return endOf(walk);
  const place: PathStep = { walk, inner: walker(rest, walk), at: walk.path.length - left.length };
  if (step === Each) return eachOf(place);
  return step === OneOrEach ? oneOrEachOf(place) : memberOf(step, place);
}

/** A value of another kind has no older form: converted or not, it would be sent in an undeclared form. */
function endOf({ path, convert, kindOf }: Walk): Convert {
  let known: { readonly kind: KindAlone | undefined } | undefined;
  return (value, contexts, carried) => {
    // Hot path: asked of each item of a list.
    const { kind } = (known ??= { kind: kindOf() });
    if (kind !== undefined && kind !== kindOfValue(value)) throw otherKind(path, value, words[kind]);
    return convert(value, contexts, carried);
  };
}

const words: Readonly<Record<KindAlone, string>> = { object: "an object", list: "a list", text: "text" };

function kindOfValue(value: unknown): KindAlone | undefined {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return isObject(value) ? "object" : undefined;
}

/** One step of the path, and the function for the rest. */
interface PathStep {
  readonly walk: Walk;
  readonly inner: Convert;
  /** The number of steps before it. */
  readonly at: number;
}

function eachOf(place: PathStep): Convert {
  const { walk, inner, at } = place;
  return (value, contexts, carried) => {
    if (Array.isArray(value)) return eachItem(value, inner, { contexts, carried });
    if (!isObject(value)) return passedOver(value, "a list or a record", place);
    if (walk.wayOf()[at]?.mayBeRecord === false) throw otherKind(walk.path, value, "a list");
    const copy = ownMembersOf(value);
    for (const key of Object.keys(copy)) {
      const member = copy[key];
      if (isThere(member)) setMember(copy, key, inner(member, contexts, carried?.members?.get(key)));
    }
    return copy;
  };
}

function oneOrEachOf({ inner }: PathStep): Convert {
  return (value, contexts, carried) => {
    if (Array.isArray(value)) return eachItem(value, inner, { contexts, carried });
    return isThere(value) ? inner(value, contexts, carried) : value;
  };
}

function memberOf(key: string | symbol, place: PathStep): Convert {
  return (value, contexts, carried) => {
    if (!isObject(value) || Array.isArray(value)) return passedOver(value, "an object", place);
    // A path without types may hold any symbol, which no JSON has a member of.
    if (typeof key === "symbol" || !Object.hasOwn(value, key)) return value;
    const copy = ownMembersOf(value);
    const member = copy[key];
    const node = carried?.members?.get(key);
    if (isThere(member)) setMember(copy, key, place.inner(member, contexts, node));
    return copy;
  };
}

/** The last member may be absent like those before it: an optional member that is absent stays absent. */
function isThere(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The additional arguments of a conversion. */
interface Beside {
  readonly contexts: ContextValues | undefined;
  readonly carried: CarriedNode | undefined;
}

function eachItem(items: readonly unknown[], inner: Convert, { contexts, carried }: Beside): unknown {
  const nodes = nodesOfItems(items, carried);
  const made = items.slice();
  for (let i = 0; i < made.length; i++) {
    const item = made[i];
    if (isThere(item)) made[i] = inner(item, contexts, nodes?.[i]);
  }
  return made;
}

/** The carried values of items belong to positions: if items were added or removed, they cannot be assigned. */
function nodesOfItems(
  { length }: readonly unknown[],
  carried: CarriedNode | undefined,
): CarriedNode["items"] {
  const items = carried?.items;
  if (!items || items.length === length) return items;
  throw new ConversionError(
    `a Down changed the number of items of a list with carried values from ${items.length} to ${length}: the carried values can no longer be matched to the items`,
  );
}

/** The path ends at null, and at a text or number that the schema allows instead of a list or an object. */
function passedOver(value: unknown, expected: string, { walk: { path, wayOf }, at }: PathStep): unknown {
  if (value === undefined || value === null) return value;
  if (!isObject(value) && wayOf()[at]?.takesScalar) return value;
  throw otherKind(path, value, expected);
}

function otherKind(path: Path, value: unknown, expected: string): ConversionError {
  return new ConversionError(
    `Within: a value on the way to ${pathText(path)} must be ${expected}, got ${describe(value)}`,
  );
}

/** A loop instead of rest and spread: V8 takes eight times as long for those. */
function ownMembersOf(value: object): Record<string, unknown> {
  const members = value as Readonly<Record<string, unknown>>;
  const prototype = Object.getPrototypeOf(value) as object | null;
  const copy = (prototype === Object.prototype ? {} : Object.create(prototype)) as Record<string, unknown>;
  for (const key of Object.keys(value)) setMember(copy, key, members[key]);
  return copy;
}
