import { remembered } from "../../core/model/collections";
import { mark } from "../../core/model/copies";
import type { InputOf, OutputOf, OutputReader, Schema } from "../../schema/interface/schema";
import { namedMembersIn } from "../../schema/json-schema/members";
import { Nothing, type Convert } from "../../schema/interface/histories";
import { assertOptions } from "../../core/model/options";
import { isRecord, isText } from "../../core/model/value";
import type { GivenUp } from "./member-types";
import { noteRename } from "./moved-places";
import { setMember } from "../../schema/interface/plain-copy";
import { sharedReader } from "../../schema/reader";

/**
 * Renames a member in both directions: `Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"))`.
 *
 * An absent member stays absent, and the order of members is kept. `Without` lists members that only the newer schema
 * has: `Rename("product_ids", "plan_ids", { Without: ["processor_type"] })`. `Down` removes them; `Up` cannot create
 * them. If the newer schema requires one of them, the history can be used only for responses.
 *
 * @throws TypeError for wrong options, such as a `Without` that is not a list of names.
 */
export function Rename<const Old extends string, const Now extends string, const Gone extends string = never>(
  old: Old,
  now: Now,
  options: { readonly Without?: readonly Gone[] } = {},
): Renaming<Old, Now, Gone> {
  const without = leftOutNames(options);
  const up = (value: object): object => renamed(value, { from: old, to: now, without });
  const down = (value: object): object => renamed(value, { from: now, to: old, without });
  noteRename(up, renameOf(old, now));
  noteRename(down, renameOf(now, old));
  // The cast is safe: `Up` and `Down` accept any object at run time. `Renaming` only narrows their types.
  return Object.freeze(mark({ Up: up, Down: down })) as unknown as Renaming<Old, Now, Gone>;
}

/**
 * Functions that return their argument: `.Before(Colour, Cat.omit({ colour: true }), Same)`. The App then removes from
 * responses the members that the older schema does not name.
 *
 * Every newer value must match the older schema. If the newer schema requires more than the older one, `Same` cannot
 * convert requests, so the history is only for responses.
 */
export const Same: SameFunctions = /* @__PURE__ */ Object.freeze(
  /* @__PURE__ */ mark({ Up: (value: unknown) => value, Down: (value: unknown) => value }),
) as unknown as SameFunctions;

/** The type of {@link Same}. `Up` returns `never`, which the compiler accepts as the input of any newer schema. */
export interface SameFunctions {
  readonly [goneNames]: never;
  readonly Up: <T>(value: T) => never;
  readonly Down: <T>(value: T) => T;
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function leftOutNames(options: unknown): ReadonlySet<unknown> {
  assertOptions<{ Without: unknown }>("Rename", options, {
    Without: { expected: "a list of names", holds: isTexts },
  });
  return new Set("Without" in options ? (options.Without as readonly string[] | undefined) : undefined);
}

export declare const oldName: unique symbol;
export declare const newName: unique symbol;
export declare const goneNames: unique symbol;
export declare const namesCovered: unique symbol;

/** The result of {@link Rename}. Its functions take objects with the renamed member, or unions with such an object. */
export interface Renaming<Old extends string, Now extends string, Gone extends string = never> {
  // Members whose names are symbols exist only for the compiler.
  readonly [oldName]: Old;
  readonly [newName]: Now;
  readonly [goneNames]: Gone;
  readonly [namesCovered]: (names: Now | Gone) => void;
  readonly Up: <T extends object>(
    value: Having<T, Old>,
  ) => Renamed<T, Old, Now, never> & Readonly<Record<Gone, never>>;
  readonly Down: <T extends object>(value: Having<T, Now>) => Renamed<T, Now, Old, Gone>;
}

/** Explains why `C`, a `Rename(...)`, does not fit the older and the newer type; `never` if its names fit. */
// Single quotes: the compiler would print double quotes within a text as `\"`.
export type RenameMistake<C, Old, Now> =
  C extends Renaming<infer From, infer To, infer Gone>
    ? From extends NameIn<Old>
      ? To extends NameIn<Now>
        ? GoneMistake<Exclude<Gone, NameIn<Now>>, Exclude<NamesGone<Now, Old>, To | Gone>>
        : `Rename: the newer schema has no member '${To}'`
      : From extends NameIn<Now>
        ? To extends NameIn<Old>
          ? `Rename: the names are swapped: write Rename('${To}', '${From}'), the old name first`
          : `Rename: the older schema has no member '${From}'`
        : `Rename: the older schema has no member '${From}'`
    : never;

type GoneMistake<Unknown, Uncovered> = [Unknown] extends [never]
  ? [Uncovered] extends [never]
    ? never
    : `Rename: only the newer schema has '${Uncovered & string}': add it to Without`
  : `Rename: the newer schema has no member '${Unknown & string}' of Without`;

type Having<T, Name extends string> = Name extends KeyOf<T> ? T : never;

/** The names of the members of a type; any string if the type is unknown. */
export type NameIn<T> = unknown extends T ? string : KeyOf<T>;

/** The names of members that only the newer type has; `never` if one of the types is unknown. */
export type NamesGone<Now, Old> = unknown extends Now
  ? never
  : unknown extends Old
    ? never
    : Exclude<KeyOf<Now>, KeyOf<Old>>;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** Renames a member, and removes the members `Gone`, in each type of a union. Optional members stay optional. */
type Renamed<T, From extends string, To extends string, Gone extends string> = T extends unknown
  ? { [K in keyof T as K extends From ? To : Exclude<K, Gone>]: T[K] }
  : never;

type RequiredName<T> = T extends unknown
  ? { [K in keyof T]-?: object extends Pick<T, K> ? never : K }[keyof T]
  : never;

/**
 * The directions in which `Rename` or `Same` converts. `Rename` lacks `Up` if the newer schema requires a member of
 * `Without`; `Same` lacks it if the newer schema requires more than the older one.
 */
export type WaysOfRenaming<C, Now, Old> = C extends SameFunctions
  ? [OutputOf<Old>] extends [GivenUp<Now>]
    ? keyof C
    : Exclude<keyof C, "Up">
  : C extends { readonly [goneNames]: infer Gone }
    ? [Extract<Gone, RequiredName<InputOf<Now>>>] extends [never]
      ? keyof C
      : Exclude<keyof C, "Up">
    : keyof C;

/**
 * Renames a member in one direction, without the schemas of a union, which may have the new name in another type. A
 * schema may allow extra members: one with the new name is removed, since it is not the renamed member.
 */
export function renaming(from: string, to: string): Convert {
  const without = new Set([to]);
  return (value) => renamed(value, { from, to, without });
}

/** For the function of a `Rename` that gives the member `from` the name `to`. */
function renameOf(from: string, to: string): Parameters<typeof noteRename>[1] {
  return {
    places: [{ now: [to], old: [from] }],
    fitted: (convert, given) => (given === Nothing ? convert : withoutForeign(convert, to, given)),
  };
}

/**
 * Makes a `Rename` drop a member that already has the new name, unless the schema of the given value names this member,
 * as another alternative of a union may. Such a member is not the renamed one.
 */
function withoutForeign(convert: Convert, to: string, given: Schema): Convert {
  const isForeignBy = remembered((key) => {
    // The cast is safe: the only call below passes a reader.
    const json = (key as OutputReader).jsonOf(given, "output");
    return json !== undefined && !namedMembersIn(json)(to);
  });
  return (value, contexts, carried, reader = sharedReader()) => {
    const isDropped = isRecord(value) && Object.hasOwn(value, to) && isForeignBy(reader);
    return convert(isDropped ? withoutMember(value, to) : value, contexts, carried, reader);
  };
}

function withoutMember(value: object, name: string): object {
  return Object.fromEntries(Object.entries(value).filter(([key]) => key !== name));
}

interface Renames {
  readonly from: string;
  readonly to: string;
  readonly without: ReadonlySet<unknown>;
}

/** Renames a member in a copy. A loop copies members, because V8 takes eight times as long for rest and spread. */
function renamed<T>(value: T, { from, to, without }: Renames): T | object {
  if (!isRecord(value)) return value;
  const isRenamed = Object.hasOwn(value, from);
  if (!isRenamed && without.size === 0) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // The value may contain an extra member that already has the new name. The renamed member replaces it.
    if ((isRenamed && key === to) || without.has(key)) continue;
    setMember(copy, key === from ? to : key, members[key]);
  }
  return copy;
}
