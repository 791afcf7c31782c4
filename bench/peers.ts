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
  /** The name of the server that it is held against, one that does the same; undefined for the floor of its table. */
  readonly against?: string;
}

/** The server that others are held against unless they name another: one handler, no routes. */
export const floor: PeerEntry = { name: "bare express", file: "bare-express.ts", schemes: ["uri"] };

const all: readonly Scheme[] = ["uri", "header", "media-type", "custom"];

const fastify = "Fastify with ETag";

/** The same for bodies: Express with `express.json()`, unchecked. */
export const bodyFloor = "body: Express, express.json";

const bodyExpress = "body: Express, express.json and zod";
const bodyFastify = "body: Fastify with ETag, JSON Schema";
const orderFastify = "body: Fastify with ETag, order";
const olderFastify = "body: Fastify with ETag, older order";
const bodyHono = "body: Hono, zod-validator";

/** In the order of the table. */
export const peers: readonly PeerEntry[] = [
  { name: "ours", file: "ours.ts", schemes: all },
  {
    name: "ours CreateServer(Express)",
    file: "ours-server-express.ts",
    schemes: all,
    needs: "server.js",
    against: fastify,
  },
  {
    name: "ours CreateServer(App)",
    file: "ours-server-app.ts",
    schemes: all,
    needs: "server.js",
    against: fastify,
  },
  { name: "Express router", file: "express-router.ts", schemes: ["uri"] },
  { name: "NestJS", file: "nest.mjs", schemes: ["uri"], isForeign: true },
  { name: "routing-controllers", file: "routing-controllers.mjs", schemes: ["uri"], isForeign: true },
  { name: "Fastify", file: "fastify.mjs", schemes: ["uri"], isForeign: true },
  { name: fastify, file: "fastify-etag.mjs", schemes: ["uri"], isForeign: true },
  { name: "Hono", file: "hono.mjs", schemes: ["uri"], isForeign: true },
  { name: "node:http", file: "node-http.ts", schemes: ["uri"] },
  { name: bodyFloor, file: "express-body.ts", schemes: ["uri"], body: "unchecked" },
  { name: bodyExpress, file: "express-body.ts", schemes: ["uri"], body: "zod" },
  { name: "body: ours, express.json", file: "ours-body.ts", schemes: ["uri"], body: "unchecked" },
  { name: "body: ours, zod", file: "ours-body.ts", schemes: ["uri"], body: "zod", against: bodyExpress },
  {
    name: "body: ours CreateServer(Express), zod",
    file: "ours-body-server-express.ts",
    schemes: ["uri"],
    body: "zod",
    needs: "server.js",
    against: bodyHono,
  },
  {
    name: "body: ours CreateServer(App), zod",
    file: "ours-body-server-app.ts",
    schemes: ["uri"],
    body: "zod",
    needs: "server.js",
    against: bodyHono,
  },
  {
    name: "body: ours CreateServer(App), JSON Schema",
    file: "ours-body-server-app.ts",
    schemes: ["uri"],
    body: "JSON Schema",
    needs: "server.js",
    against: bodyFastify,
  },
  {
    name: bodyFastify,
    file: "fastify-body.mjs",
    schemes: ["uri"],
    body: "JSON Schema",
    isForeign: true,
  },
  {
    name: "body: ours CreateServer(App), order",
    file: "ours-order.ts",
    schemes: ["uri"],
    body: "order",
    needs: "server.js",
    against: orderFastify,
  },
  { name: orderFastify, file: "fastify-order.mjs", schemes: ["uri"], body: "order", isForeign: true },
  {
    name: "body: ours CreateServer(App), older order",
    file: "ours-order.ts",
    schemes: ["uri"],
    body: "older order",
    needs: "server.js",
    against: olderFastify,
  },
  { name: olderFastify, file: "fastify-order.mjs", schemes: ["uri"], body: "older order", isForeign: true },
  {
    name: bodyHono,
    file: "hono-body.mjs",
    schemes: ["uri"],
    body: "zod",
    isForeign: true,
  },
];
