// The exports, sorted. Written by `npm run fix:interface`.

export declare function CheckChanges(app: App, options?: CheckOptions): Promise<void>;

export interface CheckOptions {
  readonly Runs?: number;
  readonly Seed?: number;
  readonly Examples?: ReadonlyMap<Schema, readonly unknown[]>;
  readonly Context?: readonly LawContext[];
}

export type RecordedLines = Iterable<unknown> | AsyncIterable<unknown>;

export declare function Replay(
  app: App,
  lines: RecordedLines,
  options?: ReplayOptions,
): Promise<ReplayResult>;

export interface ReplayDifference {
  readonly Line: number;
  readonly Route: string;
  readonly Version: Version;
  readonly Side: "Up" | "Down" | "Status" | "Refused" | "Removed";
  readonly Change?: string;
  readonly Path: readonly (string | number)[];
  readonly Recorded: unknown;
  readonly Now: unknown;
}

export interface ReplayOptions {
  readonly Most?: number;
}

export interface ReplayResult {
  readonly Replayed: number;
  readonly Skipped: Readonly<Record<string, number>>;
  readonly Differences: readonly ReplayDifference[];
  readonly More: number;
}

// Not exported, but part of the exports.

export type LawContext = ContextValue<any> | ContextExample<any>;
