import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App } from "versioned-controllers";
import { CreateServer } from "versioned-controllers/server";
import { recordingLogger } from "../../support/logger";
import { utf8, wireOf, type Wire } from "../../support/wire";
import { compressionCases, errorPageCases, finishedCases, logCases, staticCases } from "./answers";
import { bodyCases } from "./bodies";
import type { Case } from "./case";
import { cookieSessionCases, sessionCases } from "./sessions";

const folder = filesOf({
  "cat.json": '{"name":"Tom"}',
  "a b.txt": "with a blank",
  "empty.txt": "",
  "index.html": "<p>index</p>",
  "folder/index.html": "<p>folder</p>",
  ".hidden": "found",
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

const packages: Readonly<Record<string, readonly Case[]>> = {
  "body-parser": bodyCases(),
  compression: compressionCases(),
  "express-session": sessionCases(),
  "serve-static": staticCases(folder),
  morgan: logCases(),
  "cookie-session": cookieSessionCases(),
  "on-finished": finishedCases(),
  finalhandler: errorPageCases(),
};

describe.each(Object.entries(packages))("%s, byte for byte as under http.createServer", (_package, cases) => {
  it.each(cases.map((one) => [one.what, one] as const))("%s", async (_what, one) => {
    const app = new App({ Logger: recordingLogger() }).Get("/of-the-app", () => "App");
    const plain = await answersOf(await wireOf(createServer(one.make())), one);
    for (const text of one.holds) expect(plain.join("\n")).toContain(utf8(text));
    expect(await answersOf(await wireOf(CreateServer(one.make())), one)).toEqual(plain);
    expect(await answersOf(await wireOf(CreateServer(app, { Host: one.make() })), one)).toEqual(plain);
  });
});

async function answersOf(wire: Wire, { connections }: Case): Promise<readonly string[]> {
  const answers: string[] = [];
  for (const bytes of connections) answers.push(await wire.send(bytes));
  return answers;
}

function filesOf(files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), "versioned-controllers-ecosystem-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(root, name, ".."), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
