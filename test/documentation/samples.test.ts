import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
// The example that this sample shows is a test file itself.
import "../../samples/14-testing/app.test";
import { judgeFolder } from "../support/documents/judging";
import { saveDocument } from "../support/documents/save";
import type { ExpectedAnswer } from "../support/samples/requests-file";
import { runSample, startInLanes, type Answer, type SampleRun } from "../support/samples/run-sample";
import { documentName, readSample, ROOT, sampleNames } from "../support/samples/sample";

/** How many requests each requests.http holds, and how many of them fetch a document. */
const expected = {
  "00-cats": { requests: 15, documents: 1 },
  "01-hello": { requests: 5, documents: 1 },
  "02-uri": { requests: 7, documents: 1 },
  "03-header": { requests: 6, documents: 1 },
  "04-media-type": { requests: 6, documents: 1 },
  "05-dates": { requests: 8, documents: 1 },
  "06-preference-list": { requests: 7, documents: 1 },
  "07-query": { requests: 5, documents: 1 },
  "08-nested-routers": { requests: 9, documents: 1 },
  "09-neutral": { requests: 6, documents: 1 },
  "10-guards": { requests: 10, documents: 1 },
  "11-existing-application": { requests: 7, documents: 1 },
  "12-two-apps": { requests: 6, documents: 2 },
  "13-cors": { requests: 4, documents: 1 },
  "14-testing": { requests: 5, documents: 1 },
  "15-awilix": { requests: 3, documents: 1 },
  "16-tsyringe": { requests: 3, documents: 1 },
  "17-pino": { requests: 4, documents: 1 },
  "18-bookshop": { requests: 31, documents: 1 },
  "19-uri-to-header": { requests: 9, documents: 1 },
  "20-date-versions": { requests: 10, documents: 1 },
  "21-lifecycle": { requests: 8, documents: 1 },
  "22-who-still-calls": { requests: 14, documents: 1 },
  "23-opentelemetry": { requests: 9, documents: 1 },
  "24-problem-details": { requests: 6, documents: 1 },
  "25-own-error-form": { requests: 7, documents: 1 },
  "26-jwt": { requests: 9, documents: 1 },
  "27-session-cookie": { requests: 11, documents: 1 },
  "28-api-key": { requests: 8, documents: 1 },
  "29-events": { requests: 7, documents: 1 },
  "30-upload": { requests: 8, documents: 1 },
  "31-bookshop-by-changes": { requests: 31, documents: 1 },
  "32-conduit": { requests: 36, documents: 1 },
  "33-pinned-accounts": { requests: 14, documents: 1 },
  "34-outbox": { requests: 9, documents: 1 },
  "35-customer": { requests: 15, documents: 1 },
  "36-schedules": { requests: 11, documents: 1 },
  "37-from-nest": { requests: 32, documents: 1 },
  "38-usage": { requests: 8, documents: 1 },
  "39-rolling-out": { requests: 4, documents: 1 },
  "40-mcp": { requests: 5, documents: 1 },
  "41-lives-in-postgres": { requests: 3, documents: 1 },
  "42-recorded": { requests: 5, documents: 1 },
  "43-openapi-30": { requests: 3, documents: 1 },
  "44-idempotency-keys": { requests: 5, documents: 1 },
  "45-from-express": { requests: 6, documents: 1 },
};

const samples = Object.entries(expected).map(([name, counts]) => ({ ...readSample(name), counts }));

let runs: ReadonlyMap<string, Promise<SampleRun>>;

beforeAll(() => {
  const started = startInLanes(
    2,
    samples.map(
      ({ name, requests }) =>
        () =>
          runSample(name, requests),
    ),
  );
  runs = new Map(samples.map(({ name }, index) => [name, started[index] ?? Promise.reject(new Error(name))]));
});

afterAll(() => Promise.allSettled(runs.values()), 120_000);

function runOf(name: string): Promise<SampleRun> {
  return runs.get(name) ?? Promise.reject(new Error(`${name} was not started`));
}

async function answerTo(sample: string, request: string): Promise<Answer> {
  const answer = (await runOf(sample)).answers.get(request);
  if (!answer) throw new Error(`${sample} was not asked: ${request}`);
  return answer;
}

it("every sample is listed here", () => {
  expect(sampleNames()).toEqual(Object.keys(expected));
});

describe.each(samples)("sample $name", ({ name, counts, requests, documents }) => {
  it(`has ${counts.requests} requests, ${counts.documents} of them for a document`, () => {
    expect({ requests: requests.length, documents: documents.length }).toEqual(counts);
  });

  it("has a README of at most 30 lines", () => {
    const lines = readFileSync(join(ROOT, "samples", name, "README.md"), "utf8")
      .trimEnd()
      .split("\n");
    expect(lines.length).toBeGreaterThan(3);
    expect(lines.length).toBeLessThanOrEqual(30);
  });

  it.each(requests)(
    "$name: $method $path",
    async ({ name: request, answer }) => {
      holdTo(answer, await answerTo(name, request));
    },
    120_000,
  );

  it("ends by SIGTERM, without a complaint", async () => {
    const { exitCode, errors } = await runOf(name);
    expect({ exitCode, errors }).toEqual({ exitCode: 0, errors: "" });
  }, 120_000);
});

it("the judges accept every sample's document", async () => {
  const folder = mkdtempSync(join(tmpdir(), "documents-samples-"));
  for (const { name, documents } of samples) {
    for (const request of documents) {
      const { text } = await answerTo(name, request.name);
      writeFileSync(join(folder, `${documentName(name, request)}.json`), text);
      saveDocument(documentName(name, request), JSON.parse(text));
    }
  }
  const { said } = await judgeFolder(folder);
  rmSync(folder, { recursive: true });
  expect(said).toBe(`${samples.flatMap(({ documents }) => documents).length} passed, 0 failed\n`);
}, 120_000);

function holdTo({ status, fragment, headers }: ExpectedAnswer, answer: Answer): void {
  expect(answer).toMatchObject({ status });
  for (const [name, value] of headers) {
    const got = answer.headers.get(name);
    expect({ [name]: value === "*" && got !== null ? "*" : got }).toEqual({ [name]: value });
  }
  if (fragment === undefined) return;
  if (/^application\/(?:[\w.]+\+)?json\b/.test(answer.headers.get("Content-Type") ?? "")) {
    // In lists, so that a number or a text is a fragment too.
    expect([JSON.parse(answer.text)]).toMatchObject([JSON.parse(fragment)]);
  } else {
    expect(answer.text).toContain(fragment);
  }
}

it("sample 00-cats prints the lines to try with curl", async () => {
  const { output } = await runOf("00-cats");
  const port = /localhost:(\d+)/.exec(output)?.[1] ?? "";
  expect(output.replaceAll(port, "3000")).toBe(`http://localhost:3000/docs

curl http://localhost:3000/v1/cats
curl http://localhost:3000/v2/cats
curl http://localhost:3000/v2/cats/1
curl http://localhost:3000/v2/cats/7
curl http://localhost:3000/v2/cats -H 'Content-Type: application/json' -d '{"name":"Felix","born":2024}'
curl -X DELETE http://localhost:3000/v2/cats/2 -H 'X-Key: meow'
`);
}, 120_000);

it("sample 17-pino logs each request under the id that its client sees", async () => {
  const { answers, output } = await runOf("17-pino");
  const lines = output.split("\n").filter((line) => line.startsWith("{"));
  const logged = lines.map((line) => JSON.parse(line) as { request_id: string; msg: string });
  const logOf = (request: string) => {
    const id = answers.get(request)?.headers.get("X-Request-Id");
    return logged.flatMap(({ request_id, msg }) => (request_id === id ? [msg] : []));
  };
  expect(logOf("every answer carries the id of its log lines")).toEqual([
    "counting cats",
    "request completed",
  ]);
  expect(logOf("an error that nobody expected")).toEqual(["GET /cats/broken failed", "request errored"]);
  expect(logOf("a 404 is logged too")).toEqual(["request completed"]);
}, 120_000);
