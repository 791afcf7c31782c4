import type { InputOf, OutputOf } from "../schema/interface/schema";

/**
 * The type of a value's JSON: `AsJSON<{ born: Date; nick: string | undefined }>` is `{ born: string; nick?: string }`.
 *
 * An object with `toJSON` becomes the result of `toJSON`, and a Map or Set becomes `{}`. Functions, symbols and
 * undefined are omitted from objects, and become null in lists. A bigint becomes `never`. Types do not tell getters
 * from fields, so a class's getters count as members, although `JSON.stringify` omits them.
 */
export type AsJSON<T> = [T] extends [Plain] ? T : JSONOf<T, "value">;

type Plain = string | number | boolean | null | Plain[] | PlainObject;
interface PlainObject {
  [name: string]: Plain | undefined;
  [name: symbol]: never;
}

/**
 * The JSON type of a handler's result. TypeScript may widen a literal such as `"cat"` to `string`, so a `string` may
 * have been a literal: it becomes `AnyText`, which fits every literal of a schema.
 */
export type ResultJSON<T> = JSONOf<T, "result">;

/** The JSON type of a schema's output. A literal `"cat"` becomes `"cat" | AnyText`, as a result may be a `string`. */
export type SchemaJSON<T> = JSONOf<T, "schema">;

type LeafRule = "value" | "result" | "schema";

// `unknown` and `any` come first: `any` would match every later branch, and `unknown` only the last.
type JSONOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | bigint
    ? LeafJSON<T, As>
    : T extends { toJSON(...args: never[]): infer Instead }
      ? // JSON.stringify does not call `toJSON` again on an object that a `toJSON` has returned.
        StructureOf<Instead, As>
      : StructureOf<T, As>;

type StructureOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | bigint
    ? LeafJSON<T, As>
    : T extends Silent
      ? undefined
      : T extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
        ? Record<string, never>
        : T extends readonly unknown[]
          ? number extends T["length"]
            ? ItemOf<T[number], As>[]
            : { -readonly [Index in keyof T]: ItemOf<T[Index], As> }
          : ObjectOf<T, As>;

type ItemOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends Silent | undefined
    ? null
    : JSONOf<T, As>;

/** Fast path for the compiler: if JSON keeps every member of an object, the object is mapped in one step. */
type ObjectOf<T, As extends LeafRule> = keyof T extends string | number
  ? Flat<T> extends Readonly<Record<string, ValueInJSON>>
    ? object extends UndefinedMembers<T>
      ? { -readonly [Name in keyof T]: JSONOf<Exclude<T[Name], undefined>, As> }
      : MembersSorted<T, As>
    : MembersSorted<T, As>
  : MembersSorted<T, As>;

/** All types except symbols, and functions, which `bind?: never` excludes. `UndefinedMembers` finds undefined. */
type ValueInJSON =
  string | number | boolean | bigint | null | undefined | (object & { readonly bind?: never });

type UndefinedMembers<T> = { [Name in keyof T as undefined extends T[Name] ? Name : never]: T[Name] };

type MembersSorted<T, As extends LeafRule> = Flat<MembersOf<T, As> & OptionalMembersOf<T, As>>;

type MembersOf<T, As extends LeafRule> = {
  -readonly [Name in keyof T as Name extends symbol ? never : Always<Name, T[Name]>]: JSONOf<T[Name], As>;
};

type OptionalMembersOf<T, As extends LeafRule> = {
  -readonly [Name in keyof T as Name extends symbol ? never : Sometimes<Name, T[Name]>]?: JSONOf<
    Exclude<T[Name], Silent | undefined>,
    As
  >;
};

type Always<Name, Value> = unknown extends Value
  ? Name
  : [Extract<Value, Silent | undefined>] extends [never]
    ? Name
    : never;

type Sometimes<Name, Value> = unknown extends Value
  ? never
  : [Extract<Value, Silent | undefined>] extends [never]
    ? never
    : [Value] extends [Silent | undefined]
      ? never
      : Name;

type Flat<T> = { [Name in keyof T]: T[Name] };

/** The types of values that JSON leaves out, besides undefined. */
type Silent =
  | symbol
  | ((...args: never[]) => unknown)
  | (abstract new (...args: never[]) => unknown)
  // eslint-disable-next-line @typescript-eslint/no-invalid-void-type -- a member that a method's result fills may be void
  | void;

declare const anyText: unique symbol;
declare const anyNumber: unique symbol;
declare const noJSON: unique symbol;
interface AnyText {
  readonly [anyText]: true;
}
interface AnyNumber {
  readonly [anyNumber]: true;
}
/** The type for a bigint, which JSON cannot represent. Unlike `never`, it fits no schema. */
interface NoJSON {
  readonly [noJSON]: true;
}

type LeafJSON<T, As extends LeafRule> = As extends "value"
  ? T extends bigint
    ? never
    : T
  : As extends "result"
    ? ResultLeaf<T>
    : SchemaLeaf<T>;

// `${T}` converts enums to literals such as `"cat"`, and removes the members of brands, because JSON has neither.
type ResultLeaf<T> = T extends string
  ? string extends T
    ? AnyText
    : `${T}`
  : T extends number
    ? number extends T
      ? AnyNumber
      : T
    : T extends bigint
      ? NoJSON
      : T;

type SchemaLeaf<T> = T extends string
  ? AnyText | (string extends T ? string : `${T}`)
  : T extends number
    ? AnyNumber | T
    : T extends boolean
      ? boolean
      : T extends bigint
        ? never
        : T;

/**
 * The output type of a schema, for values that a handler returns. {@link NotSent} replaces a member whose JSON the
 * schema would not accept as input: `z.date()` rejects the text of a Date, but `z.coerce.date()` accepts it.
 */
export type Sent<S> = [OutputOf<S>] extends [Plain]
  ? OutputOf<S>
  : // In a function with the schema as a type parameter, the compiler resolves this branch, but not the first one.
    true extends HasUnsent<OutputOf<S>, InputOf<S>>
    ? SentOf<OutputOf<S>, InputOf<S>>
    : OutputOf<S>;

type HasUnsent<Output, Input> = [Output] extends [SentOf<Output, Input>] ? false : true;

type SentOf<Output, Input> = unknown extends Output
  ? Output
  : Output extends string | number | boolean | null | undefined | Silent
    ? Output
    : Output extends bigint
      ? NotSent<"a bigint">
      : Output extends { toJSON(...args: never[]): infer Instead }
        ? [Instead] extends [Input]
          ? Output
          : NotSent<Output>
        : Output extends ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>
          ? Output
          : {
              [Name in keyof Output]: SentOf<Output[Name], Name extends keyof Input ? Input[Name] : unknown>;
            };

/** The compiler prints this type to explain that JSON cannot represent the values of a schema. */
export interface NotSent<What> {
  readonly "cannot be sent as JSON: describe what is sent instead, a Date by z.iso.datetime()": What;
}
