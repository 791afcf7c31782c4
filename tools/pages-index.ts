/** The index of docs/ (docs/README.md), as data: `npm run fix:llms` and the site's sidebar follow it. */

/** A heading of the index, with its pages. */
export interface PageGroup {
  readonly title: string;
  readonly pages: readonly PageEntry[];
}

interface PageEntry {
  readonly title: string;
  /** From docs/: `guides/versions/path.md`. */
  readonly path: string;
  /** The line behind the bullet: `[Versions in the path](guides/versions/path.md): ...`. */
  readonly line: string;
}

export function groupsOfIndex(index: string): readonly PageGroup[] {
  return index.split(/^## /m).slice(1).map(groupOf);
}

function groupOf(section: string): PageGroup {
  const [title = "", ...lines] = section.split("\n");
  return { title: title.trim(), pages: lines.flatMap(entryOf) };
}

function entryOf(line: string): readonly PageEntry[] {
  const [, rest = "", title = "", path = ""] = /^\s*- (\[([^\]]+)\]\(([^)]+)\).*)$/.exec(line) ?? [];
  return rest === "" ? [] : [{ title, path, line: rest }];
}
