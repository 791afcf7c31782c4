/**
 * Makes every small fault that Stryker knows in `src/`, and looks which tests notice: `npm run test:mutants`. Some files alone:
 * `npm run test:mutants -- --mutate src/http/path-template.ts`.
 */
export default {
  testRunner: "jest",
  jest: { projectType: "custom", configFile: "tools/mutants/jest.config.mjs", enableFindRelatedTests: false },
  mutate: ["src/{core/{http,compile,request,dispatch,body,answer,errors},schema}/**/*.ts"],
  coverageAnalysis: "perTest",
  // A mutant of what runs once, when a module is loaded, is tried with all tests, which takes a minute each.
  ignoreStatic: true,
  incremental: true,
  incrementalFile: ".stryker/incremental.json",
  // Not in node_modules, where jest looks for no tests.
  tempDirName: ".stryker/sandbox",
  reporters: ["clear-text", "progress-append-only"],
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  concurrency: 1,
  timeoutMS: 20_000,
  // The first run has all tests, one after the other.
  dryRunTimeoutMinutes: 60,
  disableTypeChecks: false,
};
