/** A value that was converted once, and the result: `[given, got, beside?]` in the file. */
export interface FrozenSample {
  readonly given: unknown;
  /** The JSON of the result, `{ refused: <status> }` for a refused value, or `{ failed: true }` for any other error. */
  readonly got: unknown;
  readonly beside?: FrozenBeside | undefined;
}

/** The other arguments of the function: contexts by their names, and the data of `Carry`. */
export interface FrozenBeside {
  readonly contexts?: Readonly<Record<string, unknown>>;
  readonly carried?: unknown;
}

/** The samples of one link, or face, of a history, in `conversions/<version>.json`. */
export interface FrozenEntry {
  readonly change: string;
  /** The name of the older schema, or else a route and part that has it. A further text tells equal names apart. */
  readonly where: EntryPlace;
  readonly face: boolean;
  /** Undefined if the link has no `Up`. */
  readonly up: readonly FrozenSample[] | undefined;
  readonly down: readonly FrozenSample[] | undefined;
}

export type EntryPlace = readonly [base: string, ...more: string[]];

export type SampleSide = "up" | "down";

export const sampleSides: readonly SampleSide[] = ["up", "down"];

/** The name of a side in messages. */
export function sideInWords(side: SampleSide): "Up" | "Down" {
  return side === "up" ? "Up" : "Down";
}
