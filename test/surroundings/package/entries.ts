import assert from "node:assert/strict";
import { buildSync, type Metafile } from "esbuild";
import { runNode } from "../../support/run-process";
import type { Tally } from "../../support/tally";

const NEEDED_BY_NO_OTHER = {
  "versioned-controllers": ["ajv", "supertest", "swagger-ui-express"],
  "versioned-controllers/docs": ["ajv", "supertest"],
  "versioned-controllers/history": ["ajv", "express", "supertest", "swagger-ui-express"],
  "versioned-controllers/testing": ["ajv", "swagger-ui-express"],
} as const;

/** One instance for require and import, and no entry loads a package that it does not need. */
export async function testEntries(tally: Tally, project: string): Promise<void> {
  for (const [entry, unneeded] of Object.entries(NEEDED_BY_NO_OTHER)) {
    await tally.check(`${entry}: require and import give one instance`, () => {
      assert.deepEqual(JSON.parse(runNode(project, "--input-type=module", "-e", compare(entry))), []);
    });
    for (const load of [`require("${entry}")`, `await import("${entry}")`]) {
      await tally.check(`${load} loads no ${unneeded.join(", no ")}`, () => {
        const loaded = JSON.parse(
          runNode(project, "--input-type=module", "-e", listLoaded(load)),
        ) as string[];
        assert.ok(loaded.includes("versioned-controllers"), `loaded: ${loaded.join(", ")}`);
        assert.deepEqual(
          unneeded.filter((name) => loaded.includes(name)),
          [],
        );
      });
    }
  }
  await testFrontEnd(tally, project);
}

const HEAD = `import { createRequire } from "node:module"; const require = createRequire(process.cwd() + "/x.js");`;

/** A front end's bundle has the names that Node has, and no module of Node; bundlers of servers take ES modules too. */
async function testFrontEnd(tally: Tally, project: string): Promise<void> {
  const entry = "versioned-controllers/history";
  await tally.check(`${entry}: a bundle for browsers has every name, and no module of Node`, () => {
    const { outputs } = bundled(project, `export * from "${entry}"`, "browser");
    const [output] = Object.values(outputs);
    const names = JSON.parse(
      runNode(project, "-p", `JSON.stringify(Object.keys(require("${entry}")))`),
    ) as string[];
    assert.deepEqual(output?.exports.toSorted(), names.toSorted());
    assert.deepEqual(output.imports, []);
  });
  await tally.check("bundlers take ES modules, one instance for require and import", () => {
    const program = `import { App } from "versioned-controllers"; console.log(App === require("versioned-controllers").App);`;
    const { inputs } = bundled(project, program, "node");
    const own = Object.keys(inputs).filter((file) => file.includes("/versioned-controllers/dist/"));
    assert.ok(own.length > 100);
    assert.deepEqual(
      own.filter((file) => !file.includes("/versioned-controllers/dist/modules/")),
      [],
    );
  });
  await tally.check("a bundle without an App has nothing of one, and an unused import nothing at all", () => {
    const [empty] = Object.values(bundled(project, `import "${entry}"`, "browser").outputs);
    assert.equal(empty?.bytes, 0);
    const { outputs } = bundled(project, `export { HTTPError } from "versioned-controllers"`, "node");
    const ofApp = Object.keys(Object.values(outputs)[0]?.inputs ?? {}).filter((file) =>
      file.includes("/dist/modules/app/"),
    );
    assert.deepEqual(ofApp, []);
  });
}

function bundled(project: string, contents: string, platform: "browser" | "node"): Metafile {
  return buildSync({
    absWorkingDir: project,
    stdin: { contents, resolveDir: project },
    bundle: true,
    external: ["express"],
    platform,
    format: "esm",
    metafile: true,
    logLevel: "error",
    write: false,
  }).metafile;
}

/** Prints the names that differ. */
function compare(entry: string): string {
  return `${HEAD}
    const required = require("${entry}");
    const imported = await import("${entry}");
    const names = [...new Set([...Object.keys(required), ...Object.keys(imported)])];
    if (names.length === 0) throw new Error("no exports");
    console.log(JSON.stringify(names.filter((name) => required[name] !== imported[name])));`;
}

/** Prints the packages whose CommonJS modules were loaded; all that could be unneeded are CommonJS. */
function listLoaded(load: string): string {
  return `${HEAD}
    ${load};
    const inPackage = /node_modules[/\\\\]((?:@[^/\\\\]+[/\\\\])?[^/\\\\]+)[/\\\\](?!.*node_modules)/;
    const names = Object.keys(require.cache).map((file) => inPackage.exec(file)?.[1]);
    console.log(JSON.stringify([...new Set(names)]));`;
}
