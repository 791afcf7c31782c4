import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";

export const root = join(__dirname, "../..");

/** A fenced block of a page. */
export interface Block {
  /** From the top of the repository: `docs/guides/running/express.md`. */
  readonly page: string;
  /** The line of the page that its first line is. */
  readonly line: number;
  /** The words after the fence: `ts`, `ts fragment`, `sh`, `text`, ... */
  readonly info: string;
  readonly text: string;
}

/** The pages of the top level, and every page below docs/ and tools/decisions/. */
export function pages(): readonly string[] {
  const top = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "RELEASING.md", "SECURITY.md"];
  return [...top, ...pagesBelow("docs"), ...pagesBelow("tools/decisions")];
}

function pagesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => relative(root, join(root, folder, name)).replaceAll("\\", "/"))
    .sort();
}

export function read(page: string): string {
  return readFileSync(join(root, page), "utf8");
}

/** The fenced blocks of a page, in its order. */
export function blocksOf(page: string): readonly Block[] {
  const lines = read(page).split("\n");
  const blocks: Block[] = [];
  for (let i = 0; i < lines.length; i++) {
    // A longer fence holds shorter ones.
    const [, fence, info] = /^(`{3,})([^`]+)$/.exec(lines[i] ?? "") ?? [];
    if (fence === undefined || info === undefined) continue;
    const end = lines.indexOf(fence, i + 1);
    if (end === -1) throw new Error(`${page}:${i + 1} opens a block that never ends`);
    blocks.push({ page, line: i + 2, info, text: lines.slice(i + 1, end).join("\n") });
    i = end;
  }
  return blocks;
}

/** A page without its fenced blocks, in which a `#` or a `[` means something else. */
export function proseOf(page: string): string {
  return read(page).replaceAll(/^(`{3,})[\s\S]*?^\1$/gm, "");
}

/** The text of each heading, without its `#`. */
export function headingsOf(page: string): readonly string[] {
  return [...proseOf(page).matchAll(/^#+ (.+)$/gm)].map(([, text]) => text ?? "");
}

/** The text below a heading of the second level, up to the next one. */
export function sectionOf(page: string, heading: string): string {
  const [, ...sections] = read(page).split(/^## /m);
  return sections.find((section) => section.startsWith(`${heading}\n`))?.slice(heading.length) ?? "";
}

/** A table of a page. */
export interface Table {
  readonly page: string;
  /** The heading above it. */
  readonly heading: string;
  readonly columns: readonly string[];
  /** Its rows, without the head. */
  readonly rows: readonly (readonly string[])[];
}

export function tablesOf(page: string): readonly Table[] {
  const tables: Table[] = [];
  let heading = "";
  for (const part of proseOf(page).split(/^(#+ .+|(?:\|.*\n)+)/m)) {
    if (part.startsWith("#")) heading = part.replace(/^#+ /, "");
    if (!part.startsWith("|")) continue;
    const [columns = [], , ...rows] = part.trimEnd().split("\n").map(cellsOf);
    tables.push({ page, heading, columns, rows });
  }
  return tables;
}

/** The cells of a row; a `|` in code is written with a backslash. */
function cellsOf(row: string): readonly string[] {
  return row
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim());
}
