import assert from "node:assert/strict";
import { connect, createServer, type AddressInfo, type Server, type Socket } from "node:net";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { Pool } from "pg";
import { whileRunning } from "../../support/samples/run-sample";

const SAMPLE = "41-lives-in-postgres";
const gone = { "1": { Sunset: "2026-07-01", AfterSunset: "gone" } };

/** Two processes of sample 41: a changed row holds in both within seconds, and after they were cut off from the server. */
export async function testLives(url: string): Promise<void> {
  const pool = new Pool({ connectionString: url });
  const put = (lives: object): Promise<unknown> =>
    pool.query("UPDATE lives SET value = $1", [lives]).then(() => pool.query("NOTIFY lives"));
  const wire = await Wire.open(socketOf(url));
  const environment = { DATABASE_URL: `postgresql://postgres@127.0.0.1:${wire.port}/postgres` };
  try {
    await whileRunning(
      SAMPLE,
      async (one) => {
        await whileRunning(
          SAMPLE,
          async (other) => {
            const both = [one, other];
            await allAnswer(both, 410);
            await put({});
            await allAnswer(both, 200);

            wire.cut();
            await put(gone);
            await pause(3500);
            await allAnswer(both, 200);
            // One try a second of each process.
            assert(wire.tries >= 4 && wire.tries <= 8, `${wire.tries} tries to connect`);
            wire.mend();
            await allAnswer(both, 410);

            await put({});
            await allAnswer(both, 200);
          },
          environment,
        );
      },
      environment,
    );
  } finally {
    await wire.close();
    await pool.end();
  }
}

/** Waits until version 1 is answered so at each place. */
async function allAnswer(origins: readonly string[], status: number): Promise<void> {
  const until = Date.now() + 10_000;
  for (const origin of origins) {
    let answered = await statusAt(origin);
    while (answered !== status && Date.now() < until) {
      await pause(100);
      answered = await statusAt(origin);
    }
    assert.equal(answered, status, origin);
  }
}

async function statusAt(origin: string): Promise<number> {
  const answer = await fetch(`${origin}/cats`, { headers: { "X-API-Version": "1" } });
  await answer.arrayBuffer();
  return answer.status;
}

function socketOf(url: string): string {
  return `${new URL(url).searchParams.get("host") ?? ""}/.s.PGSQL.5432`;
}

/** A TCP port in front of the server's socket, which can be cut. */
class Wire {
  /** Connections that were tried since the wire was cut. */
  tries = 0;
  #isCut = false;
  readonly #open = new Set<Socket>();
  readonly #server: Server;

  private constructor(path: string) {
    this.#server = createServer((near) => {
      if (this.#isCut) {
        this.tries++;
        near.destroy();
        return;
      }
      const far = connect(path);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#open.add(from);
        from.pipe(to);
        from.on("error", () => to.destroy());
        from.on("close", () => {
          this.#open.delete(from);
          to.destroy();
        });
      }
    });
  }

  static async open(path: string): Promise<Wire> {
    const wire = new Wire(path);
    await once(wire.#server.listen(0, "127.0.0.1"), "listening");
    return wire;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  cut(): void {
    this.#isCut = true;
    for (const socket of this.#open) socket.destroy();
  }

  mend(): void {
    this.#isCut = false;
  }

  async close(): Promise<void> {
    this.cut();
    this.#server.close();
    await once(this.#server, "close");
  }
}
