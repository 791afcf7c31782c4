import type { Scheme } from "./peer";

/** One way of serving the benchmark's paths. */
export interface PeerEntry {
  readonly name: string;
  /** Under bench/peers. */
  readonly file: string;
  readonly schemes: readonly Scheme[];
  /** One route that takes a body, instead of the paths. */
  readonly body?: "express.json" | "zod";
  /** Whose packages stand in bench/package.json. */
  readonly isForeign?: true;
  /** The entry of the built package that it can't do without. */
  readonly needs?: string;
}

/** The server that every ratio is held against: one handler, no routes. */
export const floor: PeerEntry = { name: "bare express", file: "bare-express.ts", schemes: ["uri"] };

const all: readonly Scheme[] = ["uri", "header", "media-type", "custom"];

/** A route that takes a small body, read alone, and read and checked. */
export const bodies = { plain: "ours, a body by express.json", checked: "ours, a body by WithBody(zod)" };

/** In the order of the table. */
export const peers: readonly PeerEntry[] = [
  { name: "ours", file: "ours.ts", schemes: all },
  {
    name: "ours CreateServer(Express)",
    file: "ours-server-express.ts",
    schemes: all,
    needs: "server.js",
  },
  { name: "ours CreateServer(App)", file: "ours-server-app.ts", schemes: all, needs: "server.js" },
  { name: bodies.plain, file: "ours-body.ts", schemes: ["uri"], body: "express.json" },
  { name: bodies.checked, file: "ours-body.ts", schemes: ["uri"], body: "zod" },
  { name: "Express router", file: "express-router.ts", schemes: ["uri"] },
  { name: "NestJS", file: "nest.mjs", schemes: ["uri"], isForeign: true },
  { name: "routing-controllers", file: "routing-controllers.mjs", schemes: ["uri"], isForeign: true },
  { name: "Fastify", file: "fastify.mjs", schemes: ["uri"], isForeign: true },
  { name: "Fastify with ETag", file: "fastify-etag.mjs", schemes: ["uri"], isForeign: true },
  { name: "Hono", file: "hono.mjs", schemes: ["uri"], isForeign: true },
  { name: "node:http", file: "node-http.ts", schemes: ["uri"] },
];
