import { standard } from "../../jest.config.mjs";

/**
 * The tests that a mutant is tried with: those in seconds, since Stryker's runner wants one project and no processes.
 *
 * @type {import("jest").Config}
 */
export default {
  ...standard,
  rootDir: "../..",
  testMatch: [
    "**/test/{behaviour,unit}/**/*.test.ts",
    "!**/*.legacy.test.ts",
    "**/test/properties/*.test.ts",
  ],
  maxWorkers: 1,
};
