import { assertUnderstood, copyKey, mark, sharedByCopies } from "./copies";
import type { Schema } from "./schema";
import { isObject } from "./value";

/** A `Carrying(schema)` of a history: the schema of the carried values for the Downs after it. */
export interface Carrier {
  readonly schema: Schema;
}

/** A place within a value with carried values. */
export interface CarriedPlace {
  readonly carrier: Carrier;
  /** Keys, and `Each` for a list's items and a record's values. */
  readonly path: readonly (string | symbol)[];
}

// Registered symbols, so that another copy of the package recognizes the value.
const valueKey: unique symbol = Symbol.for("versioned-controllers.value");
const carriedKey: unique symbol = Symbol.for("versioned-controllers.carried");

/** A value with its carried value, made by `Carry`. JSON sees only the value. */
export class CarriedValue {
  // The members are enumerable, not frozen, and not in an inner object: V8 takes longer for hidden members, freezing or
  // an inner object than for all other work on a carried value.
  declare readonly [valueKey]: object;
  declare readonly [carriedKey]: unknown;
  // Own members detect copies: structuredClone throws at the symbol and names it, and a spread copies `toJSON`.
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

/** `isSo` is true while an answer becomes JSON, after its histories have removed all carried values. */
const answering = sharedByCopies("carried", () => ({ isSo: false }));

/**
 * Makes JSON of an answer, after its history has removed the carried values.
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

/** The error for a result of Carry where the history has no `Carrying`. */
export function carriedInVain(): TypeError {
  return new TypeError(
    "the answer has a result of Carry where the history carries nothing: return the value itself, or add Carrying to the history",
  );
}

/**
 * `JSON.stringify` calls `toJSON` only once, so this function calls the value's own `toJSON`. @throws TypeError for a
 * copy of a Carry, and in {@link withoutCarry}.
 */
function jsonOfCarried(this: CarriedValue, key: string): unknown {
  assertUncopied(this);
  if (answering.isSo) throw carriedInVain();
  const value = this[valueKey] as { readonly toJSON?: (this: object, key: string) => unknown };
  return typeof value.toJSON === "function" ? value.toJSON.call(value, key) : value;
}

/** The mark is on the prototype, which a spread does not copy. */
function assertUncopied(value: object): void {
  if (copyKey in value) return;
  throw new TypeError("a Carry was copied: its result must be used itself, so spread the value within Carry");
}

mark(CarriedValue.prototype);

/**
 * The value if `Carry` made it, otherwise undefined. @throws TypeError if an incompatible copy of the package made it.
 */
export function heldIn(value: unknown): CarriedValue | undefined {
  // Hot path: V8 reads a missing member much faster than it looks for one by `in`.
  if (!isObject(value) || !(value as Partial<CarriedValue>)[valueKey]) return undefined;
  assertUnderstood("Carry", value);
  assertUncopied(value);
  return value as CarriedValue;
}

/** The carried values within a value, by place: one node for each key and index on the path. */
export class CarriedNode {
  /** True if this place has a carried value. */
  isSet = false;
  carried: unknown;
  /** The nodes of a list's items; undefined for other values. */
  items: readonly CarriedNode[] | undefined;
  /** The nodes of an object's members on the paths to carried values. */
  members: Map<string, CarriedNode> | undefined;

  set(carried: unknown): void {
    this.isSet = true;
    this.carried = carried;
  }

  /** The nodes of a list's items, created for the first path through them. */
  openItems(length: number): readonly CarriedNode[] {
    if (this.items) return this.items;
    const items: CarriedNode[] = [];
    for (let i = 0; i < length; i++) items.push(new CarriedNode());
    this.items = items;
    return items;
  }

  /** The node of a member, created for the first path through it. */
  openMember(key: string): CarriedNode {
    this.members ??= new Map();
    let member = this.members.get(key);
    if (!member) this.members.set(key, (member = new CarriedNode()));
    return member;
  }
}
