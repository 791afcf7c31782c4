import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { Unusable } from "../cli/command";
import { isTaken, type PlannedFile } from "../cli/file-changes";
import { resultOr } from "../result-or";
import { appFile, firstFiles, mainFile, type FirstFile } from "./first-files";

interface FirstService {
  readonly planned: readonly PlannedFile[];
  /** The file with the App: `src/app.ts`, or `src/api.ts` beside a file of the user. */
  readonly app: string;
  /** False if `src/main.ts` is the user's own, which does not mount the App. */
  readonly isMounted: boolean;
}

/**
 * - `free`: there is no file.
 * - `written`: the file has the text that `init` writes.
 * - `begun`: the file uses this package, so the user has probably continued what `init` has written.
 * - `foreign`: the file has nothing to do with this package.
 */
type State = "free" | "written" | "begun" | "foreign";

interface PlacedFile {
  readonly original: string;
  readonly name: string;
  readonly text: string;
  readonly state: State;
  /** True if the file, and all files that it imports, are as `init` writes them. */
  readonly isSure: boolean;
}

/** Plans the files of a first service. A file that others import gets another name beside a foreign file. */
export function firstServiceIn(folder: string): FirstService {
  const placed = firstFiles.reduce<readonly PlacedFile[]>(
    (before, file) => [...before, placedIn(folder, file, before)],
    [],
  );
  const byOriginal = new Map(placed.map((file) => [file.original, file]));
  return {
    planned: placed.map((file) => plannedFile(folder, file)),
    app: byOriginal.get(appFile)?.name ?? appFile,
    isMounted: byOriginal.get(mainFile)?.state !== "foreign",
  };
}

/** How a file in the same folder imports a file: `"./app.js"` for `src/app.ts`. */
export function importOf(name: string): string {
  return `"./${basename(name, ".ts")}.js"`;
}

function placedIn(folder: string, file: FirstFile, before: readonly PlacedFile[]): PlacedFile {
  const imported = before.filter(({ original }) => file.text.includes(importOf(original)));
  const text = imported.reduce(
    (sofar, { original, name }) => sofar.replaceAll(importOf(original), importOf(name)),
    file.text,
  );
  const { name: original } = file;
  const [name, own, state] = roomFor(folder, file, text);
  const isSure = (state === "free" || state === "written") && imported.every((one) => one.isSure);
  return { original, name, text: own, state, isSure };
}

function roomFor(
  folder: string,
  { name, otherName }: FirstFile,
  text: string,
): readonly [name: string, text: string, state: State] {
  const state = stateOf(join(folder, name), text);
  if (state !== "foreign" || otherName === undefined) return [name, text, state];
  const renamed = text.replaceAll(name, otherName);
  const other = stateOf(join(folder, otherName), renamed);
  if (other !== "foreign") return [otherName, renamed, other];
  throw new Unusable(`init needs a file ${name} or ${otherName}, but both exist: rename one of them`);
}

function stateOf(file: string, text: string): State {
  if (!isTaken(file)) return "free";
  const found = resultOr(() => readFileSync(file, "utf8"), "");
  if (found === text) return "written";
  return found.includes("versioned-controllers") ? "begun" : "foreign";
}

function plannedFile(folder: string, { name, text, state, isSure }: PlacedFile): PlannedFile {
  if (state !== "free") return { line: `${name}: exists, left unchanged`, change: undefined };
  if (!isSure) {
    return { line: `${name}: not written, because a file that it imports is your own`, change: undefined };
  }
  return { line: `${name}: written`, change: { file: join(folder, name), text, replaces: false } };
}
