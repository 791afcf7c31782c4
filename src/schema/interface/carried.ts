import { sharedByCopies } from "../../core/model/copies";
import type { Schema } from "./schema";

/** The schema of the `data` in `Carry(value, data)`, which a handler returns because older versions need it. */
export interface Carrier {
  readonly schema: Schema;
}

/** A place in a handler's result where the handler may return `Carry(value, data)` instead of `value`. */
export interface CarriedPlace {
  readonly carrier: Carrier;
  /** The keys that lead to the place. `Each` means all items of a list, or all values of a record. */
  readonly path: readonly (string | symbol)[];
}

const answering = sharedByCopies("carried", () => ({ isSo: false }));

/** True while JSON is written that must not contain a `Carry`. */
export function isAnswering(): boolean {
  return answering.isSo;
}

/** Calls `make`, which writes JSON. A `Carry` in the value causes a TypeError: the carried data would be lost. */
export function withoutCarry<JSON>(make: () => JSON): JSON {
  const outer = answering.isSo;
  answering.isSo = true;
  try {
    return make();
  } finally {
    answering.isSo = outer;
  }
}

/** A node in a tree of carried data by place: for `{ cats: [Carry(cat, 7)] }`, the first item of `cats` has 7. */
export class CarriedNode {
  isSet = false;
  carried: unknown;
  /** The nodes of a list's items; undefined if the value is not a list. */
  items: readonly CarriedNode[] | undefined;
  /** The nodes of the members in which `Carry` was used, by the names of the members. */
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
