import { isAnswering } from "../../schema/interface/carried";
import { assertUnderstood, copyKey, mark } from "../../core/model/copies";
import { isObject } from "../../core/model/value";

// Registered symbols, so that another copy of the package recognizes the value.
const valueKey: unique symbol = Symbol.for("versioned-controllers.value");
const carriedKey: unique symbol = Symbol.for("versioned-controllers.carried");

/** The result of `Carry(value, carried)`. `JSON.stringify` writes the same text for it as for `value`. */
export class CarriedValue {
  // These members are plain: V8 would need more time to hide or freeze them than for all other work on the object.
  declare readonly [valueKey]: object;
  declare readonly [carriedKey]: unknown;
  // A copy loses the carried value: `structuredClone` throws at the symbol, and `toJSON` when a spread is serialized.
  declare readonly Carry: symbol;
  declare readonly toJSON: (key: string) => unknown;

  constructor(value: object, carried: unknown) {
    this[valueKey] = value;
    this[carriedKey] = carried;
    this.Carry = uncloned;
    this.toJSON = jsonOfCarried;
  }

  get value(): object {
    return this[valueKey];
  }

  /** The second argument of `Carry`: the carried value, a promise of the value, or a function that returns either. */
  get carried(): unknown {
    return this[carriedKey];
  }
}

const uncloned = Symbol("the result of Carry was copied: copy the value before Carry, because the result");

export function carriedInVain(): TypeError {
  return new TypeError(
    "the value contains a result of Carry at a place whose history has no Carrying: return the value without Carry, or add Carrying(schema) to the history",
  );
}

/** `JSON.stringify` calls `toJSON` only once, so this `toJSON` calls the `toJSON` of the wrapped value. */
function jsonOfCarried(this: CarriedValue, key: string): unknown {
  assertUncopied(this);
  if (isAnswering()) throw carriedInVain();
  const value = this[valueKey] as { readonly toJSON?: (this: object, key: string) => unknown };
  return typeof value.toJSON === "function" ? value.toJSON.call(value, key) : value;
}

/** Throws for `{ ...Carry(cat, data) }`: the spread has lost the prototype, which has `copyKey`. */
function assertUncopied(value: object): void {
  if (copyKey in value) return;
  throw new TypeError(
    "the result of Carry was copied, and the copy has lost the carried value: copy the value before Carry, as in Carry({ ...value }, carried)",
  );
}

mark(CarriedValue.prototype);

/** Returns `value` if it is a result of `Carry`. Throws a TypeError if an incompatible copy of the package made it. */
export function heldIn(value: unknown): CarriedValue | undefined {
  // Hot path: V8 reads a missing member much faster than it evaluates `in`.
  if (!isObject(value) || !(value as Partial<CarriedValue>)[valueKey]) return undefined;
  assertUnderstood("Carry", value);
  assertUncopied(value);
  return value as CarriedValue;
}
