import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { blocksOf } from "../../documentation/markdown";
import { run } from "../../support/run-process";
import type { Tally } from "../../support/tally";
import { recipeOf } from "./page";

const page = "docs/guides/running/testing.md";

/** docs/guides/running/testing.md in a folder of its own: its tests pass, its types hold, and a test fails where the App is wrong. */
export async function testVitestPage(
  tally: Tally,
  version: string,
  { project, tarball }: { readonly project: string; readonly tarball: string },
): Promise<void> {
  await tally.check(`the page on vitest, vitest ${version}: is installed`, () => {
    mkdirSync(project, { recursive: true });
    writeFileSync(join(project, "package.json"), `{ "private": true, "type": "commonjs" }`);
    const packages = packagesOfPage().map((name) => (name === "vitest" ? `vitest@${version}` : name));
    const others = ["express", "zod", "@types/node", "@types/express", "typescript@6.0.3"];
    const all = [tarball, ...packages, ...others];
    run(project, "npm", "install", "--prefer-offline", "--no-audit", "--no-fund", ...all);
    const settings = recipeOf("The program").files.get("tsconfig.json") ?? "";
    writeFileSync(join(project, "tsconfig.json"), settings);
    for (const name of ["app.ts", "app.test.ts"]) writeFileSync(join(project, name), programNamed(name));
  });
  await tally.check(`the page on vitest, vitest ${version}: the tests pass`, () => {
    const [, shown = ""] = /^npx vitest run\n# (.*)$/m.exec(textOf("sh")) ?? [];
    const output = run(project, "npx", "vitest", "run");
    assert.ok(shown !== "" && output.includes(shown), output);
  });
  await tally.check(`the page on vitest, vitest ${version}: the types hold`, () => {
    run(project, "npx", "tsc", "--noEmit");
  });
  await tally.check(`the page on vitest, vitest ${version}: a test fails where the App is wrong`, () => {
    writeFileSync(join(project, "app.ts"), programNamed("app.ts").replace(`"gone"`, `"serve"`));
    assert.throws(() => run(project, "npx", "vitest", "run"), /version 1 is gone after its sunset/);
  });
}

function packagesOfPage(): readonly string[] {
  const [, packages = ""] = /^npm install --save-dev (.*)$/m.exec(textOf("sh")) ?? [];
  return packages.split(" ");
}

function textOf(info: string): string {
  return blocksOf(page)
    .filter((block) => block.info === info)
    .map(({ text }) => text)
    .join("\n");
}

function programNamed(name: string): string {
  const found = blocksOf(page).find(({ text }) => text.startsWith(`// ${name}\n`));
  if (!found) throw new Error(`${page} has no program ${name}`);
  return found.text;
}
