import { existsSync, readFileSync } from "node:fs";
import { posix } from "node:path";
import { join } from "node:path";

/** The links within the site that a page has and that lead to no page, or to no element of it. */
export function deadLinksOf(folder: string, page: string): readonly string[] {
  const html = readFileSync(join(folder, page), "utf8");
  return [...html.matchAll(/<a [^>]*href="([^"]*)"/g)]
    .map(([, href = ""]) => href.replaceAll("&amp;", "&"))
    .filter((href) => !/^[a-z]+:/.test(href) && !leadsSomewhere(folder, page, href))
    .map((href) => `${page}: ${href}`);
}

function leadsSomewhere(folder: string, page: string, href: string): boolean {
  const [path = "", anchor = ""] = href.split("#");
  const target =
    path === "" ? page : fileOf(path.startsWith("/") ? path : posix.join("/", posix.dirname(page), path));
  if (!existsSync(join(folder, target))) return false;
  return anchor === "" || idsIn(join(folder, target)).has(decodeURIComponent(anchor));
}

function fileOf(path: string): string {
  return path.endsWith("/") ? `${path}index.html` : path;
}

const idsByFile = new Map<string, ReadonlySet<string>>();

function idsIn(file: string): ReadonlySet<string> {
  const known = idsByFile.get(file);
  if (known) return known;
  const ids = new Set([...readFileSync(file, "utf8").matchAll(/ id="([^"]+)"/g)].map(([, id = ""]) => id));
  idsByFile.set(file, ids);
  return ids;
}
