import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, posix } from "node:path";
import type { Entry } from "./manifest";

/**
 * Writes the ES module of each entry that is not there yet: a wrapper of the CommonJS one, so that `require` and `import` give
 * one instance. The names are written out, because Node's own detection of a CommonJS module's names
 * depends on how the compiler happens to print them.
 */
export function makeESM(root: string, entries: readonly Entry[]): void {
  for (const entry of entries) {
    const from = `./${posix.basename(entry.require.default)}`;
    const module = join(root, entry.import.default);
    if (!existsSync(module)) writeFileSync(module, wrapper(from, namesOf(join(root, entry.require.default))));
    writeFileSync(join(root, entry.import.types), `export * from "${from}";\n`);
  }
}

/**
 * Makes `dist/types`, or another such entry, a part of every program that imports an entry: the compiler names a type in a declaration by
 * an entry that exports it, but looks only at those that are in the program. Its own output leaves such an import out.
 */
export function referToTypes(root: string, entry: Entry, types: string): void {
  for (const [file, from] of [
    [entry.require.types, `./${types}`],
    [entry.import.types, `./${types}.mjs`],
  ] as const) {
    const path = join(root, file);
    writeFileSync(path, `import type {} from "${from}";\n${readFileSync(path, "utf8")}`);
  }
}

/**
 * Lets an entry compile where Express is not installed: its declarations, and all that they import, name Express's types, which are `any`
 * there. The compiler leaves comments out of the declarations that it writes.
 */
export function tolerateMissingExpress(root: string, { require }: Entry): void {
  const files = new Set([join(root, require.types)]);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, name = ""] of text.matchAll(/ from "(\.[^"]*)"/g)) {
      files.add(`${join(dirname(file), name)}.d.ts`);
    }
    writeFileSync(
      file,
      text.replace(/^import type .* from "(?:express|node:http)";$/gm, "// @ts-ignore\n$&"),
    );
  }
}

function namesOf(file: string): readonly string[] {
  return Object.keys(createRequire(__filename)(file) as object).sort();
}

function wrapper(from: string, names: readonly string[]): string {
  const lines = names.map((name) => `export const ${name} = api.${name};`);
  return [`import api from "${from}";`, ...lines, ""].join("\n");
}
