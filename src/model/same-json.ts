import { isDeepStrictEqual } from "node:util";
import { isObject } from "./value";

/**
 * True if two values have the same JSON, whatever the order of members, and without undefined members. Values that
 * cannot be compared, such as circles, are different.
 */
export function isSameJSON(one: unknown, other: unknown): boolean {
  try {
    return isSame(one, other);
  } catch {
    return false;
  }
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) && Array.isArray(other)) return isSameList(one, other);
  return isPlain(one) && isPlain(other) ? isSameObject(one, other) : isDeepStrictEqual(one, other);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
}

function isSameObject(one: Members, other: Members): boolean {
  for (const name of Object.keys(one)) {
    if (!isSame(one[name], Object.hasOwn(other, name) ? other[name] : undefined)) return false;
  }
  for (const name of Object.keys(other)) {
    if (other[name] !== undefined && !Object.hasOwn(one, name)) return false;
  }
  return true;
}

type Members = Readonly<Record<string, unknown>>;

function isPlain(value: object): value is Members {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
