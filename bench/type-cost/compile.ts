import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { top } from "../build";

/** A program by its files' names and texts. */
export interface Program {
  readonly files: Readonly<Record<string, string>>;
  readonly isLegacy?: boolean;
}

/** The figures of `tsc --extendedDiagnostics` for one program; only the instantiations do not depend on the machine. */
export interface Cost {
  readonly instantiations: number;
  readonly megabytes: number;
  /** Of the processor, since the clock's are also those of whatever else runs here. */
  readonly seconds: number;
}

/** The compilers by the folders of their packages. */
export const compilers = { "TypeScript 6": "typescript", "TypeScript 7": "typescript7" } as const;
export type Compiler = keyof typeof compilers;

/** Compiles programs with the declarations of a built package; `end` removes what it wrote. */
export interface Bench {
  readonly costOf: (program: Program, compiler: Compiler) => Cost;
  readonly end: () => void;
}

/**
 * Compiles in a folder of its own below `where`, against `dist`, the folder of a built package.
 *
 * In bench/ programs find the packages of bench/package.json, whose zod may be another than the repository's own.
 */
export function openBench(where: string, dist = join(top, "dist")): Bench {
  mkdirSync(where, { recursive: true });
  const folder = mkdtempSync(join(where, ".types-"));
  return {
    costOf: (program, compiler) => costOf(writeProgram(folder, dist, program), compiler),
    end: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Writes a program, and gives the path of its tsconfig. */
function writeProgram(folder: string, dist: string, { files, isLegacy = false }: Program): string {
  const own = mkdtempSync(join(folder, "program-"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(own, name), text);
  const config = join(own, "tsconfig.json");
  const compilerOptions = {
    types: ["node"],
    rootDir: top,
    experimentalDecorators: isLegacy,
    paths: { "versioned-controllers": [join(dist, "index.d.ts")] },
  };
  const base = join(top, "tsconfig.json");
  writeFileSync(
    config,
    JSON.stringify({ extends: base, files: Object.keys(files), include: [], compilerOptions }),
  );
  return config;
}

function costOf(config: string, compiler: Compiler): Cost {
  const tsc = join(top, "node_modules", compilers[compiler], "bin", "tsc");
  // The shell knows the time of what its children started too: TypeScript 7 is a program of its own.
  const script = `"$0" "$1" -p "$2" --noEmit --extendedDiagnostics && times`;
  const { stdout, status } = spawnSync("sh", ["-c", script, process.execPath, tsc, config], {
    encoding: "utf8",
    cwd: top,
  });
  if (status !== 0) throw new Error(`the program does not compile:\n${stdout}`);
  const figure = (name: string): number =>
    Number(new RegExp(`^${name}:\\s+([\\d.]+)`, "m").exec(stdout)?.[1] ?? NaN);
  const [, minutes, seconds] = /(\d+)m([\d.]+)s \S+\s*$/.exec(stdout) ?? [];
  return {
    instantiations: figure("Instantiations"),
    megabytes: figure("Memory used") / 1024,
    seconds: Number(minutes) * 60 + Number(seconds),
  };
}
