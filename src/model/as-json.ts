/**
 * A value's type as JSON has it: `AsJSON<{ born: Date; nick: string | undefined }>` is `{ born: string; nick?: string }`.
 *
 * The result of `toJSON` stands for its object; functions, symbols and undefined are left out of objects and null in lists;
 * a Map or Set has no members; a bigint has no JSON (`never`). Methods and getters of a class are told apart by types no
 * more than `JSON.stringify` reads a prototype: a getter counts as a member.
 */
export type AsJSON<T> = [T] extends [Plain] ? T : JSONOf<T, "value">;

/**
 * Values that are what JSON makes of them: then no member need be looked at. Readonly lists are none, nor is an object
 * with a symbol's member: JSON has neither.
 */
export type Plain = string | number | boolean | null | Plain[] | PlainObject;
interface PlainObject {
  [name: string]: Plain | undefined;
  [name: symbol]: never;
}

/**
 * The JSON of a handler's result, to hold against {@link SchemaJSON}: text, or a number, of no narrower type is marked.
 *
 * TypeScript widens the literals in what a function returns, so `{ kind: "cat" }` comes here as `{ kind: string }`.
 */
export type ResultJSON<T> = JSONOf<T, "result">;

/** The JSON of what a schema puts out; a literal takes text or a number of no narrower type, too. */
export type SchemaJSON<T> = JSONOf<T, "schema">;

/** Who is asked for the JSON: it decides the leaves alone. */
type LeafRule = "value" | "result" | "schema";

// `unknown` first: it stays, and `any` would take every branch.
type JSONOf<T, As extends LeafRule> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | bigint
    ? LeafJSON<T, As>
    : T extends { toJSON(...args: never[]): infer Instead }
      ? // JSON.stringify asks once: an object that `toJSON` returns is not asked again.
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

/**
 * An object whose members all stay, each as optional as it was, is mapped once: most are, and what else there is to ask
 * of each member costs the compiler several times as much. Flat, or an intersection would pass by one of its parts.
 */
type ObjectOf<T, As extends LeafRule> = keyof T extends string | number
  ? Flat<T> extends Readonly<Record<string, Told>>
    ? object extends Undefined<T>
      ? { -readonly [Name in keyof T]: JSONOf<Exclude<T[Name], undefined>, As> }
      : MembersSorted<T, As>
    : MembersSorted<T, As>
  : MembersSorted<T, As>;

/** Values that JSON has in an object; functions are told from other objects by a member that they all have. */
type Told = string | number | boolean | bigint | null | undefined | (object & { readonly bind?: never });

/** The members that may be undefined: none of them is required where any object will do. */
type Undefined<T> = { [Name in keyof T as undefined extends T[Name] ? Name : never]: T[Name] };

/** Each member looked at by itself. */
type MembersSorted<T, As extends LeafRule> = Flat<MembersOf<T, As> & OptionalMembersOf<T, As>>;

/** Those that are always there. */
type MembersOf<T, As extends LeafRule> = {
  -readonly [Name in keyof T as Name extends symbol ? never : Always<Name, T[Name]>]: JSONOf<T[Name], As>;
};

/** Those that may be undefined, or what JSON leaves out as well. */
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

/** One object type of an intersection. */
type Flat<T> = { [Name in keyof T]: T[Name] };

/** Values that JSON leaves out, beside undefined. */
export type Silent =
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
/** It fits no schema, where `never` would fit each. */
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

// A text's pattern is that of an enum's or a brand's, as JSON has neither.
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
