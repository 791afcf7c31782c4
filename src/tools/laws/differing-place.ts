import { isDeepStrictEqual } from "node:util";
import { isObject } from "../../core/model/value";

/** Finds the first member, in the order of the first value, in which two values differ. They need not be JSON. */
export function differingPlace(one: unknown, other: unknown): readonly string[] {
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [];
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])];
  const name = names.find((each) => !isDeepStrictEqual(ownMember(one, each), ownMember(other, each)));
  if (name === undefined) return [];
  return [name, ...differingPlace(ownMember(one, name), ownMember(other, name))];
}

/** Reads a member that the value itself has, because every object inherits members such as `constructor`. */
function ownMember(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
}
