import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { bundle } from "./bundle";
import { makeESM, referToTypes, tolerateMissingExpress } from "./make-esm";
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
const entryOf = (name: string): Entry => {
  const found = entries.find(({ require }) => require.default === `./dist/${name}.js`);
  if (!found) throw new Error(`package.json exports no ${name}`);
  return found;
};
// These two give values of types that no user writes.
referToTypes(root, entryOf("index"), "types");
referToTypes(root, entryOf("history"), "history-types");
tolerateMissingExpress(root, entryOf("usage"));
