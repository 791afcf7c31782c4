import assert from "node:assert/strict";
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { installByLock } from "../../support/install";
import { assertAnswer } from "../../support/samples/hold";
import { runProgram, whileProgramRuns, type Program } from "../../support/samples/run-sample";
import { readSample, ROOT } from "../../support/samples/sample";
import { createTally, type Tally } from "../../support/tally";
import { assertClientRuns, assertClientRunsOnTheEdge } from "./client/versioned-fetch";
import { runCollection } from "./collection";
import { runtimes, type Runtime } from "./runtimes";
import { whileConduitRunsOnTheEdge } from "./worker/conduit";
import { assertRunsOnTheEdge } from "./worker/edge";

/*
 * Sample 32-conduit on other runtimes, as one file: its requests.http, and with the folder of a clone of gothinkster/realworld that API's own
 * collection as well: `npm run test:runtimes -- <clone>`.
 */

const SAMPLE = "32-conduit";
// Beside the repository's packages: those of the runtimes have other versions of some.
const FOLDER = join(ROOT, "node_modules/.cache/runtimes");
// Its own clients name no version.
const PREFIXES = ["/api", "/api/v1"];
const FILE = join(FOLDER, "conduit.js");

async function main([clone]: readonly string[]): Promise<void> {
  if (process.platform !== "linux" || process.arch !== "x64") {
    throw new Error("the packages of the runtimes' binaries are for Linux on x86_64");
  }
  if (clone !== undefined && !existsSync(join(clone, "api/Conduit.postman_collection.json"))) {
    throw new Error(`${clone} must be a clone of gothinkster/realworld`);
  }
  installByLock(__dirname);
  const tally = createTally();
  await tally.check("the sample is bundled", bundle);
  await tally.check("workerd: an App with a change", () => assertRunsOnTheEdge(join(FOLDER, "edge")));
  await tally.check("workerd: VersionedFetch", () => assertClientRunsOnTheEdge(join(FOLDER, "edge")));
  if (clone !== undefined) await testCollectionOnTheEdge(tally, clone);
  for (const runtime of runtimes) await testRuntime(tally, runtime, clone);
  tally.finish();
}

/** What is installed stays outside: the database finds its files beside itself. */
async function bundle(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  await build({
    absWorkingDir: ROOT,
    entryPoints: [`samples/${SAMPLE}/main.ts`],
    outfile: FILE,
    bundle: true,
    platform: "node",
    target: "es2022",
    packages: "external",
  });
}

async function testRuntime(tally: Tally, runtime: Runtime, clone?: string): Promise<void> {
  const { name, command, args } = runtime;
  const program: Program = { command, args: [...args, FILE] };
  const { requests } = readSample(SAMPLE);
  await tally.check(`${name}: ${requests.length} requests of requests.http`, async () => {
    const { answers, exitCode, errors } = await runProgram(program, requests);
    for (const { name: request, answer } of requests) {
      const got = answers.get(request);
      assert.ok(got, `it was not asked: ${request}`);
      assertAnswer(answer, got);
    }
    assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
  });
  await tally.check(`${name}: VersionedFetch`, () => assertClientRuns(runtime, FOLDER));
  if (clone === undefined) return;
  for (const prefix of PREFIXES) {
    await tally.check(`${name}: RealWorld's collection at ${prefix}`, () =>
      whileProgramRuns(program, (url) => assertCollection(clone, new URL(url).origin + prefix)),
    );
  }
}

async function testCollectionOnTheEdge(tally: Tally, clone: string): Promise<void> {
  for (const prefix of PREFIXES) {
    await tally.check(`workerd: RealWorld's collection at ${prefix}`, () =>
      whileConduitRunsOnTheEdge(join(FOLDER, "edge"), (origin) => assertCollection(clone, origin + prefix)),
    );
  }
}

async function assertCollection(clone: string, url: string): Promise<void> {
  console.log(`${await runCollection(clone, url, join(FOLDER, "report.json"))} assertions`);
}

void main(process.argv.slice(2));
