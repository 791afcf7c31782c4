import { transformSync as esbuild } from "esbuild";
import { transformSync as swc } from "@swc/core";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { runNode } from "../../support/run-process";

export type Flavour = "standard" | "legacy";
export const FLAVOURS: readonly Flavour[] = ["standard", "legacy"];

/** Each compiles the sources in its own way and gives what the program prints. */
export const COMPILERS: Readonly<Record<string, Compiler>> = {
  "TypeScript 6": (project, flavour) => byTsc("typescript", project, flavour),
  "TypeScript 7": (project, flavour) => byTsc("typescript7", project, flavour),
  tsx: (project, flavour) =>
    runNode(project, "node_modules/tsx/dist/cli.mjs", "--tsconfig", tsconfigName(flavour), "program.ts"),
  esbuild: (project, flavour, sources) =>
    byTransform("esbuild", project, flavour, sources, (code) => esbuild(code, esbuildOptions(flavour)).code),
  swc: (project, flavour, sources) =>
    byTransform("swc", project, flavour, sources, (code) => swc(code, swcOptions(flavour)).code),
};

type Compiler = (project: string, flavour: Flavour, sources: readonly string[]) => string;

export function tsconfigName(flavour: Flavour): string {
  return `tsconfig.${flavour}.json`;
}

export function writeTsconfigs(project: string, sources: readonly string[]): void {
  for (const flavour of FLAVOURS) {
    const compilerOptions = {
      strict: true,
      target: "es2022",
      lib: ["es2023", "esnext.decorators"],
      module: "node20",
      esModuleInterop: true,
      types: ["node", "jest"],
      rootDir: ".",
      experimentalDecorators: flavour === "legacy",
    };
    writeFileSync(join(project, tsconfigName(flavour)), JSON.stringify({ compilerOptions, files: sources }));
  }
}

function byTsc(compiler: string, project: string, flavour: Flavour): string {
  const out = `out/${compiler}-${flavour}`;
  runNode(project, `node_modules/${compiler}/bin/tsc`, "-p", tsconfigName(flavour), "--outDir", out);
  return runNode(project, join(out, "program.js"));
}

function byTransform(
  name: string,
  project: string,
  flavour: Flavour,
  sources: readonly string[],
  transform: (code: string) => string,
): string {
  const out = join(project, "out", `${name}-${flavour}`);
  mkdirSync(out, { recursive: true });
  for (const source of sources) {
    const code = transform(readFileSync(join(project, source), "utf8"));
    writeFileSync(join(out, source.replace(/\.ts$/, ".js")), code);
  }
  return runNode(project, join(out, "program.js"));
}

function esbuildOptions(flavour: Flavour): Parameters<typeof esbuild>[1] {
  return {
    loader: "ts",
    format: "cjs",
    target: "es2022",
    tsconfigRaw: { compilerOptions: { experimentalDecorators: flavour === "legacy" } },
  };
}

function swcOptions(flavour: Flavour): Parameters<typeof swc>[1] {
  return {
    swcrc: false,
    configFile: false,
    module: { type: "commonjs" },
    jsc: {
      target: "es2022",
      parser: { syntax: "typescript", decorators: true },
      transform: flavour === "legacy" ? { legacyDecorator: true } : { decoratorVersion: "2022-03" },
    },
  };
}
