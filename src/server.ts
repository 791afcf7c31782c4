export { CreateFetch, CreateServer, VersionOfUpgrade, type ServerOptions } from "./server/create-server";
export type { MemoryFetch } from "./server/memory-fetch";
export type { UpgradeVersion } from "./core/model/app-internals";
