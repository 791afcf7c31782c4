import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { isForContributors } from "./page-links";
import { filesOfSample, samplesIn } from "./sample-files";

/** Writes the Markdown of docs/ and of the samples below the site, with links between the two that hold there. */
export function publishMarkdown(root: string, outDir: string): void {
  const docs = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" })
    .map((name) => `docs/${name.replaceAll("\\", "/")}`)
    .filter((file) => /\.md$|\/llms\.txt$/.test(file) && !isForContributors(file));
  const samples = ["samples/README.md", ...samplesIn(root).map((name) => `samples/${name}/README.md`)];
  for (const file of [...docs, ...samples]) {
    const target = join(outDir, publishedPath(file) ?? file);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, publishedText(root, file));
  }
}

/** The Markdown of a file of the repository, as the site publishes it; a sample has its files below its README.md. */
export function publishedText(root: string, file: string): string {
  const text = withPublishedLinks(readFileSync(join(root, file), "utf8"), file);
  const [folder] = /^samples\/.+(?=\/README\.md$)/.exec(file) ?? [];
  return folder === undefined ? text : text + filesOfSample(join(root, folder));
}

/** The path of a file's Markdown on the site, `guides/a.md` of `docs/guides/a.md`; undefined for a file without one. */
function publishedPath(file: string): string | undefined {
  if (isForContributors(file)) return undefined;
  const [, page] = /^docs\/(.+\.\w+)$/.exec(file) ?? [];
  if (page !== undefined) return page;
  if (/^samples(\/|\/README\.md)?$/.test(file)) return "samples/README.md";
  const [, sample] = /^samples\/(\d\d-[\w-]+)(\/|\/README\.md)?$/.exec(file) ?? [];
  return sample === undefined ? undefined : `samples/${sample}.md`;
}

/** Code may look like a link, and stays as it is. */
function withPublishedLinks(text: string, file: string): string {
  return text
    .split(/^(`{3,}[^`]*\n[\s\S]*?^`{3,}$)/m)
    .map((part) => (part.startsWith("```") ? part : part.replaceAll(/\[([^\][]+)\]\(([^\s()]+)\)/g, linkFor)))
    .join("");

  function linkFor(link: string, words: string, href: string): string {
    if (/^([a-z]+:|#)/.test(href)) return link;
    const [path = "", ...anchor] = href.split("#");
    const target = publishedPath(posix.join(posix.dirname(file), path));
    if (target !== undefined) {
      const from = posix.dirname(publishedPath(file) ?? file);
      return `[${words}](${[posix.relative(from, target), ...anchor].join("#")})`;
    }
    // The files of a sample are on its page.
    return file.startsWith("samples/") ? words : link;
  }
}
