import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./sample";

/** How many lines of the files hold code: no empty ones, no comments. */
export function countLines(sample: string, ...files: readonly string[]): number {
  const lines = files.flatMap((file) =>
    readFileSync(join(ROOT, "samples", sample, file), "utf8").split("\n"),
  );
  return lines.filter((line) => !/^\s*(?:\/\/|\/\*\*|\*|$)/.test(line)).length;
}

/** The numbers of the table of a sample's README, each row without its words; an empty cell is 0. */
export function linesInReadme(sample: string): readonly (readonly number[])[] {
  const readme = readFileSync(join(ROOT, "samples", sample, "README.md"), "utf8");
  const [, , ...rows] = readme.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) =>
    row
      .split("|")
      .slice(2, 4)
      .map((cell) => Number(cell.replaceAll("*", ""))),
  );
}
