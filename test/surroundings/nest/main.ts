import assert from "node:assert/strict";
import { readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { installByLock } from "../../support/install";
import { runNode } from "../../support/run-process";
import { assertAnswer } from "../../support/samples/hold";
import { readRequestsFile } from "../../support/samples/requests-file";
import { runProgram, runSample, type Answer, type Program } from "../../support/samples/run-sample";
import { readSample, ROOT } from "../../support/samples/sample";
import { createTally, type Tally } from "../../support/tally";

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
  linkPackage();
  const tally = createTally();
  await tally.check("the Nest applications compile", () => {
    rmSync(join(__dirname, ".built"), { recursive: true, force: true });
    runNode(ROOT, "node_modules/typescript/bin/tsc", "-p", `samples/${SAMPLE}/nest`);
  });
  await checkMoved(tally);
  await checkModule(tally);
  tally.finish();
}

/** The Nest application with one module on this package, mounted in each of the ways that NestJS has for middleware. */
async function checkModule(tally: Tally): Promise<void> {
  const file = join(ROOT, `samples/${SAMPLE}/nest/one-module/requests.http`);
  const asked = readRequestsFile(readFileSync(file, "utf8"), file);
  const programs = [
    { mount: "nest.use", program: nestProgram(".built/one-module/main.js") },
    ...["*", "{*all}", "/"].map((path) => ({
      mount: `forRoutes("${path}")`,
      program: nestProgram("for-routes.mjs", path),
    })),
  ];
  for (const { mount, program } of programs) {
    const { answers, exitCode, errors } = await runProgram(program, asked);
    for (const { name, answer } of asked) {
      await tally.check(`one module by ${mount}: ${name}`, () => {
        assertAnswer(answer, answerTo(answers, name));
      });
    }
    await tally.check(`one module by ${mount}: ends by SIGTERM, without a complaint`, () => {
      assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
    });
  }
}

async function checkMoved(tally: Tally): Promise<void> {
  const { requests, documents } = readSample(SAMPLE);
  const asked = requests.filter((request) => !documents.includes(request));
  const nest = await runProgram(nestProgram(".built/main.js"), asked);
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
}

function nestProgram(file: string, ...args: readonly string[]): Program {
  return { command: process.execPath, args: [join(__dirname, file), ...args] };
}

/** The compiled programs find the built package where an application has it. */
function linkPackage(): void {
  const link = join(__dirname, "node_modules/versioned-controllers");
  rmSync(link, { force: true });
  symlinkSync(ROOT, link);
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
