import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";

/** Serves a folder as any host of static files does, while an action runs. */
export async function whileServing(folder: string, action: (origin: string) => Promise<void>): Promise<void> {
  const server = express().use(express.static(folder)).listen(0);
  await once(server, "listening");
  try {
    await action(`http://localhost:${(server.address() as AddressInfo).port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}
