import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

/** A caching nginx in front of a server. */
export interface Proxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Starts nginx on a free port, with a new and empty cache that keeps every answer, 404s too, for a minute. */
export async function startProxy(origin: number): Promise<Proxy> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  const port = await freePort();
  const configuration = join(folder, "nginx.conf");
  writeFileSync(configuration, configurationFor(folder, port, origin));
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

function configurationFor(folder: string, port: number, origin: number): string {
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
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://127.0.0.1:${origin};
      proxy_cache versions;
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
