import type {
  AnnouncedLife,
  Guide,
  GuideChange,
  GuideRoute,
  GuideSample,
  MovedRoute,
  ReplacedRoute,
} from "./guide";
import {
  assumptionInWords,
  changeHeading,
  restInWords,
  sampleTitle,
  sideTitles,
  sideText,
  otherStatusInWords,
  stepNotes,
  type SideTitles,
} from "./guide-words";

/** The guide as Markdown. Descriptions are Markdown already. */
export function guideMarkdown(guide: Guide): string {
  const { title, from, to, lives, changes } = guide;
  const blocks = [
    `# ${inLine(title)}: from version ${inLine(from)} to ${inLine(to)}`,
    ...lives.map(lifeInLine),
    ...namingBlocks(guide),
    ...(changes.length === 0 ? [] : ["## What changes", ...changes.flatMap(changeBlocks)]),
    ...routeBlocks(guide),
    restInWords(guide),
  ];
  return `${blocks.join("\n\n")}\n`;
}

function lifeInLine({ version, text, link }: AnnouncedLife): string {
  const sentences = [text, ...(link === undefined ? [] : [`See <${link}>.`])].filter((one) => one !== "");
  return `Version ${inLine(version)}: ${sentences.join(" ")}`;
}

function namingBlocks(guide: Guide): readonly string[] {
  const { naming, to } = guide;
  if (naming.length === 0) return [];
  const ways = naming.map(({ was, is }) =>
    was === is ? markdownCode(is) : `${markdownCode(is)} instead of ${markdownCode(was)}`,
  );
  const assumption = assumptionInWords(guide);
  return [
    `Requests name version ${inLine(to)}: ${ways.join(", or ")}`,
    ...(assumption === undefined ? [] : [inLine(assumption)]),
  ];
}

function changeBlocks(change: GuideChange): readonly string[] {
  return [
    `### ${changeHeading(change)}`,
    `Since version ${inLine(change.version)}. ${change.isBehaviour ? "Behaviour of " : ""}${change.routes.map(routeInWords).join(", ")}`,
    ...change.samples.flatMap(sampleBlocks),
  ];
}

function sampleBlocks(sample: GuideSample): readonly string[] {
  const titles = sideTitles(sample.way);
  return [
    `**${sampleTitle(sample.way)}** (${sample.places.map(markdownCode).join(", ")})`,
    ...("failure" in sample.sides
      ? [`No example: ${sample.sides.failure}.`]
      : sideBlocks(sample.sides, titles)),
    ...stepNotes(sample).map(({ title, text }) => `${title} ${text}`),
  ];
}

function sideBlocks(
  { before, after }: { readonly before: unknown; readonly after: unknown },
  titles: SideTitles,
): readonly string[] {
  return [titles.before, fenced(before), titles.after, fenced(after)];
}

/** A fence longer than any in the text. */
function fenced(value: unknown): string {
  const text = sideText(value);
  if (text === undefined) return "Nothing.";
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}json\n${text}\n${fence}`;
}

function routeBlocks({ came, ended, moved, replaced, statuses }: Guide): readonly string[] {
  const lists = [
    ["Moved", moved.map(routeInWords)],
    ["Answered by another route", replaced.map(replacedInWords)],
    ["Another status", statuses.map((one) => `${markdownCode(one.name)} answers ${otherStatusInWords(one)}`)],
    ["New", came.map(routeMarkdown)],
    ["Ended", ended.map(routeMarkdown)],
  ] as const;
  const told = lists.filter(([, names]) => names.length > 0);
  if (told.length === 0) return [];
  return [
    "## Routes",
    told.map(([name, names]) => names.map((one) => `- ${name}: ${one}`).join("\n")).join("\n"),
  ];
}

function routeInWords({ was, is }: MovedRoute): string {
  return was === is ? markdownCode(was) : `${markdownCode(was)} (now ${markdownCode(is)})`;
}

function routeMarkdown({ name, summary }: GuideRoute): string {
  return summary === undefined ? markdownCode(name) : `${markdownCode(name)} (${inLine(summary)})`;
}

function replacedInWords({ was, is }: ReplacedRoute): string {
  const [before, now] = [routeMarkdown(was), routeMarkdown(is)];
  return before === now ? now : `${before} is ${now} now`;
}

export function markdownCode(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** Plain text in a line of Markdown. */
function inLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").replaceAll(/[\\`*_<[\]#]/g, "\\$&");
}
