import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import express from "express";
import { App, Catalog, VersioningURI } from "versioned-controllers";
import { ArticleStore } from "../../../samples/32-conduit/article-store";
import { ArticlesController } from "../../../samples/32-conduit/articles";
import { Database } from "../../../samples/32-conduit/database";
import { mapError, realWorldErrors } from "../../../samples/32-conduit/errors";
import { TagsController } from "../../../samples/32-conduit/tags";
import { ROOT } from "../../support/samples/sample";
import { clientOptions } from "./clients";

const FOLDER = join(__dirname, ".generated/versioned");
const PROGRAMS = join(__dirname, "versioned");

const end = "2028-01-01T00:00:00.000Z";
/** The newest version that the catalogue has, the end of version 1 step by step, and calls of version 2, of which the old build gets the first. */
const expected = [
  "2",
  [200, ["deprecated", "/api/v1/tags", end], ["sunset", "/api/v1/tags", end]],
  // What was announced is not announced again.
  [200],
  [410, ["brownout", "/api/v1/tags", end]],
  [410, ["gone", "/api/v1/tags", end]],
  [200, ["unavailable", "/api/v2/articles", null]],
  [200],
];

/** Generated clients of Conduit whose `fetch` is a `VersionedFetch`: notices of version 1's end, and a roll between two builds. */
export async function assertVersioned(): Promise<void> {
  rmSync(FOLDER, { recursive: true, force: true });
  const database = new Database();
  const { host, documentOf } = conduit(new ArticleStore(database));
  const jobs = ["1", "2"].map((version) => {
    const folder = join(FOLDER, version);
    mkdirSync(folder, { recursive: true });
    const document = join(folder, "document.json");
    writeFileSync(document, JSON.stringify(documentOf(version)));
    return { folder, document };
  });
  writeFileSync(join(FOLDER, "jobs.json"), JSON.stringify(jobs));
  writeFileSync(join(FOLDER, "package.json"), '{ "type": "module" }');
  await run(join(__dirname, "generate/hey-api.mjs"), join(FOLDER, "jobs.json"));
  await run(join(__dirname, "generate/openapi-typescript.mjs"), join(FOLDER, "jobs.json"));
  const programs = ["openapi-fetch", "hey-api"].map((name) => join(PROGRAMS, `${name}.mts`));
  await assertTyped(programs);
  for (const program of programs) {
    const server = host().listen(0, "127.0.0.1");
    try {
      await once(server, "listening");
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      assert.deepEqual(JSON.parse(await run("--import", "tsx", program, origin)), expected, program);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  }
  await database.close();
}

/** The old build has version 1 alone, the new one both; requests of version 2 come to them in turn. */
function conduit(articles: ArticleStore) {
  let now = new Date("2026-10-01");
  const End = { Deprecated: "2026-11-01", Sunset: end, AfterSunset: "gone" } as const;
  const Brownouts = [{ From: "2027-03-01T00:00:00Z", To: "2027-03-01T01:00:00Z" }];
  const common = { Errors: realWorldErrors, MapError: mapError, Now: () => now };
  const app = new App({
    ...common,
    Versioning: {
      Type: VersioningURI,
      Versions: ["1", "2"],
      Lifecycle: { "1": { ...End, Brownouts, Successor: "2" } },
    },
  });
  app.Include([new ArticlesController(articles), new TagsController(articles)]);
  const old = new App({
    ...common,
    Versioning: { Type: VersioningURI, Versions: ["1"], UnknownVersion: "unavailable" },
  });
  old.Include(new TagsController(articles));

  const host = (): express.Express => {
    let calls = 0;
    const builds = [old.Build(), app.Build()] as const;
    now = new Date("2026-10-01");
    return express()
      .post("/clock", (req, res) => {
        now = new Date(Object.keys(req.query)[0] ?? "");
        res.sendStatus(204);
      })
      .get("/.well-known/api-catalog", Catalog(app, { Base: "https://conduit.example/api" }))
      .use("/api", (req, res, next) => {
        const isNew = !req.path.startsWith("/v2/") || calls++ % 2 === 1;
        builds[isNew ? 1 : 0](req, res, next);
      });
  };
  return { host, documentOf: (version: string) => app.Document(version) };
}

/** Each compiles with the clients of both versions. */
async function assertTyped(programs: readonly string[]): Promise<void> {
  const paths = { "versioned-controllers/client": [join(ROOT, "src/client.ts")] };
  const compilerOptions = { ...clientOptions, types: ["node"], paths };
  writeFileSync(join(FOLDER, "tsconfig.json"), JSON.stringify({ compilerOptions, files: programs }));
  await run(join(__dirname, "node_modules/typescript/bin/tsc"), "-p", FOLDER);
}

/** Not synchronously: this process serves the clients. */
async function run(...args: readonly string[]): Promise<string> {
  try {
    return (await promisify(execFile)(process.execPath, args, { cwd: __dirname })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`node ${args.join(" ")} failed\n${stdout}${stderr}`, { cause: error });
  }
}
