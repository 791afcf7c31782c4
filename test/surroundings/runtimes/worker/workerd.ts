import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { ROOT } from "../../../support/samples/sample";

const WORKERD = join(__dirname, "../node_modules/@cloudflare/workerd-linux-64/bin/workerd");

/** A worker: the files of this folder that it is made of, without their extensions, and the folder that it is bundled in. */
interface WorkerProgram {
  readonly worker: string;
  readonly config: string;
  readonly folder: string;
  readonly plugins?: readonly Plugin[];
  /** Further arguments of `workerd serve`. */
  readonly args?: readonly string[];
}

/** Bundles a worker, and has Cloudflare's runtime serve it while something asks its origin. */
export async function whileWorkerRuns(
  program: WorkerProgram,
  ask: (origin: string) => Promise<void>,
): Promise<void> {
  await bundle(program);
  const { folder, config, args = [] } = program;
  const port = await freePort();
  const address = `--socket-addr=http=127.0.0.1:${port}`;
  const child = spawn(WORKERD, ["serve", join(folder, `${config}.capnp`), address, ...args], {
    stdio: "inherit",
  });
  try {
    await ask(`http://127.0.0.1:${port}`);
  } finally {
    child.kill();
    await once(child, "close");
  }
}

async function bundle({ worker, config, folder, plugins = [] }: WorkerProgram): Promise<void> {
  mkdirSync(folder, { recursive: true });
  cpSync(join(__dirname, `${config}.capnp`), join(folder, `${config}.capnp`));
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(__dirname, `${worker}.ts`)],
    outfile: join(folder, `${worker}.js`),
    bundle: true,
    format: "esm",
    platform: "node",
    target: "es2022",
    external: ["node:*", "cloudflare:*"],
    banner: {
      js: `import { createRequire } from "node:module"; const require = createRequire("/");`,
    },
    plugins: [...plugins],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Asks until somebody listens, for ten seconds. */
export async function fetchOnceUp(url: string, init: RequestInit = {}): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await fetch(url, init);
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
