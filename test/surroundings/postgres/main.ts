import assert from "node:assert/strict";
import { runSample, whileRunning, type Answer, type SampleRun } from "../../support/samples/run-sample";
import { readSample } from "../../support/samples/sample";
import { createTally, type Tally } from "../../support/tally";
import { testLives } from "./lives";
import { testRollingOut } from "./rolling-out";
import { testCountedTogether } from "./usage";

const BOOKSHOP = "18-bookshop";
const ACCOUNTS = "33-pinned-accounts";
const OUTBOX = "34-outbox";
const USAGE = "38-usage";
const ROLLING = "39-rolling-out";
const LIVES = "41-lives-in-postgres";

/** The samples on the PostgreSQL server of DATABASE_URL, whose database is empty: see tools/with-postgres.sh. */
async function main(url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error("DATABASE_URL must name an empty database");
  const tally = createTally();
  for (const sample of [BOOKSHOP, ACCOUNTS, OUTBOX, USAGE, ROLLING, LIVES]) {
    await testSame(sample, url, tally);
  }
  await testBooksStay(url, tally);
  await testPinsStay(url, tally);
  await tally.check("processes behind nginx add their calls to one table", () => testCountedTogether(url));
  await tally.check("two builds behind nginx: every answer is of the right version, and none is lost", () =>
    testRollingOut(url, Number(process.env.ROLLING_REQUESTS ?? 2000)),
  );
  await tally.check(
    "two processes follow the lives of versions in a row, and find it again after a cut",
    () => testLives(url),
  );
  tally.finish();
}

/** A sample's answers are those that the embedded database gives, which npm test holds to requests.http. */
async function testSame(sample: string, url: string, tally: Tally): Promise<void> {
  const { requests } = readSample(sample);
  const onServer = await runSample(sample, requests, { DATABASE_URL: url });
  await tally.check(`${sample} ends by SIGTERM, without a complaint`, () => {
    assertEnded(onServer);
  });
  const embedded = await runSample(sample, requests);
  for (const { name } of requests) {
    await tally.check(`${sample}: the server's answer is that of the embedded database: ${name}`, () => {
      assert.deepEqual(toldBy(onServer, name), toldBy(embedded, name));
    });
  }
}

async function testBooksStay(url: string, tally: Tally): Promise<void> {
  const { requests } = readSample(BOOKSHOP);
  const list = requests.filter(({ method, path }) => method === "GET" && path === "/v2/books");
  const again = await runSample(BOOKSHOP, list, { DATABASE_URL: url });
  const inMemory = await runSample(BOOKSHOP, list);
  await tally.check("the books are there when it is started again, in a server alone", () => {
    const titlesIn = (run: SampleRun) => list.flatMap(({ name }) => titles(run.answers.get(name)));
    assert.deepEqual(titlesIn(again).sort(), ["Pride and Prejudice", "The C Programming Language"]);
    assert.deepEqual(titlesIn(inMemory), []);
    assertEnded(again);
  });
}

/** Two processes on one table: a pin outlives the process that made it, and a raised version holds in the other one too. */
async function testPinsStay(url: string, tally: Tally): Promise<void> {
  const environment = { DATABASE_URL: url };
  await tally.check("pins are there after a restart, and two processes share them", async () => {
    await whileRunning(
      ACCOUNTS,
      async (one) => {
        assert.deepEqual(await pinsAt(one), ["2025-01-15", "2025-09-01"]);
        await raise(one, "2025-09-01");
        await whileRunning(
          ACCOUNTS,
          async (other) => {
            assert.deepEqual(await pinsAt(other), ["2025-09-01", "2025-09-01"]);
          },
          environment,
        );
      },
      environment,
    );
  });
}

async function pinsAt(origin: string): Promise<readonly unknown[]> {
  const pins: unknown[] = [];
  for (const account of ["acme", "globex"]) {
    const answer = await fetch(`${origin}/version`, { headers: { "X-API-Key": `key-of-${account}` } });
    pins.push(((await answer.json()) as { readonly version: unknown }).version);
  }
  return pins;
}

async function raise(origin: string, version: string): Promise<void> {
  const headers = { "X-API-Key": "key-of-acme", "Content-Type": "application/json" };
  const answer = await fetch(`${origin}/version`, {
    method: "PUT",
    headers,
    body: JSON.stringify({ version }),
  });
  assert.equal(answer.status, 200);
}

function assertEnded({ exitCode, errors }: SampleRun): void {
  assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
}

/** An answer's status and body, but for the request's id, the port of the run, and when that was. */
function toldBy({ answers }: SampleRun, request: string): object {
  const answer = answers.get(request);
  assert(answer);
  const headers = ["Content-Type", "Location"].map((name) => answer.headers.get(name));
  return {
    status: answer.status,
    headers,
    text: answer.text
      .replace(/"request_id":"[^"]+"/, '"request_id":"..."')
      .replaceAll(/(?<=http:\/\/localhost:)\d+/g, "...")
      .replaceAll(/(?<="(last|since)":")[^"]+/g, "...")
      .replace(/(?<=As of )[-\d]+ [:\d]+(?= UTC)/, "..."),
  };
}

function titles(answer: Answer | undefined): readonly string[] {
  return (JSON.parse(answer?.text ?? "[]") as { readonly title: string }[]).map(({ title }) => title);
}

void main(process.env.DATABASE_URL);
