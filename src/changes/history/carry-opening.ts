import { ownCopy, sharedByCopies } from "../../core/model/copies";
import type { History } from "../../core/model/histories";
import type { Opening } from "../../core/model/serving";
import type { VersionPoint } from "../../core/model/version";

type OpenValue = Opening["open"];

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
