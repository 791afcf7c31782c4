/** A piece of HTML or SVG in which all foreign text is escaped. */
export interface Markup {
  readonly markup: string;
}

/** A value within a piece: text is escaped, undefined and false are left out. */
type MarkupPart = Markup | readonly Markup[] | string | number | undefined | false;

/** Writes HTML: <code>html`<p title="${title}">${text}</p>`</code>; attribute values must be in double quotes. */
export function html(texts: TemplateStringsArray, ...pieces: readonly MarkupPart[]): Markup {
  const markup = texts.map((text, i) => text + (i < pieces.length ? markupOf(pieces[i]) : "")).join("");
  return { markup };
}

/** A whole page: one file without scripts, whose style is within it. */
export function pageOf(title: string, style: string, main: Markup): string {
  const { markup } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        <main>${main}</main>
      </body>
    </html> `;
  return markup;
}

/** A text of several lines in one. */
export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Only http and https addresses become links: another scheme could execute code. */
export function linkTo(address: string, words: string): Markup {
  return /^https?:\/\//i.test(address) ? html`<a href="${address}">${words}</a>` : html`${address}`;
}

function markupOf(piece: MarkupPart): string {
  if (piece === undefined || piece === false) return "";
  if (typeof piece === "string") return escapeText(piece);
  if (typeof piece === "number") return String(piece);
  return "markup" in piece ? piece.markup : piece.map(({ markup }) => markup).join("");
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A text in which backticks enclose `code`, as in changelogs. */
export function withCode(text: string): Markup {
  const parts = text.split("`");
  // An even number of backticks means an odd number of parts; an unpaired one is an ordinary character.
  const isPaired = parts.length % 2 === 1;
  return isPaired
    ? html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
    : html`${text}`;
}
