import assert from "node:assert/strict";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import cors from "cors";
import express from "express";
import type { Browser } from "playwright-core";
import { bundleForBrowsers } from "../../support/bundle-for-browsers";
import { ROOT } from "../../support/samples/sample";
import { expected, whileServed } from "../runtimes/client/versioned-fetch";

/** A page of another origin hears what the API announces, where it exposes the headers that the page of the reference names. */
export async function testClient(browser: Browser): Promise<void> {
  const [, named = ""] =
    /`Access-Control-Expose-Headers: ([^`]+)`/.exec(
      readFileSync(join(ROOT, "docs/reference/client.md"), "utf8"),
    ) ?? [];
  assert.deepEqual(await callsWith(browser, named), expected);
  const { notices } = (await callsWith(browser, "X-Other")) as typeof expected;
  assert.deepEqual(notices, []);
}

/** The page's server and that of the API have ports of their own. */
async function callsWith(browser: Browser, exposedHeaders: string): Promise<unknown> {
  const script = bundleForBrowsers("test/surroundings/runtimes/client/calls.ts", "client");
  const host = express().get("/", (_req, res) => void res.send("<!doctype html>"));
  const server = host.listen(0, "127.0.0.1");
  await once(server, "listening");
  const page = await browser.newPage();
  let told: unknown;
  try {
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await page.addScriptTag({ content: script });
    await whileServed(
      async (port) => {
        told = await page.evaluate(`client.callsOf("http://127.0.0.1:${port}/api")`);
      },
      [cors({ exposedHeaders })],
    );
  } finally {
    await page.close();
    server.close();
  }
  return told;
}
