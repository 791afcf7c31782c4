import type { BodyCheck, Scheme } from "./peer";

/** One way of serving the benchmark's paths. */
export interface PeerEntry {
  readonly name: string;
  /** Under bench/peers. */
  readonly file: string;
  readonly schemes: readonly Scheme[];
  /** One route that takes a body, instead of the paths. */
  readonly body?: BodyCheck;
  /** Whose packages stand in bench/package.json. */
  readonly isForeign?: true;
  /** The entry of the built package that it can't do without. */
  readonly needs?: string;
}

/** The server that every ratio is held against: one handler, no routes. */
export const floor: PeerEntry = { name: "bare express", file: "bare-express.ts", schemes: ["uri"] };

const all: readonly Scheme[] = ["uri", "header", "media-type", "custom"];

/** The server that every ratio of bodies is held against: Express with `express.json()`, unchecked. */
export const bodyFloor = "body: Express, express.json";

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
  { name: "Express router", file: "express-router.ts", schemes: ["uri"] },
  { name: "NestJS", file: "nest.mjs", schemes: ["uri"], isForeign: true },
  { name: "routing-controllers", file: "routing-controllers.mjs", schemes: ["uri"], isForeign: true },
  { name: "Fastify", file: "fastify.mjs", schemes: ["uri"], isForeign: true },
  { name: "Fastify with ETag", file: "fastify-etag.mjs", schemes: ["uri"], isForeign: true },
  { name: "Hono", file: "hono.mjs", schemes: ["uri"], isForeign: true },
  { name: "node:http", file: "node-http.ts", schemes: ["uri"] },
  { name: bodyFloor, file: "express-body.ts", schemes: ["uri"], body: "unchecked" },
  { name: "body: Express, express.json and zod", file: "express-body.ts", schemes: ["uri"], body: "zod" },
  { name: "body: ours, express.json", file: "ours-body.ts", schemes: ["uri"], body: "unchecked" },
  { name: "body: ours, zod", file: "ours-body.ts", schemes: ["uri"], body: "zod" },
  {
    name: "body: ours CreateServer(Express), zod",
    file: "ours-body-server-express.ts",
    schemes: ["uri"],
    body: "zod",
    needs: "server.js",
  },
  {
    name: "body: ours CreateServer(App), zod",
    file: "ours-body-server-app.ts",
    schemes: ["uri"],
    body: "zod",
    needs: "server.js",
  },
  {
    name: "body: ours CreateServer(App), JSON Schema",
    file: "ours-body-server-app.ts",
    schemes: ["uri"],
    body: "JSON Schema",
    needs: "server.js",
  },
  {
    name: "body: Fastify with ETag, JSON Schema",
    file: "fastify-body.mjs",
    schemes: ["uri"],
    body: "JSON Schema",
    isForeign: true,
  },
  {
    name: "body: Hono, zod-validator",
    file: "hono-body.mjs",
    schemes: ["uri"],
    body: "zod",
    isForeign: true,
  },
];
