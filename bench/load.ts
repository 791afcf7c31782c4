// The process that drives the servers, with wrk where it is installed; it lives as long as the benchmark.
import { fireAutocannon } from "./autocannon";
import type { Delivery, Order } from "./order";
import { fireWrk, hasWrk } from "./wrk";

const [manifest = ""] = process.argv.slice(2);
const isWrk = hasWrk();
const fire = (order: Order): Promise<Delivery> => (isWrk ? fireWrk(order) : fireAutocannon(manifest, order));

process.on("message", (order: Order) => {
  void fire(order).then((delivery) => process.send?.(delivery));
});
// The parent has gone.
process.on("disconnect", () => process.exit());
process.send?.(isWrk ? "wrk" : "autocannon");
