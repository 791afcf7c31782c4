import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTally } from "../../support/tally";
import type { Tally } from "../../support/tally";
import { COMPILERS, FLAVOURS, tsconfigName, writeTsconfigs } from "./compilers";
import { testCommand, testCommandOnTypeScript } from "./command";
import { testCopies } from "./copies";
import { testDeclarations } from "./declarations";
import { testEntries } from "./entries";
import { testExported } from "./exported";
import { testFrontEnds } from "./front-ends";
import { testHovers } from "./hovers";
import { install, pack } from "./install";
import { testManifest } from "./manifest";
import { testMonorepo } from "./monorepo";
import { testPeers } from "./peers";
import { testTypes } from "./type-tests";
import { runNode } from "../../support/run-process";

const FIXTURE = join(__dirname, "fixture");
const COMPILED_BY = ["typescript", "typescript7", "@types/node", "@types/express"];
const SMALLEST = ["express", "reflect-metadata", ...COMPILED_BY];
const WHOLE = [
  ...SMALLEST,
  "swagger-ui-express",
  "supertest",
  "@types/supertest",
  "tsx",
  "jest",
  "ts-jest",
  "@types/jest",
];

/** What the programs of test/types import. */
const TYPED = [
  ...WHOLE,
  "ajv",
  "ajv-formats",
  "fast-check",
  "json-schema-to-ts",
  "typebox",
  "valibot",
  "zod",
];
const OLDER_COMPILERS = {
  "typescript-5.2": "npm:typescript@~5.2.2",
  "typescript-5.9": "npm:typescript@~5.9.3",
};
const ALL_COMPILERS = [...Object.keys(OLDER_COMPILERS), "typescript", "typescript7"];

/** The package as its users get it: packed, and installed in a folder that knows nothing of this repository. */
async function main(): Promise<void> {
  const tally = createTally();
  const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-"));
  try {
    const tarball = pack(folder);
    await testManifest(tally, tarball, folder);
    await testPeers(tally, join(folder, "peers"), tarball, {
      "typescript-5.9": OLDER_COMPILERS["typescript-5.9"],
    });
    await testFrontEnds(tally, install(join(folder, "front-end"), tarball, ["typescript", "typescript7"]), [
      "typescript",
      "typescript7",
    ]);
    await testSmallest(tally, install(join(folder, "smallest"), tarball, SMALLEST));
    // Without ajv, which few programs need.
    await testDeclarations(tally, install(join(folder, "laws"), tarball, [...SMALLEST, "fast-check"]), [
      "versioned-controllers/check",
    ]);
    await testWhole(tally, install(join(folder, "whole"), tarball, WHOLE));
    await testTyped(tally, install(join(folder, "typed"), tarball, TYPED, OLDER_COMPILERS));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  tally.finish();
}

/** Without the optional peers. */
async function testSmallest(tally: Tally, project: string): Promise<void> {
  await tally.check("the main entry works without the optional peers", () => {
    runNode(project, "-e", `new (require("versioned-controllers").App)().Build()`);
  });
  await tally.check("the main entry is a handful of files, which Node finds and reads at once", () => {
    const isOwn = `(file) => file.includes("/versioned-controllers/dist/")`;
    const count = runNode(
      project,
      "-p",
      `require("versioned-controllers"), Object.keys(require.cache).filter(${isOwn}).length`,
    );
    assert.ok(Number(count) > 0 && Number(count) < 10, `${count.trim()} files`);
  });
  await testCommand(tally, project);
  await testCopies(tally, project);
  await testDeclarations(tally, project, [
    "versioned-controllers",
    "versioned-controllers/client",
    "versioned-controllers/docs",
    "versioned-controllers/history",
    "versioned-controllers/recordings",
    "versioned-controllers/server",
    "versioned-controllers/tools",
    "versioned-controllers/usage",
  ]);
}

async function testWhole(tally: Tally, project: string): Promise<void> {
  const sources = readdirSync(FIXTURE);
  cpSync(FIXTURE, project, { recursive: true });
  writeTsconfigs(project, sources);
  await testEntries(tally, project);
  await testCommandOnTypeScript(tally, project);
  await testBehaviour(tally, project, sources);
  await testWithJest(tally, project);
  await testDeclarations(tally, project, [
    "versioned-controllers",
    "versioned-controllers/docs",
    "versioned-controllers/testing",
  ]);
}

async function testTyped(tally: Tally, project: string): Promise<void> {
  await testMonorepo(tally, project, ALL_COMPILERS);
  await testTypes(tally, project, ALL_COMPILERS);
  await testExported(
    tally,
    project,
    ALL_COMPILERS.filter((compiler) => compiler !== "typescript-5.2"),
  );
  await testHovers(tally, project);
}

/** Whoever compiles the program, in whichever flavour, it gives the same answers and the same document. */
async function testBehaviour(tally: Tally, project: string, sources: readonly string[]): Promise<void> {
  const expected: string[] = [];
  for (const [name, compile] of Object.entries(COMPILERS)) {
    for (const flavour of FLAVOURS) {
      await tally.check(`the table of behaviour, compiled by ${name}, ${flavour} decorators`, () => {
        expected.push(compile(project, flavour, sources));
        assert.equal(expected.at(-1), expected[0]);
      });
    }
  }
}

async function testWithJest(tally: Tally, project: string): Promise<void> {
  for (const flavour of FLAVOURS) {
    await tally.check(`a ts-jest project with TestClient, ${flavour} decorators`, () => {
      const transform = { "\\.ts$": ["ts-jest", { tsconfig: tsconfigName(flavour) }] };
      const config = { testMatch: ["<rootDir>/*.test.ts"], transform };
      writeFileSync(join(project, "jest.config.json"), JSON.stringify(config));
      runNode(project, "node_modules/jest/bin/jest.js", "--config", "jest.config.json");
    });
  }
}

void main();
