import type { Version } from "../model/version";
import type { Change } from "./compare/change";

/** What has changed from one version to another, as Markdown. */
export function changelogOf({
  from,
  to,
  changes,
}: {
  readonly from: Version;
  readonly to: Version;
  readonly changes: readonly Change[];
}): string {
  const title = `# From version ${escape(from)} to ${escape(to)}`;
  if (changes.length === 0) return `${title}\n\nNothing has changed.\n`;
  const whole = (kind: Change["kind"]): readonly string[] =>
    changes
      .filter((change) => change.kind === kind)
      .map((change) => `- ${markOf(change)}${code(change.operation)}`);
  const changed = changes.filter(({ kind }) => kind === "changed");
  const operations = [...new Set(changed.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const own = changed.filter((change) => change.operation === operation);
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

function lineOf(change: Change): string {
  const { part, text } = change;
  return `- ${markOf(change)}${escape(part === "" ? text : `${part}: ${text}`)}`;
}

function markOf({ isBreaking }: Change): string {
  return isBreaking ? "**Breaking:** " : "";
}

function code(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** What Markdown would read as more than text. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}
