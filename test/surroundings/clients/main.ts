import assert from "node:assert/strict";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { outboxApp } from "../../../samples/34-outbox/app";
import { Outbox } from "../../../samples/34-outbox/outbox";
import { runNode } from "../../support/run-process";
import { runSample, startInLanes, whileRunning } from "../../support/samples/run-sample";
import { documentName, readSample, sampleNames } from "../../support/samples/sample";
import { createTally } from "../../support/tally";
import { assertMoved, movedClients, saveMovingDocuments } from "./moving";

const GENERATED = join(__dirname, ".generated");
// The TypeScript that openapi-typescript wants, which is not that of the repository.
const TSC = require.resolve("typescript/bin/tsc", { paths: [__dirname] });

/** The clients that are generated from the samples' documents compile, and that of the bookshop works. */
async function main(): Promise<void> {
  rmSync(GENERATED, { recursive: true, force: true });
  mkdirSync(GENERATED);
  const tally = createTally();
  await tally.check("every sample gives its documents", saveDocuments);
  await tally.check("the webhooks of both versions have documents", saveWebhooks);
  await tally.check("both versions of what clients move between have documents", () => {
    saveMovingDocuments(GENERATED);
  });
  await tally.check("openapi-typescript makes a client of each", () => {
    runNode(__dirname, "generate.mjs", GENERATED);
    assert.deepEqual(generated(".ts"), generated(".json"));
  });
  await tally.check("the clients compile, and the bookshop's program with them", () => {
    runNode(__dirname, TSC, "-p", ".");
  });
  await tally.check("what the bookshop's document does not say does not compile", testMisspelt);
  await tally.check("the bookshop's program works over HTTP", testProgram);
  for (const client of movedClients) {
    await tally.check(`moved to version 2 by the guide: ${client.name}`, () => assertMoved(client));
  }
  tally.finish();
}

async function saveDocuments(): Promise<void> {
  const samples = sampleNames().map(readSample);
  const runs = startInLanes(
    2,
    samples.map(
      ({ name, documents }) =>
        () =>
          runSample(name, documents),
    ),
  );
  for (const [index, { answers }] of (await Promise.all(runs)).entries()) {
    const { name, documents } = samples[index] ?? assert.fail();
    assert.notEqual(documents.length, 0, `${name} has no document`);
    for (const request of documents) {
      const { status, text } = answers.get(request.name) ?? assert.fail();
      assert.equal(status, 200);
      writeFileSync(join(GENERATED, `${documentName(name, request)}.json`), text);
    }
  }
}

/** The documents of each version of sample 34-outbox, whose subscribers have types of their own version. */
function saveWebhooks(): void {
  const app = outboxApp(new Outbox(withoutRows), () => Promise.resolve());
  for (const version of app.Versions()) {
    writeFileSync(join(GENERATED, `webhooks-${version}.json`), JSON.stringify(app.Document(version)));
  }
}

/** Documents need no rows. */
const withoutRows = { query: () => Promise.resolve({ rows: [] }), close: () => Promise.resolve() };

/** The names of what has been generated, without their endings. */
function generated(ending: string): readonly string[] {
  const files = readdirSync(GENERATED).filter((file) => file.endsWith(ending));
  return files.map((file) => file.slice(0, -ending.length)).sort();
}

/** Each line that ends with a part of a message has one error, with that message; no other line has any. */
function testMisspelt(): void {
  const lines = readFileSync(join(__dirname, "program/misspelt.mts"), "utf8").split("\n");
  const expected = lines.flatMap((line, index) => {
    const [, part] = /; \/\/ (.+)$/.exec(line) ?? [];
    return part === undefined ? [] : [{ place: `(${index + 1},`, part }];
  });
  const said = whatIsSaid(() => runNode(__dirname, TSC, "-p", "tsconfig.misspelt.json", "--pretty", "false"));
  const [, ...errors] = said.split(/^program\/misspelt\.mts/m);
  assert.equal(errors.length, expected.length, said);
  for (const [index, { place, part }] of expected.entries()) {
    const error = errors[index] ?? "";
    assert.ok(error.startsWith(place) && error.includes(part), `not ${part}, but ${error}`);
  }
}

function whatIsSaid(action: () => unknown): string {
  try {
    action();
  } catch (error) {
    return String(error);
  }
  throw new Error("it compiles");
}

/** Started as its users start it, and asked by the compiled program. */
async function testProgram(): Promise<void> {
  const { exitCode, errors } = await whileRunning("18-bookshop", async (url) => {
    console.log(runNode(__dirname, ".generated/compiled/program/bookshop.mjs", url).trim());
  });
  assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
}

void main();
