/** A piece of HTML or SVG, in which the application's text is escaped. */
export interface Markup {
  readonly markup: string;
}

/** A value in a template of `html`. Text is escaped. The values undefined and false become nothing. */
type MarkupPart = Markup | readonly Markup[] | string | number | undefined | false;

/** Writes HTML: <code>html`<p title="${title}">${text}</p>`</code>. Attribute values must be in double quotes. */
export function html(texts: TemplateStringsArray, ...pieces: readonly MarkupPart[]): Markup {
  const markup = texts.map((text, i) => text + (i < pieces.length ? markupOf(pieces[i]) : "")).join("");
  return { markup };
}

/** Writes a page as one file, which contains its style, and no scripts. */
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

export function inOneLine(text: string): string {
  return text.replaceAll(/\s+/g, " ").trim();
}

/** Creates a link to an http or https URL. Other URLs, such as `javascript:`, become text: they may run code. */
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

/** Converts text to HTML: words between backticks, as changelogs have them, become `<code>`. */
export function withCode(text: string): Markup {
  const parts = text.split("`");
  // Pairs of backticks make an odd number of parts. If one backtick has no partner, all are ordinary characters.
  const isPaired = parts.length % 2 === 1;
  return isPaired
    ? html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
    : html`${text}`;
}
