import type { Version } from "../../core/model/version";

/** A place in which today's App converts a recorded value to another result. */
export interface ReplayDifference {
  /** The number of the first line with the difference, from 1. */
  readonly Line: number;
  readonly Route: string;
  readonly Version: Version;
  /**
   * The conversion: of a request (`Up`), a response (`Down`) or a status. `Refused`: only one of the two was refused, and
   * the value of that one is the status. `Removed`: the change that ran no longer exists.
   */
  readonly Side: "Up" | "Down" | "Status" | "Refused" | "Removed";
  /** The description of the change whose link made the difference; undefined if this is not certain. */
  readonly Change?: string;
  /** The path in the body. For another part, its name is the first step: `["query", "page"]`. */
  readonly Path: readonly (string | number)[];
  readonly Recorded: unknown;
  readonly Now: unknown;
}

/** Collects differences, one for each route, side, change and place. All items of a list are one place. */
export class FoundDifferences {
  readonly #most: number;
  readonly #keys = new Set<string>();
  readonly #differences: ReplayDifference[] = [];

  constructor(most: number) {
    this.#most = most;
  }

  get differences(): readonly ReplayDifference[] {
    return this.#differences;
  }

  /** The number of differences beyond the limit. */
  get more(): number {
    return this.#keys.size - this.#differences.length;
  }

  add(difference: ReplayDifference): void {
    const { Route, Side, Change, Path, Now } = difference;
    // A value that is refused now and one that was refused are two differences of one place.
    const isAccepted = Side === "Refused" && Now === undefined;
    const key = JSON.stringify([Route, Side, isAccepted, Change, placeOf(Path)]);
    if (this.#keys.has(key)) return;
    this.#keys.add(key);
    if (this.#differences.length < this.#most) this.#differences.push(difference);
  }
}

/** Returns the place of a path: indexes of lists are left out. */
function placeOf(path: ReplayDifference["Path"]): readonly string[] {
  return path.map((step) => (typeof step === "number" ? "*" : `.${step}`));
}
