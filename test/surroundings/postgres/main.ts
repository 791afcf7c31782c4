import assert from "node:assert/strict";
import { runSample, type Answer, type SampleRun } from "../../support/samples/run-sample";
import { readSample } from "../../support/samples/sample";
import { createTally } from "../../support/tally";

const SAMPLE = "18-bookshop";

/** The bookshop on the PostgreSQL server of DATABASE_URL, whose database is empty: see tools/with-postgres.sh. */
async function main(url: string | undefined): Promise<void> {
  if (url === undefined) throw new Error("DATABASE_URL must name an empty database");
  const tally = createTally();
  const { requests } = readSample(SAMPLE);

  const onServer = await runSample(SAMPLE, requests, { DATABASE_URL: url });
  await tally.check("it ends by SIGTERM, without a complaint", () => {
    assertEnded(onServer);
  });

  // npm test holds those of the embedded database to requests.http.
  const embedded = await runSample(SAMPLE, requests);
  for (const { name } of requests) {
    await tally.check(`the server's answer is that of the embedded database: ${name}`, () => {
      assert.deepEqual(toldBy(onServer, name), toldBy(embedded, name));
    });
  }

  const list = requests.filter(({ method, path }) => method === "GET" && path === "/v2/books");
  const again = await runSample(SAMPLE, list, { DATABASE_URL: url });
  const inMemory = await runSample(SAMPLE, list);
  await tally.check("the books are there when it is started again, in a server alone", () => {
    const titlesIn = (run: SampleRun) => list.flatMap(({ name }) => titles(run.answers.get(name)));
    assert.deepEqual(titlesIn(again).sort(), ["Pride and Prejudice", "The C Programming Language"]);
    assert.deepEqual(titlesIn(inMemory), []);
    assertEnded(again);
  });
  tally.finish();
}

function assertEnded({ exitCode, errors }: SampleRun): void {
  assert.deepEqual({ exitCode, errors }, { exitCode: 0, errors: "" });
}

/** An answer's status and body, but for the request's id. */
function toldBy({ answers }: SampleRun, request: string): object {
  const answer = answers.get(request);
  assert(answer);
  const headers = ["Content-Type", "Location"].map((name) => answer.headers.get(name));
  return {
    status: answer.status,
    headers,
    text: answer.text.replace(/"request_id":"[^"]+"/, '"request_id":"..."'),
  };
}

function titles(answer: Answer | undefined): readonly string[] {
  return (JSON.parse(answer?.text ?? "[]") as { readonly title: string }[]).map(({ title }) => title);
}

void main(process.env.DATABASE_URL);
