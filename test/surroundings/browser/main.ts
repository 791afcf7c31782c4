import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Locator, Page } from "playwright-core";
import { whileRunning } from "../../support/samples/run-sample";
import { ROOT } from "../../support/samples/sample";
import { createTally } from "../../support/tally";
import { launchChromium } from "./chromium";
import { listenForComplaints } from "./complaints";
import { testDocsPage } from "./docs-page";
import { testCutEvents } from "./events";
import {
  calledHost,
  callingHost,
  HOSTS,
  PLAIN_HOSTS,
  SECURED_HOST,
  serve,
  UPLOAD_HOST,
  VERSIONED_HOSTS,
} from "./hosts";
import type { Host, VersionedHost } from "./hosts";
import { pictures, takePictures } from "./pictures";
import { testClient } from "./client";
import { testFrontEnd } from "./front-end";
import { testGuidePage } from "./guide-page";
import { testVersionsPage } from "./versions-page";

const OPERATIONS = ["/health", "/v1/cats", "/v1/cats/{id}", "/v2/cats", "/v2/cats/{id}"];
const PATIENCE = 15_000; // ms

/** The documentation page in a real browser, wherever it is mounted. */
async function main(): Promise<void> {
  const browser = await launchChromium();
  const tally = createTally(process.argv[2]);
  for (const host of HOSTS) {
    await tally.check(host.name, () => testHost(browser, host));
  }
  for (const host of VERSIONED_HOSTS) {
    await tally.check(host.name, () => testVersions(browser, host));
  }
  for (const host of PLAIN_HOSTS) {
    await tally.check(host.name, () => testPlainPage(browser, host));
  }
  await tally.check(SECURED_HOST.name, () => testSecurity(browser, SECURED_HOST));
  await tally.check(UPLOAD_HOST.name, () => testUpload(browser, UPLOAD_HOST));
  for (const colours of ["light", "dark"] as const) {
    await tally.check(`the documentation page, ${colours}`, () => testDocsPage(browser, colours));
  }
  for (const colours of ["light", "dark"] as const) {
    await tally.check(`the page of versions, ${colours}`, () => testVersionsPage(browser, colours));
  }
  for (const colours of ["light", "dark"] as const) {
    await tally.check(`the guide, ${colours}`, () => testGuidePage(browser, colours));
  }
  await tally.check("histories in a front end", () => testFrontEnd(browser));
  await tally.check("VersionedFetch in a page of another origin", () => testClient(browser));
  await tally.check("the pictures of README.md", () => testPictures(browser));
  await tally.check("servers of another origin", () => testOtherOrigin(browser));
  await tally.check("npm start", () => testStart(browser));
  await tally.check("sample 29-events", () => testEvents(browser));
  await tally.check("sample 29-events, cut off", () => testCutEvents(browser));
  await browser.close();
  tally.finish();
}

async function testHost(browser: Browser, host: Host): Promise<void> {
  await withPage(browser, host, async (page) => {
    await page.locator(".topbar select").selectOption({ label: "all versions" });
    await waitForOperations(page, OPERATIONS);
    assert.match(await execute(page, "/v1/cats"), /"Tom"/);
    assert.match(await execute(page, "/v2/cats/{id}", { id: "7" }), /"id": "7"/);
  });
}

/** Chooses one version after the other: each shows what it reaches and takes, and "Try it out" is answered by it. */
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
      const other = version === "1" ? own.replace("cats", "old") : own;
      await waitForOperations(page, ["/health", own, own, other].sort());
      assert.equal(await page.locator(".live-responses-table").count(), 0, "the answer of another version");
      const link = page.locator(`.info a.link[href$="openapi/${version}.json"]`);
      const address = new URL((await link.getAttribute("href")) ?? "", page.url()).href;
      assert.equal(address, origin + host.documentOf(version));
      assert.match(await execute(page, own), new RegExp(`"from": "version ${version}"`));
      assert.match(await execute(page, "/health"), new RegExp(`"asked": "${host.asked(version)}"`));
      if (version === "2") assert.equal(await execute(page, own, { method: "delete", status: 204 }), "");
      const taken = version === "1" ? "name" : "title";
      const posted: unknown = JSON.parse(await execute(page, own, { method: "post" }));
      assert.deepEqual(posted, { posted: { [taken]: "string" } });
    }
    await choice.selectOption({ label: "all versions" });
    await testNewest(page, host);
  });
}

/** Among all versions each operation asks for its newest, whatever version was asked for before. */
async function testNewest(page: Page, host: VersionedHost): Promise<void> {
  const own = host.pathOf("2");
  const other = host.pathOf("1").replace("cats", "old");
  const both =
    host.pathOf("1") === own ? [own, own, own] : [host.pathOf("1"), host.pathOf("1"), own, own, own];
  await waitForOperations(page, ["/health", ...both, other].sort());
  assert.match(await execute(page, own), /"from": "version 2"/);
  assert.match(await execute(page, other), /"from": "old"/);
  assert.equal(await execute(page, own, { method: "delete", status: 204 }), "");
  assert.match(await execute(page, "/health"), /"asked": ""/);
}

/** A page that an application sets up itself. Before its document, the page reads the host's `/` as one, in vain. */
async function testPlainPage(browser: Browser, host: VersionedHost): Promise<void> {
  await serve(host.listener, async (origin) => {
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    await page.goto(origin + host.page);
    await testNewest(page, host);
    await page.close();
  });
}

/** The padlock shows what asks for a token; "Authorize" sends it, and from then on the call is answered. */
async function testSecurity(browser: Browser, host: Host): Promise<void> {
  await withPage(
    browser,
    host,
    async (page) => {
      for (const [path, padlocks] of [
        ["/me", 1],
        ["/key", 1],
        ["/health", 0],
      ] as const) {
        assert.equal(await operationOn(page, path).locator(".authorization__btn").count(), padlocks);
      }
      assert.match(await execute(page, "/health"), /"well"/);
      assert.match(await execute(page, "/me", { status: 401 }), /"unauthorized"/);
      assert.match(await execute(page, "/key", { status: 401 }), /"unauthorized"/);
      await authorize(page, "bearer", "token-of-ann");
      assert.match(await execute(page, "/me"), /"Ann"/);
      assert.match(await execute(page, "/key", { status: 401 }), /"unauthorized"/);
      await authorize(page, "key", "key-of-bob");
      assert.match(await execute(page, "/key"), /"Bob"/);
      await authorize(page, "bearer", undefined);
      assert.match(await execute(page, "/me", { status: 401 }), /"unauthorized"/);
    },
    ["/me", "/key"],
  );
}

/** Gives a scheme its token or key by the page's "Authorize"; undefined takes it back. */
async function authorize(page: Page, scheme: string, value: string | undefined): Promise<void> {
  await page.locator(".auth-wrapper > .authorize").click();
  const dialog = page.locator(".modal-ux");
  const form = dialog.locator(".auth-container", { has: page.locator("h4", { hasText: scheme }) });
  if (value === undefined) await form.locator("button", { hasText: "Logout" }).click();
  else {
    await form.locator("input").fill(value);
    await form.locator("button.authorize").click();
  }
  await dialog.locator(".close-modal").click();
}

/** Chromium's complaint when a call is answered with 401. */
const refusal = "console: Failed to load resource: the server responded with a status of 401 (Unauthorized)";

/** A file that is chosen on the page arrives as it is, with its name and its type. */
async function testUpload(browser: Browser, host: Host): Promise<void> {
  await withPage(browser, host, async (page) => {
    const fill = async (operation: Locator): Promise<void> => {
      const inputOf = (name: string) => operation.locator(`tr[data-property-name="${name}"] input`);
      await inputOf("title").fill("Tom");
      const file = { name: "tom.png", mimeType: "image/png", buffer: Buffer.from([0x89, 0, 0xff]) };
      for (const name of ["photo", "more"]) {
        assert.equal(await inputOf(name).getAttribute("type"), "file");
        await inputOf(name).setInputFiles(file);
      }
    };
    const answer: unknown = JSON.parse(await execute(page, "/photos", { method: "post", fill }));
    const files = ["tom.png image/png", "tom.png image/png"];
    assert.deepEqual(answer, { title: "Tom", files, bytes: "8900ff" });
  });
}

/** The script takes each picture in the size of the one that the repository has, which is small and stands in README.md. */
async function testPictures(browser: Browser): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pictures-"));
  await takePictures(browser, folder);
  const readme = readFileSync(join(ROOT, "README.md"), "utf8");
  for (const { file } of pictures) {
    const kept = readFileSync(join(ROOT, file));
    const taken = readFileSync(join(folder, file));
    assert.deepEqual(sizeOf(taken), sizeOf(kept), file);
    assert.ok(taken.length > 10_000 && kept.length < 150_000, `${file} has ${kept.length} bytes`);
    assert.match(readme, new RegExp(`!\\[[^\\]]+\\]\\(${file}\\)`));
  }
  rmSync(folder, { recursive: true });
}

/** A PNG file begins with its signature and the chunk IHDR: width and height stand at bytes 16 and 20. */
function sizeOf(png: Buffer): readonly [width: number, height: number] {
  assert.equal(png.toString("latin1", 1, 4), "PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

/** The page's own policy lets "Try it out" call the servers that the document names, and no others. */
async function testOtherOrigin(browser: Browser): Promise<void> {
  await serve(calledHost(), async (called) => {
    await serve(callingHost(called), async (origin) => {
      const calls = async (page: Page): Promise<void> => {
        await page.waitForSelector(".opblock");
        assert.match(await execute(page, "/cats"), /"Tom"/);
      };
      await onPage(browser, `${origin}/docs/`, calls, { calls: [called] });
    });
    const policy = await serve(callingHost("https://api.example.com"), async (origin) => {
      const page = await browser.newPage();
      await page.goto(`${origin}/docs/`);
      const isRefused = await page.evaluate(
        (url) =>
          fetch(url).then(
            () => false,
            () => true,
          ),
        `${called}/cats`,
      );
      await page.close();
      return isRefused;
    });
    assert.equal(policy, true);
  });
}

/** The first operation that anybody tries, and the first body, work as they stand. */
async function testStart(browser: Browser): Promise<void> {
  await whileRunning("00-cats", async (origin) => {
    await onPage(browser, `${origin}/docs/`, async (page) => {
      await page.waitForSelector(".opblock");
      const first = page.locator(".opblock-summary-path").first();
      assert.match(await execute(page, (await first.getAttribute("data-path")) ?? ""), /"Tom"/);
      const created = await execute(page, "/v2/cats", { method: "post", status: 201 });
      assert.deepEqual(JSON.parse(created), { id: "3", name: "Felix", born: 2024 });
    });
  });
}

/** The page hears what it says itself. */
async function testEvents(browser: Browser): Promise<void> {
  await whileRunning("29-events", async (origin) => {
    await onPage(browser, `${origin}/`, async (page) => {
      await page.locator("li", { hasText: "hello" }).waitFor();
      assert.equal(await page.locator("#state").innerText(), "connected");
      await page.locator("input").fill("good evening");
      await page.locator("button").click();
      await page.locator("li", { hasText: "good evening" }).waitFor();
    });
  });
}

/** Opens the documentation page of a host; calls of `refusedAt` are to be refused. */
async function withPage(
  browser: Browser,
  host: Host,
  action: (page: Page, origin: string) => Promise<void>,
  refusedAt: readonly string[] = [],
): Promise<void> {
  await serve(host.listener, (origin) =>
    onPage(
      browser,
      origin + host.page,
      async (page) => {
        await page.waitForSelector(".opblock");
        await action(page, origin);
      },
      { refused: refusedAt.map((path) => origin + path) },
    ),
  );
}

/** Opens a page, and holds against it whatever it complains of, but for calls that are to be refused, and what it calls elsewhere. */
async function onPage(
  browser: Browser,
  url: string,
  action: (page: Page) => Promise<void>,
  { refused = [], calls = [] }: { refused?: readonly string[]; calls?: readonly string[] } = {},
): Promise<void> {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const complaints = listenForComplaints(page, [new URL(url).origin, ...calls]);
  try {
    await page.goto(url);
    await action(page);
  } finally {
    // The page's complaints often explain why it did not get further.
    const allowed = refused.map((address) => `${refusal} (${address})`);
    assert.deepEqual(
      complaints.filter((complaint) => !allowed.includes(complaint)),
      [],
    );
    await page.close();
  }
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
  /** Fills in what the page leaves open. */
  readonly fill?: (operation: Locator) => Promise<void>;
}

/** Presses "Try it out" and "Execute" of an operation, waits for its answer and gives the body that the page shows. */
async function execute(
  page: Page,
  path: string,
  { id, method = "get", status = 200, fill }: Execution = {},
): Promise<string> {
  const operation = operationOn(page, path, method);
  // The page keeps open what was open in another version's document under the same id.
  const isOpen = (await operation.getAttribute("class"))?.includes("is-open");
  if (isOpen !== true) await operation.locator(".opblock-summary-control").click();
  const button = operation.locator(".try-out__btn");
  if ((await button.innerText()).startsWith("Try")) await button.click();
  if (id !== undefined) {
    await operation.locator('tr[data-param-name="id"] input').fill(id);
  }
  await fill?.(operation);
  // What is shown afterwards is then the answer to this request, and not yet that to the one before.
  const clear = operation.locator(".btn-clear");
  if ((await clear.count()) === 1) await clear.click();
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

function operationOn(page: Page, path: string, method = "get"): Locator {
  return page.locator(`.opblock-${method}`, { has: page.locator(`[data-path="${path}"]`) });
}

void main();
