import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { createTally } from "../../support/tally";
import { launchChromium } from "./chromium";
import { HOSTS, serve, VERSIONED_HOSTS } from "./hosts";
import type { Host, VersionedHost } from "./hosts";

const OPERATIONS = ["/health", "/v1/cats", "/v1/cats/{id}", "/v2/cats", "/v2/cats/{id}"];
const PATIENCE = 15_000; // ms

/** The documentation page in a real browser, wherever it is mounted. */
async function main(): Promise<void> {
  const browser = await launchChromium();
  const tally = createTally();
  for (const host of HOSTS) {
    await tally.check(host.name, () => testHost(browser, host));
  }
  for (const host of VERSIONED_HOSTS) {
    await tally.check(host.name, () => testVersions(browser, host));
  }
  await browser.close();
  tally.finish();
}

async function testHost(browser: Browser, host: Host): Promise<void> {
  await withPage(browser, host, async (page) => {
    assert.deepEqual(await operationsOn(page), OPERATIONS);
    assert.match(await execute(page, "/v1/cats"), /"Tom"/);
    assert.match(await execute(page, "/v2/cats/{id}", { id: "7" }), /"id": "7"/);
  });
}

/** Chooses one version after the other: each shows what it reaches, and "Try it out" is answered by it. */
async function testVersions(browser: Browser, host: VersionedHost): Promise<void> {
  await withPage(browser, host, async (page, origin) => {
    const choice = page.locator(".topbar select");
    assert.deepEqual(await choice.locator("option").allInnerTexts(), [
      "version 2",
      "version 1",
      "all versions",
    ]);
    for (const version of ["1", "2", "1"]) {
      await choice.selectOption({ label: `version ${version}` });
      const own = host.pathOf(version);
      const others = version === "1" ? [own.replace("cats", "old")] : [own, own];
      await waitForOperations(page, ["/health", own, ...others].sort());
      const link = page.locator(`.info a.link[href$="openapi/${version}.json"]`);
      const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
      assert.equal(address, origin + host.documentOf(version));
      assert.match(await execute(page, own), new RegExp(`"from": "version ${version}"`));
      assert.match(await execute(page, "/health"), new RegExp(`"asked": "${host.asked(version)}"`));
      if (version === "2") assert.equal(await execute(page, own, { method: "delete", status: 204 }), "");
      if (version === "2") assert.match(await execute(page, own, { method: "post" }), /"posted": "2"/);
    }
  });
}

/** Opens the page of a host, and holds against it whatever it complains of. */
async function withPage(
  browser: Browser,
  host: Host,
  action: (page: Page, origin: string) => Promise<void>,
): Promise<void> {
  await serve(host.listener, async (origin) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = listenForComplaints(page, origin);
    try {
      await page.goto(origin + host.page);
      await page.waitForSelector(".opblock");
      await action(page, origin);
    } finally {
      // What the page complained of often explains why it did not get further.
      assert.deepEqual(complaints, []);
      await page.close();
    }
  });
}

/** The page shows the former document until it has read the one that was chosen. */
async function waitForOperations(page: Page, expected: readonly string[]): Promise<void> {
  const end = Date.now() + PATIENCE;
  while (Date.now() < end) {
    const listed = await operationsOn(page).catch(() => []);
    if (listed.join() === expected.join()) return;
    await page.waitForTimeout(20);
  }
  assert.deepEqual(await operationsOn(page), expected);
}

async function operationsOn(page: Page): Promise<readonly (string | null)[]> {
  const paths = await page.locator(".opblock-summary-path").all();
  // The page breaks long paths with invisible spaces; the attribute holds them whole.
  const listed = await Promise.all(paths.map(async (path) => path.getAttribute("data-path")));
  return listed.sort();
}

interface Execution {
  /** The path's parameter. */
  readonly id?: string;
  readonly method?: "get" | "post" | "delete";
  readonly status?: number;
}

/** Presses "Try it out" and "Execute" of an operation, waits for its answer and gives the body that the page shows. */
async function execute(
  page: Page,
  path: string,
  { id, method = "get", status = 200 }: Execution = {},
): Promise<string> {
  const operation = page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
  // The page keeps open what was open in another version's document under the same id.
  const isOpen = (await operation.getAttribute("class"))?.includes("is-open");
  if (isOpen !== true) await operation.locator(".opblock-summary-control").click();
  const button = operation.locator(".try-out__btn");
  if ((await button.innerText()).startsWith("Try")) await button.click();
  if (id !== undefined) {
    await operation.locator('tr[data-param-name="id"] input').fill(id);
  }
  const answered = page.waitForResponse((response) => response.request().resourceType() === "fetch");
  await operation.locator(".execute").click();
  assert.equal((await answered).status(), status);
  const answer = operation.locator(".live-responses-table");
  assert.match(
    await answer.locator("tbody .response-col_status").first().innerText(),
    new RegExp(`^${status}`),
  );
  if (status === 204) return "";
  return answer.locator(".response-col_description pre").first().innerText();
}

function listenForComplaints(page: Page, origin: string): readonly string[] {
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") {
      complaints.push(`console: ${message.text()} (${message.location().url})`);
    }
  });
  page.on("pageerror", (error) => complaints.push(`page: ${error.message}`));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== origin) {
      complaints.push(`another host: ${request.url()}`);
    }
  });
  return complaints;
}

void main();
