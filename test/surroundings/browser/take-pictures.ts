import { ROOT } from "../../support/samples/sample";
import { launchChromium } from "./chromium";
import { takePictures } from "./pictures";

/** `npm run pictures`: takes the pictures of README.md anew. */
async function main(): Promise<void> {
  const browser = await launchChromium();
  await takePictures(browser, ROOT);
  await browser.close();
}

void main();
