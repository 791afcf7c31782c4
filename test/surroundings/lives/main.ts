import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import {
  App,
  VersioningHeader,
  VersionOf,
  WithLifecycle,
  WithVersion,
  type Lifecycle,
} from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import {
  answerTo,
  type LivesTable,
  type LivingRoute,
  type ModelAnswer,
  type ModelLife,
} from "../../properties/lives-model";
import { createTally } from "../../support/tally";
import { randomFrom, type Random } from "../soak/random";

/**
 * The lives of versions change every three seconds under load, and each answer is held against the model of
 * test/properties/lives: for a second after a change the lives before it count too.
 *
 * ```
 * npm run test:lives                       five minutes
 * npm run test:lives -- --short            half a minute
 * npm run test:lives -- --minutes 60 --connections 30 --seed 7
 * ```
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: "boolean", default: false },
      minutes: { type: "string" },
      connections: { type: "string", default: "8" },
      seed: { type: "string", default: String(Date.now() % 1e6) },
    },
  });
  const minutes = Number(values.minutes ?? (values.short ? 0.5 : 5));
  const tally = createTally();
  console.log(`        seed ${values.seed}`);
  await tally.check("every answer was that of the lives in force", async () => {
    const soak = new LivesSoak(randomFrom(Number(values.seed)));
    await soak.run(minutes * 60_000, Number(values.connections));
    console.log(
      `        ${String(soak.asked)} requests, ${String(soak.changes)} changes, ${String(soak.refused)} wrong lives`,
    );
    assert.deepEqual(soak.wrong.slice(0, 5), []);
    assert(soak.seen.size === 3, `answers of each kind: ${[...soak.seen].join(", ")}`);
  });
  tally.finish();
}

/** In milliseconds: a function is asked once a second, and a busy machine is late. */
const grace = 1500;
const betweenChanges = 3000;

const routes: readonly LivingRoute[] = [
  { path: "/all", versions: ["1", "2", "3"], life: {} },
  { path: "/old", versions: ["1"], life: {} },
  { path: "/kept", versions: ["1", "2"], life: { after: "serve", brownouts: [] } },
];

/** Lives that hold from a moment on. */
interface Epoch {
  readonly table: LivesTable;
  readonly since: number;
}

class LivesSoak {
  readonly wrong: object[] = [];
  /** The kinds of answers: 200, 410 and 404. */
  readonly seen = new Set<number>();
  asked = 0;
  changes = 0;
  refused = 0;
  readonly #random: Random;
  #epochs: readonly Epoch[];
  #lives: () => Record<string, Lifecycle>;

  constructor(random: Random) {
    this.#random = random;
    const table = tableOf(random);
    this.#epochs = [{ table, since: 0 }];
    this.#lives = () => lifecyclesOf(table);
  }

  async run(time: number, connections: number): Promise<void> {
    const server = CreateServer(this.#app()).listen(0);
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const end = performance.now() + time;
    await Promise.all([
      this.#change(end),
      ...Array.from({ length: connections }, () => this.#ask(port, end)),
    ]);
    server.closeAllConnections();
    server.close();
  }

  #app(): App {
    const Logger = { warn: () => undefined, error: () => undefined };
    const app = new App({
      Logger,
      Versioning: {
        Type: VersioningHeader,
        Header: "X-API-Version",
        Versions: ["1", "2", "3"],
        Lifecycle: () => this.#lives(),
      },
    });
    routes.forEach(({ path, versions }, by) => {
      const own = path === "/kept" ? [WithLifecycle({ AfterSunset: "serve", Brownouts: [] })] : [];
      app.Get(path, (req) => ({ by, version: VersionOf(req) }), WithVersion(...versions), ...own);
    });
    return app;
  }

  /** Every fourth change is a mistake, which changes nothing. */
  async #change(end: number): Promise<void> {
    while (performance.now() + betweenChanges < end) {
      await sleep(betweenChanges);
      this.changes++;
      if (this.changes % 4 === 0) {
        this.refused++;
        this.#lives = wrongLives[this.#random.below(wrongLives.length)] ?? (() => ({}));
        continue;
      }
      const table = tableOf(this.#random);
      this.#epochs = [...this.#epochs.slice(-1), { table, since: performance.now() }];
      this.#lives = () => lifecyclesOf(table);
    }
  }

  async #ask(port: number, end: number): Promise<void> {
    while (performance.now() < end) {
      const version = String(1 + this.#random.below(3));
      const path = routes[this.#random.below(routes.length)]?.path ?? "/all";
      const [started, from] = [performance.now(), Date.now()];
      const answer = await fetch(`http://localhost:${String(port)}${path}`, {
        headers: { "X-API-Version": version },
      });
      const { status, headers } = answer;
      this.asked++;
      this.seen.add(status);
      const body = (await answer.json()) as { by?: number; version?: string; error?: { code: string } };
      const got: Partial<ModelAnswer> = {
        status,
        by: body.by,
        version: body.version,
        code: body.error?.code,
        deprecation: headers.get("deprecation") ?? undefined,
        sunset: headers.get("sunset") ?? undefined,
      };
      const inForce = this.#epochs.filter((_, i) => {
        const next = this.#epochs[i + 1];
        return !next || started < next.since + grace;
      });
      const expected = inForce.flatMap(({ table }) =>
        [from, Date.now()].map((at) => answerTo(table, version, path, at)),
      );
      if (!expected.some((one) => isSame(got, one))) this.wrong.push({ path, version, got, expected });
    }
  }
}

/** A refusal says nothing of its version. */
function isSame(got: Partial<ModelAnswer>, expected: ModelAnswer): boolean {
  const { status, by, version, code, deprecation, sunset } = expected;
  const told = status === 200 ? version : undefined;
  return JSON.stringify(got) === JSON.stringify({ status, by, version: told, code, deprecation, sunset });
}

const wrongLives: readonly (() => Record<string, Lifecycle>)[] = [
  () => {
    throw new Error("the store is down");
  },
  () => Promise.resolve({}) as never,
  () => ({ "1": { Sunset: "soon" } }),
  () => ({ "9": {} }),
];

/** Lives of two versions: 1 may be succeeded by 2, which then has no end. */
function tableOf(random: Random): LivesTable {
  const second = lifeOf(random, random.below(2) === 0);
  const first = lifeOf(random, true);
  const after =
    (["serve", "gone", "successor"] as const)[random.below(second.sunset === undefined ? 3 : 2)] ?? "serve";
  const versions = [
    { name: "1", life: { ...first, after, successor: "2" }, isPreview: false },
    { name: "2", life: { ...second, after: "gone" as const }, isPreview: false },
    { name: "3", life: {}, isPreview: false },
  ];
  return { versions, routes, isInPath: false, assumed: undefined };
}

const aDay = 24 * 60 * 60 * 1000;

function lifeOf(random: Random, mayEnd: boolean): ModelLife {
  const now = Date.now();
  const deprecated = now - (20 + random.below(20)) * aDay;
  const sunset = now + (random.below(20) - 10) * aDay + aDay / 2;
  const from = now + (random.below(6) - 4) * 1000;
  return {
    deprecated,
    ...(mayEnd && random.below(3) > 0 ? { sunset } : {}),
    ...(random.below(3) === 0 ? { brownouts: [[from, from + 2000] as const] } : {}),
  };
}

function lifecyclesOf({ versions }: LivesTable): Record<string, Lifecycle> {
  return Object.fromEntries(versions.map(({ name, life }) => [name, lifecycleOf(life)]));
}

function lifecycleOf({ deprecated, sunset, after, successor, brownouts = [] }: ModelLife): Lifecycle {
  return {
    ...(deprecated === undefined ? {} : { Deprecated: new Date(deprecated) }),
    ...(sunset === undefined ? {} : { Sunset: new Date(sunset) }),
    ...(after === undefined ? {} : { AfterSunset: after }),
    ...(successor === undefined ? {} : { Successor: successor }),
    Brownouts: brownouts.map(([from, to]) => ({ From: new Date(from), To: new Date(to) })),
  };
}

void main();
