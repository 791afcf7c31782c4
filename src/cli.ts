#!/usr/bin/env node
import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { exitCodes } from "./tools/cli/command";
import { loadModule } from "./tools/cli/load";
import { runCommand } from "./tools/cli/run";

// The command loads a user's module. Text that the module prints must not get into the command's output on stdout.

const writeToStdout = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** The error message if the process ends early. Before `beforeExit`, only `process.exit()` in the module can end it. */
let reason: string | undefined = "the module calls process.exit() while it is loaded";
process.once("beforeExit", () => {
  if (reason !== undefined) reason = "the module never finishes loading: a top-level await does not resolve";
});
process.on("uncaughtException", (error: unknown) => {
  reason = error instanceof Error ? error.message : inspect(error);
  process.exit();
});
process.on("exit", () => {
  if (reason === undefined) return;
  writeSync(2, `${reason}\n`);
  process.exitCode = exitCodes.unusable;
});

void runCommand(process.argv.slice(2), { folder: process.cwd(), load: loadModule }).then(
  ({ code, output, errors }) => {
    process.stderr.write(errors, () => {
      writeToStdout(output, () => {
        reason = undefined;
        // A module may have started servers or timers. They would keep the process alive.
        process.exit(code);
      });
    });
  },
);
// The export makes this file an ES module for esbuild, which would otherwise treat it as CommonJS.
export {};
