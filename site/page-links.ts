import { posix } from "node:path";

/** A link as the site writes it; undefined for one that leads out of docs/, where the site has no page. */
export function siteLink(href: string, page: string): string | undefined {
  if (/^([a-z]+:|#)/.test(href)) return href;
  const [path = "", anchor] = href.split("#");
  if (posix.join(posix.dirname(page), path).startsWith("..")) return undefined;
  // A folder's page is its README.md here, and its index on the site.
  const target = path.replace(/(^|\/)README\.md$/, "$1index.md");
  return anchor === undefined ? target : `${target}#${anchor}`;
}
