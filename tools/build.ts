import { spawnSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle";
import { makeESM } from "./make-esm";

const root = join(__dirname, "..");

async function main(): Promise<void> {
  // A file left from an earlier build would be packed.
  rmSync(join(root, "dist"), { recursive: true, force: true });
  const compiled = spawnSync(
    process.execPath,
    [
      require.resolve("typescript/bin/tsc"),
      "-p",
      join(__dirname, "tsconfig.build.json"),
      "--emitDeclarationOnly",
    ],
    { stdio: "inherit", cwd: root },
  );
  if (compiled.status !== 0) process.exit(1);
  await bundle(root, join(root, "dist"));
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: object };
  makeESM(root, exports);
}

void main();
