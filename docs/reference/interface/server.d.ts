// The exports, sorted. Written by `npm run fix:interface`.

export declare function CreateFetch(
  app: App | Application,
  options?: Omit<ServerOptions, "TLS">,
): MemoryFetch;

export declare function CreateServer(
  app: App | Application,
  options: ServerOptions & {
    TLS: TLSOptions;
  },
): TLSServer;

export declare function CreateServer(app: App | Application, options?: ServerOptions): Server;

export type MemoryFetch = (request: Request) => Promise<Response>;

export interface ServerOptions {
  TLS?: TLSOptions;
  HTTP?: HTTPOptions;
  Host?: Application;
  Settings?: Readonly<Record<string, unknown>>;
}

export interface UpgradeVersion {
  readonly Version?: Version;
  readonly Requested: readonly Version[];
  readonly State?: VersionState;
}

export declare function VersionOfUpgrade(app: App, req: IncomingMessage): Promise<UpgradeVersion>;
