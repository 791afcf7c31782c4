import type { CarriedNode } from "../../schema/interface/carried";
import type { ContextValues } from "../../schema/interface/context";
import type { Convert, ConversionStep, Link, Path } from "../../schema/interface/histories";
import { once, remembered } from "../../core/model/collections";
import type { ClosedMembers, OutputReader, Schema } from "../../schema/interface/schema";
import { describe, isObject, isRecord } from "../../core/model/value";
import { setMember } from "../../schema/interface/plain-copy";
import { sharedReader } from "../../schema/reader";
import { ConversionError } from "./conversion-errors";
import {
  kindOfSchema,
  memberNamesOf,
  takingNone,
  undescribedMembersOf,
  wayTo,
  type KindAlone,
  type TakesNone,
  type Way,
} from "./way";
import { Each, OneOrEach, pathText } from "../../schema/interface/paths";

interface LiftedSchema {
  readonly part: Schema;
  readonly whole: Schema;
}

/** Makes the conversion of a whole, such as `{ cats: [...] }`, from that of one cat. `paths` lead to the cats. */
export function liftStep(
  { up, down, carriers }: ConversionStep & Pick<Link, "carriers">,
  paths: readonly Path[],
  given: Readonly<Record<keyof ConversionStep, LiftedSchema>>,
): ConversionStep {
  const [older, newer] = [endWith(given.up), endWith(given.down)];
  return {
    up: up && lift(up, paths, { from: older, to: newer, carries: false, isDown: false }),
    down: down && lift(down, paths, { from: newer, to: older, carries: carriers.length > 0, isDown: true }),
  };
}

/** Makes a function that reads the schemas of one end of a step, once for each reader. */
function endWith({ part, whole }: LiftedSchema): (reader: OutputReader) => StepEnd {
  return remembered((key) => {
    // The cast is safe: the type of the result admits only readers.
    const reader = key;
    return {
      whole,
      kindOf: once(() => kindOfSchema(part, reader)),
      takes: takingNone(part, reader),
      undescribed: once(() => undescribedMembersOf(part, reader)),
      partNames: once(() => memberNamesOf(part, reader)),
      wholeNames: once(() => memberNamesOf(whole, reader)),
    };
  });
}

interface LiftEnds extends Pick<Walk, "carries" | "isDown"> {
  readonly from: ReturnType<typeof endWith>;
  readonly to: ReturnType<typeof endWith>;
}

/** Several Apps may share a history, and each has its own components, so each reader gets its own walkers. */
function lift(convert: Convert, paths: readonly Path[], ends: LiftEnds): Convert {
  const walkersBy = remembered((key) => walkers(convert, paths, { ...ends, reader: key as OutputReader }));
  return (value, contexts, carried, reader = sharedReader()) => walkersBy(reader)(value, contexts, carried);
}

function walkers(
  convert: Convert,
  paths: readonly Path[],
  { reader, ...ends }: LiftEnds & { readonly reader: OutputReader },
): Convert {
  const [from, to] = [ends.from(reader), ends.to(reader)];
  const byReader: Convert = (value, contexts, carried) => convert(value, contexts, carried, reader);
  return paths
    .map((path) => {
      // `wayTo` describes the value before each step, so not the one at the path's end. The extra `Each` adds that one.
      const wayOf = once(() => wayTo([...path, Each], from.whole, reader));
      return walker(path, { path, convert: byReader, ...ends, from, to, wayOf });
    })
    .reduceRight(
      (rest, first) => (value, contexts, carried) => rest(first(value, contexts, carried), contexts, carried),
    );
}

interface Walk {
  readonly path: Path;
  readonly convert: Convert;
  readonly from: StepEnd;
  readonly to: StepEnd;
  readonly carries: boolean;
  readonly isDown: boolean;
  readonly wayOf: () => readonly Way[];
}

interface StepEnd {
  readonly whole: Schema;
  readonly kindOf: () => KindAlone | undefined;
  readonly takes: TakesNone;
  /** For a part without a JSON Schema, the functions that check the kind of its value. */
  readonly undescribed: () => ClosedMembers | undefined;
  /** The member names of the part to which the path leads; undefined for a record, or if the names are unknown. */
  readonly partNames: () => ReadonlySet<string> | undefined;
  readonly wholeNames: () => ReadonlySet<string> | undefined;
}

/** Makes a function that copies a value to convert its values at a path: the original may be frozen or in use. */
function walker(left: Path, walk: Walk): Convert {
  const [step, ...rest] = left;
  if (step === undefined) return walk.path.length === 0 ? partMembersOf(walk) : endOf(walk);
  const place: PathStep = { walk, inner: walker(rest, walk), at: walk.path.length - left.length };
  if (step === Each) return eachOf(place);
  return step === OneOrEach ? oneOrEachOf(place) : memberOf(step, place);
}

function endOf(walk: Walk): Convert {
  const { path, convert, from, isDown, wayOf } = walk;
  let known: { readonly kind: KindAlone | undefined } | undefined;
  return (value, contexts, carried) => {
    if (value === null || value === undefined) {
      return convertsNone(value, walk, carried) ? convert(value, contexts, carried) : value;
    }
    // Hot path: this runs for each item of a list, so the kind is computed only once.
    const { kind } = (known ??= { kind: from.kindOf() });
    if (kind !== undefined && kind !== kindOfValue(value)) {
      if (wayOf()[path.length]?.scalars.has(typeof value)) return value;
      throw otherKind(path, value, words[kind]);
    }
    // `Up` gets values that the older schema has validated, but a handler may return anything.
    if (isDown && kind === undefined) from.undescribed()?.strip(value);
    return convert(value, contexts, carried);
  };
}

function convertsNone(none: null | undefined, { from, to, carries }: Walk, carried?: CarriedNode): boolean {
  if (carries && !carried?.isSet && to.takes(none)) return false;
  return from.takes(none) || to.takes(none);
}

/** The whole may extend the part: `cat.extend({ owner })`. Only the members of the part are converted. */
function partMembersOf(walk: Walk): Convert {
  const { from, to } = walk;
  const convert = endOf(walk);
  return (value, contexts, carried) => {
    const names = from.partNames();
    if (!isRecord(value) || !names) return convert(value, contexts, carried);
    const [own, others] = [new Map<string, unknown>(), new Map<string, unknown>()];
    for (const [key, member] of Object.entries(value)) (names.has(key) ? own : others).set(key, member);
    const made = convert(objectOf(own), contexts, carried);
    if (!isRecord(made)) return made;
    const all = new Map<string, unknown>(Object.entries(made));
    const isUnknown = (key: string): boolean =>
      to.partNames()?.has(key) === true && from.wholeNames()?.has(key) !== true;
    // With a name of the newer schema, an unknown member would look converted, so it is omitted.
    for (const [key, member] of others) if (!isUnknown(key)) all.set(key, member);
    return objectOf(all);
  };
}

function objectOf(members: ReadonlyMap<string, unknown>): Record<string, unknown> {
  const made: Record<string, unknown> = {};
  for (const [key, member] of members) setMember(made, key, member);
  return made;
}

const words: Readonly<Record<KindAlone, string>> = { object: "an object", list: "a list", text: "text" };

function kindOfValue(value: unknown): KindAlone | undefined {
  if (Array.isArray(value)) return "list";
  if (typeof value === "string") return "text";
  return isObject(value) ? "object" : undefined;
}

interface PathStep {
  readonly walk: Walk;
  readonly inner: Convert;
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
      putMember(copy, key, inner(copy[key], contexts, carried?.members?.get(key)));
    }
    return copy;
  };
}

function oneOrEachOf({ inner }: PathStep): Convert {
  return (value, contexts, carried) => {
    if (Array.isArray(value)) return eachItem(value, inner, { contexts, carried });
    return inner(value, contexts, carried);
  };
}

function memberOf(key: string | symbol, place: PathStep): Convert {
  return (value, contexts, carried) => {
    if (!isRecord(value)) return passedOver(value, "an object", place);
    // Callers in JavaScript may pass a symbol other than `Each`, but JSON has no member whose name is a symbol.
    if (typeof key === "symbol") return value;
    const member: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    const made = place.inner(member, contexts, carried?.members?.get(key));
    if (made === undefined && member === undefined) return value;
    const copy = ownMembersOf(value);
    putMember(copy, key, made);
    return copy;
  };
}

function putMember(copy: Record<string, unknown>, key: string, value: unknown): void {
  if (value === undefined) Reflect.deleteProperty(copy, key);
  else setMember(copy, key, value);
}

interface Beside {
  readonly contexts: ContextValues | undefined;
  readonly carried: CarriedNode | undefined;
}

function eachItem(items: readonly unknown[], inner: Convert, { contexts, carried }: Beside): unknown {
  const nodes = nodesOfItems(items, carried);
  const made = items.slice();
  for (let i = 0; i < made.length; i++) {
    made[i] = inner(made[i], contexts, nodes?.[i]);
  }
  return made;
}

function nodesOfItems(
  { length }: readonly unknown[],
  carried: CarriedNode | undefined,
): CarriedNode["items"] {
  const items = carried?.items;
  if (!items || items.length === length) return items;
  throw new ConversionError(
    `a Down changed the number of items in a list from ${items.length} to ${length}, so the carried values of the items cannot be assigned: keep the number and the order of the items`,
  );
}

function passedOver(value: unknown, expected: string, { walk: { path, wayOf }, at }: PathStep): unknown {
  if (value === undefined || value === null) return value;
  if (wayOf()[at]?.scalars.has(typeof value)) return value;
  throw otherKind(path, value, expected);
}

function otherKind(path: Path, value: unknown, expected: string): ConversionError {
  return new ConversionError(
    `Within: a value on the path ${pathText(path)} must be ${expected}, got ${describe(value)}`,
  );
}

/** Copies own members with a loop, because rest and spread take V8 eight times as long. */
function ownMembersOf(value: object): Record<string, unknown> {
  const members = value as Readonly<Record<string, unknown>>;
  const prototype = Object.getPrototypeOf(value) as object | null;
  const copy = (prototype === Object.prototype ? {} : Object.create(prototype)) as Record<string, unknown>;
  for (const key of Object.keys(value)) setMember(copy, key, members[key]);
  return copy;
}
