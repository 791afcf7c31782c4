import type { Difference } from "../compare/difference";
import type { Version } from "../../model/version";
import type { ChangesBetween } from "./changes-between";
import type { App } from "../../app/app";
import type { ChangelogChange } from "../../model/app-changes";
import { internals } from "../../model/app-internals";
import { lifeInWords, lifeIn } from "../../model/lifecycle";
import { markdownCode } from "../guide/blocks";

/** Escapes the characters that have a meaning in Markdown. */
function escape(text: string): string {
  return text.replaceAll(/[\\`*<[\]]/g, "\\$&");
}

/** Markdown text as one item of a list. */
function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

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
  if (differences.length === 0) {
    const same =
      descriptions.length > 0 ? "The documents of the two versions are equal." : "Nothing has changed.";
    return `${title}\n\n${same}\n`;
  }
  const whole = (extent: Difference["extent"]): readonly string[] =>
    differences
      .filter((difference) => difference.extent === extent)
      .map((difference) => lineOf(difference, markdownCode(difference.operation)));
  const changed = differences.filter(({ extent }) => extent === "changed");
  const operations = [...new Set(changed.map(({ operation }) => operation))];
  const blocks = operations.map((operation) => {
    const own = changed.filter((difference) => difference.operation === operation);
    return [
      `### ${markdownCode(operation)}`,
      "",
      ...own.map((difference) => lineOf(difference, differenceText(difference))),
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

function differenceText({ part, text }: Difference): string {
  return escape(part === "" ? text : `${part}: ${text}`);
}

/** `App.Changelog()` as Markdown: a heading for each version, newest first, with its announced dates. */
export function changelogMarkdown(app: App): string {
  const { listed, versions } = app[internals];
  const changes = new Map(app.Changelog().map(({ Version, Changes }) => [Version, Changes]));
  const newestFirst = (listed.length > 0 ? listed : versions()).toReversed();
  const sections = newestFirst.flatMap((version) => {
    const items = changes.get(version)?.map(itemOf).join("\n");
    const paragraphs = [announcedEnd(app, version), items].filter((text) => text !== undefined);
    return paragraphs.length === 0 ? [] : [`## Version ${escape(version)}\n\n${paragraphs.join("\n\n")}\n`];
  });
  return `# Changelog\n\n${sections.length === 0 ? "Nothing has changed.\n" : sections.join("\n")}`;
}

/** The lifecycle of a preview is not announced. */
function announcedEnd(app: App, version: Version): string | undefined {
  const { lifecycles, previews, now } = app[internals];
  return previews.has(version) ? undefined : lifeInWords(lifeIn(lifecycles.get(version)), now());
}

/** A description is Markdown, as its author writes it. */
function itemOf({ Description, Routes, Behaviour }: ChangelogChange): string {
  const where = Routes.map(markdownCode).join(", ");
  return `- ${inOneLine(Description)}\n  ${Behaviour ? "Behaviour of " : ""}${where}`;
}
