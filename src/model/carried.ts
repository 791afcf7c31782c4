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
  // Neither hidden nor frozen, and without an object around both: V8 takes longer for each of these than for everything
  // else that happens to a carried value.
  declare readonly [valueKey]: object;
  declare readonly [carriedKey]: unknown;
  // Both are own members: structuredClone throws at a symbol, with its words, and a spread copies `toJSON`.
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

/** True while JSON is made of an answer, whose histories have taken everything that they carry. */
const answering = sharedByCopies("carried", () => ({ isSo: false }));

/**
 * Makes JSON of an answer from which a history has taken its carried values.
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

/** The error of a result of Carry in a place whose history carries nothing. */
export function carriedInVain(): TypeError {
  return new TypeError(
    "the answer has a result of Carry where the history carries nothing: return the value itself, or add Carrying to the history",
  );
}

/** JSON calls `toJSON` once: this calls the value's own. @throws TypeError for a copy of a Carry, and in {@link withoutCarry}. */
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

/** The value itself if `Carry` made it; undefined for others. @throws TypeError for one that this copy does not understand. */
export function heldIn(value: unknown): CarriedValue | undefined {
  // Hot path: to read a member that is not there takes V8 a fraction of looking for it by `in`.
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
