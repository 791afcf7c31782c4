import type { Version } from "../../core/model/version";
import { html, inOneLine, linkTo, type Markup, pageOf, withCode } from "../report/html";
import { guideStyle } from "../report/style";
import { errorsName } from "./guide";
import type { AnnouncedLife, Guide, GuideRoute, MovedRoute, NamedRoute } from "./guide";
import type { GuideSample, SampleText } from "./shown-samples";

/** A piece of a line: plain text (a string), the author's Markdown (`words`), code, a link, or emphasis (`strong`). */
type Piece =
  | string
  | { readonly words: string }
  | { readonly code: string }
  | { readonly link: string; readonly text: string }
  | { readonly strong: string };

export type Line = readonly Piece[];

export type Block =
  | { readonly kind: "heading"; readonly level: 1 | 2; readonly line: Line; readonly id?: string }
  | { readonly kind: "text"; readonly line: Line; readonly style?: "life" | "note" }
  | { readonly kind: "list"; readonly lines: readonly Line[]; readonly isContents?: true }
  | {
      readonly kind: "sides";
      readonly sides: readonly { readonly title: string; readonly of: SampleText }[];
    };

interface GuidePlace {
  readonly docs?: string;
  /** True for HTML: lists of routes then contain links to the sections of the page. */
  readonly isPage?: boolean;
}

export function guideMarkdown(guide: Guide): string {
  return blocksMarkdown(blocksOf(guide, {}));
}

export function blocksMarkdown(blocks: readonly Block[]): string {
  return `${blocks.map(blockMarkdown).join("\n\n")}\n`;
}

/** Writes the guide as one HTML page, which needs no scripts or other files. Escapes the texts of the application. */
export function guidePage(guide: Guide, place: GuidePlace = {}): string {
  const { title, from, to } = guide;
  const blocks = blocksOf(guide, { ...place, isPage: true }).map(blockMarkup);
  return pageOf(`From version ${from} to ${to}: ${title}`, guideStyle, html`${blocks}`);
}

function blocksOf(guide: Guide, { docs, isPage }: GuidePlace): readonly Block[] {
  const { title, from, to, lives, routes } = guide;
  const heading: Block = { kind: "heading", level: 1, line: [`${title}: from version ${from} to ${to}`] };
  return [
    heading,
    ...(docs === undefined ? [] : [pageLinks(docs, to)]),
    ...lives.map(lifeBlock),
    ...namingBlocks(guide),
    ...changeBlocks(guide),
    ...(isPage && routes.length > 1 ? [contents(routes)] : []),
    ...routes.flatMap(routeBlocks),
    ...newsBlocks(guide),
    text([restInWords(guide)]),
  ];
}

export function text(line: Line, style?: "life" | "note"): Block {
  return { kind: "text", line, ...(style && { style }) };
}

function pageLinks(docs: string, to: Version): Block {
  const path = `${docs}openapi/${encodeURIComponent(to)}.json`;
  return text([
    { link: docs, text: "The documentation" },
    ". To generate a client: ",
    { link: path, text: `the OpenAPI document of version ${to}` },
  ]);
}

export function lifeBlock({ version, text: words, link }: AnnouncedLife): Block {
  const page: Line = link === undefined ? [] : [" See ", { link, text: link }, "."];
  return text([{ strong: `Version ${version}:` }, words === "" ? "" : ` ${words}`, ...page], "life");
}

export function namingBlocks({ naming, assumption, isPlainNow, from, to }: Guide): readonly Block[] {
  if (naming.length === 0) return [];
  const ways = naming.flatMap(({ was, is }, i): Line => [
    ...(i > 0 ? [", or "] : []),
    { code: is },
    ...(isPlainNow && is !== "/..." ? [", at paths without a version,"] : []),
    ...(was === is ? [] : [" instead of ", { code: was }]),
  ]);
  const words = {
    older: `The API may treat a request that names no version as version ${from}`,
    function: "The API itself chooses the version of a request that names none",
  };
  const ending = `: name version ${to} in each request.`;
  return [
    text([`Requests name version ${to}: `, ...ways]),
    ...(assumption ? [text([words[assumption] + ending])] : []),
  ];
}

export function changeBlocks({ changes }: Guide): readonly Block[] {
  const lines = changes.map(({ description, version, released }): Line => [
    { words: description },
    ` (version ${version}${released === undefined ? "" : `, ${released}`})`,
  ]);
  return listUnder("What changes", lines);
}

function listUnder(title: string, lines: readonly Line[]): readonly Block[] {
  if (lines.length === 0) return [];
  return [
    { kind: "heading", level: 2, line: [title] },
    { kind: "list", lines },
  ];
}

function contents(routes: readonly GuideRoute[]): Block {
  return {
    kind: "list",
    isContents: true,
    lines: routes.map(({ was }, i): Line => [{ link: `#${idOf(i)}`, text: was }]),
  };
}

function idOf(i: number): string {
  return `route-${i + 1}`;
}

function routeBlocks(route: GuideRoute, i: number): readonly Block[] {
  return [{ kind: "heading", level: 2, line: movedLine(route), id: idOf(i) }, ...changesAtRoute(route)];
}

export function changesAtRoute({ changes, differences, samples, notes }: GuideRoute): readonly Block[] {
  return [
    ...changes.map((words) => text([{ words }])),
    ...(differences.length === 0 ? [] : [differenceList(differences)]),
    ...samples.flatMap(sampleBlocks),
    ...notes.map(({ title, text: words }) => text([`${title} `, { words }], "note")),
  ];
}

function differenceList(differences: GuideRoute["differences"]): Block {
  return {
    kind: "list",
    lines: differences.map(({ text: words, isBreaking }): Line =>
      isBreaking ? [{ strong: "Breaking:" }, ` ${words}`] : [words],
    ),
  };
}

const sideTitles = {
  request: ["You sent:", "You send:"],
  answer: ["You got:", "You get:"],
} as const;

function sampleBlocks(sample: GuideSample): readonly Block[] {
  const [before, after] = sideTitles[sample.way];
  if ("failure" in sample) {
    const what = sample.way === "request" ? "No example of a request" : "No example of an answer";
    return [text([`${what}: ${sample.failure}.`], "note")];
  }
  const sides = [
    { title: before, of: sample.before },
    { title: after, of: sample.after },
  ];
  const words = "The two examples are of different values: no change converts one to the other.";
  return [{ kind: "sides", sides }, ...(sample.areSeparate ? [text([words], "note")] : [])];
}

function newsBlocks({ came, moved, ended }: Guide): readonly Block[] {
  const lines = [
    ...came.map((one): Line => ["New: ", ...namedLine(one)]),
    ...moved.map((one): Line => ["Moved: ", ...movedLine(one)]),
    ...ended.map((one): Line => ["Ended: ", ...namedLine(one)]),
  ];
  return listUnder("Routes that came, moved and ended", lines);
}

export function namedLine({ name, summary }: NamedRoute): Line {
  return [{ code: name }, ...(summary === undefined ? [] : [` (${summary})`])];
}

export function movedLine({ was, is }: MovedRoute): Line {
  if (was === errorsName) return [was];
  return was === is ? [{ code: was }] : [{ code: was }, " is now ", { code: is }];
}

/** Returns the last sentence of the guide, about the routes that the guide does not list. */
export function restInWords({ changes, routes, came, moved, ended }: Guide): string {
  return [changes, routes, came, moved, ended].every(({ length }) => length === 0)
    ? "Nothing else has changed."
    : "Routes that are not named here are the same in both versions.";
}

function blockMarkdown(block: Block): string {
  switch (block.kind) {
    case "heading":
      return `${"#".repeat(block.level)} ${lineMarkdown(block.line)}`;
    case "text":
      return lineMarkdown(block.line);
    case "list":
      return block.lines.map((line) => `- ${lineMarkdown(line)}`).join("\n");
    case "sides":
      return block.sides.map(({ title, of }) => `${title}\n\n${fenced(of)}`).join("\n\n");
  }
}

/** Puts code between fences. A fence has more backticks than the code has in a row. */
function fenced({ language, text: code }: SampleText): string {
  if (code === undefined) return "Nothing.";
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}${language}\n${code}\n${fence}`;
}

function lineMarkdown(line: Line): string {
  return line.map(pieceMarkdown).join("");
}

function pieceMarkdown(piece: Piece): string {
  if (typeof piece === "string") return plainMarkdown(piece);
  if ("words" in piece) return inOneLine(piece.words);
  if ("code" in piece) return markdownCode(piece.code);
  if ("strong" in piece) return `**${plainMarkdown(piece.strong)}**`;
  const { link, text: words } = piece;
  return link === words ? `<${link}>` : `[${plainMarkdown(words)}](${link})`;
}

export function markdownCode(code: string): string {
  return code.includes("`") ? `\`\` ${code} \`\`` : `\`${code}\``;
}

function plainMarkdown(words: string): string {
  return words.replaceAll(/\s+/g, " ").replaceAll(/[\\`*<[\]#]|(?<![a-z0-9])_|_(?![a-z0-9])/gi, "\\$&");
}

function blockMarkup(block: Block): Markup {
  switch (block.kind) {
    case "heading":
      return headingMarkup(block);
    case "text":
      return html`<p class="${block.style ?? "line"}">${lineMarkup(block.line)}</p> `;
    case "list": {
      const list = html`<ul>
        ${block.lines.map((line) => html`<li>${lineMarkup(line)}</li> `)}
      </ul> `;
      return block.isContents ? html`<nav aria-label="Routes">${list}</nav> ` : list;
    }
    case "sides":
      return html`<div class="sides">
        ${block.sides.map(({ title, of }, i) => figure(title, of, i === 0 ? "before" : "after"))}
      </div> `;
  }
}

function headingMarkup({ level, line, id = "" }: Block & { readonly kind: "heading" }): Markup {
  const inner = lineMarkup(line);
  if (level === 1) return html`<h1>${inner}</h1> `;
  return id === "" ? html`<h2>${inner}</h2> ` : html`<h2 id="${id}">${inner}</h2> `;
}

function lineMarkup(line: Line): readonly Markup[] {
  return line.map(pieceMarkup);
}

function pieceMarkup(piece: Piece): Markup {
  if (typeof piece === "string") return html`${piece}`;
  if ("words" in piece) return withCode(piece.words);
  if ("code" in piece) return html`<code>${piece.code}</code>`;
  if ("strong" in piece) return html`<b>${piece.strong}</b>`;
  const { link, text: words } = piece;
  return /^(?:#|\.)/.test(link) ? html`<a href="${link}">${words}</a>` : linkTo(link, words);
}

/** Shows a sample with its title. Readers can scroll long lines, even with the keyboard. */
function figure(title: string, { text: code }: SampleText, side: "before" | "after"): Markup {
  return html`<figure class="${side}">
    <figcaption>${title}</figcaption>
    ${code === undefined ? html`<p>Nothing.</p>` : html`<pre tabindex="0" aria-label="${title}"><code>${code}</code></pre>`}
  </figure>`;
}
