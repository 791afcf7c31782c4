import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { whileRunning } from "../../support/samples/run-sample";

/** A picture of README.md, which Chromium takes of a sample. */
interface Picture {
  readonly file: string;
  readonly sample: string;
  readonly path: string;
  readonly size: { readonly width: number; readonly height: number };
  /** Waits until the page shows what the picture is of. */
  readonly pose: (page: Page) => Promise<void>;
}

export const pictures: readonly Picture[] = [
  {
    file: "docs/pictures/page.png",
    sample: "00-cats",
    path: "/docs/",
    size: { width: 900, height: 650 },
    pose: async (page) => {
      const choice = page.locator(".topbar select");
      await choice.selectOption({ label: "version 2" });
      await page.locator('.opblock-delete [data-path="/v2/cats/{id}"]').waitFor();
      await choice.focus();
    },
  },
  {
    file: "docs/pictures/timeline.png",
    sample: "21-lifecycle",
    path: "/docs/versions",
    size: { width: 900, height: 400 },
    pose: async (page) => {
      await page.locator("h1").waitFor();
    },
  },
];

/** Takes the pictures, below a folder that holds `docs/`. */
export async function takePictures(browser: Browser, folder: string): Promise<void> {
  mkdirSync(join(folder, "docs/pictures"), { recursive: true });
  for (const { file, sample, path, size, pose } of pictures) {
    await whileRunning(sample, async (origin) => {
      const page = await browser.newPage({ viewport: size, colorScheme: "light" });
      await page.goto(origin + path);
      await pose(page);
      await page.screenshot({ path: join(folder, file) });
      await page.close();
    });
  }
}
