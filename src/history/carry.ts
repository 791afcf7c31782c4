import { CarriedValue, heldIn } from "../model/carried";
import { takeRejection } from "../model/rejections";
import { describe, isObject, isThenable } from "../model/value";

/**
 * The type of a value with what it carries. The members are for the compiler alone, whose messages show them: at run time nothing
 * has them. They are two, and not one within the other: TypeScript 5.2 takes types for alike that nest three levels deep.
 */
export interface Carried<Value, What> {
  readonly "Carry(value, ...)": Value;
  readonly "Carry(..., carried)": What;
}

/**
 * A value with what belongs to it for older versions alone: `return Carry(customer, () => legacyOf(customer))`.
 *
 * Its history says so by `Carrying(schema)`. A function is called, and awaited, only where a version's Down needs what it gives.
 * For JSON it is the value; nothing is written on the value, which may be carried any number of times.
 *
 * @throws TypeError where the value is no object and no list, or carries something already.
 */
export function Carry<Value extends object, What>(
  value: Value,
  carried: () => What | PromiseLike<What>,
): Carried<Value, What>;
export function Carry<Value extends object, What>(
  value: Value,
  carried: What | PromiseLike<What>,
): Carried<Value, What>;
export function Carry(value: unknown, carried: unknown): unknown {
  // In a version that needs nothing of a promise, nobody waits for it.
  if (typeof carried !== "function") takeRejection(carried);
  if (!isObject(value) || isThenable(value)) {
    const got = takeRejection(value) ? "a promise" : describe(value);
    throw new TypeError(`Carry: the value must be an object or a list, got ${got}`);
  }
  if (heldIn(value)) throw new TypeError("Carry: the value must not be the result of another Carry");
  return new CarriedValue(value, carried);
}
