/**
 * Runs the steps of `npm run check`, two at a time, and shows the output of those that fail.
 *
 * Prettier, ESLint and TypeScript remember in node_modules/.cache which files they have judged, and judge only what has changed.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";

/** The longest first, so that the two lanes end together. */
const STEPS = ["lint", "types", "format", "types7", "unused", "layers"];

void main();

async function main(): Promise<void> {
  const waiting = [...STEPS];
  const lane = async (): Promise<void> => {
    for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) await check(step);
  };
  await Promise.all([lane(), lane()]);
  // Not beside the others: while npm packs, package.json is the packed one.
  if (await check("package")) await run("interface", ["tsx", "tools/interface.ts"]);
  else console.error("skipped interface, which needs the build of package");
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
    const child = spawn(command, args, { cwd: join(__dirname, "..") });
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
