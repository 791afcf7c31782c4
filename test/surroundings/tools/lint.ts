import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";
import { startInLanes, whileRunning } from "../../support/samples/run-sample";
import { documentName, readSample, sampleNames } from "../../support/samples/sample";

const REDOCLY = join(__dirname, "node_modules/@redocly/cli/bin/cli.js");

/** Writes every document that the samples serve: of all versions, and of each that the page has a choice of. */
export async function saveDocuments(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await Promise.all(
    startInLanes(
      2,
      sampleNames().map((name) => () => whileRunning(name, (url) => saveSample(name, url, folder))),
    ),
  );
}

async function saveSample(name: string, url: string, folder: string): Promise<void> {
  for (const request of readSample(name).documents) {
    const all = new URL(request.path, url);
    const headers = request.headers.map(([field, value]): [string, string] => [field, value]);
    const script = await (await fetch(new URL("swagger-ui-init.js", all), { headers })).text();
    const paths = Array.from(
      script.matchAll(/"url":\s*"(\.\/openapi[^"]*\.json)"/g),
      ([, path = ""]) => path,
    );
    for (const path of new Set(["./openapi.json", ...paths])) {
      const answer = await fetch(new URL(path, all), { headers });
      const version = path.replace(/^\.\/openapi\/?|\.json$/g, "");
      const file = `${documentName(name, request)}${version === "" ? "" : `-version-${version}`}.json`;
      writeFileSync(join(folder, file), await answer.text());
    }
  }
}

/** Holds the documents of a folder against redocly's recommended rules; warnings are its own. */
export function assertNoLintErrors(folder: string): void {
  const files = readdirSync(folder).filter((name) => name.endsWith(".json"));
  assert.ok(files.length > 60, `only ${files.length} documents`);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [REDOCLY, "lint", "--extends", "recommended", "--format", "stylish", ...files],
    { cwd: folder, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  assert.equal(status, 0, `${stdout}${stderr}`);
}

/** Holds them against Spectral's rules. */
export function assertNoSpectralErrors(folder: string): void {
  assert.equal(runNode(__dirname, "spectral.mjs", folder), "");
}
