import { BuildError } from "versioned-controllers";
import type { App } from "versioned-controllers";

/** The problems that `Build` finds, `[]` when it succeeds; anything but a BuildError is thrown on. Its warnings are not printed. */
export function problemsOf(app: App): readonly string[] {
  const { warn } = console;
  console.warn = () => undefined;
  try {
    app.Build();
    return [];
  } catch (error) {
    if (error instanceof BuildError) return error.Problems;
    throw error;
  } finally {
    console.warn = warn;
  }
}
