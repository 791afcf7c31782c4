import assert from "node:assert/strict";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { installByLock } from "../../support/install";
import type { Tally } from "../../support/tally";
import { output, whileStarted } from "./shell";

/** A package manager, and how it installs, runs a package's command once, and runs what is installed. */
interface Manager {
  readonly name: string;
  readonly install: string;
  readonly once: string;
  readonly exec: string;
}

const managers: readonly Manager[] = [
  { name: "npm", install: "npm install", once: "npx", exec: "npx" },
  // Without the flag, pnpm asks on a CI server for a lock file that names what `init` has just added.
  { name: "pnpm", install: "pnpm install --no-frozen-lockfile", once: "pnpm dlx", exec: "pnpm exec" },
  { name: "bun", install: "bun install", once: "bunx", exec: "bunx" },
];

const types = ["commonjs", "module"] as const;
type ModuleType = (typeof types)[number];

const service = `import express, { type Express } from "express";

export function createServer(): Express {
  return express().get("/health", (_req, res) => {
    res.send("well");
  });
}
`;

const main = `import { createServer } from "./app.js";

const server = createServer();
server.listen(Number(process.env.PORT), () => {
  console.log("http://localhost:" + String(process.env.PORT) + "/health");
});
`;

const compilerOptions = {
  target: "es2022",
  module: "nodenext",
  strict: true,
  noUncheckedIndexedAccess: true,
  exactOptionalPropertyTypes: true,
  isolatedModules: true,
  skipLibCheck: true,
  noEmit: true,
};

/** `init` by each package manager: in an empty folder, and beside an Express service with the two most usual file names. */
export async function testManagers(tally: Tally, folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  installByLock(__dirname);
  // `npm run` tells its name to what it starts, and bunx leaves that name as it is.
  const own = { ...env, npm_config_user_agent: undefined, PATH: `${commandsIn(folder)}:${String(env.PATH)}` };
  for (const manager of managers) {
    await tally.check(`init in an empty folder: ${manager.name}`, () =>
      tryInEmpty(join(folder, `empty-${manager.name}`), manager, own),
    );
    for (const type of types) {
      await tally.check(`init beside an Express service: ${manager.name}, ${type}`, () =>
        tryBeside(join(folder, `existing-${manager.name}-${type}`), { manager, type }, own),
      );
    }
  }
}

async function tryInEmpty(project: string, manager: Manager, env: NodeJS.ProcessEnv): Promise<void> {
  mkdirSync(project);
  const printed = await output(`${manager.once} versioned-controllers init`, project, env);
  assert.match(printed, new RegExp(`Now: ${manager.name} install && ${manager.name} start`));
  const written = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as { type?: unknown };
  assert.equal(written.type, "module");
  await output(manager.install, project, env);
  await assertPasses(project, manager, env);
  const started = { cwd: project, env, pattern: /http:\/\/localhost:\d+\/v2\/cats/ };
  await whileStarted(`${manager.name} run start`, started, async (cats) => {
    assert.equal((await fetch(cats)).status, 200);
  });
}

async function tryBeside(
  project: string,
  { manager, type }: { readonly manager: Manager; readonly type: ModuleType },
  env: NodeJS.ProcessEnv,
): Promise<void> {
  writeService(project, type);
  await output(manager.install, project, env);
  const printed = await output(`${manager.once} versioned-controllers init`, project, env);
  const [, mounted = ""] = printed.split("mount the App in your service:\n");
  assert.match(printed, new RegExp(`Now: ${manager.name} install, and mount`));
  assert.equal(readFileSync(join(project, "src/app.ts"), "utf8"), service);
  await output(manager.install, project, env);
  mount(project, mounted);
  await assertPasses(project, manager, env);
  const started = { cwd: project, env, pattern: /http:\/\/localhost:\d+\/health/ };
  await whileStarted(`${manager.name} run start`, started, async (health) => {
    assert.equal(await (await fetch(health)).text(), "well");
    const old = await fetch(health.replace("/health", "/v1/cats/1"));
    assert.deepEqual(await old.json(), { id: "1", name: "Tom", born: "2019-04-01" });
    assert.equal((await fetch(health.replace("/health", "/docs/"))).status, 200);
  });
}

async function assertPasses(project: string, manager: Manager, env: NodeJS.ProcessEnv): Promise<void> {
  assert.equal(await output(`${manager.exec} tsc --noEmit`, project, env), "");
  assert.match(await output(`${manager.name} run test`, project, env), /^(?:#|ℹ) pass 4$/m);
  const checked = await output(`${manager.name} run check`, project, env);
  assert.match(checked, /version 1: no breaking change\nversion 2: no breaking change/);
}

function writeService(project: string, type: ModuleType): void {
  mkdirSync(join(project, "src"), { recursive: true });
  const write = (name: string, text: string): void => {
    writeFileSync(join(project, name), text);
  };
  const dependencies = { express: "^5.1.0" };
  const devDependencies = { "@types/express": "^5.0.0", "@types/node": "^20.19.0" };
  const scripts = { start: "tsx src/main.ts" };
  write("package.json", JSON.stringify({ private: true, type, scripts, dependencies, devDependencies }));
  write("tsconfig.json", JSON.stringify({ compilerOptions, include: ["src"] }));
  write("src/app.ts", service);
  write("src/main.ts", main);
}

/** Puts the printed lines where a user would: the imports on top, the call before the server listens. */
function mount(project: string, lines: string): void {
  const all = lines.split("\n").map((line) => line.trim());
  const imports = all.filter((line) => line.startsWith("import "));
  const calls = all.filter((line) => line.startsWith("server."));
  assert.equal(imports.length, 2);
  assert.equal(calls.length, 1);
  const file = join(project, "src/main.ts");
  const text = readFileSync(file, "utf8").replace("server.listen", `${calls.join("\n")}\nserver.listen`);
  writeFileSync(file, `${imports.join("\n")}\n${text}`);
}

/** A folder with the commands pnpm, bun and bunx: the package of bun itself gets its binary by a script that is not run. */
function commandsIn(folder: string): string {
  const commands = join(folder, "commands");
  mkdirSync(commands);
  const modules = join(__dirname, "node_modules");
  symlinkSync(join(modules, "pnpm/bin/pnpm.cjs"), join(commands, "pnpm"));
  for (const name of ["bun", "bunx"]) {
    symlinkSync(join(modules, "@oven/bun-linux-x64/bin/bun"), join(commands, name));
  }
  return commands;
}
