import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { installByLock } from "../../support/install";
import { runNode } from "../../support/run-process";
import { assertAnswer } from "../../support/samples/hold";
import { runProgram, runSample, type Answer } from "../../support/samples/run-sample";
import { readSample, ROOT } from "../../support/samples/sample";
import { createTally } from "../../support/tally";

const SAMPLE = "37-from-nest";

interface OtherWords {
  readonly nest: string;
  readonly here: string;
}

/** What the libraries below say by themselves. */
const otherWords: ReadonlyMap<string, OtherWords> = new Map([
  [
    "a body that is no JSON",
    { nest: "Unexpected end of JSON input", here: "the body is not well-formed JSON" },
  ],
]);

/** What errors carry here, and not in NestJS, which sends an ETag with them instead. */
const ofErrors = ["content-security-policy", "x-content-type-options", "x-request-id"];

/** The requests of samples/37-from-nest for the Nest application, and for what became of it: both have to give the same answers. */
async function main(): Promise<void> {
  installByLock(__dirname);
  const tally = createTally();
  await tally.check("the Nest application compiles", () => {
    rmSync(join(__dirname, ".built"), { recursive: true, force: true });
    runNode(ROOT, "node_modules/typescript/bin/tsc", "-p", `samples/${SAMPLE}/nest`);
  });
  const { requests, documents } = readSample(SAMPLE);
  const asked = requests.filter((request) => !documents.includes(request));
  const nest = await runProgram(
    { command: process.execPath, args: [join(__dirname, ".built/main.js")] },
    asked,
  );
  const here = await runSample(SAMPLE, asked);
  for (const { name, answer } of asked) {
    await tally.check(name, () => {
      const before = answerTo(nest.answers, name);
      const after = answerTo(here.answers, name);
      assertAnswer(answer, before);
      assertSame(before, after, otherWords.get(name));
    });
  }
  await tally.check("both end by SIGTERM, without a complaint", () => {
    for (const { exitCode, errors } of [nest, here]) {
      assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
    }
  });
  tally.finish();
}

function assertSame(before: Answer, after: Answer, words: OtherWords | undefined): void {
  assert.equal(after.status, before.status);
  assert.deepEqual(bodyOf(after), words ? { ...objectOf(before), message: words.here } : bodyOf(before));
  if (words) assert.equal(objectOf(before).message, words.nest);
  const isError = before.status >= 400;
  const added = isError ? [...ofErrors, ...(before.status === 401 ? ["www-authenticate"] : [])] : [];
  for (const name of added) assert.ok(after.headers.has(name), `${name} is missing`);
  // The words of a message count in its length.
  const lost = ["date", ...(isError ? ["etag"] : []), ...(words ? ["content-length"] : [])];
  assert.deepEqual(headersOf(after, [...added, ...lost]), headersOf(before, lost));
}

function headersOf({ headers }: Answer, without: readonly string[]): unknown {
  return Object.fromEntries([...headers].filter(([name]) => !without.includes(name)));
}

function bodyOf({ text }: Answer): unknown {
  return text === "" ? undefined : JSON.parse(text);
}

function objectOf(answer: Answer): Readonly<Record<string, unknown>> {
  return { ...(bodyOf(answer) as object) };
}

function answerTo(answers: ReadonlyMap<string, Answer>, name: string): Answer {
  const answer = answers.get(name);
  if (!answer) throw new Error(`it was not asked: ${name}`);
  return answer;
}

void main();
