import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { blocksOf, root } from "./markdown";

/* docs/guides/changes/renamed-field.md says what the compiler lists once a version and its change are deleted from the page's first program. */

const folder = mkdtempSync(join(__dirname, ".blocks-deleting-"));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

const blocks = blocksOf("docs/guides/changes/renamed-field.md");
const program = blocks.find(({ info }) => info === "ts")?.text ?? "";
const listed = blocks.find(({ info, text }) => info === "text" && text.startsWith("Cannot find name"))?.text;

function without(text: string, ...parts: readonly (string | RegExp)[]): string {
  return parts.reduce<string>((left, part) => {
    const rest = left.replace(part, "");
    if (rest === left) throw new Error(`the program has no ${String(part)}`);
    return rest;
  }, text);
}

function messagesOf(name: string, text: string): readonly string[] {
  const file = join(folder, name);
  writeFileSync(file, text);
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile) as { config: object };
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [file] }, ts.sys, root);
  return ts
    .getPreEmitDiagnostics(ts.createProgram([file], { ...options, noUnusedLocals: true }))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

it("the compiler lists what is left of a version and a change that are deleted", () => {
  const deleted = without(program, '"1", ', /^const Birthday = .*\n/m);
  expect(messagesOf("deleted.ts", deleted).join("\n")).toBe(listed);
}, 180_000);

it("then what only that link has used", () => {
  const unlinked = without(program, '"1", ', /^const Birthday = .*\n/m, /\.Before\(Birthday.*?\)(?=;)/);
  expect(messagesOf("unlinked.ts", unlinked.replace('V.Since("1")', 'V.Since("2")'))).toEqual([
    "'Rename' is declared but its value is never read.",
    "'Cat1' is declared but its value is never read.",
  ]);
}, 180_000);
