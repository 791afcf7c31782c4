// The process of an API in nine versions: `node nine-versions.js <folder of the compiled package> [laws]`.
import { createRequire } from "node:module";
import { join } from "node:path";
import type * as Check from "../src/check";
import type * as Package from "../src/index";
import { nineVersionsApp } from "./nine-versions-api";

/** CPU time in milliseconds, of all threads. */
export interface NineVersionsCosts {
  readonly build: number;
  /** The same in a warm process: the mean of the last half of ten. */
  readonly again: number;
  readonly documents: number;
  readonly laws: number;
}

const [built = ""] = process.argv.slice(2);
const load = createRequire(__filename);
const loaded = load(join(built, "index.js")) as typeof Package;

void measured().then((costs) => process.send?.(costs));

async function measured(): Promise<NineVersionsCosts> {
  const app = nineVersionsApp(loaded);
  const build = await cpuOf(() => app.Build());
  const documents = await cpuOf(() => app.Versions().map((version) => app.Document(version)));
  const { CheckChanges } = load(join(built, "check.js")) as typeof Check;
  const laws = await cpuOf(() => CheckChanges(app));
  const others: number[] = [];
  for (let i = 0; i < 10; i++) {
    const other = nineVersionsApp(loaded);
    others.push(await cpuOf(() => other.Build()));
  }
  const warm = others.slice(5);
  return { build, documents, laws, again: warm.reduce((sum, one) => sum + one, 0) / warm.length };
}

async function cpuOf(operation: () => unknown): Promise<number> {
  const start = process.cpuUsage();
  await operation();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
