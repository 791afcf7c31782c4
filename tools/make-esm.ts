import { writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, posix } from "node:path";

interface Entry {
  readonly import: { readonly types: string; readonly default: string };
  readonly require: { readonly types: string; readonly default: string };
}

/**
 * Writes the ES module of each entry in `exports`: a wrapper of the CommonJS one, so that `require` and `import` give
 * one instance. The names are written out, because Node's own detection of a CommonJS module's names
 * depends on how the compiler happens to print them.
 */
export function makeESM(root: string, exports: object): void {
  for (const entry of Object.values(exports).filter(isEntry)) {
    const from = `./${posix.basename(entry.require.default)}`;
    writeFileSync(
      join(root, entry.import.default),
      wrapper(from, namesOf(join(root, entry.require.default))),
    );
    writeFileSync(join(root, entry.import.types), `export * from "${from}";\n`);
  }
}

function isEntry(entry: unknown): entry is Entry {
  return typeof entry === "object" && entry !== null && "import" in entry && "require" in entry;
}

function namesOf(file: string): readonly string[] {
  return Object.keys(createRequire(__filename)(file) as object).sort();
}

function wrapper(from: string, names: readonly string[]): string {
  const lines = names.map((name) => `export const ${name} = api.${name};`);
  return [`import api from "${from}";`, ...lines, ""].join("\n");
}
