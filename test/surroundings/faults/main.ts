import assert from "node:assert/strict";
import { once } from "node:events";
import { Agent, request, type Server } from "node:http";
import { connect, type AddressInfo, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import {
  App,
  HTTPError,
  VersioningHeader,
  VersionNeutral,
  WithBody,
  WithGuards,
  WithVersion,
} from "versioned-controllers";
import { createTally, type Tally } from "../../support/tally";
import { kinds } from "../../support/server-kinds";
import { everything } from "../../support/thrown";

/**
 * Faults that take a process of their own: clients that go away by the thousand, faults under load, clients that do not
 * read, and a server that is closed under load.
 *
 * ```
 * npm run test:faults              10,000 aborted requests to each kind of server
 * npm run test:faults -- --short   1,000
 * ```
 */
async function main(words: readonly string[]): Promise<void> {
  const { gc } = globalThis;
  if (!gc) throw new Error("run it by `npm run test:faults`, which exposes the garbage collector");
  watch();
  const uncaught: unknown[] = [];
  for (const event of ["uncaughtException", "unhandledRejection"] as const) {
    process.on(event, (error: unknown) => uncaught.push(error));
  }
  const aborts = words.includes("--short") ? 1_000 : 10_000;
  const tally = createTally();
  for (const [kind, serverOf] of Object.entries(kinds)) {
    await testAborts(tally, {
      kind,
      serverOf,
      aborts,
      gc: () => {
        gc();
      },
    });
    await testLoad(tally, { kind, serverOf });
    await testUnread(tally, { kind, serverOf });
    await testClose(tally, { kind, serverOf });
    await tally.check(`${kind}: nothing was left to the process`, () => {
      assert.deepEqual(uncaught.splice(0), []);
    });
  }
  tally.finish();
}

/** Ends this process after a time, in a thread of its own: what never lets go of this one would hold up a timer. */
function watch(): void {
  const limit = 420_000;
  const end = `setTimeout(() => {
    require("node:fs").writeSync(2, "FAILED  no end within ${limit} ms\\n");
    process.kill(process.pid, "SIGKILL");
  }, ${limit})`;
  new Worker(end, { eval: true }).unref();
}

interface Kind {
  readonly kind: string;
  readonly serverOf: (app: App) => Server;
}

const quiet = { warn: () => undefined, error: () => undefined };

/** Aborts requests at every stage, and looks at what is left. */
async function testAborts(
  tally: Tally,
  { kind, serverOf, aborts, gc }: Kind & { aborts: number; gc: () => void },
) {
  const sources = new Set<Readable>();
  const seen = { started: 0, afterwards: 0, sources: 0 };
  const later = async (): Promise<true> => (await sleep(5), true);
  const handler = (req: { readonly socket: Socket }): string => {
    seen.started += 1;
    if (req.socket.destroyed) seen.afterwards += 1;
    return "Tom";
  };
  const app = new App({ Logger: quiet })
    .Get("/plain", handler)
    .Get("/guarded", handler, WithGuards(later))
    .Get("/late", async () => (await later(), "Tom"))
    .Get("/stream", () => {
      const source = new Readable({
        read() {
          this.push("x".repeat(16_384));
        },
      });
      seen.sources += 1;
      sources.add(source);
      source.once("close", () => sources.delete(source));
      return source;
    })
    .Post("/body", handler, WithBody({ type: "object" }));
  const server = await listening(serverOf(app));
  const body =
    "POST /body HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{";
  const heads = ["/plain", "/guarded", "/late", "/stream"].map(
    (path) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`,
  );
  const requests = [...heads, body];

  const round = async (count: number): Promise<void> => {
    let made = 0;
    await Promise.all(
      Array.from({ length: 20 }, async () => {
        while (made < count) {
          const n = made++;
          // At once, while it is read, or once it is being answered.
          await abort(portOf(server), requests[n % requests.length] ?? body, n % 3);
        }
      }),
    );
    // Requests that a client has sent before it went are still read after it.
    await settled(async () => sources.size === 0 && (await connectionsOf(server)) === 0);
  };
  await tally.check(
    `${kind}: ${aborts} aborted requests leave heap, handles and sources where they were`,
    async () => {
      // Objects that are made once, and code that is compiled on the way, are no leak.
      await round(Math.min(aborts, 1_000));
      let before = await measured(gc);
      const left: number[] = [];
      // A leak grows in every round; code that is compiled late, or let go, shows in one.
      while (left.length < 3) {
        await round(aborts);
        const after = await measured(gc);
        assert.ok(after.handles <= before.handles, `${after.handles} handles, ${before.handles} before`);
        left.push((after.heap - before.heap) / aborts);
        before = after;
      }
      assert.equal(sources.size, 0, "sources are left open");
      assert.ok(seen.sources > aborts / 50, `only ${seen.sources} streams were begun`);
      const inWords = left.map((bytes) => bytes.toFixed()).join(", ");
      const [, median = Infinity] = left.toSorted((one, other) => one - other);
      assert.ok(median < 200, `${inWords} bytes are left of each request, round by round`);
      console.log(
        `        ${inWords} bytes of heap each, ${before.handles} handles, ${seen.sources} streams, ${seen.started} handlers`,
      );
    },
  );
  await tally.check(`${kind}: no handler is started once its client has gone`, async () => {
    assert.ok(seen.started > 0, "no handler was started at all");
    assert.equal(seen.afterwards, 0);
    const { started } = seen;
    await sleep(50);
    assert.equal(seen.started, started, "a handler was started after its connection was closed");
  });
  await closed(server);
}

/** Sends a request, and goes away: at once, a turn later, or with the first byte of the answer. */
async function abort(port: number, bytes: string, when: number): Promise<void> {
  const socket = connect(port, "127.0.0.1").on("error", () => undefined);
  await once(socket, "connect").catch(() => undefined);
  socket.write(bytes);
  if (when === 1) await sleep(1);
  if (when === 2) await Promise.race([once(socket, "data").catch(() => undefined), sleep(8)]);
  const gone = once(socket, "close");
  socket.destroy();
  await gone;
}

/** Asks for what works and, one time in twenty, for what throws. */
async function testLoad(tally: Tally, { kind, serverOf }: Kind) {
  const app = new App({
    Logger: quiet,
    Versioning: { Type: VersioningHeader, Header: "X-API-Version" },
  });
  for (const version of ["1", "2"]) {
    app.Get(
      "/cats/{id}",
      async (req) => (await sleep(1), { version, id: req.params.id }),
      WithVersion(version),
    );
  }
  app
    .Get(
      "/conflict",
      () => {
        throw new HTTPError(409);
      },
      WithVersion(VersionNeutral),
    )
    .Get(
      "/throw/{n}",
      (req) => {
        throw everything[Number(req.params.n)]?.value;
      },
      WithVersion(VersionNeutral),
    )
    .Get(
      "/cut",
      async (_req, res) => {
        res.write("To");
        await sleep(1);
        throw new Error("secret");
      },
      WithVersion(VersionNeutral),
    );
  const server = await listening(serverOf(app));
  // Values that no promise can be asked about are the matter of test/behaviour/answers/faults.test.ts.
  const count = everything.length;
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  await tally.check(`${kind}: 5 % faults under load change no other answer`, async () => {
    let made = 0;
    const wrong: string[] = [];
    const tallied = { good: 0, faults: 0 };
    await Promise.all(
      Array.from({ length: 32 }, async () => {
        while (made < 6_000) {
          const n = made++;
          const isFault = n % 20 === 7;
          const version = String(1 + (n % 3));
          const path = isFault ? ([`/throw/${n % count}`, "/conflict", "/cut"][n % 3] ?? "") : `/cats/${n}`;
          const answer = await ask(agent, portOf(server), { path, headers: { "X-API-Version": version } });
          const expected = isFault
            ? faultOf(path)
            : version === "3"
              ? `404 {"error":{"code":"not_found","message":"no route matches GET ${path}","status":404},"request_id":"..."}`
              : `200 ${JSON.stringify({ version, id: String(n) })}`;
          tallied[isFault ? "faults" : "good"] += 1;
          const line = isFault ? answer.replace(/^(\d+) .*?"code":"(\w+)".*$/, "$1 $2") : answer;
          if (line !== expected) wrong.push(`${path} of version ${version}: ${answer}, not ${expected}`);
        }
      }),
    );
    assert.deepEqual(wrong.slice(0, 5), [], `${wrong.length} wrong answers`);
    console.log(`        ${tallied.good} good requests, ${tallied.faults} faults`);
  });
  agent.destroy();
  await closed(server);
}

function faultOf(path: string): string {
  if (path === "/conflict") return "409 conflict";
  if (path === "/cut") return "cut off";
  return everything[Number(path.slice("/throw/".length))]?.answer ?? "";
}

/** A client that reads nothing of a stream without an end, beside one that is served. */
async function testUnread(tally: Tally, { kind, serverOf }: Kind) {
  const chunk = Buffer.alloc(65_536, "x");
  let made = 0;
  const closedSources: Readable[] = [];
  const app = new App({ Logger: quiet })
    .Get("/endless", () => {
      const source = new Readable({
        read() {
          made += 1;
          // Where nothing holds it back, it must not fill the machine.
          this.push(made < 4_000 ? chunk : null);
        },
      });
      return source.once("close", () => closedSources.push(source));
    })
    .Get("/", () => "Tom");
  const server = await listening(serverOf(app));
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  await tally.check(
    `${kind}: clients that do not read hold back their streams, not the process`,
    async () => {
      const sockets = Array.from({ length: 4 }, () => {
        const socket = connect(portOf(server), "127.0.0.1").on("error", () => undefined);
        socket.pause().write("GET /endless HTTP/1.1\r\nHost: test\r\n\r\n");
        return socket;
      });
      let before = -1;
      while (made !== before || made === 0) {
        before = made;
        await sleep(100);
      }
      const slowest = await slowestOf(200, async () => {
        assert.equal(await ask(agent, portOf(server), { path: "/" }), "200 Tom");
      });
      // The buffers of both sockets of each are full then.
      assert.ok(made < 1_000, `${made} chunks of 64 KB were made for clients that read none`);
      assert.equal(made, before, "a stream goes on although nobody reads it");
      assert.ok(slowest < 1_000, `another client waited ${slowest.toFixed()} ms`);
      for (const socket of sockets) socket.destroy();
      await settled(() => closedSources.length === 4);
      assert.equal(closedSources.length, 4, "sources are left open");
      console.log(
        `        ${made} chunks of 64 KB for 4 clients; another waited ${slowest.toFixed(1)} ms at most`,
      );
    },
  );
  agent.destroy();
  await closed(server);
}

async function slowestOf(times: number, action: () => Promise<void>): Promise<number> {
  let slowest = 0;
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await action();
    slowest = Math.max(slowest, performance.now() - start);
  }
  return slowest;
}

/** Closes a server while requests are in flight. */
async function testClose(tally: Tally, { kind, serverOf }: Kind) {
  const started = new Set<string>();
  const app = new App({ Logger: quiet }).Get("/{n}", async (req) => {
    started.add(req.params.n);
    await sleep(Number(req.params.n) % 40);
    return { n: req.params.n };
  });
  const server = await listening(serverOf(app));
  const port = portOf(server);
  const agent = new Agent({ keepAlive: true, maxSockets: 50 });
  await tally.check(`${kind}: server.close under load answers what is in flight`, async () => {
    const answers = new Map<string, string>();
    let made = 0;
    let isClosing = false;
    const clients = Array.from({ length: 50 }, async () => {
      while (!isClosing) {
        const n = String(made++);
        answers.set(n, "none");
        answers.set(n, await ask(agent, port, { path: `/${n}` }));
      }
    });
    await sleep(500);
    const unanswered = () => [...started].filter((n) => answers.get(n) === "none");
    // A slow machine answers many at once: the moment to close is one at which many wait.
    await settled(() => unanswered().length > 20);
    const inFlight = unanswered();
    isClosing = true;
    const end = once(server, "close");
    server.close();
    await Promise.all(clients);
    agent.destroy();
    await end;
    const lost = [...started].filter((n) => answers.get(n) !== `200 {"n":"${n}"}`);
    assert.ok(inFlight.length > 20, `only ${inFlight.length} requests were in flight`);
    assert.deepEqual(lost, []);
    await assert.rejects(once(connect(port, "127.0.0.1"), "connect"), /ECONNREFUSED/);
    console.log(`        ${started.size} requests, ${inFlight.length} of them in flight; none is lost`);
  });
}

/** Status and body, with the request's id left out; `cut off` where the answer is not whole, `none` without one. */
function ask(
  agent: Agent,
  port: number,
  { path, headers = {} }: { readonly path: string; readonly headers?: Record<string, string> },
): Promise<string> {
  return new Promise((resolve) => {
    const outgoing = request({ agent, host: "127.0.0.1", port, path, headers, timeout: 20_000 });
    outgoing.once("timeout", () => {
      resolve("none in time");
      outgoing.destroy();
    });
    outgoing.once("error", (error) => {
      resolve(`none: ${error.message}`);
    });
    outgoing.once("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("error", () => undefined);
      incoming.once("close", () => {
        const body = text.replace(/"request_id":"[^"]+"/, '"request_id":"..."');
        resolve(incoming.complete ? `${incoming.statusCode ?? 0} ${body}` : "cut off");
      });
    });
    outgoing.end();
  });
}

/** Heap in bytes and open handles, once all that can go has gone. */
async function measured(gc: () => void): Promise<{ readonly heap: number; readonly handles: number }> {
  for (let i = 0; i < 4; i++) {
    await sleep(50);
    gc();
  }
  const handles = process.getActiveResourcesInfo().filter((name) => /TCP|FS|Pipe/.test(name)).length;
  return { heap: process.memoryUsage().heapUsed, handles };
}

async function settled(condition: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + 10_000;
  while (!(await condition()) && performance.now() < end) await sleep(5);
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.getConnections((_error, count) => {
      resolve(count);
    });
  });
}

async function listening(server: Server): Promise<Server> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

async function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, "close");
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

void main(process.argv.slice(2));
