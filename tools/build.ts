import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle";
import { makeESM, referToTypes } from "./make-esm";
import { publishedBy, type Entry } from "./manifest";

const root = join(__dirname, "..");

// A file left from an earlier build would be packed.
rmSync(join(root, "dist"), { recursive: true, force: true });
const declared = spawnSync(
  process.execPath,
  [
    require.resolve("typescript/bin/tsc"),
    "-p",
    join(__dirname, "tsconfig.build.json"),
    "--emitDeclarationOnly",
  ],
  { stdio: "inherit", cwd: root },
);
if (declared.status !== 0) {
  process.exit(1);
}
bundle(root, join(root, "dist"));
const { entries } = publishedBy(root);
makeESM(root, entries);
for (const entry of entries.filter(isOfHistories)) referToTypes(root, entry);

/** True for the entries whose values have types that no user writes: the main one, and that for front ends. */
function isOfHistories({ require }: Entry): boolean {
  return ["./dist/index.js", "./dist/history.js"].includes(require.default);
}
