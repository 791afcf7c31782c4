import { CarriedValue, heldIn } from "./carried-value";
import { takeRejection, describe, isObject, isThenable } from "../../core/model/value";
import type { Carried } from "./carried-type";
import { openingAlone, openingFor } from "./carried-places";
import { installCarryOpening } from "./carry-opening";

// Programs without a `Carry` do not bundle what opens one.
installCarryOpening({ openingAlone, openingFor });

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
