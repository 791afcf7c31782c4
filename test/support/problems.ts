import { BuildError } from "versioned-controllers";
import type { App } from "versioned-controllers";

/** What `Build` finds wrong, `[]` when it succeeds; anything but a BuildError is thrown on. */
export function problemsOf(app: App): readonly string[] {
  try {
    app.Build();
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.Problems;
    throw error;
  }
}

/** A Logger that keeps what it is told. */
export function silentLogger(): {
  readonly warnings: [object, string][];
  warn(fields: object, message: string): void;
  error(): void;
} {
  const warnings: [object, string][] = [];
  return {
    warnings,
    warn(fields, message) {
      warnings.push([fields, message]);
    },
    error() {
      throw new Error("no test that uses this logger expects an error");
    },
  };
}
