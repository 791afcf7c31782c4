import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { partText, subjectOf, type Difference } from "../compare/difference";
import type { FindingKind } from "../compare/finding-kinds";

/** A difference, as `--json` prints it: `{ breaking: true, kind: "operation-removed", ... }`. */
export interface DifferenceRecord {
  readonly breaking: boolean;
  /** `"code"` if the difference breaks generated code, but no requests; otherwise undefined. */
  readonly breaks?: "code";
  readonly kind: FindingKind;
  /** An operation, such as `GET /cats`, or a version. */
  readonly where: string;
  /** The place in the operation or version: `response 200 /name`; empty for the whole operation or version. */
  readonly subject: string;
  /** The difference in words: `response 200: property "name" was removed`. */
  readonly what: string;
  /** The `x-owner` of the operation, such as a team; undefined if it has none. */
  readonly owner?: string;
  /** The reason why the difference affects no client: `no call for 120 days`. */
  readonly unmet?: string;
  /** The date of the last call of a removed operation; undefined if calls were not counted. */
  readonly lastCall?: string;
  readonly clients?: Readonly<Record<string, number>>;
}

export function differenceRecord(difference: Difference): DifferenceRecord {
  const { kind, operation, isBreaking } = difference;
  const [subject, what] = [subjectOf(difference), partText(difference)];
  return { breaking: isBreaking, kind, where: operation, subject, what };
}

/** Writes a value as the output of `--json`. `linesInText` escapes control characters as `\u001b`, as in JSON. */
export function jsonOutput(value: unknown): string {
  return linesInText(JSON.stringify(value, null, 2).split("\n"));
}

/** Joins lines. Escapes characters with which a text could control a terminal, or begin another line of a log. */
export function linesInText(lines: readonly string[]): string {
  return lines.map((line) => `${printable(line)}\n`).join("");
}

/** Escapes, as in JSON (`\u001b`), control characters, line ends, and characters that change the direction of text. */
export function printable(text: string): string {
  return text.replaceAll(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** Writes the rows of a table as lines whose cells begin in the same columns. */
export function tableLines(rows: readonly (readonly string[])[]): readonly string[] {
  const columns = rows[0]?.map((_, i) => Math.max(...rows.map((row) => String(row[i]).length))) ?? [];
  return rows.map((row) =>
    row
      .map((cell, i) => cell.padEnd(Number(columns[i])))
      .join("  ")
      .trimEnd(),
  );
}

/** Writes a number of things: `1 day`, `120 days`. */
export function counted(count: number, thing: string): string {
  return count === 1 ? `1 ${thing}` : `${count} ${thing}s`;
}

/** A message in the log of a GitHub workflow. GitHub shows it at `file` (docs.github.com, "Workflow commands"). */
interface Annotation {
  readonly level: "error" | "warning" | "notice";
  readonly title: string;
  readonly file: string | undefined;
  readonly message: string;
}

/** Writes an annotation: `::error file=openapi/1.json,title=version 1::GET /cats: is no longer served`. */
export function annotationLine({ level, title, file, message }: Annotation): string {
  const properties = [
    ...(file === undefined ? [] : [`file=${propertyText(file)}`]),
    `title=${propertyText(title)}`,
  ];
  return `::${level} ${properties.join(",")}::${messageText(message)}`;
}

/** Escapes line breaks, which would end the annotation, and `%`, which begins an escape. */
function messageText(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function propertyText(text: string): string {
  return messageText(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}

/**
 * Returns the folder from which GitHub resolves the paths of annotations: the workspace of the workflow. If `folder` is
 * not in a workspace, returns `folder`.
 */
export function annotationsFolder(folder: string): string {
  const workspace = process.env.GITHUB_WORKSPACE ?? "";
  if (!existsSync(workspace)) return folder;
  // `folder` is a real path, so it must be compared with the real path of the workspace.
  const real = realpathSync(workspace);
  const path = relative(real, folder);
  const isWithin = path !== ".." && !path.startsWith(`..${sep}`) && !isAbsolute(path);
  return isWithin ? real : folder;
}
