import type { Config } from "jest";

// Types are checked once, by `npm run check:types`; the tests only strip them.
const shared = {
  testEnvironment: "node",
  modulePathIgnorePatterns: ["<rootDir>/dist/"],
  moduleNameMapper: {
    "^versioned-controllers$": "<rootDir>/src/index.ts",
    "^versioned-controllers/(\\w+)$": "<rootDir>/src/$1.ts",
  },
};

// Two projects, since ts-jest keeps to the first tsconfig that it meets in one.
const config: Config = {
  projects: [
    {
      ...shared,
      displayName: "standard",
      testMatch: ["<rootDir>/test/**/*.test.ts"],
      // The packed package has a jest project of its own, run by `npm run test:package`.
      testPathIgnorePatterns: [
        "/node_modules/",
        "<rootDir>/test/surroundings/package/",
        "[.]legacy[.]test[.]ts$",
      ],
      transform: { "\\.ts$": ["ts-jest", { transpilation: true }] },
    },
    {
      ...shared,
      displayName: "legacy",
      testMatch: [
        "<rootDir>/test/**/*.legacy.test.ts",
        // One text for both flavours.
        "<rootDir>/test/behaviour/declaring/{decorators,subclass,misplaced}.test.ts",
      ],
      transform: { "\\.ts$": ["ts-jest", { transpilation: true, tsconfig: "tools/tsconfig.legacy.json" }] },
    },
  ],
  // These two run in processes of their own alone, where jest does not look: test/surroundings/command starts them.
  collectCoverageFrom: ["src/**/*.ts", "!src/cli.ts", "!src/cli/load.ts"],
  coverageThreshold: { global: { lines: 98, branches: 98 } },
  maxWorkers: 2,
};

export default config;
