/** A value as a client reads it: a Date is text, and what JSON has already stays what it is. */
export type AsJSON<T> = T extends JSONValue
  ? T
  : T extends { toJSON(...args: never[]): infer Text }
    ? Text
    : T extends readonly (infer Item)[]
      ? AsJSON<Item>[]
      : T extends object
        ? { [K in keyof T]: AsJSON<T[K]> }
        : T;

/** The shortest way out for types that hold nothing but JSON: no member of theirs is looked into. */
type JSONValue =
  string | number | boolean | null | undefined | readonly JSONValue[] | { readonly [key: string]: JSONValue };
