import { BuildError } from "versioned-controllers";
import type { App } from "versioned-controllers";

/** The problems that `Build` finds, `[]` when it succeeds; anything but a BuildError is thrown on. */
export function problemsOf(app: App): readonly string[] {
  try {
    app.Build();
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.Problems;
    throw error;
  }
}
