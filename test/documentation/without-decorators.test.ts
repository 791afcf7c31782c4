import { spawn, type ChildProcess } from "node:child_process";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import * as ts from "typescript";
import { makeProject } from "../support/project";
import { callsOf, difference, send } from "./curl";
import { blocksOf, root } from "./markdown";

/* The page says that Node runs its programs without a compiler: here the types are removed, and nothing else is translated. */

const page = "docs/guides/requests/without-decorators.md";
const programs = blocksOf(page).filter(({ info }) => info === "ts");
const project = makeProject({ tsx: false });
const children = new Set<ChildProcess>();

// It starts processes, on a machine that may be busy.
jest.setTimeout(60_000);

beforeAll(() => {
  symlinkSync(join(root, "node_modules/zod"), join(project.folder, "node_modules/zod"), "dir");
});

afterAll(() => {
  for (const child of children) child.kill("SIGKILL");
  project.remove();
});

it("the page has programs", () => {
  expect(programs).toHaveLength(2);
});

it.each(programs.map((program) => [program.line, program] as const))(
  "the program of line %i answers as its page shows, in Node only",
  async (line, program) => {
    project.write(`program-${line}.mts`, program.text);
    expect(syntaxToTranslate(join(project.folder, `program-${line}.mts`))).toEqual([]);
    const port = await portOf(`program-${line}.mjs`, withoutTypes(program.text));
    const calls = blocksOf(page).find((block) => block.info === "sh" && block.line > line);
    for (const call of callsOf(calls?.text ?? "")) {
      const output = await send(call, port);
      expect({ output, difference: difference(call, output) }).toEqual({ output, difference: undefined });
    }
  },
);

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
};

function withoutTypes(program: string): string {
  return ts.transpileModule(program, { compilerOptions: options }).outputText;
}

/** The places of syntax that is more than a type: parameter properties, enums, namespaces. */
function syntaxToTranslate(file: string): readonly number[] {
  const notErasable = 1294;
  const alone = { ...options, erasableSyntaxOnly: true, noResolve: true, noLib: true };
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], alone))
    .filter(({ code }) => code === notErasable)
    .map(({ start = 0 }) => start);
}

async function portOf(name: string, program: string): Promise<number> {
  const listening = ".listen(0, function () { console.log(this.address().port); })";
  project.write(name, program.replace(".listen(3000)", listening));
  const child = spawn(process.execPath, [name], { cwd: project.folder, stdio: ["ignore", "pipe", "pipe"] });
  children.add(child);
  for await (const line of createInterface(child.stdout)) return Number(line);
  throw new Error(await text(child.stderr));
}
