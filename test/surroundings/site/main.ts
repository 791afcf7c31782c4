import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { groupsOfIndex } from "../../../tools/pages-index";
import { ROOT } from "../../support/samples/sample";
import { createTally } from "../../support/tally";
import { launchChromium } from "../browser/chromium";
import { listenForComplaints } from "../browser/complaints";
import { deadLinksOf } from "./html-links";
import { whileServing } from "./static-server";

const SITE = join(ROOT, "site");
const BUILT = join(SITE, ".vitepress/dist");
const groups = groupsOfIndex(readFileSync(join(ROOT, "docs/README.md"), "utf8"));

/** The site that `npm run docs` built, in a real browser. */
async function main(): Promise<void> {
  if (!existsSync(join(BUILT, "index.html"))) {
    console.error('There is no site: run "npm run docs" first.');
    process.exit(1);
  }
  const tally = createTally();
  await tally.check("the site has every page of docs/", assertEveryPage);
  await tally.check("every link leads to a page, and to a heading of it", assertLinks);
  await tally.check("llms.txt lists files that the site has", assertListForTools);
  await tally.check("a dead link ends the build", assertDeadLinkFails);
  const browser = await launchChromium();
  await whileServing(BUILT, async (origin) => {
    await tally.check("the sidebar has the groups of the index, and leads to their pages", () =>
      onPage(browser, `${origin}/`, assertSidebar),
    );
    await tally.check("the search finds a page by a word of its text", () =>
      onPage(browser, `${origin}/`, assertSearch),
    );
    await tally.check("tabs show what differs between the flavours of decorators", () =>
      onPage(browser, `${origin}/start/first-api.html`, assertTabs),
    );
    await tally.check("a link out of docs/ is text that names the file", () =>
      onPage(browser, `${origin}/architecture.html`, assertOutside),
    );
    for (const { title, pages } of groups) {
      await tally.check(`pages open without a complaint: ${title}`, () =>
        onPage(browser, `${origin}/${addressOf(pages[0]?.path ?? "")}`, assertReadable),
      );
    }
  });
  await browser.close();
  tally.finish();
}

function assertEveryPage(): void {
  const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".md"),
  );
  assert.ok(pages.length > 80);
  assert.deepEqual(
    pages.filter((name) => !existsSync(join(BUILT, addressOf(name).replace(/(^|\/)$/, "$1index.html")))),
    [],
  );
}

/** VitePress ends its build at a link to no page; nobody but this looks at headings. */
function assertLinks(): void {
  const pages = readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  assert.deepEqual(
    pages.filter((page) => page !== "404.html").flatMap((page) => deadLinksOf(BUILT, page)),
    [],
  );
}

function assertListForTools(): void {
  const listed = [...readFileSync(join(BUILT, "llms.txt"), "utf8").matchAll(/\]\(([^)]+)\)/g)];
  assert.ok(listed.length > 60);
  assert.deepEqual(
    listed.map(([, path = ""]) => path).filter((path) => !existsSync(join(BUILT, path))),
    [],
  );
}

/** The configuration of the site, on a folder whose one page has a link that leads nowhere. */
function assertDeadLinkFails(): void {
  const folder = join(SITE, ".vitepress/cache/dead-link");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, ".vitepress"), { recursive: true });
  writeFileSync(
    join(folder, ".vitepress/config.mts"),
    `import config from "${join(SITE, ".vitepress/config.mts")}";\nexport default { ...config, srcDir: ${JSON.stringify(folder)} };\n`,
  );
  writeFileSync(join(folder, "index.md"), "# A page\n\n[Nowhere](nowhere.md)\n");
  const vitepress = join(SITE, "node_modules/vitepress/bin/vitepress.js");
  const { status, stdout, stderr } = spawnSync(process.execPath, [vitepress, "build", folder], {
    encoding: "utf8",
  });
  assert.match(stdout + stderr, /Found dead link .*nowhere/);
  assert.notEqual(status, 0);
}

async function assertSidebar(page: Page): Promise<void> {
  const titles = await page.locator(".VPSidebar .level-0 > .item .text").allInnerTexts();
  assert.deepEqual(
    titles,
    groups.map(({ title }) => title),
  );
  const [, concepts] = groups;
  await page
    .locator(".VPSidebar .level-0", { hasText: concepts?.title ?? "" })
    .locator("> .item")
    .click();
  const last = concepts?.pages.at(-1);
  await page.locator(`.VPSidebar a[href="/${addressOf(last?.path ?? "")}"]`).click();
  await page.waitForURL(`**/${addressOf(last?.path ?? "")}`);
  await assertReadable(page);
}

async function assertSearch(page: Page): Promise<void> {
  await page.locator(".VPNavBarSearch button").first().click();
  await page.locator(".VPLocalSearchBox input").fill("brownout");
  await page.locator('.VPLocalSearchBox .result[href$="/deprecation.html#brownouts"]').first().click();
  await page.waitForURL("**/guides/versions/deprecation.html#brownouts");
}

async function assertTabs(page: Page): Promise<void> {
  const group = page.locator(".vp-code-group");
  assert.deepEqual(await group.locator(".tabs label").allInnerTexts(), [
    "Standard decorators",
    "experimentalDecorators",
  ]);
  const shown = group.locator(".blocks > .active");
  assert.doesNotMatch(await shown.innerText(), /experimentalDecorators/);
  await group.locator(".tabs label").last().click();
  assert.match(await shown.innerText(), /"experimentalDecorators": true/);
}

async function assertOutside(page: Page): Promise<void> {
  const mentioned = page.locator('.vp-doc span[title="in the repository: src/request/exchange.ts"]').first();
  assert.notEqual(await mentioned.innerText(), "");
  assert.equal(await page.locator('.vp-doc a[href*="src/"]').count(), 0);
}

async function assertReadable(page: Page): Promise<void> {
  await page.locator(".vp-doc h1").first().waitFor();
  assert.notEqual((await page.locator(".vp-doc h1").first().innerText()).trim(), "");
}

async function onPage(browser: Browser, url: string, action: (page: Page) => Promise<void>): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(15_000);
  const complaints = listenForComplaints(page, [new URL(url).origin]);
  try {
    await page.goto(url);
    // Before that, a click finds buttons that nothing listens to yet.
    await page.waitForLoadState("networkidle");
    await action(page);
  } finally {
    assert.deepEqual(complaints, []);
    await page.close();
  }
}

/** `reference/README.md` is the page `reference/`. */
function addressOf(path: string): string {
  return path.replace(/README\.md$/, "").replace(/\.md$/, ".html");
}

void main();
