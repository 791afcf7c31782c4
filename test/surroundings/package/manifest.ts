import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { run } from "../../support/run-process";
import type { Tally } from "../../support/tally";

const root = join(__dirname, "../../..");

/** The fields of the packed package.json: a new field of the repository's either belongs here, or is one of tools/packed-manifest.ts. */
const FIELDS = [
  "name",
  "version",
  "description",
  "keywords",
  "license",
  "author",
  "type",
  "sideEffects",
  "main",
  "types",
  "exports",
  "bin",
  "typesVersions",
  "files",
  "engines",
  "dependencies",
  "peerDependencies",
  "peerDependenciesMeta",
];

/** What users get as package.json, and what packing leaves of the repository's. */
export async function testManifest(tally: Tally, tarball: string, folder: string): Promise<void> {
  const own = textOfOwn();
  await tally.check("the packed package.json holds the repository's fields but those of development", () => {
    const packed: unknown = JSON.parse(run(folder, "tar", "-xzOf", tarball, "package/package.json"));
    const values = JSON.parse(own) as Readonly<Record<string, unknown>>;
    assert.deepEqual(packed, Object.fromEntries(FIELDS.map((field) => [field, values[field]])));
  });
  await tally.check("an npm pack that is killed leaves the repository's package.json as it was", async () => {
    const npm = spawn("npm", ["pack", "--pack-destination", folder], {
      cwd: root,
      detached: true,
      stdio: "ignore",
    });
    const ended = once(npm, "exit");
    await until(() => textOfOwn() !== own || npm.exitCode !== null);
    assert.notEqual(textOfOwn(), own, "npm pack has ended before it was killed");
    // The whole group, as Ctrl+C in a terminal does it.
    process.kill(-(npm.pid ?? assert.fail()), "SIGKILL");
    await ended;
    await until(() => textOfOwn() === own);
  });
  await tally.check("npm pack --dry-run leaves it as it was too", () => {
    run(root, "npm", "pack", "--dry-run");
    assert.equal(textOfOwn(), own);
    assert.ok(!existsSync(join(root, "node_modules/.cache/packing.json")));
  });
}

function textOfOwn(): string {
  return readFileSync(join(root, "package.json"), "utf8");
}

async function until(isSo: () => boolean): Promise<void> {
  const end = Date.now() + 120_000;
  while (!isSo()) {
    assert.ok(Date.now() < end, "waited for two minutes");
    await sleep(10);
  }
}
