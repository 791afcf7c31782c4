import assert from "node:assert/strict";
import { mkdirSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { installByLock } from "../../support/install";
import { runNode } from "../../support/run-process";
import { ROOT } from "../../support/samples/sample";
import { createTally } from "../../support/tally";
import { launchChromium } from "../browser/chromium";
import { listenForComplaints } from "../browser/complaints";
import { whileServing } from "../site/static-server";

/*
 * The page docs/guides/clients/front-end.md as a project of Vite: its program, built for production and run in Chromium, and compiled by
 * tsc with the options of Vite's own template. Build this package first.
 */

const project = join(ROOT, "node_modules/.cache/vite-project");
const vite = join(__dirname, "node_modules/vite/bin/vite.js");

const files = {
  "package.json": `{ "private": true, "type": "module" }`,
  "index.html": `<!doctype html><html lang="en"><head><link rel="icon" href="data:," /><title>Drafts</title></head>
<body><pre></pre><script type="module" src="/src/main.ts"></script></body></html>`,
  "src/cats.ts": `import { DefineVersions, Rename, Versioned } from "versioned-controllers/history";
import { z } from "zod";

export const V = DefineVersions("1", "2");
const Born = V.Change("2", "A cat's \`born\` is \`birthday\`.");
const Cat1 = z.object({ name: z.string(), born: z.iso.date() });
export const Cat = Versioned(z.object({ name: z.string(), birthday: z.iso.date() })).Before(Born, Cat1, Rename("born", "birthday"));
`,
  "src/main.ts": `import type { OutputOf } from "versioned-controllers/history";
import { Cat, V } from "./cats";

const drafts = V.Stored(Cat);

async function results(): Promise<unknown> {
  const tom: OutputOf<typeof Cat> = { name: "Tom", birthday: "2020-05-01" };
  localStorage.setItem("draft", drafts.Write(tom));
  return {
    kept: localStorage.getItem("draft"),
    read: await drafts.Read('{"v":"1","data":{"name":"Tom","born":"2020-05-01"}}'),
    shown: V.Show(Cat, "1", tom),
  };
}

void results().then((found) => {
  document.querySelector("pre")!.textContent = JSON.stringify(found);
});
`,
  "tsconfig.json": JSON.stringify({
    compilerOptions: {
      target: "es2022",
      lib: ["es2022", "dom"],
      types: [],
      module: "esnext",
      moduleResolution: "bundler",
      verbatimModuleSyntax: true,
      noEmit: true,
      strict: true,
    },
    include: ["src"],
  }),
};

const expected = {
  kept: '{"v":"2","data":{"name":"Tom","birthday":"2020-05-01"}}',
  read: { name: "Tom", birthday: "2020-05-01" },
  shown: { name: "Tom", born: "2020-05-01" },
};

async function main(): Promise<void> {
  installByLock(__dirname);
  writeProject();
  const tally = createTally();
  await tally.check("tsc accepts the project, with the options of Vite's template", () => {
    assert.equal(runNode(project, join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "."), "");
  });
  await tally.check("Vite builds it without a module of Node", () => {
    // Vite replaces a module of Node by an empty one, and says so.
    assert.doesNotMatch(runNode(project, vite, "build"), /externalized for browser compatibility/);
    assert.equal(readdirSync(join(project, "dist/assets")).length, 1);
  });
  const browser = await launchChromium();
  await tally.check("what Vite has built converts values, and reads a draft of an older build", () =>
    whileServing(join(project, "dist"), (origin) => assertRuns(browser, origin)),
  );
  await browser.close();
  tally.finish();
}

function writeProject(): void {
  rmSync(project, { recursive: true, force: true });
  mkdirSync(join(project, "src"), { recursive: true });
  mkdirSync(join(project, "node_modules"));
  symlinkSync(ROOT, join(project, "node_modules/versioned-controllers"));
  symlinkSync(join(ROOT, "node_modules/zod"), join(project, "node_modules/zod"));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(project, name), text);
}

async function assertRuns(browser: Browser, origin: string): Promise<void> {
  const page = await browser.newPage();
  const complaints = listenForComplaints(page, [origin]);
  await page.goto(`${origin}/`);
  await page.waitForFunction("document.querySelector('pre').textContent !== ''");
  assert.deepEqual(JSON.parse(await page.locator("pre").innerText()), expected);
  assert.deepEqual(complaints, []);
  await page.close();
}

void main();
