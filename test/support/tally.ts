export interface Tally {
  /** Runs one test: it fails when the action throws. A failure does not stop the tests after it. */
  check(name: string, action: () => unknown): Promise<void>;
  /** Prints the last line and sets the exit code. */
  finish(): void;
}

/**
 * For tests that cannot run inside jest, because what they test is the world outside it. Of the tests, only those run
 * whose name contains `part`.
 */
export function createTally(part = ""): Tally {
  let passed = 0;
  let failed = 0;
  return {
    async check(name, action) {
      if (!name.includes(part)) return;
      const start = performance.now();
      try {
        await action();
        passed += 1;
        console.log(`ok      ${name} (${(performance.now() - start).toFixed()} ms)`);
      } catch (error) {
        failed += 1;
        console.error(
          `FAILED  ${name}\n${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
        );
      }
    },
    finish() {
      console.log(`${passed} passed, ${failed} failed`);
      // A run that tested nothing is no success.
      process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
    },
  };
}
