import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import helmet from "helmet";
import type { Browser, Page } from "playwright-core";
import {
  App,
  Before,
  DefineVersions,
  Get,
  Rename,
  Versioned,
  VersioningURI,
  WithBody,
  WithResponse,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import { assertReadable } from "./contrast";

const attack = "<script>document.title = 'run'</script>";

function apiOf(): App {
  const V = DefineVersions("1", "2", "3");
  const Born = V.Change("2", "A cat's `born` is `birthday`.");
  const Pets = V.Change("3", `Cats are pets ${attack}.`);
  const [name, day] = [`Tom ${attack}`, "2020-05-01"];
  const long = "a-text-without-a-space-".repeat(20);
  const Cat2 = z
    .object({ name: z.string(), birthday: z.string(), note: z.string() })
    .meta({ examples: [{ name, birthday: day, note: long }] });
  const Cat1 = z
    .object({ name: z.string(), born: z.string(), note: z.string() })
    .meta({ examples: [{ name, born: day, note: long }] });
  const Cat = Versioned(Cat2).Before(Born, Cat1, Rename("born", "birthday"));
  const app = new App({
    Title: `Cats ${attack}`,
    Now: () => new Date("2026-07-01"),
    Versioning: {
      Type: VersioningURI,
      Versions: V.List,
      Lifecycle: { "1": { Deprecated: "2026-01-01", Sunset: "2027-01-01", Successor: "2" } },
    },
  });
  const tom = { name, birthday: day, note: "" };
  app.Post("/cats", () => tom, V.Since("1"), WithBody(Cat), WithResponse(201, Cat));
  app.Get("/pets/{id}", () => tom, V.Since("1"), WithResponse(200, Cat), Before(Pets, Get("/cats/{id}")));
  app.Get("/old", () => 1, V.Until("1"));
  return app;
}

/** The guide as people see it: on a phone and a screen, in both colours, printed; nothing runs or loads. */
export async function testGuidePage(browser: Browser, colorScheme: "light" | "dark"): Promise<void> {
  const host = express();
  // In one of the colours under the page's own policy.
  if (colorScheme === "dark") host.use(helmet());
  const server = host.use("/docs", Docs(apiOf())).listen(0);
  await once(server, "listening");
  const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 900 } });
  try {
    const [asked, complaints]: [string[], string[]] = [[], []];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    page.on("console", (message) => complaints.push(message.text()));
    const { port } = server.address() as AddressInfo;
    await page.goto(`http://localhost:${port}/docs/guide/1/3`);
    assert.equal(await page.title(), `From version 1 to 3: Cats ${attack}`);
    assert.deepEqual(
      asked.filter((path) => path !== "/favicon.ico"),
      ["/docs/guide/1/3"],
    );
    assert.deepEqual(
      complaints.filter((text) => !text.includes("favicon") && !text.includes("404")),
      [],
    );
    await assertContent(page);
    await assertReadable(page);
    await assertWidths(page);
    await assertKeyboard(page);
    await assertPrinted(page);
    await page.getByRole("link", { name: "The documentation" }).click();
    await page.locator(".opblock").first().waitFor();
  } finally {
    await page.close();
    server.close();
  }
}

async function assertContent(page: Page): Promise<void> {
  assert.deepEqual(await page.locator("h2").allInnerTexts(), [
    "What changes",
    "POST /cats",
    "GET /cats/{id} is now GET /pets/{id}",
    "Routes that came, moved and ended",
  ]);
  assert.deepEqual(
    await page.locator("h2 + ul > li").first().innerText(),
    "A cat's born is birthday. (version 2)",
  );
  const sent = page.locator("pre").first();
  const value = JSON.parse(await sent.innerText()) as { name: string };
  assert.equal(value.name, `Tom ${attack}`);
  assert.match(await page.locator(".life").innerText(), /^Version 1: Deprecated from 2026-01-01\./);
}

/** Both sides stand beside each other on a screen and below each other on a phone, and the page never scrolls sideways. */
async function assertWidths(page: Page): Promise<void> {
  for (const [width, isBeside] of [
    [1100, true],
    [360, false],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    const [before, after] = await Promise.all(
      ["before", "after"].map((side) => page.locator(`figure.${side}`).first().boundingBox()),
    );
    assert.ok(before && after);
    assert.equal(before.y === after.y, isBeside, `at a width of ${width}`);
    const overflow = await page.evaluate(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    assert.equal(overflow, 0, `at a width of ${width}`);
    const scrolls = await page.evaluate(
      "(() => { const { scrollWidth, clientWidth } = document.querySelector('pre'); return scrollWidth > clientWidth; })()",
    );
    assert.equal(scrolls, true, "a long line scrolls within its figure");
  }
  await page.setViewportSize({ width: 1100, height: 900 });
}

/** Tab goes through the link, the contents and what scrolls, each with an outline; a link of the contents leads to its route. */
async function assertKeyboard(page: Page): Promise<void> {
  const reached: string[] = [];
  for (let presses = 0; presses < 6; presses++) {
    await page.keyboard.press("Tab");
    const [name, outline] = await page.evaluate<[string, string]>(`(() => {
      const { activeElement } = document;
      return [activeElement.getAttribute("aria-label") ?? activeElement.textContent, getComputedStyle(activeElement).outlineStyle];
    })()`);
    assert.equal(outline, "solid", `${name} has an outline`);
    reached.push(name);
  }
  assert.deepEqual(reached, [
    "The documentation",
    "the OpenAPI document of version 3",
    "POST /cats",
    "GET /cats/{id}",
    "You sent:",
    "You send:",
  ]);
  await page.locator("nav a").last().click();
  assert.equal(new URL(page.url()).hash, "#route-2");
}

/** On paper nothing is cut off, whatever the colours of the screen: lines break, and the text is black. */
async function assertPrinted(page: Page): Promise<void> {
  await page.emulateMedia({ media: "print" });
  const [wrap, colour, background] = await page.evaluate<[string, string, string]>(`(() => {
    const style = getComputedStyle(document.querySelector("pre"));
    return [style.whiteSpaceCollapse === "preserve" ? style.textWrapMode ?? "wrap" : style.whiteSpace, style.color,
      getComputedStyle(document.body).backgroundColor];
  })()`);
  assert.match(wrap, /wrap/);
  assert.notEqual(wrap, "nowrap");
  assert.deepEqual([colour, background], ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
  assert.equal(await page.locator("nav").isVisible(), false);
  assert.ok((await page.pdf()).length > 1000);
  await page.emulateMedia({ media: "screen" });
}
