import { join } from "node:path";

/** What runs a program: a binary of a package, and its arguments before the file. */
export interface Runtime {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const packages = join(__dirname, "node_modules");

export const runtimes: readonly Runtime[] = [
  ...["20", "22", "24", "26"].map((major) => ({
    name: `Node ${major}`,
    command: join(packages, `node${major}/bin/node`),
    args: [],
  })),
  { name: "Bun", command: join(packages, "@oven/bun-linux-x64/bin/bun"), args: [] },
  { name: "Deno", command: join(packages, "@deno/linux-x64-glibc/deno"), args: ["run", "--allow-all"] },
];
