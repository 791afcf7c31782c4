import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { ROOT } from "../../support/samples/sample";

/** Where the test leaves pictures for people to look at. */
const keptPictures = join(ROOT, "node_modules/.cache/browser-pictures");

/** Writes what the page shows in its window. */
export async function keepPicture(page: Page, name: string): Promise<void> {
  mkdirSync(keptPictures, { recursive: true });
  await page.screenshot({ path: join(keptPictures, `${name.replaceAll(/\W+/g, "-")}.png`) });
}
