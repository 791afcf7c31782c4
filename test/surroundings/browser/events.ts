import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import type { Browser } from "playwright-core";
import { whileRunning } from "../../support/samples/run-sample";

const PATIENCE = 30_000; // ms: chromium waits for some seconds before it connects again

/** The connection of sample 29-events' page is cut: it misses nothing of what is said then, and hears nothing twice. */
export async function testCutEvents(browser: Browser): Promise<void> {
  await whileRunning("29-events", async (origin) => {
    const line = await openLine(Number(new URL(origin).port));
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const heard = page.locator("li");
    await page.goto(line.origin);
    await heard.filter({ hasText: "hello" }).waitFor();

    line.cut();
    await page.locator("#state", { hasText: "connecting again" }).waitFor();
    await say(origin, "nobody is here");
    await heard.filter({ hasText: "nobody is here" }).waitFor();
    await say(origin, "good evening");
    await heard.filter({ hasText: "good evening" }).waitFor();

    assert.deepEqual(await heard.allInnerTexts(), ["hello", "nobody is here", "good evening"]);
    await page.close();
    line.close();
  });
}

/** A relay between a page and a server, which can be cut like a cable. */
interface Line {
  readonly origin: string;
  /** Ends every connection; new ones are let through. */
  cut(): void;
  close(): void;
}

async function openLine(port: number): Promise<Line> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, "localhost");
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    }
    near.pipe(far).pipe(near);
  }).listen(0);
  await once(server, "listening");
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  const { port: own } = server.address() as AddressInfo;
  return {
    origin: `http://localhost:${own}`,
    cut,
    close: () => {
      server.close();
      cut();
    },
  };
}

async function say(origin: string, text: string): Promise<void> {
  const headers = { "Content-Type": "application/json" };
  const said = await fetch(`${origin}/messages`, { method: "POST", headers, body: JSON.stringify({ text }) });
  assert.equal(said.status, 201);
}
