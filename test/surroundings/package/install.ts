import { readdirSync, readFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { run } from "../../support/run-process";

const root = join(__dirname, "../../..");
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  readonly packages: Readonly<Record<string, { readonly name?: string; readonly version?: string }>>;
};

/** Packs the package, as `npm publish` would, and gives the path of the tarball. */
export function pack(folder: string): string {
  run(root, "npm", "pack", "--pack-destination", folder);
  const tarball = readdirSync(folder).find((name) => name.endsWith(".tgz"));
  if (tarball === undefined) {
    throw new Error("npm pack left no tarball");
  }
  return join(folder, tarball);
}

/** A fresh project outside the repository that holds the packed package and the named ones, in our own lock's versions; `others` have their own. */
export function install(
  folder: string,
  tarball: string,
  packages: readonly string[],
  others: Readonly<Record<string, string>> = {},
): string {
  mkdirSync(folder);
  const versions = packages.map((name) => [name, lockedVersion(name)] as const);
  const dependencies = {
    ...Object.fromEntries(versions),
    ...others,
    "versioned-controllers": `file:${tarball}`,
  };
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ private: true, type: "commonjs", dependencies }),
  );
  run(folder, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", "--ignore-scripts");
  return folder;
}

function lockedVersion(name: string): string {
  const locked = lock.packages[`node_modules/${name}`];
  if (locked?.version === undefined) {
    throw new Error(`${name} is not in package-lock.json`);
  }
  return locked.name === undefined ? locked.version : `npm:${locked.name}@${locked.version}`;
}
