import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { publicLinks, type PublicAddresses } from "../../../site/package-links";
import { samplesIn } from "../../../site/sample-files";
import { isForContributors } from "../../../site/page-links";
import { addressOf } from "../../../site/sidebar";
import { groupsOfIndex } from "../../../tools/pages-index";
import { ROOT } from "../../support/samples/sample";
import { createTally } from "../../support/tally";
import { launchChromium } from "../browser/chromium";
import { listenForComplaints } from "../browser/complaints";
import { deadLinksOf } from "./html-links";
import { queries } from "./queries";
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
  await tally.check("the site has every page of docs/ for users, and no other", assertEveryPage);
  await tally.check("the site has every sample, with each of its files", assertEverySample);
  await tally.check("every link leads to a page, and to a heading of it", assertLinks);
  await tally.check("llms.txt lists files that the site has", assertListForTools);
  await tally.check("a dead link ends the build", assertDeadLinkFails);
  const browser = await launchChromium();
  await whileServing(BUILT, async (origin) => {
    await tally.check("the sidebar has the groups of the index, and leads to their pages", () =>
      onPage(browser, `${origin}/`, assertSidebar),
    );
    await tally.check("the front page says what the package is, shows it, and for whom it is", () =>
      onPage(browser, `${origin}/`, assertFrontPage),
    );
    await tally.check("the site links to the repository and the package only where package.json does", () =>
      onPage(browser, `${origin}/`, assertPublicLinks),
    );
    await tally.check("a result of the search opens its section", () =>
      onPage(browser, `${origin}/`, assertSearch),
    );
    await tally.check("the search finds guides first, and an id by itself", () =>
      onPage(browser, `${origin}/`, assertFound),
    );
    await tally.check("each result of the search begins with the name of its page", () =>
      onPage(browser, `${origin}/`, assertNamesInResults),
    );
    await tally.check("tables and calls fit a phone, on every page", () =>
      onPage(browser, `${origin}/`, assertFitsPhone, phone),
    );
    await tally.check("tabs show what differs between the flavours of decorators", () =>
      onPage(browser, `${origin}/start/first-api.html`, assertTabs),
    );
    await tally.check("a link out of docs/ is text that names the file", () =>
      onPage(browser, `${origin}/security.html`, assertOutside),
    );
    for (const { title, pages } of groups) {
      await tally.check(`pages open without a complaint: ${title}`, () =>
        onPage(browser, `${origin}${addressOf(pages[0]?.path ?? "")}`, assertReadable),
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
  const ofUsers = pages.filter((name) => !isForContributors(`docs/${name}`));
  assert.ok(ofUsers.length > 70);
  assert.deepEqual(
    ofUsers.filter((name) => !existsSync(builtFileOf(name))),
    [],
  );
  for (const name of ["architecture.html", "architecture.md", "decisions"]) {
    assert.ok(!existsSync(join(BUILT, name)), name);
  }
}

function assertEverySample(): void {
  const samples = samplesIn(ROOT);
  assert.ok(samples.length >= 40);
  for (const sample of samples) {
    const html = readFileSync(join(BUILT, "samples", `${sample}.html`), "utf8");
    const titles = [...html.matchAll(/<h2 [^>]*>(.*?) <a /g)].map(([, title]) => title);
    const files = readdirSync(join(ROOT, "samples", sample)).filter((name) => /\.(ts|http)$/.test(name));
    assert.ok(files.length > 0);
    assert.deepEqual(
      files.filter((name) => !titles.includes(name)),
      [],
      sample,
    );
  }
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
  assert.deepEqual(titles, [...groups.map(({ title }) => title), "Samples"]);
  const [, second] = groups;
  await page
    .locator(".VPSidebar .level-0 > .item", { hasText: new RegExp(`^\\s*${second?.title ?? ""}\\s*$`) })
    .click();
  const last = second?.pages.at(-1);
  await page.locator(`.VPSidebar a[href="${addressOf(last?.path ?? "")}"]`).click();
  await page.waitForURL(`**${addressOf(last?.path ?? "")}`);
  await assertReadable(page);
}

async function assertFrontPage(page: Page): Promise<void> {
  const text = await page.locator(".vp-doc").innerText();
  assert.match(
    text,
    /^versioned-controllers\W+Serve several versions of an HTTP API from one Express application/,
  );
  assert.match(await page.locator(".language-ts").first().innerText(), /new App\(/);
  const calls = await page.locator(".language-sh").last().innerText();
  assert.equal(calls.match(/^curl /gm)?.length, 3);
  assert.equal(calls.match(/^# /gm)?.length, 3);
  await page.waitForFunction(`document.querySelector('.vp-doc img[alt*="timeline"]')?.naturalWidth > 0`);
  await assertAboveFold(page, ".vp-doc .language-ts");
  await assertAboveFold(page, '.vp-doc img[alt*="timeline"]');
  for (const words of ["It is for you if", "It is not for you if", "Why not NestJS?"]) {
    assert.ok(text.includes(words));
  }
}

/** A laptop's window shows the first element of this kind whole, without scrolling. */
async function assertAboveFold(page: Page, selector: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 800 });
  const box = await page.locator(selector).first().boundingBox();
  assert.ok(box);
  assert.ok(box.y + box.height <= 800, `${selector} ends at ${(box.y + box.height).toFixed()} of 800 pixels`);
}

async function assertPublicLinks(page: Page): Promise<void> {
  const own = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as PublicAddresses;
  const menu = await page.locator(".VPNavBarMenu a").allInnerTexts();
  assert.deepEqual(menu.slice(0, 4), ["Start", "All pages", "Reference", "Samples"]);
  assert.deepEqual(
    menu.slice(4).map((text) => text.trim()),
    publicLinks(own).map(({ text }) => text),
  );
}

async function search(page: Page, words: string): Promise<void> {
  if (!(await page.locator(".VPLocalSearchBox").isVisible())) {
    await page.locator(".VPNavBarSearch button").first().click();
  }
  await page.locator(".VPLocalSearchBox input").fill(words);
}

async function assertSearch(page: Page): Promise<void> {
  await search(page, "brownout");
  await page.locator('.VPLocalSearchBox .result[href$="/deprecation.html#brownouts"]').first().click();
  await page.waitForURL("**/guides/versions/deprecation.html#brownouts");
}

async function assertFound(page: Page): Promise<void> {
  for (const [words, expected] of queries) {
    await search(page, words);
    const first = page.locator(`.VPLocalSearchBox li:first-child .result[href*="${expected}"]`);
    await first.waitFor({ timeout: 5_000 }).catch(async () => {
      const found = await page.locator(".VPLocalSearchBox .result").first().getAttribute("href");
      assert.fail(`"${words}" finds ${found ?? "nothing"} before ${expected}`);
    });
  }
}

async function assertNamesInResults(page: Page): Promise<void> {
  const names = new Map<string, string>();
  for (const words of ["brownout", "schema", "not_found", "Rename", "token", "router", "stream", "client"]) {
    await search(page, words);
    // The results of the words before stay until there are new ones. The search takes `not_found` for two words.
    const [mark = ""] = words.split("_");
    await page.locator(".VPLocalSearchBox .result mark", { hasText: mark }).first().waitFor();
    // Read at once: the list is made again while the search goes on.
    const results: readonly (readonly [href: string, title: string])[] = await page.evaluate(
      `[...document.querySelectorAll(".VPLocalSearchBox .result")].map((one) => [
        one.getAttribute("href") ?? "",
        one.querySelector(".titles .text")?.innerText.trim() ?? "",
      ])`,
    );
    for (const [href, title] of results) {
      const [address = ""] = href.split("#");
      const name = names.get(address) ?? nameOf(address);
      names.set(address, name);
      assert.equal(title, name, address);
    }
  }
  assert.ok(names.size > 10, [...names.keys()].join(" "));
}

/** The heading of the first level that the page at an address has. */
function nameOf(address: string): string {
  const html = readFileSync(join(BUILT, address.endsWith("/") ? `${address}index.html` : address), "utf8");
  const [, heading = ""] = /<h1 [^>]*>(.*?) <a /.exec(html) ?? [];
  return heading.replaceAll(/<[^>]*>/g, "").replaceAll("&amp;", "&");
}

/** A table that scrolls, a narrow cell or a call that is cut off hides what a reader came for. */
async function assertFitsPhone(page: Page): Promise<void> {
  const origin = new URL(page.url()).origin;
  const built = readdirSync(BUILT, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".html"),
  );
  const pages = built.filter((name) => /<table|language-sh/.test(readFileSync(join(BUILT, name), "utf8")));
  assert.ok(pages.length > 80);
  for (const name of pages) {
    await page.goto(`${origin}/${name}`, { waitUntil: "domcontentloaded" });
    const misfits: unknown = await page.evaluate(`[
      ...[...document.querySelectorAll(".vp-doc table, .language-sh pre")].filter((one) => one.scrollWidth > one.clientWidth + 1),
      ...[...document.querySelectorAll(".vp-doc td")].filter((cell) => cell.clientWidth > 0 && cell.clientWidth < 250),
    ].map((one) => one.textContent.slice(0, 60))`);
    assert.deepEqual({ name, misfits }, { name, misfits: [] });
    assert.ok((await page.evaluate<number>("document.documentElement.scrollWidth")) <= phone.width, name);
  }
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
  const mentioned = page.locator('.vp-doc span[title="in the repository: SECURITY.md"]').first();
  assert.notEqual(await mentioned.innerText(), "");
  assert.equal(await page.locator('.vp-doc a[href*="SECURITY.md"]').count(), 0);
}

async function assertReadable(page: Page): Promise<void> {
  await page.locator(".vp-doc h1").first().waitFor();
  assert.notEqual((await page.locator(".vp-doc h1").first().innerText()).trim(), "");
}

const desktop = { width: 1440, height: 900 };
const phone = { width: 390, height: 844 };

async function onPage(
  browser: Browser,
  url: string,
  action: (page: Page) => Promise<void>,
  viewport = desktop,
): Promise<void> {
  const page = await browser.newPage({ viewport });
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

/** The file that was built of a page of docs/. */
function builtFileOf(path: string): string {
  return join(BUILT, addressOf(path).replace(/\/$/, "/index.html"));
}

void main();
