import { isDeepStrictEqual } from "./runtime";
import { isObject, isPlainObject } from "../../core/model/value";

/** True if two values have the same JSON, apart from the order of members. False for circular values. */
export function isSameJSON(one: unknown, other: unknown): boolean {
  try {
    return isSame(one, other);
  } catch {
    return false;
  }
}

/** Serializes a value with sorted keys, so that equal values have equal text. */
export function canonical(value: unknown): string {
  return value === undefined ? "nothing" : JSON.stringify(sorted(value));
}

/** Copies a value, and sorts the keys of every object by code units. */
export function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

/** True if a value consists of more than `most` values, including itself. Stops counting when this is known. */
export function holdsMoreThan(most: number, value: unknown): boolean {
  const open = [value];
  for (let count = 1; open.length > 0;) {
    const next = open.pop();
    if (!isObject(next)) continue;
    const children: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    count += children.length;
    if (count > most) return true;
    for (const child of children) open.push(child);
  }
  return false;
}

/** All objects and lists in a value, at any depth. Not recursive, because deep values would overflow the stack. */
export function objectsIn(value: unknown): ReadonlySet<object> {
  const found = new Set(isObject(value) ? [value] : []);
  for (const one of found) {
    for (const child of Object.values(one) as unknown[]) if (isObject(child)) found.add(child);
  }
  return found;
}

function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isObject(one) || !isObject(other)) return false;
  if (Array.isArray(one) && Array.isArray(other)) return isSameList(one, other);
  return isPlainObject(one) && isPlainObject(other)
    ? isSameObject(one, other)
    : isDeepStrictEqual(one, other);
}

function isSameList(one: readonly unknown[], other: readonly unknown[]): boolean {
  return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
}

function isSameObject(one: PlainMembers, other: PlainMembers): boolean {
  for (const name of Object.keys(one)) {
    if (!isSame(one[name], Object.hasOwn(other, name) ? other[name] : undefined)) return false;
  }
  for (const name of Object.keys(other)) {
    if (other[name] !== undefined && !Object.hasOwn(one, name)) return false;
  }
  return true;
}

type PlainMembers = Readonly<Record<string, unknown>>;
