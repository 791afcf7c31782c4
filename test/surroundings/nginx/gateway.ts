import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer, request, type IncomingMessage } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import express from "express";
import { blocksOf } from "../../documentation/markdown";
import app from "./gateway-app";
import { startGateway } from "./proxy";

const root = resolve(__dirname, "../../..");

/** Requests, and whether one of the routes takes them. */
const cases: readonly (readonly [line: string, isRoute: boolean])[] = [
  ["GET /v1/cats/Tom", true],
  ["HEAD /v1/cats/Tom", true],
  ["GET /v2/cats/Tom/", true],
  ["GET /v2/cats/Tom?a=/b", true],
  ["GET /v1/cats/a%2Fb", true],
  ["POST /v2/cats", true],
  ["GET /v2/files/a/b.txt", true],
  ["GET /v1/a.b/1", true],
  ["GET /health", true],
  ["GET /v3/cats/Tom", false],
  ["GET /v1/cats", false],
  ["GET /v1/cats/", false],
  ["GET /v1/cats/Tom/b", false],
  ["POST /v1/cats", false],
  ["DELETE /v1/cats/Tom", false],
  ["GET /v2/files/", false],
  ["GET /v1/axb/1", false],
  ["GET /v1/health", false],
  ["GET /healthy", false],
  ["GET /admin?/health", false],
];

/** Runs the scripts of the page over `routes --json`: nginx is asked, Envoy's patterns are matched here. */
export async function testGateway(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "gateway-"));
  const command = [
    "--import",
    "tsx",
    "src/cli.ts",
    "routes",
    "test/surroundings/nginx/gateway-app.ts",
    "--json",
  ];
  writeFileSync(join(folder, "routes.json"), execFileSync(process.execPath, command, { cwd: root }));
  const [nginx = "", envoy = ""] = blocksOf("docs/guides/running/rolling-out.md")
    .filter(({ info, text }) => info === "ts fragment" && text.includes("routes.json"))
    .map(({ text }) => printedBy(text, folder));
  rmSync(folder, { recursive: true });

  const reached: string[] = [];
  const server = createServer(
    express()
      .use((req, _res, next) => {
        reached.push(`${req.method} ${req.url}`);
        next();
      })
      .use(app.Build()),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const gateway = await startGateway(Number(new URL(origin).port), nginx);
  try {
    for (const [line, isRoute] of cases) {
      assert.equal(await statusOf(line, origin), isRoute ? 200 : 404, `the App: ${line}`);
      reached.length = 0;
      assert.equal(await statusOf(line, gateway.url), isRoute ? 200 : 404, `nginx: ${line}`);
      assert.deepEqual(reached, isRoute ? [line] : [], `nginx passes on: ${line}`);
      assert.equal(isMatched(line, envoy), isRoute, `Envoy: ${line}`);
    }
  } finally {
    await gateway.stop();
    server.close();
  }
}

function printedBy(script: string, folder: string): string {
  const file = join(folder, "script.mts");
  writeFileSync(file, script);
  const tsx = require.resolve("tsx");
  return execFileSync(process.execPath, ["--import", tsx, file], { cwd: folder, encoding: "utf8" });
}

/** Node's own client sends a path as it is written. */
async function statusOf(line: string, origin: string): Promise<number> {
  const [method, path = ""] = line.split(" ");
  const asked = request(origin, { method, path, agent: false });
  asked.end();
  const [response] = (await once(asked, "response")) as [IncomingMessage];
  response.resume();
  return response.statusCode ?? 0;
}

interface EnvoyRoutes {
  readonly routes: readonly {
    readonly match: {
      readonly safe_regex: { readonly regex: string };
      readonly headers: readonly [
        { readonly string_match: { readonly safe_regex: { readonly regex: string } } },
      ];
    };
  }[];
}

/** True if a route matches as Envoy does it: the whole path without its query, and the whole method. */
function isMatched(line: string, printed: string): boolean {
  const [method = "", target = ""] = line.split(" ");
  const [path = ""] = target.split("?");
  return (JSON.parse(printed) as EnvoyRoutes).routes.some(({ match }) => {
    const [{ string_match }] = match.headers;
    return isWhole(match.safe_regex.regex, path) && isWhole(string_match.safe_regex.regex, method);
  });
}

function isWhole(regex: string, text: string): boolean {
  return new RegExp(`^(?:${regex})$`).test(text);
}
