import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import type { Browser } from "playwright-core";

const executablePath = process.env.CHROMIUM_PATH ?? "/usr/bin/chromium";

// A request that Chromium makes on its own account would be counted as one of the page.
const args = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export async function launchChromium(): Promise<Browser> {
  if (!existsSync(executablePath)) {
    console.error(
      `There is no Chromium at ${executablePath}. On Debian, run "apt-get update && apt-get install chromium"; ` +
        "anywhere else, let CHROMIUM_PATH name one.",
    );
    process.exit(1);
  }
  return chromium.launch({ executablePath, args, headless: true });
}
