import type { Difference } from "../compare/difference";
import type { Version } from "../model/version";
import type { ChangesBetween } from "./changes-between";
import { code, escape, inOneLine } from "./markdown";

/** The differences between two versions, as Markdown. */
export function differenceMarkdown({
  from,
  to,
  differences,
  changes,
}: {
  readonly from: Version;
  readonly to: Version;
  readonly differences: readonly Difference[];
  readonly changes: ChangesBetween;
}): string {
  const descriptions = changes.descriptions.map((text) => `- ${inOneLine(text)}`);
  const title = [
    `# From version ${escape(from)} to ${escape(to)}`,
    ...(descriptions.length > 0 ? [descriptions.join("\n")] : []),
  ].join("\n\n");
  const lineOf = (difference: Difference, words: string): string =>
    `- ${difference.isBreaking ? "**Breaking:** " : ""}${words}${remarkOn(difference, changes)}`;
  if (differences.length === 0) return `${title}\n\nNothing has changed.\n`;
  const whole = (kind: Difference["kind"]): readonly string[] =>
    differences
      .filter((difference) => difference.kind === kind)
      .map((difference) => lineOf(difference, code(difference.operation)));
  const changed = differences.filter(({ kind }) => kind === "changed");
  const operations = [...new Set(changed.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const own = changed.filter((difference) => difference.operation === operation);
    return [
      `### ${code(operation)}`,
      "",
      ...own.map((difference) => lineOf(difference, wordsOf(difference))),
      "",
    ].join("\n");
  });
  const sections = [
    section("Added", whole("added")),
    section("Removed", whole("removed")),
    section("Changed", blocks),
  ];
  return `${[title, ...sections.filter((text) => text !== "")].join("\n\n")}\n`;
}

function section(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${name}\n\n${lines.join("\n").trimEnd()}`;
}

/** Without an order of versions no change can explain a difference. */
function remarkOn(difference: Difference, { areDeclarable, behind }: ChangesBetween): string {
  return difference.isBreaking && areDeclarable && behind(difference).length === 0 ? " (unexplained)" : "";
}

function wordsOf({ part, text }: Difference): string {
  return escape(part === "" ? text : `${part}: ${text}`);
}
