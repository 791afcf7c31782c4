import { createRequire } from "node:module";
import { delivered, type Delivery, type Order } from "./order";

/** The part of autocannon that is used here: bench/package.json has it, the top does not. */
type Autocannon = (options: object) => Promise<{
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  readonly errors: number;
}>;

/** Sends with autocannon, found from the path of bench/package.json. */
export async function fireAutocannon(manifest: string, order: Order): Promise<Delivery> {
  const { port, seconds, connections, requests } = order;
  const autocannon = createRequire(manifest)("autocannon") as Autocannon;
  const { statusCodeStats, errors } = await autocannon({
    url: `http://127.0.0.1:${port}`,
    duration: seconds,
    connections,
    requests: requests.map(({ method, path, headers, content }) => ({
      method,
      path,
      headers,
      body: content,
    })),
    // It looks this often, in milliseconds, whether the time is up.
    sampleInt: 50,
  });
  const counts = Object.entries(statusCodeStats).map(
    ([status, { count }]) => [Number(status), count] as const,
  );
  return delivered(order, counts, errors);
}
