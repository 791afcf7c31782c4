import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { kinds } from "../../support/server-kinds";
import { appOf, schemes } from "./table";
import { isTLS, withTLS } from "./tls";

/** A process of its own: `server.ts <kind> <scheme>`, or `server.ts bare`; it tells its port, and ends with its parent. */
function serverOf(kind: string | undefined, scheme: string | undefined): Server {
  if (kind === "bare") {
    return createServer(
      express().use((_req, res) => {
        res.json({ n: 1, version: "1", id: "1" });
      }),
    );
  }
  const make = isTLS(kind) ? withTLS : kinds[kind ?? ""];
  const versioning = schemes.find(({ name }) => name === scheme)?.versioning;
  if (!make || !versioning) throw new Error(`no server of the kind ${String(kind)} under ${String(scheme)}`);
  return make(appOf(versioning));
}

const server = serverOf(process.argv[2], process.argv[3]).listen(0, "127.0.0.1", () => {
  process.send?.((server.address() as AddressInfo).port);
});
process.once("disconnect", () => process.exit());
