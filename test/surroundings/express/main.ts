import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTally } from "../../support/tally";
import { run } from "../../support/run-process";

/*
 * Express's own tests, as they are, with Node's server and with CreateServer in its place: `npm run test:express -- <folder>`, of a clone of
 * expressjs/express. The same number passes, and clients are sent the same heads.
 */

const root = join(__dirname, "../../..");

async function main([clone]: readonly string[]): Promise<void> {
  if (clone === undefined || !existsSync(join(clone, "test/support/env.js"))) {
    console.error("npm run test:express -- <folder of a clone of expressjs/express>");
    process.exit(2);
  }
  run(root, "npm", "run", "-s", "build");
  if (!existsSync(join(clone, "node_modules"))) run(clone, "npm", "install", "--no-audit", "--no-fund");
  const tally = createTally();
  let expected: Outcome | undefined;
  await tally.check("Express's tests pass with Node's server", () => {
    expected = outcomeOf(clone);
  });
  await tally.check("they pass with CreateServer, and clients are sent the same heads", () => {
    const { passed, heads } = outcomeOf(clone, join(root, "dist/server.js"));
    console.log(`${String(passed)} cases, ${String(heads.length)} heads`);
    assert.equal(passed, expected?.passed);
    assert.deepEqual(heads, expected?.heads);
  });
  tally.finish();
}

interface Outcome {
  readonly passed: number;
  /** In the order of their text: some tests send several requests at once. */
  readonly heads: readonly string[];
}

/** @throws Error with what mocha printed, where a case fails. */
function outcomeOf(clone: string, server = ""): Outcome {
  const folder = mkdtempSync(join(tmpdir(), "versioned-controllers-"));
  try {
    const written = join(folder, "heads");
    const told = run(
      clone,
      "env",
      ...[`HEADS=${written}`, `SERVER=${server}`, "node_modules/.bin/mocha"],
      ...["--require", "test/support/env", "--require", join(__dirname, "hook.cjs")],
      ...["--reporter", "dot", "--check-leaks", "test/", "test/acceptance/"],
    );
    const passed = Number(/(\d+) passing/.exec(told)?.[1]);
    assert.ok(passed > 0, told);
    return { passed, heads: readFileSync(written, "utf8").split("\n").map(withoutMoment).toSorted() };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A head without what differs from run to run: dates, ports and the ids of sessions. */
function withoutMoment(head: string): string {
  return head
    .replaceAll(/\w{3}, \d\d \w{3} \d{4} \d\d:\d\d:\d\d GMT/g, "<date>")
    .replaceAll(/(127\.0\.0\.1|localhost):\d+/g, "$1:<port>")
    .replaceAll(/connect\.sid=[^;"]+/g, "connect.sid=<id>");
}

void main(process.argv.slice(2));
