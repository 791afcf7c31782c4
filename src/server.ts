export { CreateFetch, CreateServer, type ServerOptions } from "./server/create-server";
export type { MemoryFetch } from "./server/memory-fetch";
