/** The site of the documentation: the pages of docs/ as they are. docs/decisions/0019 has the reasons. */
import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type UserConfig } from "vitepress";
import { docsMarkdown } from "../docs-markdown";
import { anchorOf } from "../headings";
import { sidebarOf } from "../sidebar";

type VitePlugin = NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number];

const docs = join(import.meta.dirname, "../../docs");
const site = join(import.meta.dirname, "..");

export default defineConfig({
  title: "versioned-controllers",
  description: "Serve several versions of an HTTP API from one Express application",
  lang: "en",
  // Without an icon of its own a browser would ask for /favicon.ico.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: docs,
  rewrites: { "README.md": "index.md", ":folder(.*)/README.md": ":folder/index.md" },
  // For a host that serves the site below a path: DOCS_BASE=/versioned-controllers/
  base: process.env.DOCS_BASE ?? "/",
  // The pages name services on localhost, which run while a reader follows them. All other dead links end the build.
  ignoreDeadLinks: "localhostLinks",
  markdown: { config: docsMarkdown, anchor: { slugify: anchorOf } },
  // The Markdown itself and what is no page (llms.txt, JSON Schemas, declarations) are served beside the pages, for links and for tools that read.
  buildEnd: ({ outDir }) => {
    cpSync(docs, outDir, { recursive: true });
  },
  vite: { plugins: [vueForPages()] },
  themeConfig: {
    search: { provider: "local" },
    outline: [2, 3],
    sidebar: sidebarOf(readFileSync(join(docs, "README.md"), "utf8")),
  },
});

/** The pages are compiled to modules that import Vue, which is installed beside the site and not above docs/. */
function vueForPages(): VitePlugin {
  return {
    name: "vue-for-pages",
    enforce: "pre",
    resolveId(name, importer, options) {
      if (!/^vue(\/|$)/.test(name) || !importer?.startsWith(docs)) return undefined;
      return this.resolve(name, join(site, "package.json"), { ...options, skipSelf: true });
    },
  };
}
