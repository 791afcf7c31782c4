import type { Version } from "../../core/model/version";
import type { SharedOption } from "../../types/option";

declare const range: unique symbol;

/** An option such as `V.Since("2")`, whose type knows its versions. The member exists only for the compiler. */
export interface RangeOption<Kind extends RangeKind, Named extends readonly Version[]> extends SharedOption {
  readonly [range]: readonly [kind: Kind, ...named: Named];
}

declare const unranged: unique symbol;

/** Marks an option that names no versions, unlike others of its type. The member exists only for the compiler. */
export interface UnrangedOption {
  readonly [unranged]: true;
}

type RangeKind = "WithVersion" | "Since" | "Until";

/**
 * The type `Made`, as the result of a generic function. While the compiler infers the types of a handler, it skips calls
 * of generic functions that return functions, such as decorators: beside a `Shadow`, the handler's `req` then loses the
 * schemas of other options. A result of this form does not look like a function.
 */
export type Deferred<Made> = [Made][Made extends unknown ? 0 : never];

/**
 * The versions to which `Has` of a webhook narrows: those of its options, if all options tell theirs. For other options
 * of ranges, the compiler excludes no version where `Has` returns false.
 */
export type VersionsOf<List extends readonly Version[], Options extends readonly unknown[]> =
  IsKnown<List, Options> extends true
    ? Exactly<List, Options, List[number]>
    : Perhaps<Exactly<List, Options, List[number]>>;

declare const perhaps: unique symbol;

/** The brand of a version that a webhook may have. The member exists only for the compiler. */
export interface PerhapsHad {
  readonly [perhaps]: true;
}

/** Versions that may have a webhook. Thanks to the brand, the compiler excludes none where `Has` returns false. */
export type Perhaps<Had extends Version> = Had & PerhapsHad;

type Exactly<List extends readonly Version[], Options, Has extends Version> = Options extends readonly [
  infer First,
  ...infer Others,
]
  ? Exactly<List, Others, Extract<Has, VersionsIn<List, First>>>
  : Has;

type VersionsIn<List extends readonly Version[], Option> =
  Option extends RangeOption<infer Kind, infer Named>
    ? { WithVersion: Named[number]; Since: From<List, Named[0]>; Until: UpTo<List, Named[0]> }[Kind]
    : List[number];

type From<List extends readonly Version[], First> = List extends readonly [
  infer Head,
  ...infer Later extends readonly Version[],
]
  ? Head extends First
    ? List[number]
    : From<Later, First>
  : List[number];

type UpTo<List extends readonly Version[], Last> = Last | Exclude<List[number], From<List, Last>>;

/** True if the versions of all options are known, and thus the versions of the webhook. */
type IsKnown<List extends readonly Version[], Options extends readonly unknown[]> = number extends
  List["length"] | Options["length"]
  ? false
  : false extends { [I in keyof Options]: IsKnownOption<Options[I]> }[number]
    ? false
    : true;

type IsKnownOption<Option> =
  Option extends RangeOption<RangeKind, infer Named>
    ? number extends Named["length"]
      ? false
      : true extends { [I in keyof Named]: IsUnion<Named[I]> }[number]
        ? false
        : true
    : Option extends UnrangedOption
      ? true
      : SharedOption extends Option
        ? false
        : true;

type IsUnion<T, All = T> = T extends unknown ? ([All] extends [T] ? false : true) : never;
