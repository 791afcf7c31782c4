// The exports, sorted. Written by `npm run fix:interface`.

export declare function Docs(app: App, options?: DocsOptions): RequestHandler;

export interface DocsOptions {
  readonly Usage?: () => Usage | Promise<Usage>;
}

export type Usage = Readonly<Record<string, UsageCount>>;

export interface UsageCount {
  readonly calls: number;
  readonly last?: string;
  readonly since?: string;
  readonly clients?: Readonly<Record<string, number>>;
  readonly changes?: Readonly<Record<string, number>>;
}
