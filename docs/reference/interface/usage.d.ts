// The exports, sorted. Written by `npm run fix:interface`.

export type Usage = Readonly<Record<string, UsageCount>>;

export interface UsageCount {
  readonly calls: number;
  readonly last?: string;
  readonly since?: string;
  readonly clients?: Readonly<Record<string, number>>;
  readonly changes?: Readonly<Record<string, number>>;
}

export declare function UsageCounter(options?: UsageCounterOptions): UsageCounter;

export interface UsageCounter {
  readonly Options: {
    readonly OnAnswered: OnAnswered;
    readonly OnRefused: OnRefused;
  };
  Read(): Usage;
  Refused(): Usage;
  Merge(...others: readonly Usage[]): Usage;
}

export interface UsageCounterOptions {
  readonly Client?: (req: Request) => string;
  readonly Most?: number;
  readonly Now?: () => Date;
}
