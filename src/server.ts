export { CreateFetch, CreateServer, type ServerOptions } from "./app/create-server";
export type { MemoryFetch } from "./serve/memory-fetch";
