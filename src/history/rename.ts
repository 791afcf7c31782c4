import { setMember } from "../schema/member";

/**
 * Both ways of a member's other name: `Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"))`.
 *
 * Of optional members too: one that is absent stays absent. The order of members is kept.
 */
export function Rename<const Old extends string, const Now extends string>(
  old: Old,
  now: Now,
): Renaming<Old, Now> {
  // The values are the application's: their types are what the schemas beside it say.
  return Object.freeze({
    Up: (value: object) => renamed(value, old, now),
    Down: (value: object) => renamed(value, now, old),
  }) as unknown as Renaming<Old, Now>;
}

export declare const oldName: unique symbol;
export declare const newName: unique symbol;

/** The two functions of {@link Rename}, of any value that may have the member, in one alternative of a union at least. */
export interface Renaming<Old extends string, Now extends string> {
  // For the compiler alone.
  readonly [oldName]: Old;
  readonly [newName]: Now;
  readonly Up: <T extends object>(value: Having<T, Old>) => Renamed<T, Old, Now>;
  readonly Down: <T extends object>(value: Having<T, Now>) => Renamed<T, Now, Old>;
}

type Having<T, Name extends string> = Name extends KeyOf<T> ? T : never;

/** The names of a value's members; any text where nothing is known of it. */
export type NameIn<T> = unknown extends T ? string : KeyOf<T>;

type KeyOf<T> = T extends unknown ? keyof T : never;

/** Distributes over unions, and keeps what is optional. */
type Renamed<T, From extends string, To extends string> = T extends unknown
  ? { [K in keyof T as K extends From ? To : K]: T[K] }
  : never;

/** A loop, not rest and spread: V8 takes eight times as long for those. */
function renamed(value: object, from: string, to: string): object {
  if (!Object.hasOwn(value, from)) return value;
  const members = value as Readonly<Record<string, unknown>>;
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    // An open schema lets a member of the new name through: the one that is renamed stands for it.
    if (key !== to) setMember(copy, key === from ? to : key, members[key]);
  }
  return copy;
}
