import { CarriedValue, heldIn } from "../model/carried";
import { takeRejection, describe, isObject, isThenable } from "../model/value";

/**
 * The type of a value with a carried value. Its members exist only for the compiler, whose messages show them.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- the class below has its members
export interface Carried<Value, What> extends CarriedMembers<Value, What> {}

/**
 * The two members are not nested, because TypeScript 5.2 treats types that nest three levels deep as equal. They are
 * accessors of a class, which a spread does not copy: a copy has another type.
 */
declare abstract class CarriedMembers<Value, What> {
  get "Carry(value, ...)"(): Value;
  get "Carry(..., carried)"(): What;
}

/**
 * A value with another value for older versions: `return Carry(customer, () => legacyOf(customer))`.
 *
 * The history of the value declares the carried value by `Carrying(schema)`. A function is called, and awaited, only if
 * a version's Down needs its result. JSON sees only the value; the value is not modified, and may be carried any number
 * of times.
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
  // The promise's rejection is handled here, because a version that does not need the promise does not await it.
  if (typeof carried !== "function") takeRejection(carried);
  if (!isObject(value) || isThenable(value)) {
    const got = takeRejection(value) ? "a promise" : describe(value);
    throw new TypeError(`Carry: the value must be an object or a list, got ${got}`);
  }
  if (heldIn(value)) throw new TypeError("Carry: the value must not be the result of another Carry");
  return new CarriedValue(value, carried);
}
