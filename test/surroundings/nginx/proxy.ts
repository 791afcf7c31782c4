import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** An nginx in front of servers. */
export interface Proxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
  /** Replaces the servers, by a reload: nginx's new processes have the next requests. */
  readonly balance: (origins: readonly number[]) => Promise<void>;
}

/** Starts nginx on a free port, with a new and empty cache that keeps every answer, 404s too, for a minute. */
export function startProxy(origin: number): Promise<Proxy> {
  return start([origin], "cache");
}

/** Starts nginx on a free port, which keeps nothing, and gives each server the next request. */
export function startBalancer(origins: readonly number[]): Promise<Proxy> {
  return start(origins, "balance");
}

/** The same, asking the next server where one answers 503: for two builds at once. */
export function startRollingBalancer(origins: readonly number[]): Promise<Proxy> {
  return start(origins, "roll");
}

/**
 * Starts nginx on a free port as a gateway, which passes on what a list of routes has.
 *
 * @param routes a `map` of nginx, which makes `$is_route`
 */
export function startGateway(origin: number, routes: string): Promise<Proxy> {
  return start([origin], { routes });
}

type Work = "cache" | "balance" | "roll" | { readonly routes: string };

async function start(origins: readonly number[], work: Work): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const port = await freePort();
  const configuration = join(folder, "nginx.conf");
  const write = (present: readonly number[]): void => {
    writeFileSync(configuration, configurationFor({ folder, port, origins: present, work }));
  };
  write(origins);
  const child = spawn("nginx", ["-p", folder, "-c", configuration], { stdio: "ignore" });
  const ended = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  const balance = async (present: readonly number[]): Promise<void> => {
    write(present);
    child.kill("SIGHUP");
    // The old processes take connections until the new ones are there.
    await wait(1000);
  };
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer) return { url, stop, balance };
    await wait(50);
  }
  const log = join(folder, "error.log");
  const said = existsSync(log) ? readFileSync(log, "utf8") : "";
  await stop();
  throw new Error(`nginx does not answer: ${said}`);
}

interface Settings {
  readonly folder: string;
  readonly port: number;
  readonly origins: readonly number[];
  readonly work: Work;
}

function configurationFor({ folder, port, origins, work }: Settings): string {
  const temporary = ["client_body", "fastcgi", "uwsgi", "scgi", "proxy"]
    .map((name) => `${name}_temp_path ${folder}/${name};`)
    .join(" ");
  return `
daemon off;
user root;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 64; }
http {
  access_log off;
  ${temporary}
  proxy_cache_path ${folder}/cache keys_zone=versions:1m;
  ${typeof work === "object" ? work.routes : ""}
  upstream origins { ${origins.map((origin) => `server 127.0.0.1:${origin}${work === "roll" ? " max_fails=0" : ""};`).join(" ")} }
  server {
    listen 127.0.0.1:${port};
    location / {
      ${typeof work === "object" ? `if ($is_route = "") { return 404; }` : ""}
      proxy_pass http://origins;
      proxy_set_header Host 127.0.0.1:${port};
      ${work === "cache" ? "proxy_cache versions;" : ""}
      ${work === "roll" ? "proxy_next_upstream http_503 non_idempotent;" : ""}
      proxy_cache_valid any 1m;
      add_header X-Cache $upstream_cache_status always;
    }
    location = /ready { return 204; }
  }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}
