import type { Surface } from "./route";

/** A mistake that `Build` reports. */
export interface Problem {
  /** A stable name, which is also a heading in docs/problems.md: `registered-twice`. */
  readonly code: string;
  /** The declaration with the mistake: `CatsController.list, GET /cats`, or `AppOptions.Versioning`. */
  readonly where: string;
  readonly text: string;
}

/** A warning of Build about a declaration that works, but is probably a mistake. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  /** The route or webhook; undefined for a warning about the App, a class or a version. */
  readonly route?: Surface;
}

/** The error of `App.Build()`. `Problems` has a line per mistake, `<where>: <text> [<code>]`; `message` joins them. */
export class BuildError extends Error {
  override readonly name = "BuildError";
  readonly Problems: readonly string[];

  constructor(problems: readonly Problem[]) {
    const lines = problems.map(({ where, text, code }) => `${where}: ${text} [${code}]`);
    super(lines.join("\n"));
    this.Problems = Object.freeze(lines);
  }
}
