import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import helmet from "helmet";
import type { Browser, Page } from "playwright-core";
import { App, Change, Since, Until, VersioningURI, WithChanges } from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";

const attack = "<script>document.title = 'run'</script>";

function apiOf(): App {
  const app = new App({
    Title: `Cats ${attack}`,
    Now: () => new Date("2026-07-01"),
    // Build warns of the sunset that has passed.
    Logger: { warn: () => undefined, error: console.error },
    Versioning: {
      Type: VersioningURI,
      Versions: ["1", "2", "3", "4", "5"],
      Lifecycle: {
        "1": { Deprecated: "2025-01-01", Sunset: "2026-01-01", AfterSunset: "gone", Successor: "2" },
        "2": { Deprecated: "2026-01-01", Sunset: "2027-01-01", Link: "https://example.org/moving" },
        "3": {
          Deprecated: "2026-06-01",
          Sunset: "2027-06-01",
          Successor: "4",
          Brownouts: [
            { From: "2026-06-30", To: "2026-07-02" },
            { From: "2026-09-01", To: "2026-12-01" },
          ],
        },
        "5": { Preview: true },
      },
    },
  });
  app.Get("/cats", () => [], Since("1"), WithChanges(Change("4", "Cats are `sorted`.")));
  app.Get(`/dogs/${attack}`, () => [], Until("2"));
  return app;
}

/** The page of versions as people see it: its colours can be read, the keyboard reaches what scrolls, nothing runs or loads. */
export async function testVersionsPage(browser: Browser, colorScheme: "light" | "dark"): Promise<void> {
  const app = apiOf();
  const Usage = (): object => ({ "2 GET /cats": { calls: 12, last: "2026-06-30" } });
  const host = express();
  // In one of the colours under the page's own policy.
  if (colorScheme === "dark") host.use(helmet());
  const server = host.use("/docs", Docs(app, { Usage: Usage as never })).listen(0);
  await once(server, "listening");
  const page = await browser.newPage({ colorScheme, viewport: { width: 700, height: 900 } });
  try {
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/docs/versions`);
    assert.equal(await page.title(), `Versions of Cats ${attack}`);
    assert.deepEqual(
      asked.filter((path) => path !== "/favicon.ico"),
      ["/docs/versions"],
    );
    const states = page.locator("table").first().locator("tbody .chip");
    const expected = ["preview", "served", "browned out", "deprecated", "gone"];
    assert.deepEqual(await states.allInnerTexts(), expected);
    assert.deepEqual(await page.locator(".news h3").allInnerTexts(), ["4", "2"]);
    await assertReadable(page);
    await assertKeyboard(page);
    await assertLinked(page);
    await page.screenshot({ fullPage: true });
  } finally {
    await page.close();
    server.close();
  }
}

/** Every chip, every cell of a route, and every label of a bar, has the contrast that WCAG 2.2 asks of text (1.4.3): 4.5 to 1. */
async function assertReadable(page: Page): Promise<void> {
  const ratios: readonly number[] = await page.evaluate(`(() => {
    const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
    const light = (colour) => {
      const [red, green, blue] = colour.match(/[0-9.]+/g).map(Number);
      return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
    };
    const contrast = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
    const chips = [...document.querySelectorAll(".chip, .cell")].map((chip) => getComputedStyle(chip));
    // A browned-out bar is drawn in a stronger colour than a chip, so that an hour of it is seen.
    const bars = [...document.querySelectorAll(".bar-text")].map((text) => [text, text.previousElementSibling]);
    return [
      ...chips.map((style) => contrast(style.color, style.backgroundColor)),
      ...bars.map(([text, bar]) => contrast(getComputedStyle(text).fill, getComputedStyle(bar).fill)),
    ];
  })()`);
  assert.ok(ratios.length > 20, `${ratios.length} texts on colours`);
  assert.ok(Math.min(...ratios) >= 4.5, `the least contrast is ${Math.min(...ratios)}`);
}

/** Tab goes through the link, the regions that scroll and what is in them, each with an outline; an arrow scrolls. */
async function assertKeyboard(page: Page): Promise<void> {
  const reached: string[] = [];
  for (let presses = 0; presses < 20 && reached.at(-1) !== "Routes by version"; presses++) {
    await page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate<[string, string]>(`(() => {
      const { activeElement } = document;
      return [activeElement.getAttribute("aria-label") ?? activeElement.textContent, getComputedStyle(activeElement).outlineStyle];
    })()`);
    assert.equal(outline, "solid", `${name} has an outline`);
    reached.push(name);
  }
  // Each version but the newest has a link to its guide.
  assert.deepEqual(
    [...new Set(reached)],
    ["The documentation", "Timeline", "Versions", "guide to version 4", "what to do", "Routes by version"],
  );
}

/** The documentation page and this one lead to each other; the link is the first stop of the keyboard there. */
async function assertLinked(page: Page): Promise<void> {
  const address = page.url();
  await page.getByRole("link", { name: "The documentation" }).click();
  await page.locator(".opblock").first().waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.locator("h1", { hasText: "Versions of" }).waitFor();
  assert.equal(page.url(), address);
}
