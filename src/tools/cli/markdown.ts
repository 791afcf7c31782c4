import { partText, type Difference } from "../compare/difference";
import type { ChangesBetween } from "./changes-between";
import type { App } from "../../core/app/app";
import type { ChangelogChange } from "../../schema/interface/app-changes";
import { internals } from "../../core/model/app-internals";
import { lifeIn } from "../../core/model/lifecycle";
import { lifeInWords } from "../../document/life-in-words";
import { markdownCode } from "../guide/blocks";
import { inOneLine } from "../report/html";

function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}

interface VersionDifferences {
  /** The heading in words: `version 1 to 2`, or the names of two files. */
  readonly ends: string;
  readonly differences: readonly Difference[];
  readonly changes: ChangesBetween;
}

export function differenceMarkdown({ ends, differences, changes }: VersionDifferences): string {
  const descriptions = changes.descriptions.map((text) => `- ${inOneLine(text)}`).join("\n");
  const same = descriptions === "" ? "Nothing has changed." : "The documents of the two versions are equal.";
  const sections = [
    `# From ${escape(ends)}`,
    descriptions,
    ...(differences.length === 0 ? [same] : differenceSections(differences, changes)),
  ];
  return `${sections.filter((text) => text !== "").join("\n\n")}\n`;
}

function differenceSections(
  differences: readonly Difference[],
  { areDeclarable, behind }: ChangesBetween,
): readonly string[] {
  const lineOf = (difference: Difference, words: string): string => {
    if (!difference.isBreaking) return `- ${words}`;
    // An App without the option `Versions` cannot declare changes, so its differences are not marked as unexplained.
    const isUnexplained = areDeclarable && behind(difference).length === 0;
    return `- **Breaking:** ${words}${isUnexplained ? " (unexplained)" : ""}`;
  };
  const whole = (extent: Difference["extent"]): readonly string[] =>
    differences
      .filter((difference) => difference.extent === extent)
      .map((difference) => lineOf(difference, markdownCode(difference.operation)));
  const changed = differences.filter(({ extent }) => extent === "changed");
  const blocks = [...new Set(changed.map(({ operation }) => operation))].map((operation) => {
    const own = changed.filter((difference) => difference.operation === operation);
    const lines = own.map((difference) => lineOf(difference, escape(partText(difference))));
    return [`### ${markdownCode(operation)}`, "", ...lines, ""].join("\n");
  });
  return [section("Added", whole("added")), section("Removed", whole("removed")), section("Changed", blocks)];
}

function section(name: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `## ${name}\n\n${lines.join("\n").trimEnd()}`;
}

/** Writes `App.Changelog()` in Markdown: a heading for each version, newest first, with its announced dates. */
export function changelogMarkdown(app: App): string {
  const { listed, versions, lifecycles, previews, now } = app[internals];
  const changes = new Map(app.Changelog().map(({ Version, Changes }) => [Version, Changes]));
  const newestFirst = (listed.length > 0 ? listed : versions()).toReversed();
  const sections = newestFirst.flatMap((version) => {
    // The lifecycle of a preview is not announced.
    const end = previews.has(version) ? undefined : lifeInWords(lifeIn(lifecycles.get(version)), now());
    const items = changes.get(version)?.map(itemOf).join("\n");
    const paragraphs = [end, items].filter((text) => text !== undefined);
    return paragraphs.length === 0 ? [] : [`## Version ${escape(version)}\n\n${paragraphs.join("\n\n")}\n`];
  });
  return `# Changelog\n\n${sections.length === 0 ? "Nothing has changed.\n" : sections.join("\n")}`;
}

/** Writes a change as an item of a list. The description is not escaped, because it may be Markdown. */
function itemOf({ Description, Routes, Behaviour }: ChangelogChange): string {
  const where = Routes.map(markdownCode).join(", ");
  return `- ${inOneLine(Description)}\n  ${Behaviour ? "Behaviour of " : ""}${where}`;
}
