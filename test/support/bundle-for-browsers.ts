import { buildSync } from "esbuild";
import { join } from "node:path";

/** A file of this repository and all that it imports, as one script for browsers that sets a global. */
export function bundleForBrowsers(file: string, globalName: string): string {
  const { outputFiles } = buildSync({
    absWorkingDir: join(__dirname, "../.."),
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
