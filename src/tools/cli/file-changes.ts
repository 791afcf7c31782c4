import { lstatSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import type { Stats } from "node:fs";
import { basename, dirname, join, relative, sep } from "node:path";
import { randomUUID } from "node:crypto";
import { resultOr } from "../result-or";
import { reasonOf, Unusable } from "./command";

interface FileChange {
  readonly file: string;
  readonly text: string;
  /** False if the command must not replace an existing file or link. */
  readonly replaces: boolean;
}

/** A line for the user about a file, and the change to write; `change` is undefined if the file stays as it is. */
export interface PlannedFile {
  readonly line: string;
  readonly change: FileChange | undefined;
}

/**
 * Writes files after it has checked all their paths. Replaces a symbolic link, but not the file to which it leads.
 * Throws Unusable if a path is refused, or if writing fails.
 */
export function writeFiles(folder: string, planned: readonly PlannedFile[]): void {
  const changes = planned.flatMap(({ change }) => change ?? []);
  for (const { file } of changes) requireRoom(folder, file);
  try {
    for (const change of changes) writeChange(change);
  } catch (error) {
    throw new Unusable(reasonOf(error));
  }
}

/** True if the path exists, even as a link without a target. */
export function isTaken(file: string): boolean {
  return entryAt(file) !== undefined;
}

function requireRoom(folder: string, file: string): void {
  if (isTaken(folder) && !statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
    throw new Unusable(`${folder} must be a folder, got a file`);
  }
  let within = folder;
  for (const step of relative(folder, dirname(file)).split(sep)) {
    if (step === "") continue;
    within = join(within, step);
    const entry = entryAt(within);
    if (!entry || entry.isDirectory()) continue;
    const found = entry.isSymbolicLink() ? "a symbolic link" : "a file";
    throw new Unusable(`${within} must be a folder, got ${found}`);
  }
  if (entryAt(file)?.isDirectory()) throw new Unusable(`${file} must be a file, got a folder`);
}

/** Reads the Stats of a path, without following a link; undefined if nothing is there, or a parent is not a folder. */
function entryAt(path: string): Stats | undefined {
  return resultOr(() => lstatSync(path, { throwIfNoEntry: false }), undefined);
}

function writeChange({ file, text, replaces }: FileChange): void {
  mkdirSync(dirname(file), { recursive: true });
  if (!replaces) {
    // With the flag `wx`, the call fails if another process has created the file in the meantime.
    writeFileSync(file, text, { flag: "wx" });
    return;
  }
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    const replaced = entryAt(file);
    // The new file gets the permissions of the old one. Those of a link have no meaning.
    const mode = replaced?.isFile() ? { mode: replaced.mode & 0o777 } : {};
    writeFileSync(temporary, text, { flag: "wx", ...mode });
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
