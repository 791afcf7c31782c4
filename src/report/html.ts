/** A piece of HTML, or of SVG, in which every text of others is escaped. */
export interface Markup {
  readonly markup: string;
}

/** A value within a piece: text is escaped, undefined and false are left out. */
type Piece = Markup | readonly Markup[] | string | number | undefined | false;

/** Writes HTML: <code>html`<p title="${title}">${text}</p>`</code>; values in attributes stand between double quotes. */
export function html(texts: TemplateStringsArray, ...pieces: readonly Piece[]): Markup {
  const markup = texts.map((text, i) => text + (i < pieces.length ? written(pieces[i]) : "")).join("");
  return { markup };
}

function written(piece: Piece): string {
  if (piece === undefined || piece === false) return "";
  if (typeof piece === "string") return escapeText(piece);
  if (typeof piece === "number") return String(piece);
  return "markup" in piece ? piece.markup : piece.map(({ markup }) => markup).join("");
}

function escapeText(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
