import type { Wrong } from "../../types/wrong";
import type { Path } from "../../schema/interface/histories";
import type { Each, OneOrEach } from "../../schema/interface/paths";
import type { OutputOf } from "../../schema/interface/schema";
import type { Carried } from "./carried-type";

/** A path, as users write it: `["data", Each]`. */
export type WrittenPath = readonly (string | typeof Each | typeof OneOrEach)[];

/** The type of the values at a path, without null and undefined. */
type At<Whole, P extends readonly unknown[]> = P extends readonly [infer Key, ...infer Rest]
  ? MemberAt<NonNullable<Whole>, Key> extends infer Found
    ? At<Found, Rest>
    : never
  : NonNullable<Whole>;

type MemberAt<Whole, Key> = Whole extends readonly (infer Item)[]
  ? Key extends typeof Each | typeof OneOrEach
    ? Item
    : never
  : Key extends typeof OneOrEach
    ? Whole
    : Whole extends object
      ? Key extends typeof Each
        ? Whole[keyof Whole]
        : Key extends keyof Whole
          ? Whole[Key]
          : never
      : never;

/** `unknown`, which restricts nothing, if the path in `Whole` ends at `Part`; otherwise a type with the mistake. */
type Leads<Whole, P extends readonly unknown[], Part> = [At<Whole, P>] extends [never]
  ? Wrong<"Within: the path does not exist in the schema">
  : ObjectAt<At<Whole, P>, P, Part> extends Part
    ? unknown
    : Wrong<"Within: the path leads to another schema">;

type Scalar = string | number | boolean;

/** If `Part` is an object, and `P` does not end in `OneOrEach`: `Found` without scalars (`Cat` for `string | Cat`). */
type ObjectAt<Found, P extends readonly unknown[], Part> = P extends readonly [...unknown[], typeof OneOrEach]
  ? Found
  : Part extends object
    ? [Exclude<Found, Scalar>] extends [never]
      ? Found
      : Exclude<Found, Scalar>
    : Found;

export type AllLead<W, P, Newest> = P extends WrittenPath
  ? Leads<OutputOf<W>, P, OutputOf<Newest>>
  : EachLeads<W, P, Newest>;

type EachLeads<W, Paths, Newest> = Paths extends readonly [infer First extends WrittenPath, ...infer Rest]
  ? Leads<OutputOf<W>, First, OutputOf<Newest>> & EachLeads<W, Rest, Newest>
  : unknown;

/** The older type of `Whole`, such as a list of cats: the type `Part` replaces `Newest` at each path. */
export type WithParts<Whole, P, Newest, Part> = P extends WrittenPath
  ? WithPart<Whole, P, Newest, Part>
  : EachPart<Whole, P, Newest, Part>;

type EachPart<Whole, Paths, Newest, Part> = Paths extends readonly [
  infer First extends WrittenPath,
  ...infer Rest,
]
  ? EachPart<WithPart<Whole, First, Newest, Part>, Rest, Newest, Part>
  : Whole;

/** Replaces the part at a path, in each alternative of a union. Everything else stays unchanged. */
type WithPart<Whole, P extends readonly unknown[], Newest, Part> = P extends readonly [
  infer Key,
  ...infer Rest,
]
  ? Whole extends readonly (infer Item)[]
    ? Key extends string
      ? Whole
      : WithPart<Item, Rest, Newest, Part>[]
    : Key extends typeof OneOrEach
      ? WithPart<Whole, Rest, Newest, Part>
      : Whole extends object
        ? {
            [K in keyof Whole]: Key extends typeof Each | K
              ? WithPart<Whole[K], Rest, Newest, Part>
              : Whole[K];
          }
        : Whole
  : OlderPart<Whole, Newest, Part> | Exclude<Extract<Whole, Scalar | null | undefined>, Newest>;

/** `Part`, with the members that `Whole` has besides the newest part: `own` of `cat.extend({ own })`. */
type OlderPart<Whole, Newest, Part> = [NonNullable<Newest>] extends [NonNullable<Whole>]
  ? Part
  : Omit<Exclude<NonNullable<Whole>, Newest extends Scalar ? never : Scalar>, keyof Newest> & Part;

/** `Whole` with a `Value` at a path. Null, undefined and scalars on the path stay unchanged. */
type PutAt<Whole, P extends readonly unknown[], Value> = Whole extends null | undefined
  ? Whole
  : P extends readonly [infer Key, ...infer Rest]
    ? Whole extends readonly (infer Item)[]
      ? Key extends string
        ? Whole
        : PutAt<Item, Rest, Value>[]
      : Key extends typeof OneOrEach
        ? PutAt<Whole, Rest, Value>
        : {
            [Name in keyof Whole]: Key extends typeof Each | Name
              ? PutAt<Whole[Name], Rest, Value>
              : Whole[Name];
          }
    : Whole extends Scalar
      ? Whole
      : Value;

/** `Whole` with `Value`, such as `Carried<Cat, Legacy>`, at each path. For `[]`, it replaces `Whole` itself. */
export type PutAtAll<Whole, P, Value> = P extends readonly []
  ? Value extends Carried<unknown, infer What>
    ? Carried<Whole, What>
    : Value
  : P extends WrittenPath
    ? PutAt<Whole, P, Value>
    : PutAtEach<Whole, P, Value>;

type PutAtEach<Whole, Paths, Value> = Paths extends readonly [infer First extends WrittenPath, ...infer Rest]
  ? PutAtEach<PutAt<Whole, First, Value>, Rest, Value>
  : Whole;

export function pathsOf(written: WrittenPath | readonly WrittenPath[]): readonly Path[] {
  const isOne = written.every((step) => !Array.isArray(step));
  // The list `[]` is one path, to the whole value: `every` is true for an empty list.
  return isOne ? [written as WrittenPath] : (written as readonly WrittenPath[]);
}
