import type { App } from "../app/app";
import type { ChangelogChange } from "../model/app-changes";
import { internals } from "../model/app-internals";
import { lifeInWords } from "../model/life-words";
import { lifeIn } from "../model/lifecycle";
import type { Version } from "../model/version";
import { code, escape, inOneLine } from "./markdown";

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
  const where = Routes.map(code).join(", ");
  return `- ${inOneLine(Description)}\n  ${Behaviour ? "Behaviour of " : ""}${where}`;
}
