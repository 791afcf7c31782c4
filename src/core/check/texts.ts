import type { Problem, Warning } from "../model/problem";
import type { Surface } from "../model/route";

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
