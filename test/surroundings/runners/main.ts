import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createTally } from "../../support/tally";
import type { Tally } from "../../support/tally";
import { run } from "../../support/run-process";
import { pack } from "../package/install";
import { recipeOf, rowsOfPage, type Recipe } from "./page";
import { optionalPackages, tools, type Tool, type Variant } from "./tools";
import { testVitestPage } from "./vitest-page";

/*
 * docs/guides/running/compilers-and-runners.md, section by section, as somebody does who follows it: in an empty folder, from the
 * packed package. `npm run test:runners -- vitest` takes those alone whose name has the word.
 */

const program = recipeOf("The program");

async function main(words: readonly string[]): Promise<void> {
  const tally = createTally();
  const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-"));
  try {
    await tally.check("the page's table has a row for each that is tried, and no other", () => {
      const named = tools.filter(({ isBundler }) => !isBundler).map(({ name }) => name);
      assert.deepEqual([...rowsOfPage().keys()], named);
    });
    const tarball = pack(folder);
    for (const version of isAsked("vitest page", words) ? ["3", "4"] : []) {
      await testVitestPage(tally, version, { project: join(folder, `vitest-page-${version}`), tarball });
    }
    for (const [i, tool] of tools.entries()) {
      if (!isAsked(tool.name, words)) continue;
      await testTool(tally, tool, { project: join(folder, String(i)), tarball });
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  tally.finish();
}

function isAsked(name: string, words: readonly string[]): boolean {
  return words.length === 0 || words.some((word) => name.includes(word));
}

interface Place {
  readonly project: string;
  readonly tarball: string;
}

async function testTool(tally: Tally, tool: Tool, { project, tarball }: Place): Promise<void> {
  const recipe = recipeOf(tool.section ?? tool.name);
  const packages = recipe.packages.map((name) => tool.packages?.[name] ?? name);
  await tally.check(`${tool.name}: is installed`, () => {
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), `{ "private": true, "type": "commonjs" }`);
    install(project, [
      tarball,
      ...program.packages.filter((name) => name !== "versioned-controllers" && !isLeftOut(tool, name)),
      ...packages,
    ]);
    write(project, new Map([...program.files, ...recipe.files]));
    edit(project, "cats.test.ts", (text) => text.replace(/^import \{ test \}.*\n/, tool.testFrom ?? "$&"));
  });
  await tally.check(`${tool.name}: standard decorators`, () => {
    follow(project, recipe.steps);
  });
  for (const variant of tool.variants ?? []) {
    await tally.check(`${tool.name}: ${variant.name}`, () => {
      testVariant(project, recipe, variant);
    });
  }
}

/** The first bundles do without the optional packages, and their types. */
function isLeftOut({ isBundler = false }: Tool, name: string): boolean {
  return isBundler && optionalPackages.includes(name.replace("@types/", ""));
}

function testVariant(project: string, recipe: Recipe, variant: Variant): void {
  const { files, packages = [], command: change = (text: string) => text, prints = [], fails } = variant;
  if (packages.length > 0) install(project, packages);
  for (const [file, changeOfFile] of Object.entries(files)) edit(project, file, changeOfFile);
  const last = recipe.steps.length - 1;
  const steps = recipe.steps.map(({ command, shown }, i) => ({
    command: change(command),
    shown: i === last ? shown.concat(prints) : shown,
  }));
  try {
    if (!fails) follow(project, steps);
    else {
      assert.throws(() => {
        follow(project, steps);
      }, fails);
    }
  } finally {
    // The next one starts from what the page says.
    write(project, new Map([...program.files, ...recipe.files].filter(([file]) => file in files)));
  }
}

function install(project: string, packages: readonly string[]): void {
  run(project, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", ...packages);
}

function write(project: string, files: ReadonlyMap<string, string>): void {
  for (const [name, text] of files) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
}

function edit(project: string, name: string, change: (text: string) => string): void {
  const file = join(project, name);
  const text = readFileSync(file, "utf8");
  writeFileSync(file, change(text));
}

/** Runs the section's commands, and holds what they print to what is shown. */
function follow(project: string, steps: Recipe["steps"]): void {
  // An earlier run's output must not pass for this one's.
  rmSync(join(project, "dist"), { recursive: true, force: true });
  for (const { command, shown } of steps) {
    const [name = "", ...args] = command.split(" ");
    const output = run(project, name, ...args);
    for (const line of shown) assert.ok(output.includes(line), `${command} prints\n${output}`);
  }
}

// Colours would stand between the words of a message.
process.env.NO_COLOR = "1";
void main(process.argv.slice(2));
