/**
 * Runs every script `check:<name>` of package.json, two at a time, and shows the output of those that fail.
 *
 * Prettier, ESLint and TypeScript remember in node_modules/.cache which files they have judged, and judge only what has changed.
 */
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { installByLock } from "../test/support/install";

const root = join(__dirname, "..");

/** The two longest begin, so that both lanes end together. */
const FIRST = ["lint", "types"];

/** It packs, and so it builds: by itself, since package.json is the packed one while npm packs. */
const PACKING = "package";

/** The folders whose packages the checks need: installed before the two lanes begin, so that no two checks install a folder. */
const APART = ["tools", "samples", "test/surroundings"];

/** A check that begins so has its turn after the packing, and takes the same build. */
const BUILDING = "npm run -s build && ";

void main();

async function main(): Promise<void> {
  for (const folder of APART) installByLock(join(root, folder));
  const checks = checksByName();
  const isOnSource = (name: string): boolean =>
    name !== PACKING && !FIRST.includes(name) && checks.get(name)?.startsWith(BUILDING) === false;
  const waiting = [...FIRST, ...[...checks.keys()].filter(isOnSource)];
  const lane = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) await check(name);
  };
  await Promise.all([lane(), lane()]);
  const isBuilt = await check(PACKING);
  for (const [name, command] of checks) {
    if (!command.startsWith(BUILDING)) continue;
    if (isBuilt) await run(name, ["sh", "-c", command.slice(BUILDING.length)]);
    else console.error(`skipped ${name}, which needs the build of ${PACKING}`);
  }
}

/** The commands of the scripts `check:<name>`. */
function checksByName(): ReadonlyMap<string, string> {
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const checks = Object.entries(scripts).filter(([name]) => name.startsWith("check:"));
  return new Map(checks.map(([name, command]) => [name.slice("check:".length), command]));
}

function check(step: string): Promise<boolean> {
  return run(step, ["npm", "run", "--silent", `check:${step}`]);
}

/** Prints one line where the command passes, and all of its output where it fails: then the exit code is 1. */
async function run(step: string, [command = "", ...args]: readonly string[]): Promise<boolean> {
  const start = performance.now();
  const { code, output } = await outputOf(command, args);
  const time = `(${((performance.now() - start) / 1000).toFixed(1)} s)`;
  if (code === 0) {
    console.log(`ok      ${step} ${time}`);
    return true;
  }
  console.error(`FAILED  ${step} ${time}\n${output}`);
  process.exitCode = 1;
  return false;
}

function outputOf(
  command: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root });
    let output = "";
    const keep = (chunk: Buffer): void => {
      output += chunk.toString();
    };
    child.stdout.on("data", keep);
    child.stderr.on("data", keep);
    child.once("error", reject);
    child.once("close", (code) => {
      resolve({ code, output });
    });
  });
}
