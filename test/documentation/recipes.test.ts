import { execFileSync, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { blocksOf } from "./markdown";

/*
 * The parts of recipes that a single process cannot show: an end by SIGTERM, the image's two stages, several processes. The
 * programs are those of the page, in a folder below the repository, so that they find the package by tsconfig.json.
 */

const page = "docs/guides/running/deployment.md";
const folder = join(__dirname, ".blocks-of-recipes");
const PATIENCE = 60_000; // ms: these start processes, on a machine that may be busy
const children = new Set<ChildProcess>();

beforeAll(() => {
  mkdirSync(join(folder, "src"), { recursive: true });
  writeFileSync(join(folder, "src/main.ts"), blockWith("closing.abort()"));
  const cluster = blockWith("cluster.fork()").replace(".listen(3000)", ".listen(Number(process.env.PORT))");
  writeFileSync(join(folder, "cluster.ts"), `import { App } from "versioned-controllers";\n${cluster}`);
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it.each([
  ["as TypeScript", ["--import", "tsx", "src/main.ts"], undefined],
  ["as the image's first stage bundles it, and its second starts it", image().start, image().bundle],
] as const)(
  "the service ends by SIGTERM, and its open stream as a whole: %s",
  async (_how, start, bundle) => {
    if (bundle) execFileSync("npx", bundle, { cwd: folder, stdio: "ignore" });
    const { child, origin } = await started(start);
    expect(await (await fetch(`${origin}/health`)).json()).toEqual({ alive: true });
    const stream = await fetch(`${origin}/v1/ticks`);
    child.kill("SIGTERM");
    // A connection that is cut off would make this reject.
    expect(await stream.text()).toContain('data: {"tick":0}\n\n');
    expect(await ended(child)).toBe(0);
  },
  PATIENCE,
);

it(
  "several processes answer on one port, and end together",
  async () => {
    const { child, origin } = await started(["--import", "tsx", "cluster.ts"]);
    const cats: unknown = await (await fetch(`${origin}/cats`)).json();
    expect(cats).toEqual([{ name: "Tom", from: expect.any(Number) as number }]);
    expect(cats).not.toEqual([{ name: "Tom", from: child.pid }]);
    child.kill("SIGTERM");
    expect(await ended(child)).toBe(0);
  },
  PATIENCE,
);

it("the image runs as somebody else than root", () => {
  const [, second = ""] = blockWith("FROM node")
    .split(/^FROM .*$/m)
    .slice(1);
  expect(second).toMatch(/^USER node$[^]*^CMD \[/m);
});

function blockWith(words: string): string {
  const found = blocksOf(page).find((block) => block.text.includes(words));
  if (!found) throw new Error(`${page} has no block with ${words}`);
  return found.text;
}

/** The commands of the Dockerfile that make the bundle and start it; what esbuild reads is src/main.ts. */
function image(): { readonly bundle: readonly string[]; readonly start: readonly string[] } {
  const dockerfile = blockWith("FROM node");
  const bundle = /^RUN npx (esbuild .*)$/m.exec(dockerfile)?.[1]?.split(" ") ?? [];
  const [node, ...start] = JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? "[]") as string[];
  if (node !== "node") throw new Error(`the image starts ${String(node)}, which takes the SIGTERM`);
  return { bundle, start };
}

async function started(
  start: readonly string[],
): Promise<{ readonly child: ChildProcess; readonly origin: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, start, {
    cwd: folder,
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "ignore", "pipe"],
  });
  children.add(child);
  const origin = `http://127.0.0.1:${port}`;
  for (;;) {
    const answer = await fetch(origin).catch(() => undefined);
    if (answer) return { child, origin };
    if (child.exitCode !== null) throw new Error(await text(child.stderr));
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  return child.exitCode;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
