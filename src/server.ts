export { CreateFetch, CreateServer, type ServerOptions } from "./app/server";
export type { MemoryFetch } from "./serve/memory-fetch";
