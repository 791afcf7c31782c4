import { execFile, fork, type ChildProcess } from "node:child_process";
import { on } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf, read, root } from "./markdown";
import type { Running } from "./program-runner";

/* The script of the sample, which docs/migrate/express.md names, compares both servers of the sample, over HTTP. */

const sample = "samples/45-from-express";
const folder = join(__dirname, ".blocks-of-comparing");
const children = new Set<ChildProcess>();

/** The requests of the page whose body `express.json()` leaves alone. */
const unparsed = [
  "POST /v1/tasks",
  `POST /v1/tasks {"title":"Wash"} text/plain`,
  "POST /v1/tasks title=Wash application/x-www-form-urlencoded",
  `POST /v1/tasks {"title":"Wash"} application/vnd.api+json`,
];

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

it("the script is short", () => {
  const lines = programNamed("compare.ts").split("\n");
  expect(lines.slice(lines.findIndex((line) => line.startsWith("async function"))).length).toBeLessThan(25);
});

it("both servers answer the same", async () => {
  const shown = blocksOf(`${sample}/README.md`).find(({ text }) => text.includes("compare.ts http"))?.text;
  expect(await comparedWith(programNamed("main.ts"))).toEqual({
    code: 0,
    output: `${/^# (.*)$/m.exec(shown ?? "")?.[1] ?? ""}\n`,
  });
});

it.each([
  [
    "an error",
    `["no_task", "no such task"],`,
    "",
    ["GET /v1/TASKS/7", "DELETE /v1/tasks/7", "GET /v1/tasks/1"],
  ],
  ["case", `req.url = req.url.replace(/^\\/v1\\/tasks(?![^/?])/i, "/v1/tasks");`, "", ["GET /v1/TASKS/7"]],
  ["a body that is missing, or no JSON", `post("/tasks", hasBody)`, `post("/tasks", pass)`, unparsed],
  [
    "the parser",
    "express.Router().use(express.json())",
    "express.Router()",
    ['POST /v1/tasks {"title":"Wash"}', 'POST /v1/tasks {"title":7}', "PUT /v1/tasks {"],
  ],
  [
    "the router of version 1",
    `.use("/v1", v1)`,
    "",
    [
      "GET /v1/tasks/%zz",
      "POST /v1/tasks",
      `POST /v1/tasks {"title"`,
      "POST /v1/tasks null",
      `POST /v1/tasks "Wash"`,
      `POST /v1/tasks {"title":"${"x".repeat(55)}`,
      ...unparsed.slice(1),
      `POST /v1/tasks {"title":"Wash"} application/json; charset=latin1`,
      "OPTIONS /v1/tasks",
      "OPTIONS /v1/tasks/1",
      "PUT /v1/tasks {",
    ],
  ],
])(
  "the script prints what differs where the new server lacks a line: %s",
  async (_what, line, other, differing) => {
    const text = programNamed("main.ts");
    expect(text).toContain(line);
    const { code, output } = await comparedWith(text.replace(line, other));
    const found = output.split("\n").filter((printed) => /^[A-Z]+ /.test(printed));
    expect({ code, found }).toEqual({ code: 1, found: differing });
  },
);

function programNamed(name: string): string {
  return read(`${sample}/${name}`).trimEnd();
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
