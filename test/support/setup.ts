import { format } from "node:util";
import type FastCheck from "fast-check";
import { fractionsFrom, SEED } from "./seed";
import { keepMessage, takeMessages } from "./warnings";

/*
 * Runs before each test file. A test draws the same values in every run, and fails if it writes a warning or an error to the console
 * and does not expect it: such a test gives a logger, replaces the method of the console, or takes the message.
 */

Math.random = fractionsFrom(SEED);

// By a mock, so that a test file without fast-check does not load it.
jest.mock("fast-check", () => {
  const actual = jest.requireActual<typeof FastCheck>("fast-check");
  actual.configureGlobal({ seed: SEED });
  return actual;
});

for (const method of ["warn", "error"] as const) {
  // A message comes after its fields.
  console[method] = (...values: readonly unknown[]) => {
    keepMessage(format(values.at(-1)));
  };
}

afterEach(expectSilence);
afterAll(expectSilence);

function expectSilence(): void {
  expect(takeMessages()).toEqual([]);
}
