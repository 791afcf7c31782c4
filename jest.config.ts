import type { Config } from "jest";

// Types are checked once, by `npm run check:types`; the tests only strip them.
const standard = { transpilation: true };
const legacy = { ...standard, tsconfig: "tools/tsconfig.legacy.json" };

const config: Config = {
  testEnvironment: "node",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  // The packed package has a jest project of its own, run by `npm run test:package`.
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/test/package/"],
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  transform: {
    "/test/legacy/.+\\.ts$": ["ts-jest", legacy],
    "\\.ts$": ["ts-jest", standard],
  },
  moduleNameMapper: {
    "^versioned-controllers$": "<rootDir>/src/index.ts",
    "^versioned-controllers/(\\w+)$": "<rootDir>/src/$1.ts",
  },
  collectCoverageFrom: ["src/**/*.ts"],
  coverageThreshold: { global: { lines: 98, branches: 98 } },
  maxWorkers: 2,
};

export default config;
