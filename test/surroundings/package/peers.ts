import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run, runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

/** Standard decorators, and legacy ones, which reflect-metadata stores. */
const PROGRAM = `
import express from "express";
import { App, Get, Router, WithTags } from "versioned-controllers";

@Router("/cats", WithTags("cats"))
class Cats {
  @Get("/")
  list() {
    return ["Tom"];
  }
}

const app = new App().Include(Cats);
express().use(app.Build());
console.log(app.Inspect().map(({ Method, Path }) => Method + " " + Path).join());
`;

/** A team on Express 4 and its types, that installs nothing for decorators: neither npm's own resolver nor a compiler has an objection. */
export async function testPeers(
  tally: Tally,
  folder: string,
  tarball: string,
  compilers: Readonly<Record<string, string>>,
): Promise<void> {
  await tally.check(
    "npm installs it beside @types/express 4, with reflect-metadata and without a flag",
    () => {
      mkdirSync(folder);
      const dependencies = {
        ...compilers,
        "@types/express": "^4.17.21",
        "@types/node": "^20.19.0",
        express: "^4.21.0",
        "versioned-controllers": `file:${tarball}`,
      };
      writeFileSync(
        join(folder, "package.json"),
        JSON.stringify({ private: true, type: "commonjs", dependencies }),
      );
      run(
        folder,
        "npm",
        "install",
        "--prefer-offline",
        "--no-audit",
        "--no-fund",
        "--ignore-scripts",
        "--strict-peer-deps",
      );
      const isThere = "require('node:fs').existsSync('node_modules/reflect-metadata')";
      assert.equal(runNode(folder, "-p", isThere).trim(), "true");
    },
  );
  for (const compiler of Object.keys(compilers)) {
    for (const flavour of ["standard", "legacy"]) {
      await tally.check(`${flavour} decorators work there: ${compiler}`, () => {
        compile(folder, compiler, flavour === "legacy");
        assert.equal(runNode(folder, "out/program.js").trim(), "GET /cats");
      });
    }
  }
}

function compile(folder: string, compiler: string, experimentalDecorators: boolean): void {
  const compilerOptions = {
    strict: true,
    target: "es2022",
    lib: ["es2023", "esnext.decorators"],
    module: "node20",
    types: ["node"],
    esModuleInterop: true,
    skipLibCheck: false,
    rootDir: ".",
    outDir: "out",
    experimentalDecorators,
  };
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["program.ts"] }));
  runNode(folder, `node_modules/${compiler}/bin/tsc`, "-p", ".");
}
