import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import express from "express";
import type { App, Version } from "versioned-controllers";
import type { VersionedCall } from "./calls";
import { startPrism, type Prism } from "./prism";
import type { Scheme } from "./schemes";

/** Sends calls through a proxy for each version, which holds requests and answers against that version's document. */
export async function assertJudgedClean(
  app: App,
  scheme: Scheme,
  calls: readonly VersionedCall[],
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "judged-"));
  const server = createServer(express().use(app.Build())).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const upstream = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`;
  const proxies = new Map<Version, Prism>();
  try {
    await Promise.all(
      app.Versions().map(async (version) => {
        const document = join(folder, `${version}.json`);
        writeFileSync(document, JSON.stringify(app.Document(version)));
        proxies.set(version, await startPrism(document, upstream));
      }),
    );
    for (const call of calls) await assertClean(call, scheme, proxies.get(call.version)?.url);
  } finally {
    await Promise.all([...proxies.values()].map((proxy) => proxy.stop()));
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  }
}

async function assertClean(call: VersionedCall, scheme: Scheme, url = ""): Promise<void> {
  const { version, method, body, headers, status, isNeutral } = call;
  const asked = scheme.ask(call.target, version);
  const target = isNeutral && scheme.name === "URI" ? call.target : asked.target;
  const answer = await fetch(url + target, {
    method,
    headers: { ...asked.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  const isJudgement = text.includes("https://stoplight.io/prism/errors");
  // Calls that the App refuses, the document refuses as well: input, and a method that the version has no route for.
  if (isJudgement && (status === 400 || status === 404)) {
    assert.equal(answer.status, status === 400 ? 422 : 405, text);
  } else {
    const told = { status: answer.status, violations: answer.headers.get("sl-violations"), isJudgement };
    const clean = { status, violations: null, isJudgement: false };
    assert.deepEqual(told, clean, `${method} ${target} of version ${version}: ${text}`);
  }
}
