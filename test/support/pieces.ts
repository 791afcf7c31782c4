import type { Served } from "./serve";
import { until, type Gate } from "./wait";

/** Expects `first` of `GET /` to arrive while the gate holds `last` back, and `last` once it is open. */
export async function expectFirstBeforeLast(server: Served, gate: Gate): Promise<void> {
  const socket = server.open("GET /");
  let received = "";
  socket.on("data", (chunk) => (received += chunk.toString()));
  await until(() => received.includes("first"));
  expect(received).not.toContain("last");
  gate.open();
  await until(() => received.includes("last"));
  socket.destroy();
}
