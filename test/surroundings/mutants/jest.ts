import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { join } from "node:path";

/** What came of a run of some test files. */
export interface Run {
  /** Full names, in the order that they ran. */
  readonly passed: readonly string[];
  readonly failed: readonly Failed[];
  /** Why files, or all of them, could not be run. */
  readonly broken: readonly string[];
}

interface Failed {
  readonly name: string;
  /** Whether it failed for want of time alone. */
  readonly isTimeOut: boolean;
}

interface Asked {
  readonly folder: string;
  readonly tests: readonly string[];
  readonly only?: string | undefined;
  /** For all of it, in milliseconds. */
  readonly limit: number;
}

/** For one test, in milliseconds. */
const testLimit = 5_000;

/** The heap of a run, in megabytes: a mutant may make something endless. */
const heapLimit = 1024;

/** Runs test files in one process of their own, which gets neither more time nor more memory than is said. */
export async function runTests({ folder, tests, only, limit }: Asked): Promise<Run> {
  const report = join(folder, "report.json");
  rmSync(report, { force: true });
  const jest = spawn(
    process.execPath,
    [
      `--max-old-space-size=${heapLimit}`,
      join(folder, "node_modules/jest/bin/jest.js"),
      ...["--selectProjects", "standard", "--runInBand", "--ci", "--silent", "--watchman=false"],
      ...["--cacheDirectory", join(folder, ".cache"), "--testTimeout", String(testLimit)],
      ...["--json", "--outputFile", report, "--forceExit"],
      ...(only === undefined ? [] : ["--testNamePattern", only]),
      "--runTestsByPath",
      ...tests.map((test) => join("test", test)),
    ],
    { cwd: folder, stdio: "ignore", detached: true },
  );
  const kill = (): void => {
    if (jest.pid === undefined || jest.exitCode !== null || jest.signalCode !== null) return;
    // Its whole group: a test may have started processes too.
    process.kill(-jest.pid, "SIGKILL");
  };
  process.once("exit", kill);
  const timer = setTimeout(kill, limit);
  try {
    if (jest.pid !== undefined) setPriority(jest.pid, constants.priority.PRIORITY_BELOW_NORMAL);
    await once(jest, "close");
  } finally {
    clearTimeout(timer);
    process.off("exit", kill);
  }
  if (existsSync(report)) return read(JSON.parse(readFileSync(report, "utf8")) as Report);
  const reason = jest.signalCode === "SIGKILL" ? `no end within ${limit} ms` : "no report";
  return { passed: [], failed: [], broken: [reason] };
}

/** As much of jest's report as is read. */
interface Report {
  readonly testResults: readonly {
    readonly name: string;
    readonly message: string;
    readonly assertionResults: readonly {
      readonly fullName: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

function read({ testResults }: Report): Run {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  const files = testResults.filter(({ assertionResults, message }) => {
    return message !== "" && !assertionResults.some(({ status }) => status === "failed");
  });
  return {
    passed: results.filter(({ status }) => status === "passed").map(({ fullName }) => fullName),
    failed: results
      .filter(({ status }) => status === "failed")
      .map(({ fullName, failureMessages }) => ({
        name: fullName,
        isTimeOut: failureMessages.every((message) => message.includes("Exceeded timeout of")),
      })),
    broken: files.map(({ message }) => message),
  };
}
