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
}

/** Starts nginx on a free port, with a new and empty cache that keeps every answer, 404s too, for a minute. */
export function startProxy(origin: number): Promise<Proxy> {
  return start([origin], true);
}

/** Starts nginx on a free port, which keeps nothing, and gives each server the next request. */
export function startBalancer(origins: readonly number[]): Promise<Proxy> {
  return start(origins, false);
}

async function start(origins: readonly number[], caches: boolean): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const port = await freePort();
  const configuration = join(folder, "nginx.conf");
  writeFileSync(configuration, configurationFor({ folder, port, origins, caches }));
  const child = spawn("nginx", ["-p", folder, "-c", configuration], { stdio: "ignore" });
  const ended = once(child, "close");
  const stop = async (): Promise<void> => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true });
  };
  const url = `http://127.0.0.1:${port}`;
  for (let attempt = 0; attempt < 100 && child.exitCode === null; attempt++) {
    const answer = await fetch(`${url}/ready`).catch(() => undefined);
    if (answer) return { url, stop };
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
  readonly caches: boolean;
}

function configurationFor({ folder, port, origins, caches }: Settings): string {
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
  upstream origins { ${origins.map((origin) => `server 127.0.0.1:${origin};`).join(" ")} }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origins;
      proxy_set_header Host 127.0.0.1:${port};
      ${caches ? "proxy_cache versions;" : ""}
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
