import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { request, type IncomingHttpHeaders } from "node:http";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { build } from "esbuild";
import { installByLock } from "../../support/install";
import { createTally } from "../../support/tally";
import { rows, type Row } from "./requests";

/*
 * One App served in every way by Node, Bun and Deno: the same answers to the same requests, `npm run test:servers`.
 */

const ROOT = join(__dirname, "../../..");
const FILE = join(ROOT, "node_modules/.cache/servers/program.cjs");
const packages = join(__dirname, "node_modules");

const runtimes: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  Node: [process.execPath],
  Bun: [join(packages, "@oven/bun-linux-x64/bin/bun")],
  Deno: [join(packages, "@deno/linux-x64-glibc/deno"), "run", "--allow-all"],
};

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  readonly isWhole: boolean;
}

type Answers = ReadonlyMap<string, Answer>;

/** Headers of the connection, and the time, which each runtime writes in its own way. */
const ofConnection = ["connection", "keep-alive", "date", "transfer-encoding", "content-length"];

async function main(): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("the packages of the runtimes' binaries are for Linux on x86_64");
  }
  installByLock(__dirname);
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(__dirname, "program.ts")],
    outfile: FILE,
    bundle: true,
    platform: "node",
    target: "es2022",
    logLevel: "error",
  });
  const tally = createTally();
  const expected = await whileRunning([process.execPath], answersOf);
  for (const [name, command] of Object.entries(runtimes)) {
    await whileRunning(command, async (ports) => {
      const got = await answersOf(ports);
      for (const [what, answer] of expected) {
        const [, row = ""] = what.split(": ");
        const plain = expected.get(`express().use(app.Build()): ${row}`);
        await tally.check(`${name}, ${what}`, () => {
          assert.deepEqual(got.get(what), answer);
          // What Express itself adds is not the App's.
          assert.deepEqual([answer.status, answer.body], [plain?.status, plain?.body]);
        });
      }
      for (const [kind, port] of Object.entries(ports)) {
        await tally.check(`${name}, ${kind}: a client that goes ends the handler's items`, () =>
          assertEnds(port),
        );
      }
    });
  }
  tally.finish();
}

async function whileRunning<Result>(
  [command = "", ...args]: readonly string[],
  use: (ports: Readonly<Record<string, number>>) => Promise<Result>,
): Promise<Result> {
  const child = spawn(command, [...args, FILE], { stdio: ["ignore", "pipe", "inherit"] });
  try {
    const [line] = (await once(createInterface(child.stdout), "line")) as [string];
    return await use(JSON.parse(line) as Record<string, number>);
  } finally {
    child.kill("SIGKILL");
  }
}

async function answersOf(ports: Readonly<Record<string, number>>): Promise<Answers> {
  const answers = new Map<string, Answer>();
  for (const [kind, port] of Object.entries(ports)) {
    for (const row of rows) answers.set(`${kind}: ${row.name}`, await ask(port, row));
  }
  return answers;
}

function ask(port: number, { method, path, headers, body }: Row): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) };
    const outgoing = request({
      port,
      host: "127.0.0.1",
      method,
      path,
      headers: { ...headers, ...length },
      agent: false,
    });
    outgoing.on("error", reject).on("response", (incoming) => {
      let text = "";
      const settle = (): void => {
        const { statusCode: status, complete: isWhole } = incoming;
        resolve({ status, headers: headersOf(incoming.headers), body: masked(text), isWhole });
      };
      incoming
        .setEncoding("latin1")
        .on("data", (chunk: string) => (text += chunk))
        .on("error", settle)
        .on("end", settle);
    });
    outgoing.end(body);
  });
}

function headersOf(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(([name]) => !ofConnection.includes(name));
  return Object.fromEntries(
    kept.map(([name, value]) => [name, typeof value === "string" ? masked(value) : value]),
  );
}

function masked(text: string): string {
  return text.replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g, (id) =>
    id.startsWith("01234567") ? id : "<id>",
  );
}

/** A client that goes while items come; the handler has ended once its count has grown. */
async function assertEnds(port: number): Promise<void> {
  const count = async (): Promise<number> =>
    Number(
      (await ask(port, { name: "", method: "GET", path: "/ended", headers: { "X-API-Version": "2" } })).body,
    );
  const before = await count();
  const outgoing = request({
    port,
    host: "127.0.0.1",
    path: "/endless",
    headers: { "X-API-Version": "2" },
    agent: false,
  });
  outgoing.on("error", () => undefined).end();
  const [incoming] = (await once(outgoing, "response")) as [NodeJS.ReadableStream];
  await once(incoming, "data");
  outgoing.destroy();
  for (let i = 0; i < 200 && (await count()) === before; i++) await sleep(25);
  assert.equal(await count(), before + 1);
}

void main();
