// The exports, sorted. Written by `npm run fix:interface`.

export declare function CheckChanges(app: App, options?: CheckOptions): Promise<void>;

export interface CheckOptions {
  readonly Runs?: number;
  readonly Seed?: number;
  readonly Examples?: ReadonlyMap<Schema, readonly unknown[]>;
  readonly Context?: readonly LawContext[];
}

// Not exported, but part of the exports.

export type LawContext = ContextValue<any> | ContextExample<any>;
