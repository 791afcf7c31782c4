import type { Schema } from "./schema";
import { isObject } from "./value";

/** A `Carrying(schema)` of a history: what its values carry for the Downs behind it. */
export interface Carrier {
  readonly schema: Schema;
}

/** A place within a value whose values carry something. */
export interface CarriedPlace {
  readonly carrier: Carrier;
  /** Keys, and `Each` for a list's items and a record's values. */
  readonly path: readonly (string | symbol)[];
}

// Registered, so that a value that one copy of the package made is known to another.
const carriedKey: unique symbol = Symbol.for("versioned-controllers.carried");

/** A value with what it carries: what `Carry` makes. For JSON it is the value. */
export class CarriedValue {
  // Neither hidden nor frozen: V8 takes longer for that than for all else that happens to a carried value.
  declare readonly [carriedKey]: Held;

  constructor(value: object, carried: unknown) {
    this[carriedKey] = { value, carried };
  }

  /** JSON asks once: a `toJSON` of the value's own is asked here. */
  toJSON(key: string): unknown {
    const { value } = this[carriedKey];
    const { toJSON } = value as { readonly toJSON?: (this: object, key: string) => unknown };
    return typeof toJSON === "function" ? toJSON.call(value, key) : value;
  }
}

interface Held {
  readonly value: object;
  /** The carried value, a function that gives it, or a promise of either's. */
  readonly carried: unknown;
}

/** The value and what it carries; undefined for what `Carry` did not make. */
export function heldIn(value: unknown): Held | undefined {
  // Hot path: to read a member that is not there takes V8 a fraction of looking for it by `in`.
  return isObject(value) ? (value as Partial<CarriedValue>)[carriedKey] : undefined;
}

/** The carried values of a value, by the places that they belong to: one node for each key and index on the way. */
export class CarriedNode {
  /** Whether something is carried here. */
  isSet = false;
  carried: unknown;
  /** The nodes of a list's items; undefined of what is no list. */
  items: readonly CarriedNode[] | undefined;
  /** The nodes of an object's members, as far as a place leads there. */
  members: Map<string, CarriedNode> | undefined;

  set(carried: unknown): void {
    this.isSet = true;
    this.carried = carried;
  }

  /** The nodes of a list's items, made for the first place that leads there. */
  openItems(length: number): readonly CarriedNode[] {
    if (this.items) return this.items;
    const items: CarriedNode[] = [];
    for (let i = 0; i < length; i++) items.push(new CarriedNode());
    this.items = items;
    return items;
  }

  /** The node of a member, made for the first place that leads there. */
  openMember(key: string): CarriedNode {
    this.members ??= new Map();
    let member = this.members.get(key);
    if (!member) this.members.set(key, (member = new CarriedNode()));
    return member;
  }
}
