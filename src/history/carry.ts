import { CarriedValue, heldIn } from "../model/carried";
import { takeRejection, describe, isObject, isThenable } from "../model/value";

/** The type of `Carry(value, carried)`. Its members exist only in the type, for messages of the compiler. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the class below has its members
export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

/**
 * The members are getters, because the type of `{ ...value }` has no getters: a copy is not mistaken for a `Carried`.
 * There are two members, because TypeScript 5.2 does not compare deeply nested types.
 */
declare abstract class CarriedMembers<Value, What> {
  get "Carry(value, ...)"(): Value;
  get "Carry(..., carried)"(): What;
}

/**
 * Adds a value that only older versions need: `return Carry(customer, () => legacyOf(customer))`.
 *
 * The method `.Carrying(Legacy)` of the customer's history declares the added value, which each `Down` after it gets as
 * its second argument. The JSON does not contain it. A function is called, and a promise awaited, only if a `Down`
 * needs the result. `Carry` does not change `value`, and may be called many times with the same value.
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
  // A version that does not need `carried` never awaits it. If it is a promise, a rejection would end the process.
  if (typeof carried !== "function") takeRejection(carried);
  if (!isObject(value) || isThenable(value)) {
    const got = takeRejection(value) ? "a promise" : describe(value);
    throw new TypeError(`Carry: the value must be an object or a list, got ${got}`);
  }
  if (heldIn(value)) throw new TypeError("Carry: the value must not be the result of another Carry");
  return new CarriedValue(value, carried);
}
