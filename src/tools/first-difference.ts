import { isSameJSON } from "../core/model/json-value";
import { isObject } from "../core/model/value";

interface ValueDifference {
  readonly path: readonly string[];
  readonly was: unknown;
  readonly is: unknown;
}

/** Finds the first member, in the order of the old value, in which two values differ, and returns its path. */
export function firstDifference(was: unknown, is: unknown, isSame = isSameJSON): ValueDifference {
  if (!isObject(was) || !isObject(is) || Array.isArray(was) !== Array.isArray(is)) {
    return { path: [], was, is };
  }
  const names = [...new Set([...Object.keys(was), ...Object.keys(is)])];
  const name = names.find((one) => !isSame(ownMember(was, one), ownMember(is, one)));
  if (name === undefined) return { path: [], was, is };
  const inner = firstDifference(ownMember(was, name), ownMember(is, name), isSame);
  return { ...inner, path: [name, ...inner.path] };
}

/** Reads a member that the value itself has, because every object inherits members such as `constructor`. */
function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
