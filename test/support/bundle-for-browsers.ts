import { buildSync } from "esbuild";
import { join } from "node:path";

const root = join(__dirname, "../..");

/** A file of this repository and all that it imports, as one script for browsers that sets a global. */
export function bundleForBrowsers(file: string, globalName: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    entryPoints: [file],
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "iife",
    globalName,
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The text of a program that stands in the root folder, with all that it uses of what it imports. */
export function bundleOfModules(program: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    platform: "browser",
    target: "es2022",
    format: "esm",
    logLevel: "error",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}

/** The text of a program for Node that stands in the root folder, without the packages that servers install. */
export function bundleForNode(program: string, format: "esm" | "cjs" = "esm"): string {
  const { outputFiles } = buildSync({
    absWorkingDir: root,
    stdin: { contents: program, resolveDir: root, loader: "ts" },
    bundle: true,
    minify: true,
    platform: "node",
    target: "node20",
    format,
    external: ["ajv", "ajv/*", "express", "zod"],
    logLevel: "error",
    write: false,
  });
  return outputFiles.map(({ text }) => text).join("");
}
