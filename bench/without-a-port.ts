/* What a request costs by CreateFetch, against the same one over the loopback: `npm run bench:fetch`. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import type * as Package from "../src/index";
import type * as ServerEntry from "../src/server";
import { buildPackage, top } from "./build";
import { printSlices, type Pair } from "./function-slices";

async function main(): Promise<void> {
  const built = buildPackage(top);
  const load = createRequire(__filename);
  const { App, VersioningURI, WithBody, WithVersion } = load(join(built, "index.js")) as typeof Package;
  const { CreateFetch, CreateServer } = load(join(built, "server.js")) as typeof ServerEntry;
  const items = Array.from({ length: 2000 }, (_, id) => ({ id, name: `a cat of some name ${id}` }));
  const Cat = z.object({ id: z.int(), name: z.string() });
  const app = new App({ Versioning: { Type: VersioningURI } })
    .Get("/cats/{id}", (req) => ({ id: req.params.id, name: "Tom" }), WithVersion("1"))
    .Get("/cats", () => items, WithVersion("1"))
    .Post("/cats", (req) => req.body, WithVersion("1"), WithBody(z.array(Cat)));

  const server = CreateServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ask = CreateFetch(app);
  const body = JSON.stringify(items.slice(0, 25));
  const headers = { "Content-Type": "application/json" };
  const pairs: Pair[] = [];
  for (const [name, path, init] of [
    ["GET, 25 bytes back", "/v1/cats/7", {}],
    ["GET, 80 KB back", "/v1/cats", {}],
    ["POST, 1 KB there and back", "/v1/cats", { method: "POST", headers, body }],
  ] as const) {
    const ours = async (): Promise<string> => {
      const answer = await ask(new Request(`${origin}${path}`, init));
      return answer.text();
    };
    const others = async (): Promise<string> => (await fetch(`${origin}${path}`, init)).text();
    const text = await ours();
    assert.equal(await others(), text);
    assert.notEqual(text, "");
    pairs.push({ name, ours, others });
  }
  await printSlices("a request by CreateFetch, against fetch over the loopback", pairs);
  server.close();
}

void main().then(() => process.exit());
