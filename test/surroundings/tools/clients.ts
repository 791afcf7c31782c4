import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import express from "express";
import { App, WithParams, WithResponse, WithVersion, type VersioningOptions } from "versioned-controllers";
import { z } from "zod";
import { clientSchemes, generators, type ClientLines } from "./client-cases";

const CLIENTS = join(__dirname, ".generated/clients");
const VERSIONS = ["1", "2"] as const;

/** The answer to `GET /cats` in each version, and its type. */
const expected = {
  "1": { type: "string[]", cats: ["Tom"] },
  "2": { type: "{ name: string }[]", cats: [{ name: "Tom" }] },
};

/** A client that is generated, and its place. */
interface Client {
  readonly generator: string;
  readonly folder: string;
  readonly document: string;
  readonly url: string;
  readonly headers: ClientLines["headers"];
  readonly cats: unknown;
}

function catsApp(Versioning: VersioningOptions): App {
  return new App({ Versioning })
    .Get("/cats", () => ["Tom"], WithVersion("1"), WithResponse(200, z.array(z.string())))
    .Get(
      "/cats",
      () => [{ name: "Tom" }],
      WithVersion("2"),
      WithResponse(200, z.array(z.object({ name: z.string() }))),
    )
    .Delete(
      "/cats/{id}",
      () => undefined,
      WithVersion(...VERSIONS),
      WithParams(z.object({ id: z.coerce.number() })),
      WithResponse(204),
    );
}

/** Does something while the two versions are served in every way, with a client of every generator for each. */
export async function whileServed(action: (clients: readonly Client[]) => Promise<void>): Promise<void> {
  rmSync(CLIENTS, { recursive: true, force: true });
  const servers: Server[] = [];
  try {
    const clients: Client[] = [];
    for (const { name, options } of clientSchemes) {
      const app = catsApp(options);
      const server = createServer(express().use(app.Build())).listen(0, "127.0.0.1");
      servers.push(server);
      await once(server, "listening");
      const address = server.address();
      const url = `http://127.0.0.1:${address instanceof Object ? address.port : 0}`;
      for (const version of VERSIONS) clients.push(...writeClients(name, version, app, url));
    }
    await action(clients);
  } finally {
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** The types of what an invalid request is told, and of nothing else. */
const detailsCheck = `
type Told = NonNullable<InvalidRequest["error"]["details"]>[number];
export const shown = ({ in: part, path, message }: Told): string[] => [part, ...path.map(String), message];
// @ts-expect-error: the details have no such member
export const misspelt = ({ mesage }: Told): unknown => mesage;
`;

function writeClients(scheme: string, version: "1" | "2", app: App, url: string): readonly Client[] {
  const document = JSON.stringify(app.Document(version));
  const path = scheme === "URI" ? `/v${version}/cats` : "/cats";
  return generators.map(({ name, program, lines, invalidRequest }) => {
    const folder = join(CLIENTS, name, `${scheme.replace(" ", "-")}-${version}`);
    mkdirSync(folder, { recursive: true });
    const own = linesOf(lines[scheme], version);
    const check = `export const typed: ${expected[version].type} | undefined = cats;\n`;
    writeFileSync(join(folder, "document.json"), document);
    writeFileSync(
      join(folder, "program.ts"),
      `${invalidRequest}\n${program(own, { url, path })}${check}${detailsCheck}`,
    );
    return {
      generator: name,
      folder,
      document: join(folder, "document.json"),
      url,
      headers: own.headers,
      cats: expected[version].cats,
    };
  });
}

function linesOf(lines: ClientLines | undefined, version: string): ClientLines {
  assert.ok(lines, "a scheme without its lines");
  return JSON.parse(JSON.stringify(lines).replaceAll("VERSION", version)) as ClientLines;
}

/** Runs a generator once for all its clients. */
export async function generate(generator: string, clients: readonly Client[]): Promise<void> {
  const jobs = clients
    .filter((client) => client.generator === generator)
    .map(({ folder, document, url, headers }) => ({ folder, document, url, headers }));
  const list = join(CLIENTS, `${generator}.json`);
  writeFileSync(list, JSON.stringify(jobs));
  await node(join(__dirname, "generate", `${generator}.mjs`), list);
}

/** Strict, as each generator's users have it. */
export const clientOptions = {
  strict: true,
  noEmit: true,
  target: "es2022",
  module: "esnext",
  moduleResolution: "bundler",
  lib: ["es2023", "dom", "dom.iterable"],
  types: [],
  skipLibCheck: true,
  allowImportingTsExtensions: true,
};

export async function compile(): Promise<void> {
  writeFileSync(join(CLIENTS, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(CLIENTS, "tsconfig.json"),
    JSON.stringify({ compilerOptions: clientOptions, include: ["*/*/program.ts"] }),
  );
  await node(join(__dirname, "node_modules/typescript/bin/tsc"), "-p", CLIENTS);
}

/** Every program gets what its version is. */
export async function assertTold(clients: readonly Client[]): Promise<void> {
  const folders = clients.map(({ folder }) => folder);
  const program = `for (const folder of ${JSON.stringify(folders)}) {
  const { cats } = await import(folder + "/program.ts");
  console.log(JSON.stringify([folder, cats]));
}`;
  writeFileSync(join(CLIENTS, "all.ts"), program);
  const told = await node("--import", "tsx", join(CLIENTS, "all.ts"));
  const lines = told.trim().split("\n");
  assert.deepEqual(
    lines.map((line): unknown => JSON.parse(line)),
    clients.map(({ folder, cats }) => [folder, cats]),
  );
}

/** The page shows what is held here, for version 2. */
export function assertShown(page: string): void {
  for (const { name, lines } of generators) {
    const [, section = ""] = page.split(`\n## ${name}\n`);
    const [own = ""] = section.split("\n## ");
    for (const { headers = {}, argument = "" } of Object.values(lines)) {
      const fields = Object.entries(headers).map(([field, value]) => `${field}: "${value}"`);
      for (const part of [argument, ...fields].map((text) => text.replaceAll("VERSION", "2"))) {
        assert.ok(
          own.includes(part),
          `docs/guides/documents/generated-clients.md, ${name}: it does not show ${part}`,
        );
      }
    }
  }
}

async function node(...args: readonly string[]): Promise<string> {
  // Not synchronously: this process serves the clients.
  const run = promisify(execFile);
  try {
    return (await run(process.execPath, args, { cwd: CLIENTS, maxBuffer: 64 * 1024 * 1024 })).stdout;
  } catch (error) {
    const { stdout, stderr } = error as { readonly stdout: string; readonly stderr: string };
    throw new Error(`node ${args.join(" ")} failed\n${stdout}${stderr}`, { cause: error });
  }
}
