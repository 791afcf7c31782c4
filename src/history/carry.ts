import { CarriedValue, heldIn } from "../model/carried";
import { takeRejection, describe, isObject, isThenable } from "../model/value";

/** The result of `Carry(value, carried)`. The members exist only in the type, so that compiler errors name them. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the class below has its members
export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

/**
 * TypeScript drops getters from the type of `{ ...value }`, so such a copy is not a `Carried`. There are two members,
 * not one with both types inside, because TypeScript 5.2 does not compare types that are nested so deeply.
 */
declare abstract class CarriedMembers<Value, What> {
  get "Carry(value, ...)"(): Value;
  get "Carry(..., carried)"(): What;
}

/**
 * Adds a value that only older versions need: `return Carry(customer, () => legacyOf(customer))`.
 *
 * The method `.Carrying(Legacy)` of the customer's history declares the added value, which each later `Down` in the
 * chain gets as its second argument. The JSON does not contain it. A function is called, and a promise awaited, only if
 * a `Down` needs the result. `Carry` does not change `value`, and may be called many times with the same value.
 *
 * @throws TypeError for a value that is not an object or a list, or is the result of another Carry.
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
  // A conversion that does not need a promise never awaits it, and its unhandled rejection would end the process.
  if (typeof carried !== "function") takeRejection(carried);
  if (!isObject(value) || isThenable(value)) {
    const got = takeRejection(value) ? "a promise" : describe(value);
    throw new TypeError(`Carry: the value must be an object or a list, got ${got}`);
  }
  if (heldIn(value)) throw new TypeError("Carry: the value must not be the result of another Carry");
  return new CarriedValue(value, carried);
}
