// A process that sends 1,000,000 requests through servers' listeners, 250,000 under each scheme, each with a version, path and header of its
// own, and shows its heap: `node --expose-gc heap.js <folder of the compiled package>`.
import { IncomingMessage, ServerResponse, type Server } from "node:http";
import { Socket } from "node:net";
import { answers, type Scheme } from "./peer";
import { create } from "./peers/ours";
import { table } from "./table";

const [built = ""] = process.argv.slice(2);
const requests = 250_000;
const looks = 5;

async function main(): Promise<void> {
  const schemes: readonly Scheme[] = ["uri", "header", "media-type", "custom"];
  const rows = [];
  for (const scheme of schemes) {
    const server = await create({ built, scheme, paths: 100 }, answers);
    const heaps: number[] = [];
    for (let n = 0; n < requests; n++) {
      send(server, scheme, n);
      // Answers end, and are let go, between the ticks.
      if (n % 1000 === 999) await new Promise(setImmediate);
      if (n % (requests / looks) === requests / looks - 1) heaps.push(heap());
    }
    rows.push([scheme, ...heaps.map((bytes) => (bytes / 1e6).toFixed(1))]);
  }
  const head = Array.from({ length: looks }, (_, i) => `${((i + 1) * requests) / looks / 1000}k`);
  console.log(table(["heap in MB after", ...head], rows));
}

function send(server: Server, scheme: Scheme, n: number): void {
  const req = new IncomingMessage(new Socket());
  req.method = "GET";
  // Every other one is a hit.
  const isHit = n % 2 === 0;
  const version = isHit ? "1" : `v${n}`;
  const path = `/things-${isHit ? n % 100 : n}/${n}`;
  req.url = scheme === "uri" ? `/v${version}${path}` : path;
  const accept = scheme === "media-type" ? `application/json;v=${version}` : "application/json";
  const headers = { host: "127.0.0.1", accept, "x-api-version": version, [`x-own-${n}`]: String(n) };
  req.headers = headers;
  req.rawHeaders = Object.entries(headers).flat();
  server.emit("request", req, new ServerResponse(req));
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

void main();
