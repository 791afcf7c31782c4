// The exports, sorted. Written by `npm run fix:interface`.

export type VersionNaming =
  | {
      readonly Path: string;
    }
  | {
      readonly Header: string;
    }
  | {
      readonly Query: string;
    }
  | {
      readonly Accept: string;
    };

export interface VersionNotice {
  readonly Kind: "deprecated" | "sunset" | "brownout" | "gone" | "unavailable" | "unknown";
  readonly Method: string;
  readonly URL: string;
  readonly Version: string;
  readonly Deprecated?: Date;
  readonly Sunset?: Date;
  readonly Links: {
    readonly deprecation?: string;
    readonly sunset?: string;
    readonly successor?: string;
  };
}

export declare function VersionedFetch(base: string | URL, options: VersionedFetchOptions): VersionedFetch;

export interface VersionedFetch {
  (input: string | URL | Request, init?: RequestInit): Promise<Response>;
  readonly Version: () => Promise<string>;
}

export interface VersionedFetchOptions {
  readonly Version: string | readonly string[];
  readonly By: VersionNaming;
  readonly OnNotice?: (notice: VersionNotice) => unknown;
  readonly Fetch?: (request: Request, init?: RequestInit) => Promise<Response>;
  readonly MostWait?: number;
}
