import type { ChangelogChange, ChangelogEntry } from "../model/app-changes";
import { code, escape, inOneLine } from "./markdown";

/** `App.Changelog()` as Markdown: a heading for each version, the newest first. */
export function changelogMarkdown(changelog: readonly ChangelogEntry[]): string {
  if (changelog.length === 0) return "# Changelog\n\nNothing has changed.\n";
  const versions = changelog.map(
    ({ Version, Changes }) => `## Version ${escape(Version)}\n\n${Changes.map(itemOf).join("\n")}\n`,
  );
  return `# Changelog\n\n${versions.join("\n")}`;
}

/** A description is Markdown, as its author writes it. */
function itemOf({ Description, Routes, Behaviour }: ChangelogChange): string {
  const where = Routes.map(code).join(", ");
  return `- ${inOneLine(Description)}\n  ${Behaviour ? "Behaviour of " : ""}${where}`;
}
