import assert from "node:assert/strict";
import { join } from "node:path";
import { withServer } from "../../support/child-server";
import { kinds } from "../../support/server-kinds";
import { createTally } from "../../support/tally";
import { drive, type Load } from "./drive";
import { answerTo, requestOf, schemes, type Scheme } from "./table";
import { isTLS, overTLS } from "./tls";

const connections = 50;
const server = join(__dirname, "server.ts");

/**
 * Every answer under load is what the model says.
 *
 * ```
 * npm run test:load               30 s, shared by every kind of server under every scheme
 * npm run test:load -- --short    3 s, under one scheme
 * ```
 *
 * Times are printed, and not held against anything: a machine that does other things besides has others.
 */
async function main(words: readonly string[]): Promise<void> {
  const tally = createTally();
  const isShort = words.includes("--short");
  const chosen = schemes.filter(({ name }) => !isShort || name === "header");
  const subjects = [...Object.keys(kinds), overTLS].flatMap((kind) =>
    chosen.map((scheme) => ({ kind, scheme })),
  );
  const time = (isShort ? 3_000 : 30_000) / subjects.length;
  const bare = await withServer(server, ["bare"], async (port) =>
    drive({ port, connections, time, next: nextBare }),
  );
  await tally.check("bare Express answers what the others are held against", () => {
    assertRight(bare);
  });
  console.log(inWords(bare, bare));
  for (const { kind, scheme } of subjects) {
    await tally.check(`${kind}, ${scheme.name}: no answer is wrong, and none is lost`, async () => {
      const load = await withServer(server, [kind, scheme.name], async (port) =>
        drive({ port, connections, time, isTLS: isTLS(kind), next: (n) => expected(scheme, n) }),
      );
      assertRight(load);
      assert.deepEqual([...load.statuses.keys()].sort(), [200, 404]);
      console.log(inWords(load, bare));
    });
  }
  tally.finish();
}

function nextBare() {
  const sent = { method: "GET", path: "/things-1/1", headers: {} };
  return { sent, answer: { status: 200, body: '{"n":1,"version":"1","id":"1"}' } };
}

function expected(scheme: Scheme, n: number) {
  const asked = requestOf(n);
  const sent = scheme.send(asked);
  return { sent, answer: answerTo(asked, sent, scheme.name === "URI") };
}

function assertRight({ sent, lost, wrong }: Load): void {
  assert.ok(sent > connections, `only ${sent} requests were sent`);
  assert.deepEqual({ lost: lost.slice(0, 3), wrong: wrong.slice(0, 3) }, { lost: [], wrong: [] });
}

function inWords({ sent, statuses, p50, p99 }: Load, bare: Load): string {
  const counts = [...statuses].map(([status, count]) => `${count} of ${status}`).join(", ");
  const times = `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${(p99 / bare.p99).toFixed(2)} of bare Express's`;
  return `        ${sent} requests (${counts}): ${times}`;
}

void main(process.argv.slice(2));
