import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";

/** A copy of the working tree, where files may be changed. */
export interface Copy {
  readonly folder: string;
  /** Changes one file for as long as the action takes. */
  with<Result>(
    file: string,
    change: (text: string) => string,
    action: () => Promise<Result>,
  ): Promise<Result>;
  remove(): void;
}

/** What tests of the sources need; what is generated and what belongs to other packages stays behind. */
const needed = ["src", "test", "tools", "jest.config.ts", "package.json", "tsconfig.json"];
const left = new Set(["node_modules", ".documents", ".generated", ".blocks"]);

/** Copies the working tree to a temporary folder; it is removed when the process ends, however that comes about. */
export function copyOf(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), "mutants-"));
  const remove = (): void => {
    rmSync(folder, { recursive: true, force: true });
  };
  process.once("exit", remove);
  for (const name of needed) {
    cpSync(join(root, name), join(folder, name), {
      recursive: true,
      filter: (source) => !left.has(basename(source)),
    });
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return {
    folder,
    async with(file, change, action) {
      const path = join(folder, file);
      const text = readFileSync(path, "utf8");
      try {
        writeFileSync(path, change(text));
        return await action();
      } finally {
        writeFileSync(path, text);
      }
    },
    remove,
  };
}
