import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync, type Stats } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { randomUUID } from "node:crypto";
import { reasonOf, Unusable } from "./command";

/** A file that a command will write. */
export interface FileChange {
  readonly file: string;
  readonly text: string;
  /** Whether a file, or a link, that is there is replaced; otherwise it stays, and the command fails. */
  readonly replaces: boolean;
}

/** A command's plan for one file: a line for the user, and the text to write; undefined where the file stays as it is. */
export interface PlannedFile {
  readonly line: string;
  readonly change: FileChange | undefined;
}

/**
 * Writes files in a folder, which it makes where it is missing. No link is followed: one at a file's place is replaced, and its target left alone.
 *
 * @throws Unusable before anything is written, where the folder's content lets one of the files not be written.
 */
export function writeFiles(folder: string, changes: readonly FileChange[]): void {
  for (const { file } of changes) requireRoom(folder, file);
  try {
    for (const change of changes) write(change);
  } catch (error) {
    throw new Unusable(reasonOf(error));
  }
}

/** Whether anything has a name in the file system: also a link that leads nowhere. */
export function isTaken(file: string): boolean {
  return entryAt(file) !== undefined;
}

function requireRoom(folder: string, file: string): void {
  if (isTaken(folder) && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Unusable(`${folder} must be a folder`);
  }
  const steps = relative(folder, dirname(file))
    .split(sep)
    .filter((step) => step !== "");
  steps.forEach((_, i) => {
    const within = join(folder, ...steps.slice(0, i + 1));
    const entry = entryAt(within);
    if (entry && !entry.isDirectory()) {
      throw new Unusable(`${within} must be a folder${entry.isSymbolicLink() ? ", and is a link" : ""}`);
    }
  });
  if (entryAt(file)?.isDirectory()) throw new Unusable(`${file} must be a file, and is a folder`);
}

/** The entry itself, not what a link leads to. */
function entryAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    // A parent is no folder, which is found by itself.
    return undefined;
  }
}

function write({ file, text, replaces }: FileChange): void {
  mkdirSync(dirname(file), { recursive: true });
  if (!replaces) {
    // Should another process be quicker, its file stays.
    writeFileSync(file, text, { flag: "wx" });
    return;
  }
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    writeFileSync(temporary, text, { flag: "wx", ...modeOf(file) });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}

/** The permissions of the file that is replaced; those of a link mean nothing. */
function modeOf(file: string): { readonly mode?: number } {
  const entry = entryAt(file);
  return entry?.isFile() ? { mode: entry.mode & 0o777 } : {};
}
