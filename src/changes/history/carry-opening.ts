import { ownCopy, sharedByCopies } from "../../core/model/copies";
import type { History } from "../../schema/interface/histories";
import type { Carrier } from "../../schema/interface/carried";
import type { OpenedValue } from "../../core/model/serving";
import type { VersionPoint } from "../../core/model/version";

/** Splits the handler's `Carry(value, data)` into value and data. If the data is a promise, the result is one, too. */
export type OpenValue = (value: unknown) => OpenedCarry | Promise<OpenedCarry>;

/** A handler's value without `Carry`, and what it carried. */
export interface OpenedCarry extends OpenedValue {
  readonly found: () => readonly CarrierValue[];
}

/** The data of one `Carry(value, data)`, and the schema in `.Carrying(schema)` that describes it. */
export interface CarrierValue {
  readonly carrier: Carrier;
  readonly carried: unknown;
}

interface CarryOpening {
  /** Makes the function that removes `Carry` from a value. */
  readonly openingAlone: (history: History) => OpenValue | undefined;
  /** Makes the function that splits `Carry(value, data)`, and keeps the data that conversions to a version need. */
  readonly openingFor: (history: History, at: VersionPoint) => OpenValue | undefined;
}

/** All copies share it, because a value that one copy carries may be converted by another. */
const shared = sharedByCopies(
  `carry-opening.${ownCopy.Interface}`,
  (): { current: CarryOpening | undefined } => ({ current: undefined }),
);

export function installCarryOpening(opening: CarryOpening): void {
  shared.current ??= opening;
}

/** Undefined in a program without `Carry`, in which no value can be carried. */
export function carryOpening(): CarryOpening | undefined {
  return shared.current;
}
