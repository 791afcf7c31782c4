import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { App } from "../../src/core/app/app";
import { appIn } from "../../src/tools/cli/load";
import { runCommand } from "../../src/tools/cli/run";
import { bundle } from "../../tools/bundle";
import { makeESM } from "../../tools/make-esm";
import { publishedBy } from "../../tools/manifest";

const root = join(__dirname, "../..");

/** The outcome of a command. */
export interface Done {
  readonly code: number | null;
  readonly output: string;
  /** Without the entries of `accepted.json` that a failing check prints to be copied. */
  readonly errors: string;
  /** Those entries; not enumerable, so that outcomes are compared without them. */
  readonly entries?: readonly object[];
}

/** Takes the entries for `accepted.json` from the errors of an outcome. */
export function withEntriesApart({ errors, ...done }: Done): Done {
  const [rest = "", entries = ""] = errors.split(/^to accept, .*\n/m);
  const lines = entries.split("\n").filter((line) => line !== "");
  // Without a file it is a whole list.
  const value = JSON.parse(lines[0] === "[" ? entries : `[${lines.join()}]`) as readonly object[];
  return Object.defineProperty({ ...done, errors: rest }, "entries", { value, enumerable: false });
}

/** A user's project outside the repository, with the package installed in it as npm would. */
export interface Project {
  readonly folder: string;
  /** Writes a file; folders are made. */
  readonly write: (name: string, text: string) => void;
  readonly read: (name: string) => string;
  /** Runs `versioned-controllers <args>` in the project's folder. */
  readonly run: (...args: readonly string[]) => Promise<Done>;
  readonly remove: () => void;
}

/** Compiled as in a build, but for the declarations, which take seconds. */
export function makeProject({ tsx }: { readonly tsx: boolean }): Project {
  const { folder, ...files } = makeFolder();
  const modules = join(folder, "node_modules");
  const own = join(modules, "versioned-controllers");
  bundle(root, join(own, "dist"));
  cpSync(join(root, "package.json"), join(own, "package.json"));
  for (const name of ["express", "reflect-metadata", "vary", "ajv", ...(tsx ? ["tsx"] : [])]) {
    symlinkSync(join(root, "node_modules", name), join(modules, name), "dir");
  }
  // The others need packages that this project does not have.
  makeESM(own, publishedBy(root).entries.slice(0, 1));
  return {
    folder,
    ...files,
    run: async (...args) => withEntriesApart(await runProcess(folder, join(own, "dist/cli.js"), args)),
  };
}

/**
 * The same command without its process, which is quicker, and seen by what measures coverage; CommonJS modules alone.
 *
 * The project's modules share the command's copy of the package, or load one of their own each time, which takes long.
 */
export function makeProjectInProcess({ hasOwnCopy } = { hasOwnCopy: false }): Project {
  const { folder, ...files } = makeFolder();
  let loaded = 0;
  const load = (path: string): Promise<App> => {
    // jest keeps what it has read of a file.
    const fresh = join(folder, `loaded-${loaded++}.js`);
    cpSync(join(folder, path), fresh);
    let exported: unknown;
    const read = (): void => {
      exported = jest.requireActual(fresh);
    };
    if (hasOwnCopy) jest.isolateModules(read);
    else read();
    return appIn({ default: exported }, path);
  };
  return {
    folder,
    ...files,
    run: async (...args) => withEntriesApart(await runCommand(args, { folder, load })),
  };
}

function makeFolder(): Omit<Project, "run"> {
  const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-cli-"));
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  };
  write("package.json", `{ "private": true, "type": "commonjs" }`);
  return {
    folder,
    write,
    read: (name) => readFileSync(join(folder, name), "utf8"),
    remove: () => {
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function runProcess(folder: string, command: string, args: readonly string[]): Promise<Done> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [command, ...args],
      { cwd: folder, timeout: 20_000 },
      (_error, output, errors) => {
        resolve({ code: child.exitCode, output, errors });
      },
    );
  });
}
