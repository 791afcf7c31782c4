import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle";
import { makeESM, referToTypes } from "./make-esm";
import { publishedBy } from "./manifest";

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
const [main] = entries;
makeESM(root, entries);
if (main) referToTypes(root, main);
