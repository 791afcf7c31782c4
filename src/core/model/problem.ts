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

/**
 * The texts of problems or of warnings, by code, which is also a heading in docs/problems.md. Never rename a code,
 * because people search for it. A test finds each table by its name, `problemTexts` or `warningTexts`.
 */
export type Texts = Readonly<Record<string, (...details: string[]) => string>>;

/** Creates the function that makes the problems of a table: `problem("verb-missing", "CatsController.list")`. */
export function problemMaker<Table extends Texts>(texts: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    where: string,
    ...details: Parameters<Table[Code]>
  ): Problem => {
    const text: Table[Code] = texts[code];
    return { code, where: oneLine(where), text: oneLine(text(...details)) };
  };
}

/** Creates the function that makes the warnings of a table: `warning("route-missing", undefined)`. */
export function warningMaker<Table extends Texts>(texts: Table) {
  return <Code extends keyof Table & string>(
    code: Code,
    route: Surface | undefined,
    ...details: Parameters<Table[Code]>
  ): Warning => {
    const text: Table[Code] = texts[code];
    return { code, message: text(...details), ...(route ? { route } : {}) };
  };
}

// Removes line breaks, such as those of a path, because BuildError's message has one line for each problem.
function oneLine(text: string): string {
  return text.replaceAll(/[\r\n\u2028\u2029]+/g, " ");
}
