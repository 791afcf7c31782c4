import { createRequire } from "node:module";
import { quantile } from "./statistics";
import { delivered, type Delivery, type Order } from "./order";

/** The part of autocannon that is used here: bench/package.json has it, the top does not. */
type Autocannon = (options: object) => Promise<{
  readonly statusCodeStats: Readonly<Record<string, { readonly count: number }>>;
  readonly errors: number;
}> & {
  readonly on: (
    event: "response",
    tell: (...answer: readonly [object, number, number, number]) => void,
  ) => void;
};

/** Sends with autocannon, found from the path of bench/package.json. */
export async function fireAutocannon(manifest: string, order: Order): Promise<Delivery> {
  const { port, seconds, connections, requests } = order;
  const autocannon = createRequire(manifest)("autocannon") as Autocannon;
  const sending = autocannon({
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
  // Its own percentiles are whole milliseconds.
  const times: number[] = [];
  sending.on("response", (_client, _status, _bytes, milliseconds) => times.push(milliseconds));
  const { statusCodeStats, errors } = await sending;
  const counts = Object.entries(statusCodeStats).map(
    ([status, { count }]) => [Number(status), count] as const,
  );
  return delivered(order, { counts, errors, p99: quantile(times, 0.99) });
}
