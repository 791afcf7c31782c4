import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import conduit from "../../../samples/32-conduit/app";
import { whileRunning } from "../../support/samples/run-sample";
import { assertNamedByGuide } from "../clients/moving";
import { clientOptions } from "./clients";

const FOLDER = join(__dirname, ".generated/moved");
const SAMPLE = "32-conduit";

/** What the user of either client sees. */
const shown = { bio: "Writes of cats.", text: "Cats sleep a lot.", title: "On sleep", tags: ["cats"] };

/** Conduit's client that hey-api has generated of version 1, and the same moved to version 2 by the guide: its types, and what calls it. */
export async function assertMoved(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  const jobs = ["1", "2"].map((version) => {
    const folder = join(FOLDER, version);
    mkdirSync(folder, { recursive: true });
    const document = join(folder, "document.json");
    writeFileSync(document, JSON.stringify(conduit.Document(version)));
    return { folder, document };
  });
  writeFileSync(join(FOLDER, "jobs.json"), JSON.stringify(jobs));
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }');
  run(join(__dirname, "generate/hey-api.mjs"), join(FOLDER, "jobs.json"));
  const programs = ["1", "2"].map((version) => join(__dirname, "moved", `conduit-${version}.mts`)) as [
    string,
    string,
  ];
  assertTyped(programs);
  for (const program of programs) {
    await whileRunning(SAMPLE, (url) => {
      assert.deepEqual(JSON.parse(run("--import", "tsx", program, url)), shown);
      return Promise.resolve();
    });
  }
  assertNamedByGuide(`samples/${SAMPLE}/app.ts`, programs, ["flatMap"]);
}

/** Each compiles with the client of its version. */
function assertTyped(programs: readonly string[]): void {
  const options = { ...clientOptions, types: ["node"] };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify({ compilerOptions: options, files: programs }));
  run(join(__dirname, "node_modules/typescript/bin/tsc"), "-p", FOLDER);
}

function run(...args: readonly string[]): string {
  return execFileSync(process.execPath, args, { cwd: __dirname, encoding: "utf8" });
}
