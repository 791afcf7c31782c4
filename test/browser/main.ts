import assert from "node:assert/strict";
import type { Browser, Page } from "playwright-core";
import { createTally } from "../support/tally";
import { launchChromium } from "./chromium";
import { HOSTS, serve } from "./hosts";
import type { Host } from "./hosts";

const OPERATIONS = ["/health", "/v1/cats", "/v1/cats/{id}", "/v2/cats", "/v2/cats/{id}"];
const PATIENCE = 15_000; // ms

/** The documentation page in a real browser, wherever it is mounted. */
async function main(): Promise<void> {
  const browser = await launchChromium();
  const tally = createTally();
  for (const host of HOSTS) {
    await tally.check(host.name, () => testHost(browser, host));
  }
  await browser.close();
  tally.finish();
}

async function testHost(browser: Browser, host: Host): Promise<void> {
  await serve(host.listener, async (origin) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const complaints = listenForComplaints(page, origin);
    try {
      await page.goto(origin + host.page);
      await page.waitForSelector(".opblock");
      const paths = await page.locator(".opblock-summary-path").all();
      // The page breaks long paths with invisible spaces; the attribute holds them whole.
      const listed = await Promise.all(paths.map(async (path) => path.getAttribute("data-path")));
      assert.deepEqual(listed.sort(), OPERATIONS);
      assert.match(await execute(page, "/v1/cats"), /"Tom"/);
      assert.match(await execute(page, "/v2/cats/{id}", "7"), /"id": "7"/);
    } finally {
      // What the page complained of often explains why it did not get further.
      assert.deepEqual(complaints, []);
      await page.close();
    }
  });
}

/** Presses "Try it out" and "Execute" of a GET operation, waits for its 200 and gives the body that the page shows. */
async function execute(page: Page, path: string, id?: string): Promise<string> {
  const operation = page.locator(".opblock-get", { has: page.locator(`[data-path="${path}"]`) });
  await operation.locator(".opblock-summary-control").click();
  await operation.locator(".try-out__btn").click();
  if (id !== undefined) {
    await operation.locator('tr[data-param-name="id"] input').fill(id);
  }
  await operation.locator(".execute").click();
  const answer = operation.locator(".live-responses-table");
  assert.match(await answer.locator("tbody .response-col_status").first().innerText(), /^200/);
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
