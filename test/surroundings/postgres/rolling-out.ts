import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { Pool } from "pg";
import type { Build } from "../../../samples/39-rolling-out/app";
import { ROOT } from "../../support/samples/sample";
import { startRollingBalancer, type Proxy } from "../nginx/proxy";

/** A client of one version, and how it names that. */
interface Client {
  readonly headers: Readonly<Record<string, string>>;
  readonly version: string;
}

const plain: Client = { headers: {}, version: "1" };
const naming = (version: string): Client => ({ headers: { "X-API-Version": version }, version });
const globex: Client = { headers: { "X-API-Key": "key-of-globex" }, version: "1" };
const acme = (version: string): Client => ({ headers: { "X-API-Key": "key-of-acme" }, version });

const old = [plain, naming("1"), naming("2"), globex, acme("2")];
const both = [plain, naming("1"), naming("2"), naming("3"), globex, acme("3")];

/** Rolls sample 39 forward and back under load: first one instance, then the other one. */
export async function testRollingOut(url: string, requests: number): Promise<void> {
  const pool = new Pool({ connectionString: url });
  const pin = (version: string): Promise<unknown> =>
    pool.query("UPDATE rolling_pins SET version = $1 WHERE key = 'key-of-acme'", [version]);
  const roll = new Roll(url, [await startInstance("old", url), await startInstance("old", url)]);
  await pin("2");
  const proxy = await startRollingBalancer(roll.ports);
  const each = Math.ceil(requests / 4);
  try {
    await load(proxy, { least: each, until: roll.replace(0, "new", proxy) }, old);
    await pin("3");
    await load(proxy, { least: each, until: roll.replace(1, "new", proxy) }, both);
    await load(proxy, { least: each, until: roll.replace(0, "old", proxy) }, both);
    await pin("2");
    await load(proxy, { least: each, until: roll.replace(1, "old", proxy) }, old);
    // One that names an unknown version takes no instance out of service.
    for (let i = 0; i < 20; i++) assert.equal((await send(proxy, "GET", naming("99"))).status, 503);
    await load(proxy, { least: 20, until: Promise.resolve() }, old);
  } finally {
    await proxy.stop();
    await roll.stop();
    await pool.end();
  }
}

interface Instance {
  readonly port: number;
  readonly stop: () => Promise<void>;
}

/** The instances, of which one at a time is replaced by another build. */
class Roll {
  readonly #url: string;
  readonly #instances: Instance[];

  constructor(url: string, instances: Instance[]) {
    this.#url = url;
    this.#instances = instances;
  }

  get ports(): readonly number[] {
    return this.#instances.map(({ port }) => port);
  }

  async replace(index: number, build: Build, proxy: Proxy): Promise<void> {
    const leaving = this.#instances[index];
    this.#instances[index] = await startInstance(build, this.#url);
    await proxy.balance(this.ports);
    await leaving?.stop();
  }

  async stop(): Promise<void> {
    await Promise.all(this.#instances.map((instance) => instance.stop()));
  }
}

async function startInstance(build: Build, url: string): Promise<Instance> {
  const child = spawn(process.execPath, ["--import", "tsx", "samples/39-rolling-out/main.ts"], {
    cwd: ROOT,
    env: { ...process.env, BUILD: build, PORT: "0", DATABASE_URL: url },
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  let output = "";
  const port = await new Promise<number>((resolve, reject) => {
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      output += text;
      const [, printed] = /^http:\/\/localhost:(\d+)/m.exec(output) ?? [];
      if (printed !== undefined) resolve(Number(printed));
    });
    child.once("close", () => {
      reject(new Error(`the ${build} build ended: ${output}`));
    });
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    assert.deepEqual(await closed, [0, null]);
  };
  return { port, stop };
}

interface Extent {
  /** The number of requests. */
  readonly least: number;
  /** Requests are sent until it has settled, too. */
  readonly until: Promise<void>;
}

/** Ten requests at a time, GET and POST in turn; each answer has to be that of its client's version. */
async function load(proxy: Proxy, { least, until }: Extent, clients: readonly Client[]): Promise<void> {
  let sent = 0;
  let isRolling = true;
  const rolled = until.finally(() => (isRolling = false));
  const work = async (): Promise<void> => {
    while (sent < least || isRolling) {
      const number = sent++;
      const client = clients[number % clients.length] ?? plain;
      const method = number % 2 === 0 ? "GET" : "POST";
      const { status, version, body } = await send(proxy, method, client);
      const told = JSON.stringify({ method, client, status, body });
      assert.equal(status, method === "GET" ? 200 : 201, told);
      assert.equal(version, client.version, told);
      assert(body.includes(`"version":"${client.version}"`), told);
    }
  };
  await Promise.all([rolled, ...Array.from({ length: 10 }, work)]);
}

interface Answer {
  readonly status: number | undefined;
  readonly version: string | string[] | undefined;
  readonly body: string;
}

/** On a connection of its own: a reload of nginx closes idle ones. */
function send(proxy: Proxy, method: string, { headers }: Client): Promise<Answer> {
  const content = method === "POST" ? { "Content-Type": "application/json" } : {};
  return new Promise((resolve, reject) => {
    const outgoing = request(
      `${proxy.url}/cats`,
      { method, agent: false, headers: { ...headers, ...content } },
      (answer) => {
        let body = "";
        answer.setEncoding("utf8").on("data", (text: string) => (body += text));
        answer.once("end", () => {
          resolve({ status: answer.statusCode, version: answer.headers["api-version"], body });
        });
      },
    );
    outgoing.once("error", reject);
    outgoing.end(method === "POST" ? '{"name":"Kitty"}' : undefined);
  });
}
