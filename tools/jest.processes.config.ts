/**
 * @jest-config-loader ts-node
 * @jest-config-loader-options {"transpileOnly": true}
 */
import type { Config } from "jest";
import { standard, startingProcesses } from "../jest.config";

const config: Config = {
  ...standard,
  rootDir: "..",
  displayName: "processes",
  testMatch: [...startingProcesses],
  maxWorkers: 2,
};

export default config;
