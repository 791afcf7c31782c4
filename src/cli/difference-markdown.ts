import type { Difference } from "../compare/difference";
import type { Version } from "../model/version";

/** The differences between two versions, as Markdown. */
export function differenceMarkdown({
  from,
  to,
  differences,
}: {
  readonly from: Version;
  readonly to: Version;
  readonly differences: readonly Difference[];
}): string {
  const title = `# From version ${escape(from)} to ${escape(to)}`;
  if (differences.length === 0) return `${title}\n\nNothing has changed.\n`;
  const whole = (kind: Difference["kind"]): readonly string[] =>
    differences
      .filter((difference) => difference.kind === kind)
      .map((difference) => `- ${markOf(difference)}${code(difference.operation)}`);
  const changed = differences.filter(({ kind }) => kind === "changed");
  const operations = [...new Set(changed.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const own = changed.filter((difference) => difference.operation === operation);
    return [`### ${code(operation)}`, "", ...own.map(lineOf), ""].join("\n");
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

function lineOf(difference: Difference): string {
  const { part, text } = difference;
  return `- ${markOf(difference)}${escape(part === "" ? text : `${part}: ${text}`)}`;
}

function markOf({ isBreaking }: Difference): string {
  return isBreaking ? "**Breaking:** " : "";
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Escapes the characters that Markdown reads as more than text. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}
