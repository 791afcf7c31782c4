import { html, type Markup } from "./html";

/** A text in which `code` stands between backticks, as changelogs are written. */
export function withCode(text: string): Markup {
  const parts = text.split("`");
  // An even number of backticks leaves an odd number of parts; a last one alone is a character like others.
  const isPaired = parts.length % 2 === 1;
  return isPaired
    ? html`${parts.map((part, i) => (i % 2 === 0 ? html`${part}` : html`<code>${part}</code>`))}`
    : html`${text}`;
}
