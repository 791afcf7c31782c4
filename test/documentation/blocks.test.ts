import { execFile, fork, type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import * as ts from "typescript";
import * as everything from "versioned-controllers";
import { callsOf, difference, patternOf, send } from "./curl";
import { blocksOf, pages, root, type Block } from "./markdown";
import type { Running } from "./program-runner";

/*
 * Holds the blocks of README.md and docs/ to what they show:
 *
 *   ```ts            a program: compiled and run. If it listens, the `sh` block below it calls it by curl, and
 *                    each call's output stands below it as lines of comment. If not, a `text` block below it
 *                    shows what it prints. If it imports node:test, it is run by itself and has to pass. A first line
 *                    `// app.ts` names its file, which the page's other programs import.
 *   ```ts fragment   compiled only. It may use the package's names without importing them, and those of `context`.
 *   ```js            another tool's settings: test/surroundings/runners holds them.
 *   ```yaml, ```sql  another program's settings or statements, which nothing here runs.
 */

const folder = join(__dirname, ".blocks");

/** The names that fragments may take for granted. */
const context = `
  import type { Express } from "express";
  import type { App } from "versioned-controllers";

  interface Cat { id: string; name: string }
  declare global {
    /** The application of the fragment, where it makes none. */
    const app: App;
    /** The host. */
    const server: Express;
    /** Where cats are kept. */
    const cats: { all(): Cat[]; find(id: string): Cat | undefined; add(cat: Omit<Cat, "id">): Cat };
  }
`;

/** vitest is installed where test/surroundings/runners runs its page; the names that the page uses have jest's types. */
const vitest = `declare module "vitest" { export { describe, expect, it } from "@jest/globals"; }\n`;

const blocks = pages().flatMap(blocksOf);
const code = blocks.filter(({ info }) => /^ts\b/.test(info));
const programs = code.filter(({ info }) => info === "ts");
const running = new Map<string, Running>();
let child: ChildProcess | undefined;

beforeAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "context.ts"), context);
  writeFileSync(join(folder, "vitest.d.ts"), vitest);
  for (const block of code) {
    mkdirSync(dirname(fileOf(block)), { recursive: true });
    writeFileSync(fileOf(block), sourceOf(block));
  }
  await runAll(programs.filter(isRunTogether).map(fileOf));
}, 60_000);

afterAll(() => {
  // A program may take SIGTERM as its own.
  child?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

test("every block says what it is", () => {
  const known = ["ts", "ts fragment", "js", "yaml", "sql", "sh", "text", "json"];
  expect(blocks.filter(({ info }) => !known.includes(info)).map(placeOf)).toEqual([]);
});

test("every block compiles under this package's own settings", () => {
  expect(compile(code.map(fileOf))).toEqual([]);
}, 60_000);

test("every program of README.md is run, and called", () => {
  const idle = programs.filter((program) => program.page === "README.md" && !isCalled(program));
  expect(idle.map(placeOf)).toEqual([]);
});

test.each(programs.filter(isTest).map((program) => [placeOf(program), program] as const))(
  "%s: the tests in it pass",
  async (_place, program) => {
    const run = promisify(execFile)(process.execPath, ["--import", "tsx", fileOf(program)], { cwd: root });
    await expect(run).resolves.toBeDefined();
  },
  30_000,
);

test.each(programs.filter(isRunTogether).map((program) => [placeOf(program), program] as const))(
  "%s runs, and prints what is shown",
  (_place, program) => {
    const { error, output } = runOf(fileOf(program));
    expect(error).toBeUndefined();
    const shown = following(program);
    if (shown?.info === "text") expect(output).toMatch(patternOf(shown.text));
    else expect(isCalled(program)).toBe(true);
  },
);

const calls = blocks
  .filter(({ info, text }) => info === "sh" && /^curl /m.test(text))
  .flatMap((block) => callsOf(block.text).map((call) => ({ block, call })));

test.each(calls.map(({ block, call }) => [`${placeOf(block)}: ${call.line}`, block, call] as const))(
  "%s",
  async (_name, block, call) => {
    const { ports } = runOf(fileThatServes(block));
    const port = ports.find(([written]) => written === Number(call.url.port))?.[1];
    if (port === undefined) throw new Error(`the program above listens on no port ${call.url.port}`);
    const output = await send(call, port);
    expect({ output, difference: difference(call, output) }).toEqual({ output, difference: undefined });
  },
);

/** Padded, so that a line of the file is the line of the page. */
function sourceOf({ info, line, text }: Block): string {
  const imports = info === "ts fragment" ? importsFor(text) : "";
  return `${imports}${"\n".repeat(line - 1)}${text}\nexport {};\n`;
}

/** The package's names that a fragment uses and does not import itself. */
function importsFor(text: string): string {
  const own = [...text.matchAll(/^import .*$/gm)].join("\n");
  const used = Object.keys(everything).filter(
    (name) => new RegExp(`(?<![.\\w])${name}\\b`).test(text) && !new RegExp(`\\b${name}\\b`).test(own),
  );
  return used.length === 0 ? "" : `import { ${used.join(", ")} } from "versioned-controllers"; `;
}

function compile(files: readonly string[]): readonly string[] {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files }, ts.sys, root);
  const program = ts.createProgram(
    [join(folder, "context.ts"), join(folder, "vitest.d.ts"), ...files],
    options,
  );
  return ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const block = code.find((one) => fileOf(one) === file?.fileName);
    const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
    return `${block?.page ?? file?.fileName ?? ""}:${line}: ${ts.flattenDiagnosticMessageText(messageText, "\n")}`;
  });
}

/** Runs files in one process, and resolves when the last of them has told what became of it. */
function runAll(files: readonly string[]): Promise<void> {
  const runner = fork(join(__dirname, "program-runner.ts"), files, {
    cwd: root,
    env: { ...process.env, PORT: "3000" },
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  child = runner;
  let complaints = "";
  runner.stderr?.on("data", (chunk: Buffer) => (complaints += chunk.toString()));
  return new Promise((resolve, reject) => {
    runner.on("message", (message: Running) => {
      running.set(message.file, message);
      if (running.size === files.length) resolve();
    });
    runner.once("exit", (status) => {
      reject(new Error(`the process that runs the programs has ended with ${String(status)}\n${complaints}`));
    });
  });
}

function runOf(file: string): Running {
  const found = running.get(file);
  if (!found) throw new Error(`${file} was not run`);
  return found;
}

/** The nearest program above that listens. */
function fileThatServes(block: Block): string {
  const program = programs.findLast(
    (one) => one.page === block.page && one.line < block.line && isServer(one),
  );
  if (!program) throw new Error(`${placeOf(block)}: no program above listens`);
  return fileOf(program);
}

function following(block: Block): Block | undefined {
  return blocks[blocks.indexOf(block) + 1];
}

function isServer({ text }: Block): boolean {
  return text.includes(".listen(");
}

function isTest({ text }: Block): boolean {
  return text.includes('"node:test"');
}

function isRunTogether(program: Block): boolean {
  return !isTest(program) && (nameOf(program) === undefined || isServer(program));
}

/** The file that the page names a program, `app.ts`; undefined where it names none. */
function nameOf({ text }: Block): string | undefined {
  return /^\/\/ ([\w.]+\.ts)$/m.exec(text.split("\n", 1)[0] ?? "")?.[1];
}

function isCalled(program: Block): boolean {
  const next = following(program);
  return isServer(program) && next?.page === program.page && /^curl /m.test(next.text);
}

function fileOf(block: Block): string {
  const page = block.page.replaceAll(/[^\w]+/g, "-");
  const name = nameOf(block);
  return name === undefined ? join(folder, `${page}-${block.line}.ts`) : join(folder, page, name);
}

function placeOf({ page, line }: Block): string {
  return `${page}:${line}`;
}
