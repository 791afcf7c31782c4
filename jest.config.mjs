// Types are checked once, by `npm run check:types`; the tests only strip them.
const shared = {
  testEnvironment: "node",
  runtime: "<rootDir>/tools/jest-runtime.cjs",
  setupFilesAfterEnv: ["<rootDir>/test/support/setup.ts"],
  modulePathIgnorePatterns: ["<rootDir>/dist/", "<rootDir>/.stryker/"],
  testPathIgnorePatterns: ["/node_modules/", "<rootDir>/.stryker/"],
  moduleNameMapper: {
    "^versioned-controllers$": "<rootDir>/src/index.ts",
    "^versioned-controllers/([\\w-]+)$": "<rootDir>/src/$1.ts",
  },
};

/** What starts processes of its own is run by `npm run test:processes`: by itself it takes as long as all others. */
export const startingProcesses = [
  "**/test/surroundings/command/*.test.ts",
  "**/test/documentation/{blocks,command-page,comparing-page,conduit,deleting,flavours,laws-of-pages,moving-page,outbox,recipes,samples,usage-recipes,without-decorators}.test.ts",
];

export const standard = {
  ...shared,
  displayName: "standard",
  testMatch: [
    "<rootDir>/test/**/*.test.ts",
    "!**/test/surroundings/**",
    "!**/*.legacy.test.ts",
    ...startingProcesses.map((glob) => `!${glob}`),
  ],
  transform: { "\\.ts$": ["ts-jest", { transpilation: true }] },
};

// Two projects, since ts-jest keeps to the first tsconfig that it meets in one.
/** @type {import("jest").Config} */
export default {
  projects: [
    standard,
    {
      ...shared,
      displayName: "legacy",
      testMatch: [
        "<rootDir>/test/**/*.legacy.test.ts",
        // One text for both flavours.
        "<rootDir>/test/behaviour/declaring/{decorators,subclass,misplaced}.test.ts",
        "<rootDir>/test/behaviour/changes/forms-declared.test.ts",
      ],
      transform: { "\\.ts$": ["ts-jest", { transpilation: true, tsconfig: "tools/tsconfig.legacy.json" }] },
    },
  ],
  // These two run in processes alone, where jest does not look: test/surroundings/command starts them.
  collectCoverageFrom: ["src/**/*.ts", "!src/cli.ts", "!src/tools/cli/load.ts"],
  coverageThreshold: { global: { lines: 98, branches: 98 } },
  maxWorkers: 2,
  // A hung test ends; a slow one, on a machine that others share, does not fail for it.
  testTimeout: 60_000,
};
