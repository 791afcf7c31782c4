import { posix } from "node:path";

/** The pages that stand beside CONTRIBUTING.md, and are no part of the site. */
export function isForContributors(file: string): boolean {
  return /^docs\/(architecture\.md|decisions)(\/|$)/.test(file);
}

/** The site's page of a file of the repository, `guides/a.md` of `docs/guides/a.md`; undefined for a file without one. */
export function pageOf(file: string): string | undefined {
  if (isForContributors(file)) return undefined;
  if (file === "docs/home.md" || file === "README.md") return "index.md";
  // The index of all pages: the front page is another one.
  if (file === "docs/README.md") return "pages.md";
  const [, page] = /^docs\/(.*\.md)$/.exec(file) ?? [];
  // A folder's page is its README.md here, and its index on the site.
  if (page !== undefined) return page.replace(/(^|\/)README\.md$/, "$1index.md");
  if (/^samples(\/|\/README\.md)?$/.test(file)) return "samples/index.md";
  const [, sample] = /^samples\/(\d\d-[\w-]+)(\/|\/README\.md)?$/.exec(file) ?? [];
  return sample === undefined ? undefined : `samples/${sample}.md`;
}

/** A link of a file of the repository as the site writes it; undefined for one to a file that the site does not have. */
export function siteLink(href: string, file: string): string | undefined {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  const target = posix.join(posix.dirname(file), path);
  const page = pageOf(target) ?? asset(target);
  if (page === undefined) return undefined;
  return anchor === undefined ? `/${page}` : `/${page}#${anchor}`;
}

/** What docs/ has beside its pages (llms.txt, JSON Schemas) is served at its own path. */
function asset(file: string): string | undefined {
  return /^docs\/(.*\.(?!md$)\w+)$/.exec(file)?.[1];
}
