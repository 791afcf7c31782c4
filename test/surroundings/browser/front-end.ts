import assert from "node:assert/strict";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import express from "express";
import helmet from "helmet";
import type { Browser } from "playwright-core";
import { bundleForBrowsers } from "../../support/bundle-for-browsers";
import { resultsWith } from "../../support/front-end-history";
import { listenForComplaints } from "./complaints";

const read = "frontEnd.resultsWith(localStorage)";

/** Histories, `V.Show`, `V.Read`, and `V.Stored` over `localStorage`: as in this process, and after a reload. */
export async function testFrontEnd(browser: Browser): Promise<void> {
  const script = bundleForBrowsers("test/support/front-end-history.ts", "frontEnd");
  const host = express();
  host.use(helmet());
  host.get("/front-end.js", (_req, res) => void res.type("text/javascript").send(script));
  host.get(
    "/",
    (_req, res) =>
      void res.send('<!doctype html><link rel="icon" href="data:," /><script src="front-end.js"></script>'),
  );
  const server = host.listen(0);
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const page = await browser.newPage();
  const complaints = listenForComplaints(page, [origin]);
  const kept = new Map<string, string>();
  const expected: unknown = JSON.parse(
    JSON.stringify(
      await resultsWith({
        getItem: (key) => kept.get(key) ?? null,
        setItem: (key, text) => void kept.set(key, text),
      }),
    ),
  );
  try {
    await page.goto(origin);
    assert.deepEqual(await page.evaluate(read), expected);
    await page.reload();
    assert.equal(await page.evaluate('localStorage.getItem("now")'), kept.get("now"));
    assert.deepEqual(await page.evaluate(read), expected);
    assert.deepEqual(complaints, []);
  } finally {
    await page.close();
    server.close();
  }
}
