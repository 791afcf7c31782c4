import { assertUnderstood, copyKey, mark, sharedByCopies } from "./copies";
import type { Schema } from "./schema";
import { isObject } from "./value";

/** A `.Carrying(schema)` of a history. The schema describes the second argument of `Carry(value, carried)`. */
export interface Carrier {
  readonly schema: Schema;
}

/** A place in a value where handlers use `Carry`. */
export interface CarriedPlace {
  readonly carrier: Carrier;
  /** The keys that lead to the place. `Each` means all items of a list, or all values of a record. */
  readonly path: readonly (string | symbol)[];
}

// Registered symbols, so that another copy of the package recognizes the value.
const valueKey: unique symbol = Symbol.for("versioned-controllers.value");
const carriedKey: unique symbol = Symbol.for("versioned-controllers.carried");

/** The result of `Carry(value, carried)`. `JSON.stringify` writes it like `value`. */
export class CarriedValue {
  // Hiding, nesting or freezing these members would take V8 longer than all other work on a carried value.
  declare readonly [valueKey]: object;
  declare readonly [carriedKey]: unknown;
  // These members reveal a copy: structuredClone throws an error that names the symbol, and a spread copies `toJSON`.
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

  /** The second argument of `Carry`: the carried value itself, a function that returns it, or a promise of either. */
  get carried(): unknown {
    return this[carriedKey];
  }
}

const uncloned = Symbol("the result of Carry was copied: copy the value before Carry, because the result");

/** True while a response is written as JSON. A result of `Carry` in the response is a mistake then. */
const answering = sharedByCopies("carried", () => ({ isSo: false }));

/** Calls a function that writes a response as JSON. Throws a TypeError if the response has a result of `Carry`. */
export function withoutCarry<JSON>(make: () => JSON): JSON {
  const outer = answering.isSo;
  answering.isSo = true;
  try {
    return make();
  } finally {
    answering.isSo = outer;
  }
}

/** Makes the error for a result of `Carry` at a place where the history has no `Carrying`. */
export function carriedInVain(): TypeError {
  return new TypeError(
    "the value contains a result of Carry at a place whose history has no Carrying: return the value without Carry, or add Carrying(schema) to the history",
  );
}

/** Calls the `toJSON` of `value`, which `JSON.stringify` would not call. Throws during {@link withoutCarry}. */
function jsonOfCarried(this: CarriedValue, key: string): unknown {
  assertUncopied(this);
  if (answering.isSo) throw carriedInVain();
  const value = this[valueKey] as { readonly toJSON?: (this: object, key: string) => unknown };
  return typeof value.toJSON === "function" ? value.toJSON.call(value, key) : value;
}

/** Throws if a value is a copy made by a spread. The copy lacks the prototype, which has the mark of `CarriedValue`. */
function assertUncopied(value: object): void {
  if (copyKey in value) return;
  throw new TypeError(
    "the result of Carry was copied, and the copy has lost the carried value: copy the value before Carry, as in Carry({ ...value }, carried)",
  );
}

mark(CarriedValue.prototype);

/** Returns a result of `Carry`; undefined for other values. Throws a TypeError for a result of an incompatible copy. */
export function heldIn(value: unknown): CarriedValue | undefined {
  // Hot path: V8 reads a missing member much faster than it evaluates `in`.
  if (!isObject(value) || !(value as Partial<CarriedValue>)[valueKey]) return undefined;
  assertUnderstood("Carry", value);
  assertUncopied(value);
  return value as CarriedValue;
}

/** The carried values inside of a value, as a tree with the same keys and indexes as the value. */
export class CarriedNode {
  isSet = false;
  carried: unknown;
  /** The nodes of a list's items; undefined if the value is not a list. */
  items: readonly CarriedNode[] | undefined;
  /** The nodes of the members that lead to carried values; other members have none. */
  members: Map<string, CarriedNode> | undefined;

  set(carried: unknown): void {
    this.isSet = true;
    this.carried = carried;
  }

  openItems(length: number): readonly CarriedNode[] {
    if (this.items) return this.items;
    const items: CarriedNode[] = [];
    for (let i = 0; i < length; i++) items.push(new CarriedNode());
    this.items = items;
    return items;
  }

  openMember(key: string): CarriedNode {
    this.members ??= new Map();
    let member = this.members.get(key);
    if (!member) this.members.set(key, (member = new CarriedNode()));
    return member;
  }
}
