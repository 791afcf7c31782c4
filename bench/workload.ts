import type { BodyCheck, Scheme, Setup } from "./peer";

/** One request, and what its answer has to be. */
export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body, sent as JSON; undefined for GET. */
  readonly content?: string;
  readonly status: number;
  /** The answer's body; of a miss without its request id. */
  readonly body: string;
}

/** Hits find a route; misses are answered with 404. */
export type Kind = "hit" | "miss";

const versions = ["1", "2"];
const requestsPerVersion = 50;

/**
 * Requests spread evenly over the paths and versions of a server, so that a linear scan is met at its average.
 *
 * As many, and as different, for one path as for a thousand: these are compared.
 */
export function requestsFor({ scheme, paths, body }: Setup, kind: Kind): readonly Request[] {
  if (body !== undefined) return postsFor(body, kind);
  return Array.from({ length: requestsPerVersion }, (_, i) => i).flatMap((i) => {
    const n = Math.floor(((i + 0.5) * paths) / requestsPerVersion);
    return versions.map((version) => requestOf({ scheme, kind, n, id: String(1000 + i), version }));
  });
}

/** Bodies that come back as they are sent; an order gets an id. */
function postsFor(check: BodyCheck, kind: Kind): readonly Request[] {
  const isOrder = check === "order" || check === "older order";
  const path = kind === "miss" ? "/v1/unknown" : isOrder ? "/v1/orders" : "/v1/things";
  const headers = { Accept: "application/json", "Content-Type": "application/json", "User-Agent": "bench" };
  return Array.from({ length: requestsPerVersion }, (_, i) => {
    const content = isOrder ? orderOf(check, i) : thingOf(i);
    const answer = isOrder
      ? { status: 201, body: `{"id":"order-1",${content.slice(1)}` }
      : { status: 200, body: content };
    return { method: "POST", path, headers, content, ...(kind === "hit" ? answer : lost(path, "POST")) };
  });
}

/** About 300 bytes. */
function orderOf(check: "order" | "older order", i: number): string {
  const lines = Array.from({ length: 5 }, (_, n) => ({
    sku: `KETTLE-${1000 + n}`,
    count: n + 1,
    cents: 2900 + i,
  }));
  return JSON.stringify({
    [check === "order" ? "customer" : "buyer"]: `Customer ${i}`,
    currency: "EUR",
    lines,
    note: "to the back door",
  });
}

/** About 350 bytes. */
function thingOf(i: number): string {
  return JSON.stringify({
    name: `Thing ${i}`,
    age: i,
    email: `thing-${i}@example.com`,
    tags: ["small", "plain", "of the benchmark"],
    address: { street: `${i} Long Street`, city: "Springfield", zip: "12345" },
    notes:
      "A body as a form on a page sends it: some short texts, a number, a list, an object, and this. ".repeat(
        2,
      ),
  });
}

interface Target {
  readonly scheme: Scheme;
  readonly kind: Kind;
  /** Of the path. */
  readonly n: number;
  readonly id: string;
  readonly version: string;
}

function requestOf({ scheme, kind, n, id, version }: Target): Request {
  const plain = `/${kind === "hit" ? "things" : "unknown"}-${n}/${id}`;
  const path = scheme === "uri" ? `/v${version}${plain}` : plain;
  const accept = scheme === "media-type" ? `application/json;v=${version}` : "application/json";
  const named = scheme === "header" || scheme === "custom" ? { "X-API-Version": version } : {};
  return {
    method: "GET",
    path,
    headers: { Accept: accept, "User-Agent": "bench", ...named },
    ...(kind === "hit" ? found(id, version) : lost(path)),
  };
}

// Written out rather than taken from peer.ts: what checks the peers must not share their code.
function found(id: string, version: string): Pick<Request, "status" | "body"> {
  const body = `{"id":"${id}","name":"Thing of the benchmark","version":"${version}","tags":["small","plain"]}`;
  return { status: 200, body };
}

function lost(path: string, method = "GET"): Pick<Request, "status" | "body"> {
  const message = `no route matches ${method} ${path}`;
  return { status: 404, body: `{"error":{"code":"not_found","message":"${message}","status":404}}` };
}
