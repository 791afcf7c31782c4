/**
 * Holds the imports of src/ to the rooms of docs/architecture.md: `npm run check:layers`.
 *
 * `tools/crossings.json` lists the imports that the rules forbid and that the code still has. The list may only shrink: an import that
 * is not in it fails, and so does a line whose import is gone.
 */
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

interface Violation {
  readonly from: string;
  readonly to: string;
  readonly rule: { readonly name: string };
  readonly cycle?: readonly { readonly name: string }[];
}

const root = join(__dirname, "..");
const listName = "tools/crossings.json";

void main();

async function main(): Promise<void> {
  const known = new Set(JSON.parse(readFileSync(join(root, listName), "utf8")) as readonly string[]);
  const found = new Map((await violations()).map((one) => [crossingOf(one), one]));
  const added = [...found].filter(([crossing, { cycle }]) => cycle !== undefined || !known.has(crossing));
  const gone = [...known].filter((crossing) => !found.has(crossing));
  for (const [crossing, { rule, cycle = [] }] of added) {
    console.error(`${rule.name}: ${[crossing, ...cycle.map(({ name }) => name)].join(" -> ")}`);
  }
  for (const crossing of gone) {
    console.error(`${listName}: remove ${JSON.stringify(crossing)}, which is gone`);
  }
  if (added.length + gone.length > 0) process.exitCode = 1;
  else console.log(`no import crosses rooms but the ${known.size} of ${listName}`);
}

async function violations(): Promise<readonly Violation[]> {
  const tool = join(root, "node_modules/.bin/depcruise");
  const args = ["--config", "tools/dependency-cruiser.cjs", "--output-type", "baseline", "src"];
  const { stdout } = await promisify(execFile)(tool, args, { cwd: root, maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout) as readonly Violation[];
}

function crossingOf({ from, to }: Violation): string {
  return `${from} -> ${to}`;
}
