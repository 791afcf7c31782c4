import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeESM } from "./make-esm";

const root = join(__dirname, "..");

// A file left from an earlier build would be packed.
rmSync(join(root, "dist"), { recursive: true, force: true });
const compiled = spawnSync(
  process.execPath,
  [require.resolve("typescript/bin/tsc"), "-p", join(__dirname, "tsconfig.build.json")],
  { stdio: "inherit", cwd: root },
);
if (compiled.status !== 0) {
  process.exit(1);
}
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
makeESM(root, exports);
