import type { Server } from "node:http";

/** How requests name their version; only this package knows more than `uri`. */
export type Scheme = "uri" | "header" | "media-type" | "custom";

/** The API that one server serves: `paths` routes `GET /things-<n>/{id}`, each in version 1 and version 2. */
export interface Setup {
  readonly scheme: Scheme;
  readonly paths: number;
  /** One route, `POST /things`, that answers with the body it was sent, and how that is read; undefined for the paths. */
  readonly body?: "express.json" | "zod";
  /** The folder of this package's compiled code. */
  readonly built: string;
}

/** The answers of all peers: `thing` a hit, `missing` a miss. */
export type Answers = typeof answers;

/** The `create` that each file of `bench/peers` exports: makes a server that does not listen yet. */
export type Create = (setup: Setup, answers: Answers) => Server | Promise<Server>;

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
