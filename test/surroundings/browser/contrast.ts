import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface ShownText {
  readonly text: string;
  readonly ratio: number;
}

/** Every text that the page shows has the contrast that WCAG 2.2 asks of text (1.4.3): 4.5 to 1. */
export async function assertReadable(page: Page): Promise<void> {
  const texts: readonly ShownText[] = await page.evaluate(measure);
  assert.ok(texts.length > 20, `${texts.length} texts`);
  assert.deepEqual(
    texts.filter(({ ratio }) => ratio < 4.5),
    [],
  );
}

const measure = `(() => {
  const channel = (value) => value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
  const light = ([red, green, blue]) => 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
  const parse = (colour) => colour.match(/[0-9.]+/g).map(Number);
  const over = ([red, green, blue, alpha = 1], below) =>
    [red, green, blue].map((value, i) => value * alpha + below[i] * (1 - alpha));
  const behind = (element) =>
    element ? over(parse(getComputedStyle(element).backgroundColor), behind(element.parentElement)) : [255, 255, 255];
  const opacity = (element) =>
    element ? Number(getComputedStyle(element).opacity) * opacity(element.parentElement) : 1;
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (text === "" || element.matches("script, style, svg *, option") || !element.checkVisibility()) continue;
    const below = behind(element);
    const [red, green, blue, alpha = 1] = parse(getComputedStyle(element).color);
    const [one, other] = [light(over([red, green, blue, alpha * opacity(element)], below)), light(below)];
    texts.push({ text, ratio: (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05) });
  }
  return texts;
})()`;
