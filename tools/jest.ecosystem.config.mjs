import { standard } from "../jest.config.mjs";

/** @type {import("jest").Config} */
export default {
  ...standard,
  rootDir: "..",
  displayName: "ecosystem",
  testMatch: ["<rootDir>/test/surroundings/ecosystem/*.test.ts"],
};
