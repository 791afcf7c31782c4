/**
 * @jest-config-loader ts-node
 * @jest-config-loader-options {"transpileOnly": true}
 */
import type { Config } from "jest";
import { standard } from "../jest.config";

/** The tests that a mutant is tried with: those in seconds, since Stryker's runner wants one project and no processes. */
const config: Config = {
  ...standard,
  rootDir: "..",
  testMatch: [
    "**/test/{behaviour,unit}/**/*.test.ts",
    "!**/*.legacy.test.ts",
    "**/test/properties/*.test.ts",
  ],
  maxWorkers: 1,
};

export default config;
