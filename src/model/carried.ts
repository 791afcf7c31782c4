import { assertUnderstood, copyKey, mark, sharedByCopies } from "./copies";
import type { Schema } from "./schema";
import { isObject } from "./value";

/** A `Carrying(schema)` of a history: the schema of the values that `Carry` adds for the Downs after it. */
export interface Carrier {
  readonly schema: Schema;
}

/** A place within a value that has carried values. */
export interface CarriedPlace {
  readonly carrier: Carrier;
  /** Keys; `Each` for all items of a list, or all values of a record. */
  readonly path: readonly (string | symbol)[];
}

// Registered symbols, so that another copy of the package recognizes the value.
const valueKey: unique symbol = Symbol.for("versioned-controllers.value");
const carriedKey: unique symbol = Symbol.for("versioned-controllers.carried");

/** The result of `Carry(value, carried)`. JSON has only the value. */
export class CarriedValue {
  // Enumerable members, neither frozen nor in an inner object: V8 takes longer for each of these than for all other
  // work on a carried value.
  declare readonly [valueKey]: object;
  declare readonly [carriedKey]: unknown;
  // These members detect copies: structuredClone throws at the symbol and names it, and a spread copies `toJSON`.
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

  /** The carried value, a function that returns it, or a promise of either result. */
  get carried(): unknown {
    return this[carriedKey];
  }
}

const uncloned = Symbol("a Carry was copied: its result must be used itself, and");

/** `isSo` is true while an answer is written as JSON, after its carried values have been removed. */
const answering = sharedByCopies("carried", () => ({ isSo: false }));

/**
 * Writes an answer as JSON, from which its history has removed the carried values.
 *
 * @throws TypeError if a result of Carry is left in it, and errors of `make`.
 */
export function withoutCarry<JSON>(make: () => JSON): JSON {
  const outer = answering.isSo;
  answering.isSo = true;
  try {
    return make();
  } finally {
    answering.isSo = outer;
  }
}

/** The error for a `Carry` whose history has no `Carrying`. */
export function carriedInVain(): TypeError {
  return new TypeError(
    "the response has a result of Carry where the history carries nothing: return the value itself, or add Carrying to the history",
  );
}

/**
 * The `toJSON` of a carried value. It calls the value's own `toJSON`, because `JSON.stringify` calls only one.
 *
 * @throws TypeError for a copy of a Carry, and in {@link withoutCarry}.
 */
function jsonOfCarried(this: CarriedValue, key: string): unknown {
  assertUncopied(this);
  if (answering.isSo) throw carriedInVain();
  const value = this[valueKey] as { readonly toJSON?: (this: object, key: string) => unknown };
  return typeof value.toJSON === "function" ? value.toJSON.call(value, key) : value;
}

/** A spread copies no prototype, so that a copy lacks the mark. */
function assertUncopied(value: object): void {
  if (copyKey in value) return;
  throw new TypeError(
    "a Carry was copied, and a copy loses the carried value: spread the value inside Carry, as in Carry({ ...value }, carried)",
  );
}

mark(CarriedValue.prototype);

/**
 * The value if `Carry` made it, otherwise undefined.
 *
 * @throws TypeError if an incompatible copy of the package made it.
 */
export function heldIn(value: unknown): CarriedValue | undefined {
  // Hot path: V8 reads a missing member much faster than it evaluates `in`.
  if (!isObject(value) || !(value as Partial<CarriedValue>)[valueKey]) return undefined;
  assertUnderstood("Carry", value);
  assertUncopied(value);
  return value as CarriedValue;
}

/** The carried values within a value, as a tree with the value's own keys and indexes. */
export class CarriedNode {
  /** True if this place has a carried value. */
  isSet = false;
  carried: unknown;
  /** The nodes of a list's items; undefined if the value is not a list. */
  items: readonly CarriedNode[] | undefined;
  /** The nodes of an object's members that lead to carried values. */
  members: Map<string, CarriedNode> | undefined;

  set(carried: unknown): void {
    this.isSet = true;
    this.carried = carried;
  }

  /** The nodes of a list's items, created at the first call. */
  openItems(length: number): readonly CarriedNode[] {
    if (this.items) return this.items;
    const items: CarriedNode[] = [];
    for (let i = 0; i < length; i++) items.push(new CarriedNode());
    this.items = items;
    return items;
  }

  /** The node of a member, created at the first call. */
  openMember(key: string): CarriedNode {
    this.members ??= new Map();
    let member = this.members.get(key);
    if (!member) this.members.set(key, (member = new CarriedNode()));
    return member;
  }
}
