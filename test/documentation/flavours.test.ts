import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import * as ts from "typescript";
import { blocksOf, root } from "./markdown";

/* docs/start/first-api.md shows a tsconfig.json for each flavour of decorators: its program compiles by either, and to what it says. */

const page = "docs/start/first-api.md";
const folder = mkdtempSync(join(__dirname, ".blocks-flavours-"));
const program = join(folder, "main.ts");
const [source = ""] = blocksOf(page)
  .filter(({ info }) => info === "ts")
  .map(({ text }) => text);
const settings = blocksOf(page)
  .filter(({ info, text }) => info === "json" && text.includes("compilerOptions"))
  .map(({ text }) => JSON.parse(text) as { compilerOptions: { experimentalDecorators?: boolean } });

beforeAll(() => {
  writeFileSync(program, source);
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

it("the page has a tsconfig.json for each flavour", () => {
  const flavours = settings.map(({ compilerOptions }) => compilerOptions.experimentalDecorators);
  expect(flavours).toEqual([undefined, true]);
});

it.each(settings.map((one) => [String(one.compilerOptions.experimentalDecorators ?? false), one] as const))(
  "the program compiles with experimentalDecorators %s, to JavaScript without decorators",
  (_flavour, { compilerOptions }) => {
    const own = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile).config as {
      compilerOptions: { paths: object };
    };
    const { paths } = own.compilerOptions;
    const config = { compilerOptions: { ...compilerOptions, paths, skipLibCheck: true }, files: [program] };
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, root);
    const compiled = ts.createProgram([program], options);
    expect(messagesOf(ts.getPreEmitDiagnostics(compiled, compiled.getSourceFile(program)))).toEqual([]);
    const { outputText } = ts.transpileModule(source, { compilerOptions: options });
    expect(outputText).not.toMatch(/^ *@\w/m);
  },
  180_000,
);

function messagesOf(found: readonly ts.Diagnostic[]): readonly string[] {
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}
