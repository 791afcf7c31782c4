/**
 * Holds what the compilers print for each mistake of test/types/messages against the text file beside it.
 *
 * `tsx tools/messages.ts` fails where a text differs, `tsx tools/messages.ts --fix` writes it. first-lines.txt is the
 * table of what an editor shows in its list of problems: the first line of each message. A sentence of this package,
 * which the compiler prints as `Wrong<"...">`, must be in that line.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import ts from "typescript";

const root = join(__dirname, "..");
const folder = join(root, "test/types/messages");

/** One way to compile the mistakes, and what it printed about each file. */
interface Run {
  readonly compiler: string;
  readonly decorators: string;
  readonly messages: ReadonlyMap<string, string>;
}

const sources = new Map<string, ts.SourceFile>();
const standard = join(folder, "tsconfig.json");
const legacy = join(folder, "tsconfig.legacy.json");
const runs: readonly Run[] = [
  { compiler: "TypeScript 6", decorators: "standard decorators", messages: printedBy6(standard) },
  { compiler: "TypeScript 7", decorators: "standard decorators", messages: printedBy7(standard) },
  { compiler: "TypeScript 6", decorators: "experimentalDecorators", messages: printedBy6(legacy) },
  { compiler: "TypeScript 7", decorators: "experimentalDecorators", messages: printedBy7(legacy) },
];

for (const file of mistakesOf(standard)) {
  compare(join(root, file.replace(/ts$/, "txt")), textOf(file));
}
compare(join(folder, "first-lines.txt"), mistakesOf(standard).map(firstLinesOf).join("\n"));

/** The rows of one mistake in the table of first lines: each message once, although the runs may differ in its end. */
function firstLinesOf(file: string): string {
  const messages = runs.flatMap(({ messages: printed }) => messagesIn(printed.get(file) ?? ""));
  for (const message of messages) checkSentence(file, message);
  const heads = new Set(messages.map(([head = ""]) => head.replace(/^\(\d+,\d+\): error /, "")));
  return `${relative("test/types/messages", file)}\n${[...heads].map((head) => `  ${head}\n`).join("")}`;
}

/** The lines of each message in what a compiler printed about one file. */
function messagesIn(printed: string): readonly (readonly string[])[] {
  const lines = printed.split("\n").filter((line) => line !== "");
  const starts = lines.flatMap((line, at) => (line.startsWith(" ") ? [] : [at]));
  return starts.map((start, at) => lines.slice(start, starts[at + 1]));
}

function checkSentence(file: string, [head = "", ...others]: readonly string[]): void {
  const sentence = /Wrong<"(?:[^"\\]|\\.)*"/.exec(others.join("\n"))?.[0];
  if (sentence === undefined || head.includes('Wrong<"')) return;
  console.error(`${file}: the first line of the message lacks the sentence ${sentence}`);
  process.exitCode = 1;
}

function compare(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  if (process.argv.includes("--fix")) {
    writeFileSync(file, text);
    return;
  }
  const name = relative(root, file);
  console.error(`${name} differs; npm run fix:messages writes what the compilers print now:\n\n${text}`);
  process.exitCode = 1;
}

/** All that is printed about one file; the same text of several runs once, under all their names. */
function textOf(file: string): string {
  const titles = new Map<string, Run[]>();
  for (const run of runs) {
    const text = run.messages.get(file);
    if (text !== undefined) titles.set(text, [...(titles.get(text) ?? []), run]);
  }
  return [...titles].map(([text, those]) => `${titleOf(those)}\n\n${text}`).join("\n");
}

/** `TypeScript 6, TypeScript 7`; with the kind of decorators where the text is not the same for both. */
function titleOf(those: readonly Run[]): string {
  const kinds = new Set(those.map(({ decorators }) => decorators));
  return [...kinds]
    .map((kind) => {
      const compilers = those.filter(({ decorators }) => decorators === kind).map(({ compiler }) => compiler);
      return `# ${compilers.join(" and ")}, ${kind}`;
    })
    .join("\n");
}

/** The files of a project that hold a mistake each, relative to the repository. */
function mistakesOf(project: string): readonly string[] {
  const { fileNames } = parsed(project);
  return fileNames.filter((name) => basename(name) !== "given.ts").map((name) => relative(root, name));
}

function printedBy6(project: string): Run["messages"] {
  const { fileNames, options } = parsed(project);
  const host = ts.createCompilerHost(options);
  const program = ts.createProgram(fileNames, options, { ...host, getSourceFile: readOnce(host) });
  // The mistakes alone: to check the package's own files as well would take several seconds more.
  const found = fileNames.flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)));
  return byFile(project, ts.formatDiagnostics(found, host));
}

/** The projects share most files. */
function readOnce(host: ts.CompilerHost): ts.CompilerHost["getSourceFile"] {
  return (name, ...how) => {
    const file = sources.get(name) ?? host.getSourceFile(name, ...how);
    if (file) sources.set(name, file);
    return file;
  };
}

function printedBy7(project: string): Run["messages"] {
  const compiler = join(root, "node_modules/typescript7/bin/tsc");
  // With several threads the members of a union would come in another order each time.
  const args = [compiler, "--noEmit", "--pretty", "false", "--singleThreaded", "-p", project];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
  return byFile(project, stdout + stderr);
}

/** Splits what a compiler printed by the file that it is about. */
function byFile(project: string, printed: string): Run["messages"] {
  const messages = new Map(mistakesOf(project).map((file) => [file, ""]));
  let file = "";
  for (const line of printed
    .replaceAll(`${root}/`, "")
    .split("\n")
    .filter((each) => each !== "")) {
    if (!line.startsWith(" ")) file = /^[^(]*/.exec(line)?.[0] ?? "";
    const known = messages.get(file);
    if (known === undefined) throw new Error(`a message about no mistake: ${line}`);
    messages.set(file, `${known}${line.replace(`${file}(`, "(")}\n`);
  }
  for (const [name, text] of messages) if (text === "") messages.set(name, "It compiles.\n");
  return messages;
}

function parsed(project: string): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: fail };
  return ts.getParsedCommandLineOfConfigFile(project, undefined, host) ?? fail();
}

function fail(): never {
  throw new Error(`${relative(root, folder)}/tsconfig.json or tsconfig.legacy.json cannot be read`);
}
