import assert from "node:assert/strict";
import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import { withServer } from "../../support/child-server";
import { send } from "../../support/send";
import { createTally } from "../../support/tally";
import { nextFault } from "./faults";
import { nextExchange } from "./model";
import { randomFrom, type Random } from "./random";
import type { Report } from "./server";

/**
 * A mixed load with faults, each answer held against a model, and at the end nothing that is left of it.
 *
 * ```
 * npm run test:soak                       ten minutes
 * npm run test:soak -- --short            one
 * npm run test:soak -- --minutes 60 --connections 30 --seed 7
 * ```
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: "boolean", default: false },
      minutes: { type: "string" },
      connections: { type: "string", default: "12" },
      seed: { type: "string", default: String(Date.now() % 1e6) },
    },
  });
  const minutes = Number(values.minutes ?? (values.short ? 1 : 10));
  const tally = createTally();
  console.log(`        seed ${values.seed}`);
  await withServer(join(__dirname, "server.ts"), [], async (port, child) => {
    const soak = new Soak(port, child);
    const connections = Number(values.connections);
    const seed = Number(values.seed);
    await tally.check("the server's process lives", async () => {
      await soak.run({ time: minutes * 60_000, connections, seed });
    });
    await tally.check("every answer was what the model says", () => {
      soak.assertAnswers();
    });
    await tally.check("nothing is left of the requests, and nothing was left to the process", async () => {
      await soak.assertNothingLeft();
    });
    await tally.check("memory was flat", () => {
      soak.assertFlat();
    });
  });
  tally.finish();
}

interface Settings {
  /** In milliseconds. */
  readonly time: number;
  readonly connections: number;
  readonly seed: number;
}

/** The share of hostile clients. */
const isFault = (random: Random): boolean => random.below(14) === 0;

class Soak {
  readonly #port: number;
  readonly #child: ChildProcess;
  readonly #wrong: string[] = [];
  readonly #reports: Report[] = [];
  readonly #statuses = new Map<number, number>();
  readonly #end: Promise<string>;
  #faults = 0;

  constructor(port: number, child: ChildProcess) {
    this.#port = port;
    this.#child = child;
    this.#end = once(child, "exit").then(() => "the server's process has ended");
  }

  async run({ time, connections, seed }: Settings): Promise<void> {
    const end = performance.now() + time;
    const isGoing = (): boolean => performance.now() < end && this.#child.exitCode === null;
    const clients = Array.from({ length: connections }, (_, n) => this.#drive(randomFrom(seed + n), isGoing));
    while (isGoing()) {
      await sleep(Math.min(5_000, time / 12));
      this.#reports.push(await this.#report());
    }
    await Promise.all(clients);
  }

  assertAnswers(): void {
    const sent = [...this.#statuses.values()].reduce((sum, count) => sum + count, 0);
    const counts = [...this.#statuses].map(([status, count]) => `${count} of ${status}`).join(", ");
    console.log(`        ${sent} requests (${counts}), and ${this.#faults} faults`);
    assert.deepEqual(this.#wrong.slice(0, 5), [], `${this.#wrong.length} wrong answers`);
    assert.deepEqual([...this.#statuses.keys()].sort(), [200, 201, 400, 401, 403, 404, 413, 500]);
    assert.ok(this.#faults > 100, `only ${this.#faults} faults`);
  }

  async assertNothingLeft(): Promise<void> {
    const fails = this.#statuses.get(500) ?? 0;
    const end = performance.now() + 15_000;
    let left = await this.#report();
    while ((left.handles > 0 || left.generators > 0) && performance.now() < end) {
      await sleep(100);
      left = await this.#report();
    }
    const { handles, generators, uncaught, logged } = left;
    assert.deepEqual(
      { handles, generators, uncaught: uncaught.slice(0, 3), logged },
      { handles: 0, generators: 0, uncaught: [], logged: fails },
    );
    this.#reports.push(left);
  }

  /** By medians: what is compiled late, and a collection that comes late, show in one report and not in many. */
  assertFlat(): void {
    const third = Math.floor(this.#reports.length / 3);
    const [early, final] = [this.#reports.slice(third, 2 * third), this.#reports.slice(-third)];
    // The resident set is also what the collector has not yet given back.
    const bounds = { heap: 1.05, rss: 1.2 };
    for (const what of ["heap", "rss"] as const) {
      const [before, after] = [median(early, what), median(final, what)];
      console.log(`        ${what}: ${inMB(before)} MB in the second third, ${inMB(after)} MB in the last`);
      assert.ok(
        after < before * bounds[what] + 1e6,
        `${what} grew from ${inMB(before)} to ${inMB(after)} MB`,
      );
    }
  }

  async #drive(random: Random, isGoing: () => boolean): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (isGoing()) {
      if (isFault(random)) {
        this.#faults += 1;
        const wrong = await nextFault(this.#port, random).catch(String);
        if (wrong !== undefined) this.#wrong.push(wrong);
      } else await this.#ask(agent, random);
    }
    agent.destroy();
  }

  async #ask(agent: Agent, random: Random): Promise<void> {
    const { sent, answer } = nextExchange(random);
    const received = await send(agent, this.#port, sent);
    const line = `${sent.method} ${sent.path} ${JSON.stringify(sent.headers)}`;
    if (typeof received === "string") {
      this.#wrong.push(`${line}: ${received}`);
      return;
    }
    this.#statuses.set(received.status, (this.#statuses.get(received.status) ?? 0) + 1);
    if (received.status !== answer.status || received.body !== answer.body) {
      this.#wrong.push(`${line}: ${received.status} ${received.body}, not ${answer.status} ${answer.body}`);
    }
  }

  async #report(): Promise<Report> {
    const answered = once(this.#child, "message") as Promise<[Report]>;
    this.#child.send("report");
    const given = await Promise.race([answered, this.#end]);
    if (typeof given === "string") throw new Error(given);
    return given[0];
  }
}

function median(reports: readonly Report[], what: "heap" | "rss"): number {
  const sorted = reports.map((report) => report[what]).toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

function inMB(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}

void main();
