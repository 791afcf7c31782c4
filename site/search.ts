import { relative } from "node:path";
import { groupsOfIndex } from "../tools/pages-index";

/** What this needs of markdown-it, which is installed for the site alone. */
interface Renderer {
  render(source: string, env: object): string;
}

/** What VitePress says of the page whose text is searched. */
interface SearchedPage {
  /** Its file. */
  readonly path: string;
}

/**
 * Makes the function that VitePress calls for the text of a page.
 *
 * The line of docs/README.md about a page counts as the page's text, since it has the words that people search for.
 */
export function searchText(root: string, index: string) {
  const lines = new Map(
    groupsOfIndex(index).flatMap(({ pages }) => pages.map(({ path, line }) => [`docs/${path}`, line])),
  );
  return (source: string, env: SearchedPage, parser: Renderer): string => {
    const line = lines.get(relative(root, env.path))?.replace(/^\[.*?\]\([^)]*\):?/, "") ?? "";
    const text = line.replaceAll(/[`<>&]/g, " ");
    return htmlForSearch(source, env, parser).replace("</h1>", `</h1><p>${text}</p>`);
  };
}

/**
 * Words, and ids such as `schema-invalid` as wholes too, behind a sign that keeps `schema` from finding them.
 *
 * VitePress sends this function and the next one to the browser as text, so they use nothing outside of themselves.
 */
export function wordsOf(text: string): string[] {
  const ids = (text.match(/\b[a-z]+(?:-[a-z]+)+\b/g) ?? []).map((id) => `#${id}`);
  return [...text.split(/[\n\r\p{Z}\p{P}]+/u), ...ids];
}

/**
 * The HTML that the search reads: without the files of samples, and with one heading of the first level, from which the
 * search takes the page's name for each result. Pages such as problems.md have several: the later ones move one level down.
 */
function htmlForSearch(source: string, env: object, parser: Renderer): string {
  const html = parser.render(source, { ...env, isForSearch: true });
  const first = html.search(/<h1\b/);
  const later = html.indexOf("</h1>") + "</h1>".length;
  if (first === -1 || !/<h1\b/.test(html.slice(later))) return html;
  const down = html
    .slice(later)
    .replace(/<(\/?)h([1-5])\b/g, (_, slash: string, level: string) => `<${slash}h${Number(level) + 1}`);
  return html.slice(0, later) + down;
}

/** Guides come before the reference, the reference before problem ids, and the beginning of a page before its sections. */
export function weightOfResult(
  id: string,
  term: string,
  stored?: { readonly titles?: readonly string[] },
): number {
  const folders: [RegExp, number][] = [
    [/\/problems\.html#/, id.endsWith(term) ? 4 : 0.3],
    [/\/(start|guides|concepts)\//, 3],
    [/\/reference\/interface\/|\/(pages|problems)\.html/, 0.3],
  ];
  const weight = folders.find(([folder]) => folder.test(id))?.[1] ?? 1;
  return (stored?.titles ?? []).length === 0 ? weight * 2 : weight;
}
