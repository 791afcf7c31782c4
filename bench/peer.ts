import type { Server } from "node:http";
import type * as OrderSchemas from "./peers/order-schemas";
import type * as ThingSchemas from "./peers/thing";

/** How requests name their version; only this package knows more than `uri`. */
export type Scheme = "uri" | "header" | "media-type" | "custom";

/**
 * What one route takes: `POST /v1/things` a thing, and how it is checked; `POST /v1/orders` an order, checked by JSON
 * Schema as its answer is, in the newest version or in one before a change.
 */
export type BodyCheck = "unchecked" | "zod" | "JSON Schema" | "order" | "older order";

/** The API that one server serves: `paths` routes `GET /things-<n>/{id}`, each in version 1 and version 2. */
export interface Setup {
  readonly scheme: Scheme;
  readonly paths: number;
  /** One route that answers with the body it was sent, in place of the paths. */
  readonly body?: BodyCheck;
  /** The folder of this package's compiled code. */
  readonly built: string;
}

/** The answers of all peers: `thing` a hit, `missing` a miss. */
export type Answers = typeof answers;

/**
 * The `create` that each file of `bench/peers` exports: makes a server that does not listen yet.
 *
 * `schemas` are those of bodies, for files that run as they stand and can't import them; undefined where there is no body.
 */
export type Create = (
  setup: Setup,
  answers: Answers,
  schemas?: typeof ThingSchemas & typeof OrderSchemas,
) => Server | Promise<Server>;

export const answers = {
  thing: (id: string, version: string) => ({
    id,
    name: "Thing of the benchmark",
    version,
    tags: ["small", "plain"],
  }),
  /** `id` is a UUID of this request alone, also sent as `X-Request-Id`. */
  missing: (method: string, path: string, id: string) => ({
    error: { code: "not_found", message: `no route matches ${method} ${path}`, status: 404 },
    request_id: id,
  }),
};
