import type * as Util from "node:util";
import type * as UtilTypes from "node:util/types";

/** A module of Node, such as `node:util`; undefined in a browser. Importing it would break bundles for browsers. */
export function builtin(name: string): object | undefined {
  const { process } = globalThis as {
    readonly process?: { getBuiltinModule?: (name: string) => object | undefined };
  };
  return process?.getBuiltinModule?.(name);
}

const { isDeepStrictEqual: deepEqual } = (builtin("node:util") ?? {}) as Partial<typeof Util>;
const types = (builtin("node:util/types") ?? {}) as Partial<typeof UtilTypes>;

/** Returns `[object AsyncFunction]` for an async function, and `[object String]` for `new String("a")`. */
function kindTagOf(value: unknown): string {
  return Object.prototype.toString.call(value);
}

const boxes: ReadonlySet<string> = new Set(
  ["BigInt", "Boolean", "Number", "String", "Symbol"].map((kind) => `[object ${kind}]`),
);

/** True for a wrapped primitive such as `new String("a")`. */
export const isBoxedPrimitive: (value: object) => boolean =
  types.isBoxedPrimitive ?? ((value) => boxes.has(kindTagOf(value)));

export const isAsyncFunction: (value: unknown) => boolean =
  types.isAsyncFunction ?? ((value) => kindTagOf(value) === "[object AsyncFunction]");

/** True if two objects, such as Dates, are equal. In a browser, only their kinds and JSON are compared. */
export const isDeepStrictEqual: (one: unknown, other: unknown) => boolean =
  deepEqual ??
  ((one, other) => kindTagOf(one) === kindTagOf(other) && JSON.stringify(one) === JSON.stringify(other));
