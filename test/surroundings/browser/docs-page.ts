import assert from "node:assert/strict";
import express from "express";
import type { Browser, Page } from "playwright-core";
import {
  App,
  DefineVersions,
  Description,
  SecurityScheme,
  VersioningURI,
  WithBody,
  WithGuards,
  WithQuery,
  WithResponse,
  WithSecurity,
} from "versioned-controllers";
import { Docs } from "versioned-controllers/docs";
import { z } from "zod";
import { assertReadable } from "./contrast";
import { serve } from "./hosts";
import { keepPicture } from "./kept-pictures";

/** An App with every kind of text that the page shows. */
function apiOf(): App {
  const V = DefineVersions("1", "2", "3", "4");
  const Cat = z.object({ id: z.string(), name: z.string(), born: z.number().optional() }).meta({ id: "Cat" });
  const Bearer = new SecurityScheme("bearer", { type: "http", scheme: "bearer" }, () => ({}));
  const tom = { id: "1", name: "Tom" };
  return new App({
    Title: "Cats & <Dogs>",
    Description: "Cats, *with* `code`, and [a link](https://example.org).",
    Now: () => new Date("2026-07-01"),
    Logger: { warn: () => undefined, error: () => undefined },
    OpenAPI: {
      servers: [{ url: "../", description: "this server" }],
      tags: [{ name: "pets", description: "All" }],
    },
    Versioning: {
      Type: VersioningURI,
      Versions: V.List,
      Lifecycle: {
        "1": { Sunset: "2026-01-01", AfterSunset: "gone" },
        "2": {
          Deprecated: "2026-01-01",
          Sunset: "2027-01-01",
          Successor: "3",
          Link: "https://example.org/moving",
        },
        "4": { Preview: true },
      },
    },
  })
    .Get(
      "/cats",
      () => [tom],
      V.Since("1"),
      Description("At most `limit` cats."),
      WithQuery(z.object({ limit: z.coerce.number().max(100).optional() })),
      WithResponse(200, z.array(Cat), { Examples: { one: [tom], none: [] } }),
    )
    .Post(
      "/cats",
      () => tom,
      V.Since("1"),
      WithBody(z.object({ name: z.string() }).meta({ examples: [{ name: "Tom" }] })),
      WithResponse(201, Cat),
      WithResponse(409),
      WithSecurity(Bearer),
      WithGuards(() => true),
    )
    .Get("/a/path/that/is/longer/than/a/telephone/is/wide/{id}", () => 1, V.Since("1"));
}

/** The Swagger UI page as people see it: named after the App, legible in the dark, on a phone no wider than the phone. */
export async function testDocsPage(browser: Browser, colorScheme: "light" | "dark"): Promise<void> {
  const app = apiOf();
  await serve(express().use("/docs", Docs(app)).use(app.Build()), async (origin) => {
    const page = await browser.newPage({ colorScheme, viewport: { width: 1100, height: 900 } });
    page.setDefaultTimeout(15_000);
    await page.goto(`${origin}/docs/`);
    await assertNamed(page);
    await keepPicture(page, `desktop, ${colorScheme}`);
    await keepChoice(page, `the choice of versions, ${colorScheme}`);
    // A link that was written before the version was deprecated.
    await page.goto(`${origin}/docs/?urls.primaryName=version%202`);
    await page.locator('[data-path="/v2/cats"]').first().waitFor();
    assert.equal(await page.locator(".topbar select option:checked").innerText(), "version 2 (deprecated)");
    await openAll(page);
    assert.match(
      await exampleOf(page, "409"),
      /"code": "conflict",\s+"message": "Conflict",\s+"status": 409/,
    );
    // Swagger UI's light form has the colours of its authors.
    if (colorScheme === "dark") await assertReadable(page);
    await page.locator('tr.response[data-code="409"]').first().scrollIntoViewIfNeeded();
    await keepPicture(page, `an example of an error, ${colorScheme}`);
    await assertPhone(page, colorScheme);
    await page.close();
  });
}

async function assertNamed(page: Page): Promise<void> {
  await page.locator('[data-path="/v3/cats"]').first().waitFor();
  assert.equal(await page.title(), "Cats & <Dogs>");
  assert.equal(await page.locator(".topbar .link").innerText(), "Cats & <Dogs>");
  assert.equal(await page.locator(".topbar .link :is(svg, img)").count(), 0, "a logo");
  assert.deepEqual(await page.locator(".topbar select option").allInnerTexts(), [
    "version 3",
    "version 2 (deprecated)",
    "version 1 (gone)",
    "version 4 (preview)",
    "all versions",
  ]);
}

/** A picture of a page does not have the list of a choice, which the system draws: here the page draws it. */
async function keepChoice(page: Page, name: string): Promise<void> {
  const choice = "document.querySelector('.topbar select')";
  await page.evaluate(`${choice}.setAttribute("size", 5); ${choice}.style.height = "auto"`);
  await keepPicture(page, name);
  await page.evaluate(`${choice}.removeAttribute("size"); ${choice}.removeAttribute("style")`);
}

/** Opens both operations of `/cats`, and gets an answer of the first. */
async function openAll(page: Page): Promise<void> {
  const operations = page.locator(".opblock", { has: page.locator('[data-path="/v2/cats"]') });
  for (const operation of await operations.all()) {
    await operation.locator(".opblock-summary-control").click();
    await operation.locator(".responses-table").waitFor();
  }
  await operations.first().locator(".try-out__btn").click();
  await operations.first().locator(".execute").click();
  await page.locator(".live-responses-table").waitFor();
  await page.mouse.move(0, 0);
  await page.evaluate("Promise.all(document.getAnimations().map(({ finished }) => finished))");
}

async function exampleOf(page: Page, status: string): Promise<string> {
  return page.locator(`tr.response[data-code="${status}"] .example`).first().innerText();
}

async function assertPhone(page: Page, colorScheme: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.evaluate("window.scrollTo(0, 0)");
  await keepPicture(page, `phone, ${colorScheme}`);
  await page.locator('tr.response[data-code="409"]').first().scrollIntoViewIfNeeded();
  await keepPicture(page, `phone, an example of an error, ${colorScheme}`);
  await assertBesideTitle(page);
  await page.setViewportSize({ width: 360, height: 800 });
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth",
  );
  assert.equal(overflow, 0, "the page scrolls sideways");
}

/** On a phone, the switch of the colours does not take a row of its own. */
async function assertBesideTitle(page: Page): Promise<void> {
  const title = await page.locator(".topbar .link").boundingBox();
  const toggle = await page.locator(".topbar .dark-mode-toggle").boundingBox();
  assert.ok(title && toggle);
  assert.ok(toggle.y < title.y + title.height, "the switch of the colours is below the title");
}
