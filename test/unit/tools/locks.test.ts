import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

interface LockedPackage {
  readonly version?: string;
  readonly link?: true;
  readonly resolved?: string;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
}

const root = join(__dirname, "../../..");
const files = execFileSync("git", ["ls-files", "*package-lock.json"], { cwd: root, encoding: "utf8" });
const locks = new Map(
  files
    .trim()
    .split("\n")
    .map((file) => [file, packagesOf(file)] as const),
);

function packagesOf(file: string): readonly (readonly [path: string, LockedPackage])[] {
  const { packages } = JSON.parse(readFileSync(join(root, file), "utf8")) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages);
}

function versionsOf(name: string, file: string): readonly (string | undefined)[] {
  const packages = locks.get(file) ?? [];
  return packages.filter(([path]) => path === `node_modules/${name}`).map(([, { version }]) => version);
}

it("npm ci installs at most 550 packages", () => {
  const packages = locks.get("package-lock.json") ?? [];
  // Of a package for one platform alone, another platform installs nothing.
  const installed = packages.filter(([path, { os, cpu }]) => path.includes("node_modules/") && !os && !cpu);
  expect(installed.length).toBeGreaterThan(400);
  expect(installed.length).toBeLessThanOrEqual(550);
});

it("no lock contains the address of a registry", () => {
  const addresses = [...locks].flatMap(([file, packages]) =>
    packages.filter(([, { resolved }]) => resolved?.includes("://")).map(([path]) => `${file}: ${path}`),
  );
  expect(addresses).toEqual([]);
});

it.each(["@types/node", "typescript"])("the locks beside the root's have its %s", (name) => {
  const [expected] = versionsOf(name, "package-lock.json");
  const others = ["samples", "test/documentation", "test/surroundings", "tools"].flatMap((folder) =>
    versionsOf(name, `${folder}/package-lock.json`),
  );
  expect(others.length).toBeGreaterThan(0);
  expect(new Set(others)).toEqual(new Set([expected]));
});
