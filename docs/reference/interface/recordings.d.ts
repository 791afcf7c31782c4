// The exports, sorted. Written by `npm run fix:interface`.

export declare function Recorder(options: RecorderOptions): Recorder;

export interface Recorder {
  readonly Options: AppOptions;
  Counts(): RecorderCounts;
}

export interface RecorderCounts {
  readonly Recorded: number;
  readonly LeftOut: number;
  readonly Failed: number;
}

export interface RecorderOptions {
  readonly Write: (line: string) => void;
  readonly Redact: readonly string[];
  readonly Share?: number;
  readonly Most?: number;
  readonly Only?: (req: Request) => boolean;
  readonly Random?: () => number;
}
