import { httpServerHandler } from "cloudflare:node";

/** What workerd calls for each request. */
interface Worker {
  readonly fetch: (...call: readonly unknown[]) => unknown;
}

let worker: Promise<Worker> | undefined;

/*
 * workerd refuses random bytes, timers and requests outside of a request's own call. The sample makes the key of its tokens when
 * it is loaded, so the first request loads it.
 */
async function load(): Promise<Worker> {
  const { listen } = await import("./conduit-service.js");
  listen(8080);
  return httpServerHandler({ port: 8080 }) as Worker;
}

export default {
  fetch: async (...call: readonly unknown[]): Promise<unknown> => {
    worker ??= load();
    return (await worker).fetch(...call);
  },
};
