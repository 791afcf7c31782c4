/** The site of the documentation: the pages for users in docs/, and the samples, as they are. docs/decisions/0019 has the reasons. */
import { cpSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineConfig, type UserConfig } from "vitepress";
import { docsMarkdown } from "../docs-markdown";
import { anchorOf } from "../headings";
import { isForContributors, pageOf } from "../page-links";
import { publicLinks, repositoryOf, type PublicAddresses } from "../package-links";
import { publishMarkdown } from "../published-markdown";
import { samplesIn } from "../sample-files";
import { searchText, weightOfResult, wordsOf } from "../search";
import { samplesGroup, sidebarOf } from "../sidebar";

type VitePlugin = NonNullable<NonNullable<UserConfig["vite"]>["plugins"]>[number];

const root = join(import.meta.dirname, "../..");
const docs = join(root, "docs");
const site = join(root, "site");
const index = readFileSync(join(docs, "README.md"), "utf8");
const addresses = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as PublicAddresses;

export default defineConfig({
  title: "versioned-controllers",
  description: "Serve several versions of an HTTP API from one Express application",
  lang: "en",
  // Without an icon of its own a browser would ask for /favicon.ico.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: root,
  srcExclude: [
    ...readdirSync(root).flatMap((name) => (/^(docs|samples)$/.test(name) ? [] : [name, `${name}/**`])),
    "samples/*/*/**",
    "docs/architecture.md",
    "docs/decisions/**",
  ],
  rewrites: (file) => pageOf(file) ?? file,
  // For a host that serves the site below a path: DOCS_BASE=/versioned-controllers/
  base: process.env.DOCS_BASE ?? "/",
  // The pages name services on localhost, which run while a reader follows them. All other dead links end the build.
  ignoreDeadLinks: "localhostLinks",
  markdown: {
    config: (parser) => {
      docsMarkdown(parser, { root, repository: repositoryOf(addresses) });
    },
    anchor: { slugify: anchorOf },
  },
  // The Markdown itself and what is no page (llms.txt, JSON Schemas, declarations) are served beside the pages, for links and for tools that read.
  buildEnd: ({ outDir }) => {
    cpSync(docs, outDir, {
      recursive: true,
      filter: (file) => !isForContributors(relative(root, file)),
    });
    publishMarkdown(root, outDir);
  },
  vite: { plugins: [vueForPages()] },
  themeConfig: {
    search: {
      provider: "local",
      options: {
        _render: searchText(root, index),
        miniSearch: { options: { tokenize: wordsOf }, searchOptions: { boostDocument: weightOfResult } },
      },
    },
    outline: [2, 3],
    nav: [
      { text: "Start", link: "/start/first-api.html" },
      { text: "All pages", link: "/pages.html" },
      { text: "Reference", link: "/reference/" },
      { text: "Samples", link: "/samples/" },
      ...publicLinks(addresses),
    ],
    sidebar: [...sidebarOf(index), samplesGroup(samplesIn(root))],
  },
});

/** The pages are compiled to modules that import Vue, which is installed for the site alone. */
function vueForPages(): VitePlugin {
  return {
    name: "vue-for-pages",
    enforce: "pre",
    resolveId(name, importer, options) {
      if (!/^vue(\/|$)/.test(name) || !importer?.startsWith(root) || importer.startsWith(site))
        return undefined;
      return this.resolve(name, join(site, "package.json"), { ...options, skipSelf: true });
    },
  };
}
