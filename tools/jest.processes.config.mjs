import { standard, startingProcesses } from "../jest.config.mjs";

/** @type {import("jest").Config} */
export default {
  ...standard,
  rootDir: "..",
  displayName: "processes",
  testMatch: [...startingProcesses],
  maxWorkers: 2,
};
