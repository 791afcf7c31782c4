import { execFile, fork, type ChildProcess } from "node:child_process";
import { on } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, root } from "./markdown";
import type { Running } from "./program-runner";

/* The script of the page compares both servers of the page, over HTTP. */

const page = "docs/migrate/express.md";
const folder = join(__dirname, ".blocks-of-comparing");
const children = new Set<ChildProcess>();

// It starts processes, on a machine that may be busy.
jest.setTimeout(60_000);

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  write("compare.ts", programNamed("compare.ts"));
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

it("the script is about as short as the page says", () => {
  const lines = programNamed("compare.ts").split("\n");
  expect(lines.slice(lines.findIndex((line) => line.startsWith("async function"))).length).toBeLessThan(25);
});

it("both servers answer the same", async () => {
  const shown = blocksOf(page).find(({ text }) => text.startsWith("npx tsx compare.ts"))?.text;
  expect(await comparedWith(programNamed("after.ts"))).toEqual({
    code: 0,
    output: `${/^# (.*)$/m.exec(shown ?? "")?.[1] ?? ""}\n`,
  });
});

it.each([
  [
    "an error",
    `["no_task", "no such task"],`,
    'GET /v1/TASKS/7\n- 404 application/json; charset=utf-8  {"error":"no such task"}\n+ 404 application/json; charset=utf-8  {"error":"no task has the id 7"}\n9 requests, 1 different\n',
  ],
  [
    "OPTIONS",
    `["/tasks/{id}", "GET, HEAD"],`,
    'OPTIONS /v1/tasks/1\n- 200 text/plain GET, HEAD GET, HEAD\n+ 404 application/json; charset=utf-8  {"error":"no such route"}\n9 requests, 1 different\n',
  ],
  [
    "case",
    `req.url = req.url.replace(/^\\/v1\\/tasks(?![^/?])/i, "/v1/tasks");`,
    'GET /v1/TASKS/7\n- 404 application/json; charset=utf-8  {"error":"no such task"}\n+ 404 application/json; charset=utf-8  {"error":"no such route"}\n9 requests, 1 different\n',
  ],
])("the script prints what differs where the new server lacks a line: %s", async (_what, line, output) => {
  const text = programNamed("after.ts");
  expect(text).toContain(line);
  expect(await comparedWith(text.replace(line, ""))).toEqual({ code: 1, output });
});

function programNamed(name: string): string {
  const found = blocksOf(page).find(({ text }) => text.startsWith(`// ${name}\n`));
  if (!found) throw new Error(`${page} has no program ${name}`);
  return found.text;
}

function write(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, `${text}\nexport {};\n`);
  return file;
}

let written = 0;

/** The script's output and exit code, for the page's old server beside a new one. */
async function comparedWith(
  after: string,
): Promise<{ readonly code: number | null; readonly output: string }> {
  const number = written++;
  const [before, now] = await originsOf([
    write(`before-${number}.ts`, programNamed("before.ts")),
    write(`after-${number}.ts`, after),
  ]);
  return new Promise((resolve) => {
    const script = ["--import", "tsx", join(folder, "compare.ts"), before ?? "", now ?? ""];
    const child = execFile(process.execPath, script, { cwd: root }, (_error, output) => {
      resolve({ code: child.exitCode, output });
    });
  });
}

async function originsOf(files: readonly string[]): Promise<readonly string[]> {
  const runner = fork(join(__dirname, "program-runner.ts"), files, {
    cwd: root,
    execArgv: ["--import", "tsx"],
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  children.add(runner);
  const origins: string[] = [];
  for await (const [{ ports, error }] of on(runner, "message") as AsyncIterable<[Running]>) {
    expect(error).toBeUndefined();
    origins.push(`http://127.0.0.1:${ports[0]?.[1] ?? 0}`);
    if (origins.length === files.length) break;
  }
  return origins;
}
