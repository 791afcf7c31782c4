/**
 * @jest-config-loader ts-node
 * @jest-config-loader-options {"transpileOnly": true}
 */
import type { Config } from "jest";
import { standard } from "../jest.config";

const config: Config = {
  ...standard,
  rootDir: "..",
  displayName: "ecosystem",
  testMatch: ["<rootDir>/test/surroundings/ecosystem/*.test.ts"],
};

export default config;
