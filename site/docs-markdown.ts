import { withDecoratorTabs } from "./decorator-tabs";
import { siteLink } from "./page-links";

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
  readonly env: { readonly relativePath?: string };
}

interface Token {
  type: string;
  tag: string;
  children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
  attrs: [string, string][] | null;
}

/** Teaches VitePress's parser what the pages of docs/ have of their own: tabs, and links that hold without a site. */
export function docsMarkdown(parser: MarkdownParser): void {
  parser.core.ruler.before("normalize", "decorator-tabs", (state) => {
    state.src = withDecoratorTabs(state.src);
  });
  parser.core.ruler.push("page-links", ({ tokens, env }) => {
    for (const { children } of tokens) rewriteLinks(children ?? [], env.relativePath ?? "");
  });
}

function rewriteLinks(tokens: readonly Token[], page: string): void {
  let isOutside = false;
  for (const token of tokens) {
    if (token.type === "link_open") {
      const href = token.attrGet("href") ?? "";
      const link = siteLink(href, page);
      isOutside = link === undefined;
      if (link === undefined) becomeText(token, href);
      else token.attrSet("href", link);
    } else if (token.type === "link_close" && isOutside) {
      Object.assign(token, { type: "outside_close", tag: "span" });
    }
  }
}

/** The site has no page for the link: the reader sees where it leads in the repository. */
function becomeText(opening: Token, href: string): void {
  const path = href.replace(/^(\.\.\/)+/, "").replace(/#.*/, "");
  Object.assign(opening, {
    type: "outside_open",
    tag: "span",
    attrs: [["title", `in the repository: ${path}`]],
  });
}
