import assert from "node:assert/strict";
import type { ExpectedAnswer } from "./requests-file";
import type { Answer } from "./run-sample";

/** Throws where an answer is not what a requests.http has below its request: for tests that run outside of jest. */
export function assertAnswer({ status, fragment, headers }: ExpectedAnswer, answer: Answer): void {
  assert.equal(answer.status, status, answer.text);
  for (const [name, value] of headers) {
    const got = answer.headers.get(name);
    assert.equal(value === "*" && got !== null ? "*" : got, value, name);
  }
  if (fragment === undefined) return;
  if (answer.headers.get("Content-Type")?.includes("json")) {
    assertHolds(JSON.parse(answer.text), JSON.parse(fragment));
  } else {
    assert.ok(answer.text.includes(fragment), answer.text);
  }
}

/** Objects may have more members than are expected, lists no more items. */
function assertHolds(value: unknown, expected: unknown): void {
  if (!(expected instanceof Object && value instanceof Object)) {
    assert.deepEqual(value, expected);
    return;
  }
  if (Array.isArray(expected)) assert.equal(Reflect.get(value, "length"), expected.length);
  for (const [name, member] of Object.entries(expected)) assertHolds(Reflect.get(value, name), member);
}
