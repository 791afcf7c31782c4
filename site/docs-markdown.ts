import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { withDecoratorTabs } from "./decorator-tabs";
import { siteLink } from "./page-links";
import { filesOfSample } from "./sample-files";

/** What this needs of markdown-it, which is installed for the site alone. */
interface MarkdownParser {
  readonly core: {
    readonly ruler: {
      before(next: string, name: string, rule: (state: ParserState) => void): void;
      push(name: string, rule: (state: ParserState) => void): void;
    };
  };
}

interface ParserState {
  src: string;
  readonly tokens: readonly Token[];
  readonly env: { readonly path?: string; readonly realPath?: string; readonly isForSearch?: boolean };
}

interface Places {
  /** The repository, whose files the pages are. */
  readonly root: string;
  /** Its address, where it has one: `https://github.com/a/b`. */
  readonly repository?: string | undefined;
}

interface Token {
  type: string;
  tag: string;
  readonly content: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrs: [string, string][] | null;
}

/**
 * Teaches VitePress's parser what the pages have of their own: tabs, the files of a sample, tables that fit a phone, and links
 * that hold without a site.
 */
export function docsMarkdown(parser: MarkdownParser, { root, repository }: Places): void {
  const outside = (href: string, file: string): string | undefined => {
    const path = join(dirname(file), href.replace(/#.*/, ""));
    // A link to nothing stays, and ends the build.
    if (!existsSync(join(root, path))) return href;
    return repository && `${repository}/blob/HEAD/${path}`;
  };
  const fileOf = ({ env }: ParserState): string => relative(root, env.realPath ?? env.path ?? "");
  parser.core.ruler.before("normalize", "decorator-tabs", (state) => {
    state.src = withDecoratorTabs(state.src);
  });
  parser.core.ruler.before("normalize", "sample-files", (state) => {
    const [folder] = /^samples\/.+(?=\/README\.md$)/.exec(fileOf(state)) ?? [];
    if (folder !== undefined && !state.env.isForSearch) state.src += filesOfSample(join(root, folder));
  });
  parser.core.ruler.push("page-links", (state) => {
    for (const { children } of state.tokens) {
      rewriteLinks(children ?? [], (href) => siteLink(href, fileOf(state)) ?? outside(href, fileOf(state)));
      keepBraces(children ?? []);
    }
  });
  parser.core.ruler.push("labelled-cells", ({ tokens }) => {
    labelCells(tokens);
  });
}

function rewriteLinks(tokens: readonly Token[], linkOf: (href: string) => string | undefined): void {
  let isOutside = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = token.attrGet("href") ?? "";
      const link = linkOf(href);
      isOutside = link === undefined;
      if (link === undefined) becomeText(token, href);
      else token.attrSet("href", link);
    } else if (token.type === "link_close" && isOutside) {
      Object.assign(token, { type: "outside_close", tag: "span" });
    }
  }
}

/** Otherwise Vue would evaluate `{{ }}` in code. */
function keepBraces(tokens: readonly Token[]): void {
  for (const token of tokens) if (token.type === "code_inline") token.attrSet("v-pre", "");
}

/** The site has no page for the link, and the repository no address: the reader sees the path in the repository. */
function becomeText(opening: Token, href: string): void {
  const path = href.replace(/^(\.\.\/)+/, "").replace(/#.*/, "");
  Object.assign(opening, {
    type: "outside_open",
    tag: "span",
    attrs: [["title", `in the repository: ${path}`]],
  });
}

/** Each cell names its column, which a phone shows above the cell: there a row is a block, and a table has no head. */
function labelCells(tokens: readonly Token[]): void {
  let columns: string[] = [];
  let column = 0;
  for (const [i, token] of tokens.entries()) {
    if (token.type === "table_open") columns = [];
    if (token.type === "tr_open") column = 0;
    if (token.type === "th_open") columns.push(tokens[i + 1]?.content.replaceAll("`", "") ?? "");
    if (token.type === "td_open") token.attrSet("data-column", columns[column++] ?? "");
  }
}
