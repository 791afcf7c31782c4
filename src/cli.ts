#!/usr/bin/env node
import { writeSync } from "node:fs";
import { inspect } from "node:util";
import { exitCodes } from "./tools/cli/command";
import { loadModule } from "./tools/cli/load";
import { runCommand } from "./tools/cli/run";

// The command loads a user's module, which may print text, start servers, throw errors later, or end the process. Such
// text must not reach stdout. If the module ends the process, the exit code must not mean success.

const writeToStdout = process.stdout.write.bind(process.stdout);
process.stdout.write = process.stderr.write.bind(process.stderr);

/** The error that the command prints if the process ends before the command does. */
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
// Without an export, esbuild would treat this file as CommonJS.
export {};
